"""The Web API client, and which calls it repeats by itself.

Rate limits, lost connections and 5xx are waited out by the SDK's own retry handlers, with one
exception: a call that posts is repeated only when it surely was not heard, since Slack has no key
that would make a second one harmless. What remains unsure is settled by `bot.slack.publisher`.
"""

import random
import time
from http import HTTPStatus
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.http_retry import (
    ConnectionErrorRetryHandler,
    HttpRequest,
    HttpResponse,
    RateLimitErrorRetryHandler,
    RetryHandler,
    RetryState,
)
from slack_sdk.http_retry.builtin_handlers import ServerErrorRetryHandler
from slack_sdk.webhook import WebhookClient

from bot.slack.failures import never_arrived

TIMEOUT = 20
_TRIES = 3
_TURNS = 10  # several answers at once in one channel take turns, about one a second
_LONGEST_WAIT = 30.0
_PATIENCE = 60  # seconds: a longer wait is told to the asker instead
_POSTING = ("/chat.postMessage", "/chat.postEphemeral")
_SERVER_ERRORS = frozenset({500, 502, 503, 504})


def web_client(token: str, base_url: str) -> WebClient:
    """Make a client of the app.

    Args:
        token: The bot token.
        base_url: Slack's API, with a slash behind.
    """
    return WebClient(token, base_url=base_url, timeout=TIMEOUT, retry_handlers=retry_handlers())


def retry_handlers() -> list[RetryHandler]:
    """Which failures are waited out. Bolt hands the list on to the client of each request."""
    return [_RateLimited(_TURNS), _Lost(_TRIES), _ServerError(_TRIES)]


def response_url_client(url: str) -> WebhookClient:
    """Make a client for one `response_url`, which posts; only rate limits are waited out."""
    return WebhookClient(url, timeout=TIMEOUT, retry_handlers=[_RateLimited(_TURNS)])


def _posts(request: HttpRequest) -> bool:
    return request.url.endswith(_POSTING)


class _RateLimited(RateLimitErrorRetryHandler):
    """Waits as long as Slack says, within reason, and ever longer where it does not say."""

    def _can_retry(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        del state, request, error
        is_limited = response is not None and response.status_code == HTTPStatus.TOO_MANY_REQUESTS
        return is_limited and (_retry_after(response) or 0) <= _PATIENCE

    def prepare_for_next_attempt(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        del request, error
        told = _retry_after(response)
        wait = min(2.0**state.current_attempt, _LONGEST_WAIT) if told is None else told
        time.sleep(wait + random.random())  # noqa: S311  apart from others who wait as long
        state.next_attempt_requested = True
        state.increment_current_attempt()


class _Lost(ConnectionErrorRetryHandler):
    def _can_retry(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if error is None or (isinstance(error, URLError) and response is not None):
            return False
        if _posts(request):
            return never_arrived(error)
        return super()._can_retry(state=state, request=request, response=response, error=error)


class _ServerError(ServerErrorRetryHandler):
    def _can_retry(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        del state, error
        has_failed = response is not None and response.status_code in _SERVER_ERRORS
        return has_failed and not _posts(request)


def _retry_after(response: HttpResponse | None) -> int | None:
    """What `Retry-After` says, if it is there and a number."""
    for name, value in (response.headers if response else {}).items():
        said = value[0] if isinstance(value, list) and value else value
        if name.lower() == "retry-after" and str(said).isdecimal():
            return int(str(said))
    return None
