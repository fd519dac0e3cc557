"""Socket Mode as the SDK's own client and Bolt meet it."""

import gc
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.socket_mode import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.fakes.slack import BOT, FakeSlack

Json = dict[str, Any]
Listener = Callable[[SocketModeClient, SocketModeRequest], None]

QUIET = logging.getLogger("quiet-socket-client")
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


class Taker:
    """Acknowledges what it is given, unless told not to, and keeps it."""

    def __init__(self, slack: FakeSlack) -> None:
        self.slack = slack
        self.requests: list[SocketModeRequest] = []
        self.refuses = 0

    def __call__(self, client: SocketModeClient, request: SocketModeRequest) -> None:
        with self.slack.changed:
            self.requests.append(request)
            refused = self.refuses > 0
            self.refuses -= refused
            self.slack.changed.notify_all()
        if not refused:
            client.send_socket_mode_response(SocketModeResponse(request.envelope_id))

    def wait_for(self, count: int) -> None:
        self.slack.wait_for(lambda: len(self.requests) == count)

    @property
    def events(self) -> list[str]:
        return [request.payload["event"]["type"] for request in self.requests]


@contextmanager
def connected(slack: FakeSlack, *listeners: Any, ping_interval: float = 1) -> Iterator[Any]:
    client = SocketModeClient(
        app_token="xapp-fake",
        web_client=WebClient("xoxb-fake", base_url=slack.api_url),
        ping_interval=ping_interval,
        logger=QUIET,
    )
    client.socket_mode_request_listeners.extend(listeners)
    client.connect()
    try:
        slack.wait_for(slack.socket.live)
        yield client
    finally:
        # The SDK's reader would sleep out its three seconds; a line cut first wakes it.
        client.auto_reconnect_enabled = False
        slack.socket.drop()
        client.close()


@pytest.fixture
def taker(slack: FakeSlack) -> Taker:
    return Taker(slack)


def test_a_mention_reaches_the_client_and_is_acknowledged(slack: FakeSlack, taker: Taker) -> None:
    """One envelope, one acknowledgement, its time on record."""
    with connected(slack, taker):
        message = slack.user("U1").says("C1", f"<@{BOT}> hello")
        slack.wait_for(lambda: all(d.acknowledged for d in slack.deliveries(message)))

    assert ["app_mention"] == taker.events
    delivery = slack.deliveries(message)[0]
    assert 1 == len(delivery.attempts)
    assert delivery.ack_seconds is not None


def test_a_mention_comes_twice_where_messages_are_subscribed(
    slack: FakeSlack, taker: Taker
) -> None:
    """As app_mention and as message, once the scope is there."""
    slack.installation.events.add("message.channels")
    with connected(slack, taker):
        slack.user("U1").says("C1", f"<@{BOT}> one")
        taker.wait_for(1)
        slack.installation.scopes.add("channels:history")
        slack.user("U1").says("C1", f"<@{BOT}> two")
        taker.wait_for(3)

    assert ["app_mention", "app_mention", "message"] == sorted(taker.events)


def test_one_message_comes_eleven_times_with_eleven_event_ids(
    slack: FakeSlack, taker: Taker
) -> None:
    """The same message, no retry told, another event id each time."""
    with connected(slack, taker):
        slack.user("U1").says("C1", f"<@{BOT}> hello", copies=11)
        taker.wait_for(11)

    assert 11 == len({request.payload["event_id"] for request in taker.requests})
    assert 1 == len({request.payload["event"]["ts"] for request in taker.requests})
    assert {0} == {request.retry_attempt for request in taker.requests}


def test_what_is_not_taken_comes_again(slack: FakeSlack, taker: Taker) -> None:
    """At once, after a minute, after five: and the envelope says which attempt it is."""
    taker.refuses = 3
    with connected(slack, taker):
        message = slack.user("U1").dm("hello")
        for count, skip in ((1, 3.1), (2, 63.1), (3, 303.1)):
            taker.wait_for(count)
            slack.clock.advance(skip)
        slack.wait_for(lambda: slack.deliveries(message)[0].acknowledged)

    assert [0, 1, 2, 3] == [request.retry_attempt for request in taker.requests]
    assert ["", "timeout", "timeout", "timeout"] == [r.retry_reason for r in taker.requests]


