"""What a fake Slack remembers: people, channels, messages, Homes, modals, and the keys it gave out.

State alone, without rules: what may be done is decided in the methods, what is delivered in the
couriers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tests.fakes.slack.blocks import texts_of
from tests.fakes.slack.clock import Clock

Json = dict[str, Any]

APP = "A1"
BOT = "UBOT"
BOT_ID = "BBOT"
TEAM = "T1"

_PING = re.compile(r"<!(?:here|channel|everyone|subteam\^[^>]*)(?:\|[^>]*)?>|<@[UW][A-Z0-9]*[^>]*>")


class Kind(StrEnum):
    """What kind of conversation a channel is."""

    PUBLIC = "channel"
    PRIVATE = "group"
    DIRECT = "im"


@dataclass
class User:
    """A person or a bot; `team` names another organisation where it is not the app's own."""

    id: str
    name: str
    team: str = TEAM
    is_bot: bool = False
    locale: str = "zh-CN"
    tz: str = "Asia/Shanghai"
    tz_offset: int = 28_800


@dataclass
class Message:
    """A message, or (`only_for`) what one person alone is shown.

    Args:
        revisions: Text and blocks as they stood before each change, oldest first.
        posted_at: By the clock, when it was taken.
    """

    channel: str
    ts: str
    user: str
    text: str
    team: str = TEAM
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str | None = None
    bot_id: str | None = None
    subtype: str | None = None
    metadata: Json | None = None
    only_for: str | None = None
    edited: bool = False
    deleted: bool = False
    revisions: list[tuple[str, list[Json]]] = field(default_factory=list)
    posted_at: float = 0.0

    @property
    def everything(self) -> str:
        """All that can be read in it, the plain text first."""
        return "\n".join([self.text, *texts_of(self.blocks)])

    @property
    def pings(self) -> tuple[str, ...]:
        """Whom it would call up: `<!here>`, `<@U1>` and their like."""
        return tuple(_PING.findall(self.everything))

    def as_json(self, *, with_metadata: bool = False) -> Json:
        """Return the message as the Web API and events show it."""
        shown: Json = {"type": "message", "user": self.user, "ts": self.ts, "text": self.text}
        shown["team"] = self.team
        optional = {
            "blocks": self.blocks,
            "thread_ts": self.thread_ts,
            "subtype": self.subtype,
            "metadata": self.metadata if with_metadata else None,
        }
        shown |= {name: value for name, value in optional.items() if value}
        if self.bot_id:
            shown |= {
                "bot_id": self.bot_id,
                "app_id": APP,
                "bot_profile": {"id": self.bot_id, "app_id": APP, "name": "prbot", "team_id": TEAM},
            }
        if self.edited:
            shown["edited"] = {"user": self.user, "ts": self.ts}
        return shown


@dataclass
class Channel:
    """A conversation and what was said in it, ephemerals included, in order."""

    id: str
    name: str
    kind: Kind = Kind.PUBLIC
    members: set[str] = field(default_factory=set)
    archived: bool = False
    shared: bool = False
    messages: list[Message] = field(default_factory=list)

    def as_json(self) -> Json:
        """Return the channel as `conversations.info` shows it."""
        shown: Json = {
            "id": self.id,
            "is_channel": self.kind is Kind.PUBLIC,
            "is_group": self.kind is Kind.PRIVATE,
            "is_im": self.kind is Kind.DIRECT,
            "is_mpim": False,
            "is_private": self.kind is not Kind.PUBLIC,
            "is_archived": self.archived,
            "is_ext_shared": self.shared,
            "is_member": BOT in self.members,
            "num_members": len(self.members),
        }
        if self.kind is Kind.DIRECT:
            shown["user"] = next(iter(self.members - {BOT}), BOT)
        else:
            shown |= {"name": self.name, "name_normalized": self.name}
        return shown


