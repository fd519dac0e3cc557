"""Socket Mode: a real WebSocket server that gives each payload to one of its connections.

It can ask a client to come back, hang up, turn clients away, and go deaf: a deaf connection stays
open and answers nothing, not even pings, which is how the real one fails unnoticed.
"""

import itertools
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from threading import Condition, Thread
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from tests.fakes.slack.courier import Courier
from tests.fakes.slack.delivery import Attempt, Category, Delivery
from tests.fakes.slack.workspace import APP, Json

MOST_CONNECTIONS = 10


class _Line(ServerConnection):
    """A connection whose every outgoing byte, pongs included, can be swallowed."""

    deaf = False

    def send_data(self) -> None:
        if not self.deaf:
            super().send_data()  # type: ignore[no-untyped-call,unused-ignore]
            return
        self.protocol.data_to_send()


@dataclass
class Connection:
    """One connection of the app.

    Args:
        opened_at: By the clock.
        closed: Whether it is gone, whoever hung up.
        is_leaving: Whether the client was told that this connection ends.
        envelopes: What was given to it, oldest first.
    """

    line: _Line
    opened_at: float
    closed: bool = False
    is_leaving: bool = False
    envelopes: list[Json] = field(default_factory=list)

    @property
    def deaf(self) -> bool:
        return self.line.deaf


class SocketMode:
    """The server; also a courier's transport.

    Args:
        connections: All there have been, oldest first.
        acks: Envelope ids in the order they were acknowledged.
        refusing: The HTTP status new connections are turned away with, if they are.
        born_deaf: Whether new connections are deaf from the start.
        refused: How many were turned away.
    """

    def __init__(self, courier: Courier, now: Callable[[], float], changed: Condition) -> None:
        self._courier = courier
        self._now = now
        self._changed = changed
        self._turn = itertools.count()
        self._tickets: set[str] = set()
        self._waiting: dict[str, tuple[Delivery, Attempt]] = {}
        self.connections: list[Connection] = []
        self.acks: list[str] = []
        self.refusing: HTTPStatus | None = None
        self.born_deaf = False
        self.refused = 0
        self._server = serve(
            self._serve,
            "127.0.0.1",
            0,
            compression=None,
            ping_interval=None,
            close_timeout=1,
            process_request=self._admit,
            create_connection=_Line,
        )
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        for connection in self.live():
            connection.line.deaf = False
        self._server.shutdown()
        self._thread.join()

    def ticket(self) -> str:
        """Return an address good for one connection."""
        with self._changed:
            name = secrets.token_hex(8)
            self._tickets.add(name)
        return f"ws://127.0.0.1:{self._server.socket.getsockname()[1]}/link/?ticket={name}"

    def live(self) -> list[Connection]:
        """Return the connections that are open, deaf ones included."""
        with self._changed:
            return [connection for connection in self.connections if not connection.closed]

    def unacknowledged(self) -> list[Delivery]:
        """Return what was given to a connection and not taken."""
        with self._changed:
            return [delivery for delivery, _ in self._waiting.values()]

    def deafen(self) -> None:
        """Let every open connection stay open and answer nothing from now on."""
        for connection in self.live():
            connection.line.deaf = True

    def drop(self) -> None:
        """Hang up without a word, as a broken line does."""
        for connection in self.live():
            connection.line.close_socket()

    def ask_to_leave(self, reason: str = "refresh_requested") -> None:
        """Tell every client to come back: `refresh_requested`, `warning` or `link_disabled`."""
        message = {"type": "disconnect", "reason": reason, "debug_info": {"host": "applink"}}
        for connection in self.live():
            connection.is_leaving = reason != "warning"
            connection.line.send(json.dumps(message))

    def resend(self) -> None:
        """Give out again, now, what was not acknowledged."""
        with self._changed:
            waiting, self._waiting = list(self._waiting.values()), {}
        for delivery, attempt in waiting:
            self._courier.failed(delivery, attempt, "timeout")

    def carry(self, delivery: Delivery, attempt: Attempt) -> None:
        """Give a payload to the connection whose turn it is; to one that is to end, if no other."""
        with self._changed:
            live = [line for line in self.live() if not line.is_leaving] or self.live()
            connection = live[next(self._turn) % len(live)] if live else None
            envelope = _envelope(delivery, attempt)
            if connection is not None:
                self._waiting[envelope["envelope_id"]] = (delivery, attempt)
                connection.envelopes.append(envelope)
                self._changed.notify_all()
        if connection is None:
            self._courier.failed(delivery, attempt, "no_connection")
            return
        try:
            connection.line.send(json.dumps(envelope))
        except (ConnectionClosed, OSError):
            self._courier.failed(delivery, attempt, "connection_failed")

    def _admit(self, line: ServerConnection, request: Request) -> Response | None:
        ticket = request.path.partition("ticket=")[2].partition("&")[0]
        with self._changed:
            status = self.refusing
            if status is None and ticket not in self._tickets:
                status = HTTPStatus.FORBIDDEN
            if status is None and len(self.live()) >= MOST_CONNECTIONS:
                status = HTTPStatus.TOO_MANY_REQUESTS
            self._tickets.discard(ticket)
            if status is None:
                return None
            self.refused += 1
            self._changed.notify_all()
        return line.respond(status, "refused\n")

    def _serve(self, line: Any) -> None:
        line.deaf = self.born_deaf
        connection = Connection(line, self._now())
        try:
            with self._changed:
                self.connections.append(connection)
                count = len(self.live())
                self._changed.notify_all()
            line.send(json.dumps(_hello(count)))
            for message in line:
                self._take(json.loads(message))
        except (ConnectionClosed, OSError):
            pass
        finally:
            with self._changed:
                connection.closed = True
                self._changed.notify_all()

    def _take(self, ack: Json) -> None:
        name = ack.get("envelope_id", "")
        with self._changed:
            self.acks.append(name)
            waiting = self._waiting.pop(name, None)
            if waiting is not None:
                self._courier.answered(*waiting, 200, ack.get("payload"))


def _hello(count: int) -> Json:
    return {
        "type": "hello",
        "num_connections": count,
        "connection_info": {"app_id": APP},
        "debug_info": {"host": "applink", "approximate_connection_time": 18_060},
    }


def _envelope(delivery: Delivery, attempt: Attempt) -> Json:
    envelope: Json = {
        "envelope_id": secrets.token_hex(16),
        "type": delivery.category.value,
        "payload": delivery.payload,
        "accepts_response_payload": delivery.category is not Category.EVENT,
    }
    if delivery.category is Category.EVENT:
        envelope |= {"retry_attempt": attempt.number, "retry_reason": attempt.reason}
    return envelope
