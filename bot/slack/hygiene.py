"""Which messages deserve an answer, and what makes two deliveries one.

Pure. Slack repeats itself: one message arrives as `app_mention` and as `message`, up to eleven
times under different event ids, and again as `message_changed` for each edit, unfurl and reply.
What is answered is a plain message of a person, once by team, channel and `ts`.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from bot.notes.decoding import clean
from bot.slack.mrkdwn import unescape

_USER = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
_LABELLED = re.compile(r"<(?:[#!@]|https?://|mailto:)[^<>|]*\|([^<>]*)>")
_PULL = re.compile(
    r"<https?://[^<>|\s]+/(?:pull|pulls|issues|merge_requests)/(\d+)(?:[/?#][^<>|]*)?(?:\|[^<>]*)?>"
)
_BARE = re.compile(r"<(https?://[^<>|]*|mailto:[^<>|]*)>")
_NAMELESS = re.compile(r"<[#!][^<>|]*>|<!subteam\^[^<>]*>")
# They turn the text around them, also that of the sentence that repeats the question.
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_PLAIN_MESSAGE = frozenset({"app_mention", "message"})


class Way(StrEnum):
    """How a message reached the app."""

    MENTION = "mention"
    DIRECT = "direct"
    FOLLOW_UP = "follow-up"  # in a thread, without a mention


@dataclass(frozen=True, slots=True)
class Me:
    """The app as Slack knows it.

    Args:
        team: The team it is installed in.
        user: The user id of its bot.
        bot: Its bot id.
        enterprise: The organisation of the team, if any.
    """

    team: str
    user: str
    bot: str = ""
    enterprise: str | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that may be answered.

    Args:
        way: How it reached the app.
        team: The team of the app.
        channel: Where it stands.
        ts: What Slack calls it.
        user: Who wrote it.
        text: What it says, in plain words, without the app's own name.
        thread: The thread it stands in, if any.
        user_team: The team of who wrote it, where Slack says it.
    """

    way: Way
    team: str
    channel: str
    ts: str
    user: str
    text: str
    thread: str | None = None
    user_team: str | None = None

    @property
    def key(self) -> str:
        """One for all deliveries of a message, whichever event each came in."""
        return f"question/{self.team}/{self.channel}/{self.ts}"

    def packed(self) -> str:
        """The message as text, for another process to read."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @property
    def thread_key(self) -> str:
        """One for the thread its answer stands in."""
        return f"thread/{self.team}/{self.channel}/{self.thread or self.ts}"


def unpacked(text: str) -> Heard | None:
    """The message of a text, unless another version wrote it."""
    try:
        fields = json.loads(text)
        return Heard(**{**fields, "way": Way(fields["way"])})
    except (KeyError, TypeError, ValueError):
        return None


def heard(body: Mapping[str, Any], me: Me) -> Heard | None:
    """The message of an event, if it is a plain one of a person and meant for the app."""
    event = body.get("event") or {}
    if not _is_plain(event, me):
        return None
    way = _way(event)
    if way is None:
        return None
    return Heard(
        way=way,
        team=me.team,
        channel=event["channel"],
        ts=event["ts"],
        user=event["user"],
        text=readable(_said(event, "text") or "", me),
        thread=_said(event, "thread_ts"),
        user_team=_said(event, "user_team", "source_team", "team"),
    )


def _said(event: Mapping[str, Any], *names: str) -> str | None:
    """The first of these fields that is filled; what is no text there is no word of Slack's."""
    found = next((event[name] for name in names if event.get(name)), None)
    return found if found is None else str(found)


def _is_plain(event: Mapping[str, Any], me: Me) -> bool:
    is_said = event.get("type") in _PLAIN_MESSAGE and all(
        isinstance(event.get(name), str) for name in ("user", "channel", "ts")
    )
    is_of_machine = any(event.get(name) for name in ("subtype", "bot_id", "bot_profile", "edited"))
    return is_said and not is_of_machine and event.get("user") not in (me.user, "USLACKBOT")


def _way(event: Mapping[str, Any]) -> Way | None:
    if event.get("channel_type") == "im" or event["channel"].startswith("D"):
        return Way.DIRECT
    if event["type"] == "app_mention":
        return Way.MENTION
    # The app's own name brings an `app_mention` too; another's means that another is meant.
    names_someone = _USER.search(_said(event, "text") or "") is not None
    is_in_thread = _said(event, "thread_ts") not in (None, event["ts"])
    return Way.FOLLOW_UP if is_in_thread and not names_someone else None


def readable(text: str, me: Me) -> str:
    """What a person meant to write: Slack's markup undone, the app's own name left out."""
    text = _NAMELESS.sub("", _TURNS.sub("", clean(text)))
    text = _USER.sub(lambda found: "" if found[1] == me.user else found[0], text)
    text = _PULL.sub(r"#\1", text)
    text = _LABELLED.sub(lambda found: found[0] if _USER.match(found[0]) else found[1], text)
    text = _BARE.sub(r"\1", text)
    return " ".join(unescape(text).split())
