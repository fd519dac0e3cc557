"""Posts digests into Slack and reads channels back, each call once.

The SDK's retry handlers are off here on purpose: they would post again after a lost answer. What
each failure means for whether a message stands is decided in one place, below.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from http.client import HTTPException
from typing import Any
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.digest.poster import (
    Posting,
    PostingError,
    RefusedError,
    TryLaterError,
    UnreadableError,
    UnsureError,
)
from bot.digest.wording import Says, day_in_words, why_refused
from bot.errors import BotError
from bot.links import Links
from bot.slack.digest_blocks import Page, draw_digest
from bot.slack.failures import error_of, is_rate_limit, is_unsure, needed_scope, status_of
from bot.state.ledger import Key

_LOG = logging.getLogger(__name__)
EVENT = "prbot_digest"
_CLOCKS_APART = timedelta(minutes=10)  # ours and Slack's may differ
_PAGES = 50
_PAGE = 100
_UNREACHABLE = 15.0  # seconds until the next try where no connection was made


class NoTokenError(BotError, LookupError):
    """Slack is to be spoken to, and there is no token."""

    def __init__(self) -> None:
        super().__init__("SLACK_BOT_TOKEN is not set: a digest cannot be posted without it")


class SlackPoster:
    """Posts with a client of its own.

    Args:
        token: The bot token.
        base_url: Slack's API.
        links: Makes the addresses.
        timeout: For how many seconds a call may wait; well below the ledger's lease.
    """

    def __init__(self, token: str, base_url: str, links: Links, *, timeout: float = 30) -> None:
        self._client = WebClient(
            token,
            base_url=base_url,
            timeout=timeout,  # type: ignore[arg-type]  # the SDK hands it on; parts of seconds do
            retry_handlers=[],
        )
        self._links = links
        self._team = ""
        self._user = ""

    def workspace(self) -> str:
        if not self._team:
            found = self._call(self._client.auth_test)
            self._user, self._team = str(found["user_id"]), str(found["team_id"])
        return self._team

    def post(self, posting: Posting) -> str:
        language = posting.rule.language
        drawn = draw_digest(posting.digest, Page(str(posting.key), 0, language), self._links)
        answer = self._call(
            self._client.chat_postMessage,
            channel=posting.key.channel,
            text=drawn.text,
            blocks=list(drawn.blocks),
            metadata={"event_type": EVENT, "event_payload": {"key": str(posting.key)}},
            unfurl_links=False,
            unfurl_media=False,
        )
        return str(answer["ts"])

    def find(self, key: Key, since: datetime) -> str | None:
        oldest = f"{(since - _CLOCKS_APART).timestamp():.6f}"
        cursor = ""
        for _ in range(_PAGES):
            try:
                page = self._call(
                    self._client.conversations_history,
                    channel=key.channel,
                    oldest=oldest,
                    inclusive=True,
                    include_all_metadata=True,
                    limit=_PAGE,
                    cursor=cursor,
                )
            except UnsureError as fault:  # nothing is changed by reading
                raise TryLaterError(fault.reason, _UNREACHABLE) from fault
            except RefusedError as fault:
                raise UnreadableError(fault.reason) from fault
            for message in page.get("messages", ()):
                if self._is_ours(message, key):
                    return str(message["ts"])
            cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return None
        raise UnreadableError("too_many_messages")

    def tell(self, user: str, key: Key, reason: str, language: str) -> None:
        channel = f"<#{key.channel}>"
        why = why_refused(reason, channel, language)
        day = day_in_words(key.day, language)
        text = Says.TOLD(language, channel=channel, day=day, why=why)
        try:
            self._call(self._client.chat_postMessage, channel=user, text=text)
        except PostingError as fault:
            _LOG.warning("%s could not be told about %s: %s", user, key, fault.reason)

    def _is_ours(self, message: Mapping[str, Any], key: Key) -> bool:
        """Whether a message carries the key; anyone's app could, so it must be our own."""
        metadata = message.get("metadata") or {}
        carried = (metadata.get("event_payload") or {}).get("key")
        is_digest = metadata.get("event_type") == EVENT and carried == str(key)
        return is_digest and (not self._user or message.get("user") == self._user)

    @staticmethod
    def _call(method: Callable[..., Any], **arguments: Any) -> Any:
        """Make one call, and say what its failure means.

        Raises:
            PostingError: Of the kind that says whether the call may have had its effect.
        """
        try:
            return method(**arguments)
        except (SlackClientError, OSError, HTTPException) as fault:
            raise _meaning(fault) from fault


def _meaning(fault: Exception) -> PostingError:
    if is_unsure(fault):
        return UnsureError(_word(fault))
    if not isinstance(fault, SlackApiError):
        return TryLaterError("unreachable", _UNREACHABLE)
    if is_rate_limit(fault):
        return TryLaterError("rate_limited", _seconds(getattr(fault.response, "headers", {})))
    error, needed = error_of(fault), needed_scope(fault)
    return RefusedError(f"{error} {needed}" if needed else error)


def _word(fault: Exception) -> str:
    """A word for a failure that leaves a doubt."""
    if isinstance(fault, SlackApiError):
        return error_of(fault) or f"status_{status_of(fault)}"
    cause = fault.reason if isinstance(fault, URLError) else fault
    return "timeout" if isinstance(cause, TimeoutError) else "no_answer"


def _seconds(headers: Mapping[str, Any]) -> float | None:
    """What `Retry-After` says, if it is there and a number."""
    found = {name.lower(): value for name, value in headers.items()}.get("retry-after")
    value = found[0] if isinstance(found, list) and found else found
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
