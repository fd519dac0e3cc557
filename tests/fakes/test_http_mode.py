"""HTTP mode: what the fake posts, how it signs, and how often it tries."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, ClassVar
from urllib.parse import parse_qs

import pytest
from slack_sdk.signature import SignatureVerifier

from tests.fakes.slack import BOT, FakeSlack, Signature


class App:
    """Keeps what is posted to it, and answers as told.

    Args:
        statuses: What to answer next; 200 once they are used up.
        waits: Holds every answer while it is not set.
    """

    def __init__(self, slack: FakeSlack) -> None:
        self.slack = slack
        self.statuses: list[int] = []
        self.body = b""
        self.waits = Event()
        self.waits.set()
        self.posts: list[tuple[dict[str, str], bytes]] = []

    def take(self, headers: dict[str, str], raw: bytes) -> tuple[int, bytes]:
        if b"url_verification" in raw:
            return 200, json.dumps({"challenge": json.loads(raw)["challenge"]}).encode()
        with self.slack.changed:
            self.posts.append((headers, raw))
            status = self.statuses.pop(0) if self.statuses else 200
            self.slack.changed.notify_all()
        self.waits.wait(30)
        return status, self.body

    def wait_for(self, count: int) -> None:
        self.slack.wait_for(lambda: len(self.posts) == count)

    def retries(self) -> list[tuple[str | None, str | None]]:
        wanted = ("x-slack-retry-num", "x-slack-retry-reason")
        return [(headers.get(wanted[0]), headers.get(wanted[1])) for headers, _ in self.posts]


class Handler(BaseHTTPRequestHandler):
    app: ClassVar[App]

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        status, body = self.app.take({k.lower(): v for k, v in self.headers.items()}, raw)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base's name)
        """Say nothing."""


@contextmanager
def listening(app: App) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"app": app}))
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/slack/events"
    app.waits.set()
    server.shutdown()
    server.server_close()
    thread.join(10)


@pytest.fixture
def app(slack: FakeSlack) -> Iterator[App]:
    made = App(slack)
    with listening(made) as url:
        slack.speak_http(url)
        yield made


def test_an_event_is_signed_json(slack: FakeSlack, app: App) -> None:
    """The SDK's own verifier finds it genuine."""
    slack.user("U1").says("C1", f"<@{BOT}> 你好")
    app.wait_for(1)
    headers, raw = app.posts[0]
    verifier = SignatureVerifier(slack.installation.signing_secret)

    assert "application/json" == headers["content-type"]
    assert verifier.is_valid_request(raw, headers)
    assert "app_mention" == json.loads(raw)["event"]["type"]


def test_commands_and_presses_are_signed_forms(slack: FakeSlack, app: App) -> None:
    """A command is a form of fields, an interaction a form of one field with JSON."""
    post = slack.user("U1").says("C1", "x")
    slack.user("U1").command("/prnotes", "FlashInfer & more")
    slack.user("U1").shortcut("find_related", post)
    app.wait_for(2)
    forms = [parse_qs(raw.decode()) for _, raw in app.posts]
    commands = [form for form in forms if "command" in form]
    payloads = [json.loads(form["payload"][0]) for form in forms if "payload" in form]

    assert ["FlashInfer & more"] == commands[0]["text"]
    assert ["message_action"] == [payload["type"] for payload in payloads]
    assert {"application/x-www-form-urlencoded"} == {h["content-type"] for h, _ in app.posts}


@pytest.mark.parametrize(
    ("how", "is_valid"),
    [
        (Signature.GOOD, True),
        (Signature.FORGED, False),
        (Signature.STALE, False),
        (Signature.FUTURE, False),
        (Signature.MISSING, False),
        (Signature.TAMPERED, False),
    ],
)
def test_signatures_are_good_or_bad_as_told(
    slack: FakeSlack, *, how: Signature, is_valid: bool
) -> None:
    """Only the good one convinces the SDK's verifier."""
    verifier = SignatureVerifier(slack.installation.signing_secret)

    assert is_valid == verifier.is_valid_request(b"body", slack.http.sign(b"body", how))


def test_an_event_that_is_refused_comes_again_three_times(slack: FakeSlack, app: App) -> None:
    """At once, after a minute, after five, each told in two headers; then never again."""
    app.statuses = [500, 500, 500, 500]
    delivery = slack.deliveries(slack.user("U1").dm("hello"))[0]
    for attempts, skip in ((2, 60), (3, 300)):
        app.wait_for(attempts)
        slack.wait_for(lambda: delivery.due is not None)
        slack.clock.advance(skip)
    app.wait_for(4)
    slack.settle()
    slack.clock.advance(3_600)
    slack.settle()

    told = [(None, None), *((str(number), "http_error") for number in (1, 2, 3))]
    assert told == app.retries()
    assert 1 == len({raw for _, raw in app.posts})


def test_an_event_that_is_not_answered_in_time_comes_again(slack: FakeSlack, app: App) -> None:
    """Three seconds are all the patience there is."""
    app.waits.clear()
    message = slack.user("U1").dm("hello")
    app.wait_for(2)
    app.waits.set()
    slack.wait_for(lambda: slack.deliveries(message)[0].acknowledged)

    assert [None, "1"] == [number for number, _ in app.retries()]
    assert slack.deliveries(message)[0].attempts[0].failure in {"timeout", "http_timeout"}


def test_a_command_that_fails_is_not_repeated(slack: FakeSlack, app: App) -> None:
    """The asker sees the failure instead."""
    app.statuses = [500]
    slack.user("U1").command("/prnotes", "x")
    slack.settle()
    slack.clock.advance(3_600)
    slack.settle()

    assert 1 == len(app.posts)


def test_the_body_of_an_acknowledgement_is_an_answer(slack: FakeSlack, app: App) -> None:
    """A command can be answered in the acknowledgement itself, seen by the asker alone."""
    app.body = json.dumps({"text": "here you are"}).encode()
    slack.user("U1").command("/prnotes", "x")
    slack.settle()

    assert ["here you are"] == [message.text for message in slack.ephemerals("U1", "C1")]


def test_a_request_url_that_does_not_prove_itself_is_refused(slack: FakeSlack, app: App) -> None:
    """As Slack's settings page does it."""
    del app
    with pytest.raises(ConnectionError):
        slack.speak_http(f"{slack.web_api.url}/elsewhere")
