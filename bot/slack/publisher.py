"""Posts: into threads, to one person alone, in place of what stood there.

An answer is posted once. Where Slack does not say whether it took a message (5xx, a lost
connection), the thread is read back for the key that the message carries, and only a message that
is surely not there is posted again. Where reading back is not allowed (without `channels:history`),
it is left at that, and the asker is told that the answer may be missing: a doubt said to one
person, rather than an answer given twice to all.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.errors import BotError
from bot.slack.blocks import Message
from bot.slack.client import response_url_client
from bot.slack.failures import UnsureCallError, surely

EVENT = "prbot_answer"
_LOOKS = (1.0, 2.0, 3.0)  # seconds before each look: a message takes a moment to be readable
_OK = 200
_REFUSES = '"ok":false'  # a refusal may come with status 200
_QUIET: dict[str, Any] = {"unfurl_links": False, "unfurl_media": False}


class AnswerUnsureError(BotError, RuntimeError):
    """It cannot be told whether an answer was posted."""

    def __init__(self, key: str) -> None:
        super().__init__(f"Slack did not say whether the answer to {key} was posted")


class ResponseUrlError(BotError, ConnectionError):
    """A `response_url` took no message."""

    def __init__(self, status: int, body: str) -> None:
        super().__init__(f"a response_url answered {status}: {body[:100]}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message goes.

    Args:
        channel: The channel.
        thread: The thread, or none for the channel itself.
    """

    channel: str
    thread: str | None = None


@dataclass(frozen=True, slots=True)
class Publisher:
    """Posts with whatever client a request brings.

    Args:
        pause: Waits for some seconds.
    """

    pause: Callable[[float], None] = time.sleep

    def post(self, client: WebClient, place: Place, message: Message, key: str, since: str) -> str:
        """Post a message for all to see, once, and return its `ts`.

        Args:
            client: The client.
            place: Where.
            message: What.
            key: What the message is recognised by.
            since: The `ts` of a message that it must be newer than.

        Raises:
            AnswerUnsureError: It cannot be told whether it stands there.
        """
        try:
            return self._post(client, place, message, key)
        except UnsureCallError:
            if found := self.find(client, place, key, since):
                return found
        try:
            return self._post(client, place, message, key)
        except UnsureCallError:
            if found := self.find(client, place, key, since):
                return found
            raise AnswerUnsureError(key) from None

    @staticmethod
    def _post(client: WebClient, place: Place, message: Message, key: str) -> str:
        metadata = {"event_type": EVENT, "event_payload": {"key": key}}
        answer = surely(
            client.chat_postMessage,
            channel=place.channel,
            thread_ts=place.thread,
            text=message.text,
            blocks=list(message.blocks),
            metadata=metadata,
            **_QUIET,
        )
        return str(answer["ts"])

    def find(self, client: WebClient, place: Place, key: str, since: str) -> str | None:
        """Look for the message that carries a key; `None` where it surely is not there.

        Raises:
            AnswerUnsureError: The place cannot be read.
        """
        for seconds in _LOOKS:
            self.pause(seconds)
            try:
                messages = _read(client, place, since)
            except (SlackClientError, OSError):
                raise AnswerUnsureError(key) from None
            for message in messages:
                if _key_of(message) == key:
                    return str(message["ts"])
        return None

    @staticmethod
    def tell(client: WebClient, place: Place, user: str, message: Message) -> None:
        """Show a message to one person alone."""
        client.chat_postEphemeral(
            channel=place.channel,
            user=user,
            thread_ts=place.thread,
            text=message.text,
            blocks=list(message.blocks) or None,
        )

    @staticmethod
    def write(client: WebClient, user: str, message: Message) -> None:
        """Write one person a direct message: from a view there is no other place to tell it."""
        client.chat_postMessage(channel=user, text=message.text, **_QUIET)

    @staticmethod
    def change(client: WebClient, channel: str, ts: str, message: Message) -> None:
        """Put another message in the place of one."""
        client.chat_update(
            channel=channel, ts=ts, text=message.text, blocks=list(message.blocks), **_QUIET
        )

    @staticmethod
    def respond(url: str, message: Message, *, replaces: bool = False) -> None:
        """Show a message to the one who pressed or asked, by the `response_url` of that.

        Raises:
            ResponseUrlError: It was not taken.
        """
        body = {
            "response_type": "ephemeral",
            "replace_original": replaces,
            "text": message.text,
            **({"blocks": list(message.blocks)} if message.blocks else {}),
            **_QUIET,
        }
        answer = response_url_client(url).send_dict(body)
        said = "".join((answer.body or "").split())
        if answer.status_code != _OK or _REFUSES in said:
            raise ResponseUrlError(answer.status_code, said)


def _read(client: WebClient, place: Place, since: str) -> list[dict[str, Any]]:
    """The newest messages of a place, with what they carry."""
    asked: dict[str, Any] = {"channel": place.channel, "oldest": since, "limit": 200}
    asked["include_all_metadata"] = True
    if place.thread is None:
        return list(client.conversations_history(**asked)["messages"])
    try:
        return list(client.conversations_replies(ts=place.thread, **asked)["messages"])
    except SlackApiError as fault:
        if fault.response["error"] == "thread_not_found":
            return []
        raise


def _key_of(message: dict[str, Any]) -> str | None:
    metadata = message.get("metadata") or {}
    if metadata.get("event_type") != EVENT:
        return None
    return (metadata.get("event_payload") or {}).get("key")
