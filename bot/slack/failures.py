"""What a failed call to Slack means, above all whether it may have had its effect all the same."""

import ssl
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.client import HTTPException
from socket import gaierror
from typing import Any
from urllib.error import URLError

from slack_sdk.errors import SlackApiError, SlackClientError

# Slack's own words for failures after which the call may have had its effect.
_DOUBTFUL = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})
_RATE_LIMITED = frozenset({"ratelimited", "rate_limited"})
REFUSED_TOKEN = frozenset(
    {"token_revoked", "token_expired", "invalid_auth", "account_inactive", "not_authed"}
)
"""Slack's words for a token that is worth nothing any more."""


class UnsureCallError(Exception):
    """A call that may have had its effect, or not: there was no answer that says."""


def never_arrived(fault: BaseException) -> bool:
    """Whether there was no connection, so that nothing can have been done."""
    cause = fault.reason if isinstance(fault, URLError) else fault
    return isinstance(cause, ConnectionRefusedError | gaierror | ssl.SSLCertVerificationError)


def is_unsure(fault: BaseException) -> bool:
    """Whether a call may have had its effect although it failed."""
    if isinstance(fault, SlackApiError):
        error, status = error_of(fault), status_of(fault)
        if status == HTTPStatus.TOO_MANY_REQUESTS or error in _RATE_LIMITED:
            return False
        return status >= HTTPStatus.INTERNAL_SERVER_ERROR or not error or error in _DOUBTFUL
    if isinstance(fault, OSError | HTTPException | SlackClientError):
        return not never_arrived(fault)
    return False


def surely(call: Callable[..., Any], **arguments: Any) -> Any:
    """Make a call; raise `UnsureCallError` where it may have had its effect although it failed."""
    try:
        return call(**arguments)
    except (OSError, HTTPException, SlackClientError) as fault:
        if is_unsure(fault):
            raise UnsureCallError(error_of(fault)) from fault
        raise


def error_of(fault: BaseException) -> str:
    """Slack's word for what is wrong, such as `not_in_channel`; else the kind of the failure."""
    if not isinstance(fault, SlackApiError):
        return type(fault).__name__
    body = getattr(fault.response, "data", fault.response)
    return str(body.get("error") or "") if isinstance(body, Mapping) else ""


def needed_scope(fault: SlackApiError) -> str:
    """The scope that a call lacked, where Slack names it."""
    body = getattr(fault.response, "data", fault.response)
    return str(body.get("needed") or "") if isinstance(body, Mapping) else ""


def status_of(fault: SlackApiError) -> int:
    return int(getattr(fault.response, "status_code", HTTPStatus.OK))


def is_rate_limit(fault: BaseException) -> bool:
    if not isinstance(fault, SlackApiError):
        return False
    return status_of(fault) == HTTPStatus.TOO_MANY_REQUESTS or error_of(fault) in _RATE_LIMITED