def test_resend_hands_out_what_was_not_taken(slack: FakeSlack, taker: Taker) -> None:
    """On demand, without waiting for the three seconds."""
    taker.refuses = 1
    with connected(slack, taker):
        slack.user("U1").dm("hello")
        slack.wait_for(lambda: taker.requests)
        assert 1 == len(slack.socket.unacknowledged())
        slack.socket.resend()
        taker.wait_for(2)
        slack.wait_for(lambda: not slack.socket.unacknowledged())

    assert [0, 1] == [request.retry_attempt for request in taker.requests]


def test_each_payload_goes_to_one_of_several_connections(slack: FakeSlack) -> None:
    """Two replicas share the stream."""
    first, second = Taker(slack), Taker(slack)
    with connected(slack, first), connected(slack, second):
        slack.wait_for(lambda: len(slack.socket.live()) == 2)
        for number in range(6):
            slack.user("U1").dm(str(number))
        slack.wait_for(lambda: len(first.requests) + len(second.requests) == 6)
        slack.settle()

    assert (3, 3) == (len(first.requests), len(second.requests))


def test_an_eleventh_connection_is_turned_away(slack: FakeSlack) -> None:
    """Ten connections are all an app may have."""
    clients = [WebClient("xoxb-fake", base_url=slack.api_url)] * 11
    urls = [client.apps_connections_open(app_token="xapp-fake")["url"] for client in clients]
    with ExitStack() as lines:
        for url in urls[:10]:
            lines.enter_context(connect(url, compression=None))
        slack.wait_for(lambda: len(slack.socket.live()) == 10)
        with pytest.raises(InvalidStatus) as refusal, connect(urls[10], compression=None):
            pass

    assert HTTPStatus.TOO_MANY_REQUESTS == refusal.value.response.status_code


def test_the_sdk_comes_back_when_asked_to(slack: FakeSlack, taker: Taker) -> None:
    """`refresh_requested` leads to a second connection, and it hears."""
    with connected(slack, taker):
        slack.socket.ask_to_leave("refresh_requested")
        slack.wait_for(lambda: len(slack.socket.connections) == 2 and slack.socket.live())
        slack.wait_for(lambda: slack.socket.connections[0].closed)
        slack.user("U1").dm("hello")
        slack.wait_for(lambda: taker.requests)

    assert ["message"] == taker.events


def test_the_sdk_comes_back_after_a_broken_line(slack: FakeSlack, taker: Taker) -> None:
    """A dropped socket is noticed and replaced."""
    with connected(slack, taker):
        slack.socket.drop()
        slack.wait_for(lambda: len(slack.socket.connections) == 2)
        slack.user("U1").dm("hello")
        slack.wait_for(lambda: taker.requests)

    assert ["message"] == taker.events


def test_a_deaf_connection_stays_open_and_answers_nothing(slack: FakeSlack, taker: Taker) -> None:
    """No pong, no envelope: a client that counts pongs leaves it, and hears again elsewhere."""
    with connected(slack, taker, ping_interval=0.2):
        slack.socket.deafen()
        message = slack.user("U1").dm("hello")
        slack.wait_for(lambda: slack.socket.connections[0].envelopes)

        assert not slack.socket.connections[0].closed
        assert not slack.deliveries(message)[0].acknowledged
        slack.wait_for(lambda: len(slack.socket.connections) == 2)
        slack.wait_for(lambda: slack.socket.connections[0].closed)
        assert [] == taker.requests
        slack.clock.advance(400)
        slack.wait_for(lambda: slack.deliveries(message)[0].acknowledged)


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_new_connections_can_be_turned_away_and_let_in_again(
    slack: FakeSlack, taker: Taker
) -> None:
    """The door is shut, then open."""
    with connected(slack, taker):
        slack.socket.refusing = HTTPStatus.SERVICE_UNAVAILABLE
        slack.socket.drop()
        slack.wait_for(lambda: slack.socket.refused > 0)
        assert [] == slack.socket.live()
        slack.socket.refusing = None
        slack.wait_for(slack.socket.live)
    # The SDK forgets the socket of a refused handshake; it is found here, where that is expected.
    gc.collect()
