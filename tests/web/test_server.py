"""The HTTP server: health, what Slack sends, and how it ends."""

import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread
from urllib.parse import urlsplit

import pytest
from flask import Blueprint, Request, Response

from bot.web.health import Health, make_health
from bot.web.server import Server, make_site


@contextmanager
def served(server: Server) -> Iterator[str]:
    server.start()
    try:
        yield urlsplit(server.address).netloc
    finally:
        server.stop()


def ask(place: str, path: str, method: str = "GET", body: bytes | None = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection(place, timeout=30)
    try:
        connection.request(method, path, body)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize(("is_well", "status"), [(True, 200), (False, 503)])
def test_health_is_red_as_soon_as_one_part_is(*, is_well: bool, status: int) -> None:
    """200 or 503, and each part says why; a part that says nothing of it is well."""
    health = Health()
    health.add("notes", lambda: {"notes": 3})
    health.add("socket", lambda: {"ok": is_well, "silent": 2})
    with served(Server(make_site([make_health(health)]), "127.0.0.1", 0)) as place:
        seen, body = ask(place, "/healthz")

    assert status == seen
    assert {"ok": is_well, "notes": {"notes": 3}, "socket": {"ok": is_well, "silent": 2}} == (
        json.loads(body)
    )


def take(request: Request) -> Response:
    return Response(json.dumps(json.loads(request.get_data())["a"]))


@pytest.mark.parametrize(
    ("body", "expected"),
    [(b'{"a":1}', (200, "1")), (b"{", (400, "")), (b"x" * 3_000_000, (413, None))],
)
def test_what_slack_sends_is_taken(body: bytes, expected: tuple[int, str | None]) -> None:
    """What is no JSON is refused, and so is what is far too long."""
    with served(Server(make_site([], take), "127.0.0.1", 0)) as place:
        status, text = ask(place, "/slack/events", "POST", body)

    assert expected in {(status, text), (status, None)}


def test_in_socket_mode_nothing_is_taken() -> None:
    """There is no such page."""
    with served(Server(make_site([]), "127.0.0.1", 0)) as place:
        assert 404 == ask(place, "/slack/events", "POST", b"{}")[0]


def test_a_stop_lets_requests_at_hand_end() -> None:
    """The answer still comes; afterwards nobody listens."""
    reached, gate = Event(), Event()
    slow = Blueprint("slow", __name__)

    @slow.get("/slow")
    def wait() -> Mapping[str, bool]:
        reached.set()
        return {"waited": gate.wait(30)}

    server = Server(make_site([slow]), "127.0.0.1", 0)
    server.start()
    place, answers = urlsplit(server.address).netloc, list[tuple[int, str]]()
    asking = Thread(target=lambda: answers.append(ask(place, "/slow")))
    asking.start()
    assert reached.wait(30)
    stopping = Thread(target=server.stop, args=(30,))
    stopping.start()
    gate.set()
    asking.join(30)
    stopping.join(30)

    assert [200] == [status for status, _ in answers]
    with pytest.raises(OSError, match="refused"):
        ask(place, "/slow")
