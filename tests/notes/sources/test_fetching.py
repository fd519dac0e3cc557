"""`bot.notes.sources.fetching`: one GET, and all that can go wrong with it."""

import gzip
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from bot.notes.sources.fetching import Fetcher, Reply, open_client, shown_url, wait_until
from bot.notes.sources.source import RefusedError, SourceError, TryLaterError
from tests.notes.sources.servers import Answer, Request, Server

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
_AHEAD = {"Date": "Sun, 01 Mar 2026 15:00:00 GMT"}


def fetch(server: Server, path: str = "/x", limit: int = 1000, seconds: float = 30.0) -> Reply:
    with open_client() as client:
        return Fetcher(client, lambda: NOW, limit, seconds).get(server.url + path)


def test_a_body_is_returned_with_its_status_and_headers() -> None:
    """A good reply comes back whole."""
    with Server(lambda _: Answer(200, {"ETag": '"a"'}, b"hello")).running() as server:
        reply = fetch(server)

    assert (200, '"a"', b"hello") == (reply.status, reply.headers["etag"], reply.body)


def test_an_endless_body_is_cut_off() -> None:
    """A server that never stops sending is left as soon as the limit is passed."""
    with (
        Server(lambda _: Answer(200, {}, b"x" * 500, endless=True)).running() as server,
        pytest.raises(SourceError, match="more than 1,000 bytes"),
    ):
        fetch(server)


def test_a_body_that_unpacks_to_a_huge_one_is_cut_off() -> None:
    """The limit counts bytes after decompression."""
    packed = gzip.compress(b"x" * 5_000_000)
    with (
        Server(lambda _: Answer(200, {"Content-Encoding": "gzip"}, packed)).running() as server,
        pytest.raises(SourceError, match="more than 10,000 bytes"),
    ):
        fetch(server, limit=10_000)


def test_a_reply_that_takes_too_long_is_given_up() -> None:
    """The time for one reply is bounded in all, however steadily it drips."""
    with (
        Server(lambda _: Answer(200, {}, b"x", endless=True)).running() as server,
        pytest.raises(SourceError, match="takes longer than 0 s"),
    ):
        fetch(server, limit=10**9, seconds=0)


def test_redirects_are_followed_to_their_end() -> None:
    """A feed that moved is still read."""

    def answer(request: Request) -> Answer:
        return Answer(301, {"Location": "/new"}) if request.path == "/x" else Answer(body=b"moved")

    with Server(answer).running() as server:
        reply = fetch(server)

    assert reply.body == b"moved"


@pytest.mark.parametrize("target", ["/x", "ftp://127.0.0.1/x", "file:///etc/passwd", "http://["])
def test_a_redirect_that_leads_nowhere_is_a_failure(target: str) -> None:
    """Circles, and addresses that are not of the web, end in a sentence."""
    with (
        Server(lambda _: Answer(302, {"Location": target})).running() as server,
        pytest.raises(SourceError, match="cannot be reached"),
    ):
        fetch(server)


def test_a_token_does_not_follow_a_redirect_to_another_server() -> None:
    """Credentials are for the server they were given for."""
    with (
        Server(lambda _: Answer(body=b"ok")).running() as other,
        Server(lambda _: Answer(302, {"Location": f"{other.url}/y"})).running() as server,
        open_client() as client,
    ):
        Fetcher(client, lambda: NOW).get(server.url, {"Authorization": "Bearer fake"})

    assert "authorization" in server.asked[0].headers
    assert "authorization" not in other.asked[0].headers


def test_nobody_listening_is_a_failure_without_the_password() -> None:
    """The sentence names the server, not the address's secrets."""
    with Server(lambda _: Answer()).running() as server:
        port = server.url.rpartition(":")[2]
    with open_client() as client, pytest.raises(SourceError) as caught:
        Fetcher(client, lambda: NOW).get(f"http://me:fake@127.0.0.1:{port}/x?token=fake")

    assert str(caught.value).startswith(f"http://127.0.0.1:{port}/x cannot be reached")
    assert "fake" not in str(caught.value)


@pytest.mark.parametrize(
    ("status", "headers", "wait"),
    [
        (429, {"Retry-After": "120"}, 120),
        (503, {"Retry-After": "Sun, 01 Mar 2026 12:02:00 GMT"}, 120),
        (429, {}, 60),
        (429, {"Retry-After": "soon"}, 60),
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1772366700"}, 300),
        (403, {"X-RateLimit-Remaining": "0"}, 60),
        (403, {"Retry-After": "30"}, 30),
        (429, {"Retry-After": "999999999"}, 86_400),
        (429, {"Retry-After": "Sun, 01 Mar 2020 12:02:00 GMT"}, 0),
        (429, {"Retry-After": "Sun, 01 Mar 2026 15:02:00 GMT", **_AHEAD}, 120),
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1772377500", **_AHEAD}, 300),
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1772366700", "Date": "-"}, 300),
    ],
)
def test_a_server_that_asks_to_wait_is_heard(
    status: int, headers: dict[str, str], wait: int
) -> None:
    """However it is said, the moment to come back is understood, and never beyond a day."""
    with (
        Server(lambda _: Answer(status, headers)).running() as server,
        pytest.raises(TryLaterError) as caught,
    ):
        fetch(server)

    assert timedelta(seconds=wait) == caught.value.until - NOW


@pytest.mark.parametrize("status", [400, 401, 403, 404, 500, 502, 599])
def test_other_failures_tell_their_status(status: int) -> None:
    """A failure names what the server said."""
    with (
        Server(lambda _: Answer(status)).running() as server,
        pytest.raises(RefusedError, match=f"answers {status}") as caught,
    ):
        fetch(server)

    assert status == caught.value.status


@pytest.mark.parametrize("told", ["9" * 30, "-5", "²", "1e9"])
def test_nonsense_times_never_raise(told: str) -> None:
    """Whatever stands in `Retry-After`, there is a moment to wait for."""
    until = wait_until(Reply(429, httpx.Headers({b"Retry-After": told.encode()}), b""), NOW)

    assert until is not None
    assert NOW <= until <= NOW + timedelta(days=1)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://me:fake@host.example:8443/a/b?key=fake#x", "https://host.example:8443/a/b"),
        ("https://host.example", "https://host.example"),
        ("file:///srv/notes.git", "file:///srv/notes.git"),
        ("https://[", "an address that cannot be read"),
    ],
)
def test_an_address_is_shown_without_its_secrets(url: str, shown: str) -> None:
    """User, password, query and fragment are left out."""
    assert shown == shown_url(url)
