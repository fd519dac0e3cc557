"""The one place where a listener's failure ends: an id for the log, a sentence for the person.

Nothing of the failure itself is shown in Slack, and no token reaches the log.
"""

import logging
import re
import secrets
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any

from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.errors import BotError
from bot.slack.actions import OutdatedButtonError
from bot.slack.blocks import Message
from bot.slack.deps import Deps
from bot.slack.failures import (
    REFUSED_TOKEN,
    error_of,
    is_rate_limit,
    is_unsure,
    needed_scope,
)
from bot.slack.payloads import Call, call_of
from bot.slack.publisher import AnswerUnsureError, Place, ResponseUrlError
from bot.slack.sentences import Say

_LOG = logging.getLogger(__name__)
_TOKEN = re.compile(r"\bx(?:ox[a-z]|app)-[A-Za-z0-9-]+")
_SENTENCES = {
    "not_in_channel": Say.NOT_IN_CHANNEL,
    "channel_not_found": Say.NOT_IN_CHANNEL,  # Slack's word for private ones it may not know of
    "is_archived": Say.ARCHIVED,
    "missing_scope": Say.MISSING_SCOPE,
    "restricted_action": Say.RESTRICTED,
    "restricted_action_read_only_channel": Say.RESTRICTED,
    "restricted_action_thread_only_channel": Say.RESTRICTED,
}


def register(app: App, deps: Deps) -> None:
    @app.error
    def failed(error: Exception, body: Mapping[str, Any], client: WebClient) -> None:
        meet(error, call_of(body), client, deps)


def meet(error: Exception, call: Call, client: WebClient, deps: Deps) -> None:
    """Log a failure under an id, and tell the one who asked."""
    if error_of(error) in REFUSED_TOKEN:
        deps.tokens.refused(error_of(error))
        return
    number = secrets.token_hex(4)
    if isinstance(error, OutdatedButtonError):
        _LOG.info("error %s: %s", number, error)
    else:
        _LOG.error("error %s: %s", number, _line(error), exc_info=error)
    try:
        _tell(sentence_for(error, number, call, deps), call, client, deps)
    except (BotError, OSError, HTTPException, SlackClientError) as fault:
        if error_of(fault) in REFUSED_TOKEN:
            deps.tokens.refused(error_of(fault))
        else:
            _LOG.warning("error %s could not be told: %s", number, _line(fault))


def sentence_for(error: Exception, number: str, call: Call, deps: Deps) -> Message:
    """What the person is told."""
    facts = {"id": number, "scope": ""}
    said = Say.FAILED
    if isinstance(error, OutdatedButtonError):
        said = Say.OUTDATED
    elif _is_slack_unsure(error):
        said = Say.UNSURE
    elif is_rate_limit(error):
        said = Say.RATE_LIMITED
    elif isinstance(error, SlackApiError):
        said = _SENTENCES.get(error_of(error), Say.FAILED)
        facts["scope"] = needed_scope(error)
    return Message(said(deps.language_of(call), **facts))


def _is_slack_unsure(error: Exception) -> bool:
    """Whether Slack leaves it open; a failure of our own (the state, say) is none of Slack's."""
    if isinstance(error, BotError):
        return isinstance(error, AnswerUnsureError | ResponseUrlError)
    return is_unsure(error)


def _tell(told: Message, call: Call, client: WebClient, deps: Deps) -> None:
    if call.response_url:
        deps.publisher.respond(call.response_url, told)
    elif call.channel and call.user:
        deps.publisher.tell(client, Place(call.channel, call.thread), call.user, told)
    elif call.view and call.user:
        deps.publisher.write(client, call.user, told)


def _line(error: BaseException) -> str:
    """A failure in one line of the log, without tokens."""
    return redacted(" ".join(f"{type(error).__name__}: {error}".split()))


def redacted(text: str) -> str:
    """A text without the tokens it may hold."""
    return _TOKEN.sub("(token)", text)


class Redaction(logging.Filter):
    """Keeps tokens out of every line of a log."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if _TOKEN.search(said):
            record.msg, record.args = redacted(said), ()
        if record.exc_info and record.exc_info[1] and _TOKEN.search(str(record.exc_info[1])):
            record.exc_info = None
        return True