@dataclass
class View:
    """A modal or a Home, as it was last opened, updated or published.

    Args:
        below: The ids of the modals it lies on, the lowest first.
    """

    id: str
    user: str
    payload: Json
    revision: int = 1
    below: list[str] = field(default_factory=list)

    @property
    def hash(self) -> str:
        return f"{self.id}.{self.revision}"

    def as_json(self) -> Json:
        """Return the view as responses and interactions show it."""
        return {
            "private_metadata": "",
            "callback_id": "",
            "state": {"values": {}},
            **self.payload,
            "id": self.id,
            "team_id": TEAM,
            "hash": self.hash,
            "root_view_id": self.below[0] if self.below else self.id,
            "previous_view_id": self.below[-1] if self.below else None,
            "app_id": APP,
            "bot_id": BOT_ID,
        }


@dataclass
class Trigger:
    """The leave to open one modal, for three seconds."""

    user: str
    made_at: float
    used: bool = False


@dataclass
class ResponseUrl:
    """The leave to answer five times within half an hour, to one person in one channel.

    Args:
        message: The message whose button was pressed, if any: the one `replace_original` means.
    """

    user: str
    channel: str
    made_at: float
    message: Message | None = None
    uses: int = 0


@dataclass
class Workspace:
    """All of it."""

    clock: Clock
    users: dict[str, User] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    homes: dict[str, View] = field(default_factory=dict)
    modals: list[View] = field(default_factory=list)
    triggers: dict[str, Trigger] = field(default_factory=dict)
    response_urls: dict[str, ResponseUrl] = field(default_factory=dict)
    prompts: dict[str, list[Json]] = field(default_factory=dict)
    statuses: list[tuple[str, str, str]] = field(default_factory=list)
    _micros: int = 0
    _serial: int = 0

    def next_ts(self) -> str:
        """Return the time as a message's key: no two are the same."""
        self._micros = max(self._micros + 1, int(self.clock.now() * 1_000_000))
        return f"{self._micros // 1_000_000}.{self._micros % 1_000_000:06d}"

    def next_id(self, prefix: str) -> str:
        """Return an id that was not given out before."""
        self._serial += 1
        return f"{prefix}{self._serial:08d}"

    def add_user(self, user: User) -> User:
        self.users[user.id] = user
        return user

    def add_channel(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        return channel

    def direct(self, user: str) -> Channel:
        """Return the conversation of one person with the app, begun if need be."""
        known = self.channels.get(f"D{user}")
        return known or self.add_channel(
            Channel(f"D{user}", "", Kind.DIRECT, members={user, BOT}),
        )

    def post(self, message: Message) -> Message:
        """Keep a message; its key and its hour are given here."""
        message.ts = self.next_ts()
        message.posted_at = self.clock.now()
        for position, block in enumerate(message.blocks):
            block.setdefault("block_id", f"b{message.ts}-{position}")
        root = self.find(message.channel, message.thread_ts) if message.thread_ts else None
        if root is not None:
            root.thread_ts = root.ts
        self.channels[message.channel].messages.append(message)
        return message

    def change(self, message: Message, text: str, blocks: list[Json]) -> None:
        """Put other words into a message, and keep those that stood there."""
        message.revisions.append((message.text, message.blocks))
        message.text, message.blocks = text, blocks

    def everything(self) -> Iterator[Message]:
        """Every message of every channel, ephemerals included."""
        for channel in list(self.channels.values()):
            yield from channel.messages

    def find(self, channel: str, ts: str) -> Message | None:
        """Return the message with this key, if it stands."""
        messages = self.channels[channel].messages if channel in self.channels else []
        found = (message for message in reversed(messages) if message.ts == ts)
        return next((message for message in found if not message.deleted), None)

    def replies(self, channel: str, thread_ts: str) -> list[Message]:
        """Return the answers in a thread, oldest first, without its root."""
        return [
            message
            for message in self.channels[channel].messages
            if message.thread_ts == thread_ts and message.ts != thread_ts and not message.deleted
        ]
