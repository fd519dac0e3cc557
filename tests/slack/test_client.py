"""Which calls are repeated: everything that is harmless, and posts that surely were not heard."""

from http.client import RemoteDisconnected
from urllib.error import URLError

import pytest
from slack_sdk.http_retry import HttpRequest, HttpResponse, RetryState

from bot.slack.client import retry_handlers, web_client
from tests.fakes.slack import FakeSlack, connection_reset, rate_limited, server_error

READ, POST = "conversations.replies", "chat.postMessage"
REFUSED = URLError(ConnectionRefusedError())


def repeats(
    method: str, response: HttpResponse | None = None, error: Exception | None = None
) -> bool:
    request = HttpRequest(method="POST", url=f"https://slack.example/api/{method}", headers={})
    return any(
        handler.can_retry(state=RetryState(), request=request, response=response, error=error)
        for handler in retry_handlers()
    )


def response(status: int, **headers: str) -> HttpResponse:
    named = {name.replace("_", "-"): [value] for name, value in headers.items()}
    return HttpResponse(status_code=status, headers=dict(named))


@pytest.mark.parametrize(
    ("method", "answer", "error", "expected"),
    [
        (READ, response(429), None, True),
        (POST, response(429), None, True),
        (POST, response(429, Retry_After="30"), None, True),
        (POST, response(429, retry_after="3600"), None, False),
        (POST, response(429, Retry_After="soon"), None, True),
        (READ, response(500), None, True),
        (READ, response(502), None, True),
        (POST, response(500), None, False),
        (POST, response(503), None, False),
        ("chat.postEphemeral", response(503), None, False),
        ("chat.update", response(503), None, True),
        (READ, None, RemoteDisconnected(""), True),
        (POST, None, RemoteDisconnected(""), False),
        (POST, None, ConnectionResetError(), False),
        (POST, None, URLError(TimeoutError()), False),
        (POST, None, REFUSED, True),
        (READ, None, REFUSED, True),
        (READ, response(404), URLError("not found"), False),
        (READ, response(200), None, False),
        (READ, None, ValueError(), False),
    ],
)
def test_what_is_repeated(
    method: str, answer: HttpResponse | None, error: Exception | None, *, expected: bool
) -> None:
    """A post only where nothing can have been posted; a wait only where it is bearable."""
    assert expected == repeats(method, answer, error)


def test_a_call_that_changes_nothing_survives_all_three() -> None:
    """A rate limit without its header, a 5xx, a lost connection: the call succeeds in the end."""
    with FakeSlack() as slack:
        for fault in (rate_limited(), server_error(503), connection_reset()):
            slack.fail("auth.test", fault)
        client = web_client(slack.installation.bot_token, slack.api_url)

        assert client.auth_test()["ok"]
        assert 4 == len(slack.calls("auth.test"))
