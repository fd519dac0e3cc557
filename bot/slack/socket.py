"""The Socket Mode connection, kept by a watchdog of our own.

The SDK's client reconnects by itself, but slowly (54 s were measured after a restart of the
server), and it can stay connected and deaf while all looks well. So its own reconnection is off,
and one thread here watches what the connection hears and makes it anew: at once when it is closed,
within the time that is set when it is silent, and every half hour without an event in any case,
since a connection whose pings are answered may still bring nothing.
"""

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPException
from threading import Condition, Event, Thread

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient
from slack_sdk.errors import SlackClientError
from slack_sdk.socket_mode.client import BaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from bot.slack.deliveries import is_delivery
from bot.slack.failures import REFUSED_TOKEN, error_of

_LOG = logging.getLogger(__name__)
_RENEWAL = 30 * 60.0
_LONGEST_PAUSE = 10.0
_LARGEST_HELLO = 2_000
_BUFFER = 16_384
_LAST_ACKS = 3.0  # seconds
# A connection can be closed between two looks at it only, and while the old one is being closed
# the SDK reads nothing from the new one. Its own 3 s are as long as Slack waits for an answer.
_LONGEST_LOOK = 0.2  # seconds, less than between two pings


class Socket:
    """Connects, watches, reconnects.

    Args:
        app: Gets what arrives.
        app_token: The app-level token.
        client: Opens connections; another one than that which posts.
        timeout: Within how many seconds a silent connection is made anew.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        app: App,
        app_token: str,
        client: WebClient,
        timeout: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._silence = timeout / 2  # the other half is for making it anew
        self._clock = clock
        self._handler = SocketModeHandler(
            app,
            app_token,
            web_client=client,
            auto_reconnect_enabled=False,
            ping_interval=max(0.25, timeout / 8),
            receive_buffer_size=_BUFFER,
        )
        self._client = self._handler.client
        self._client.socket_mode_request_listeners[:] = [self._take]
        self._client.on_message_listeners.append(self._heard)
        self._client.on_close_listeners.append(lambda *_: self._changed.set())
        self._client.on_error_listeners.append(lambda *_: self._changed.set())
        self._changed, self._stopping = Event(), Event()
        self._hands = Condition()
        self._in_hand = 0
        self._thread = Thread(target=self._watch, name="socket watchdog", daemon=True)
        self._opened_at = self._event_at = clock()
        self._greeting = Event()
        self._failures = self._reconnections = 0
        self._trouble = ""

    def start(self) -> None:
        """Connect for the first time, and watch from then on."""
        self._connect()
        self._thread.start()
        self._greeting.wait(self._silence)

    def stop(self) -> None:
        """Hear no more; what was heard goes on. What is not taken, Slack delivers elsewhere."""
        self._stopping.set()
        self._changed.set()
        with self._hands:
            self._hands.wait_for(lambda: self._in_hand == 0, _LAST_ACKS)
        if self._thread.is_alive():
            self._thread.join(self._silence + _LONGEST_PAUSE)
        self._client.close()

    def report(self) -> Mapping[str, object]:
        """How the connection is, for health."""
        silent = self._silent_for()
        is_well = self._is_open() and self._greeting.is_set() and silent <= self._silence
        return {
            "ok": is_well,
            "connected": self._is_open(),
            "silent_seconds": round(silent, 1),
            "seconds_since_event": round(self._clock() - self._event_at, 1),
            "reconnections": self._reconnections,
            **({"trouble": self._trouble} if self._trouble else {}),
        }

    def _take(self, client: BaseSocketModeClient, request: SocketModeRequest) -> None:
        """Hand an envelope on and acknowledge it, unless all is coming to an end.

        What holds no delivery is acknowledged at once: Bolt trips over it each time it comes.
        """
        with self._hands:
            if self._stopping.is_set():
                return
            self._in_hand += 1
        try:
            if not is_delivery(request.payload):
                client.send_socket_mode_response(SocketModeResponse(request.envelope_id))
                return
            self._handler.handle(client, request)  # type: ignore[arg-type]  # the same client
        finally:
            with self._hands:
                self._in_hand -= 1
                self._hands.notify_all()

    def _heard(self, message: str) -> None:
        if len(message) < _LARGEST_HELLO and '"hello"' in message:
            self._greeting.set()
            self._look_briefly()
            return
        self._event_at = self._clock()

    def _look_briefly(self) -> None:
        sock = getattr(self._client.current_session, "sock", None)
        if sock is not None:
            with suppress(OSError):  # closed by now
                sock.settimeout(_LONGEST_LOOK)

    def _is_open(self) -> bool:
        return bool(self._client.is_connected())

    def _silent_for(self) -> float:
        """Seconds since the other side was last known to listen."""
        session = self._client.current_session
        pong = getattr(session, "last_ping_pong_time", None)
        opened = self._clock() - self._opened_at
        return opened if pong is None else min(opened, max(0.0, time.time() - pong))

    def _watch(self) -> None:
        while not self._stopping.is_set():
            self._changed.wait(self._pause())
            self._changed.clear()
            if not self._stopping.is_set() and (reason := self._reason()):
                _LOG.warning("the connection to Slack is made anew: %s", reason)
                self._reconnections += 1
                self._connect()

    def _pause(self) -> float:
        if self._failures:
            return float(min(_LONGEST_PAUSE, 0.5 * 2**self._failures))
        return min(1.0, self._silence / 4)

    def _reason(self) -> str:
        """Why the connection is of no use; empty while it is."""
        if not self._is_open():
            return "it was closed"
        if self._silent_for() > self._silence:
            return f"nothing was heard for {self._silent_for():.0f} s"
        if not self._greeting.is_set() and self._clock() - self._opened_at > self._silence:
            return "it was never greeted"
        quiet = self._clock() - max(self._opened_at, self._event_at)
        return "no event came for half an hour" if quiet > _RENEWAL else ""

    def _connect(self) -> None:
        self._greeting.clear()
        try:
            self._client.connect_to_new_endpoint(force=True)
        except (SlackClientError, OSError, HTTPException) as fault:
            self._fail(fault)
            return
        self._opened_at = self._clock()
        self._failures = 0 if self._is_open() else self._failures + 1
        self._trouble = "" if self._is_open() else "Slack took no connection"
        if self._is_open():
            _LOG.info("connected to Slack")

    def _fail(self, fault: Exception) -> None:
        self._failures += 1
        told = error_of(fault)
        if self._trouble != told:
            what = " (check SLACK_APP_TOKEN)" if told in REFUSED_TOKEN else ""
            _LOG.error("Slack gives no connection: %s%s", told, what)
        self._trouble = told
