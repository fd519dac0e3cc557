"""Which events follow from what happens in the workspace, and their way to the courier.

The app's own posts come back to it as events, as Slack sends them: silence towards oneself is
something an app has to do, not something it is given.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.slack import payloads
from tests.fakes.slack.courier import Courier
from tests.fakes.slack.delivery import Category, Delivery
from tests.fakes.slack.installation import Installation
from tests.fakes.slack.workspace import BOT, Channel, Json, Kind, Message, User, View, Workspace

_MESSAGE_EVENTS = {
    Kind.PUBLIC: "message.channels",
    Kind.PRIVATE: "message.groups",
    Kind.DIRECT: "message.im",
}


@dataclass
class Events:
    """Tells the app what happened, as far as it may hear of it.

    Args:
        by_message: The deliveries each message caused, by its key.
    """

    workspace: Workspace
    installation: Callable[[], Installation]
    courier: Courier
    by_message: dict[str, list[Delivery]] = field(default_factory=dict)

    def emit(self, event: Json, **outer: Any) -> Delivery:
        """Send an event as it is."""
        payload = payloads.event_callback(self.workspace, event, **outer)
        return self.courier.send(Category.EVENT, payload)

    def said(self, message: Message, copies: int = 1) -> list[Delivery]:
        """Send what follows from a new message, `copies` times over with new event ids."""
        channel = self.workspace.channels[message.channel]
        outer = {"is_ext_shared_channel": channel.shared}
        sent = [
            self.emit(event, **outer) for _ in range(copies) for event in self._of(channel, message)
        ]
        self.by_message.setdefault(message.ts, []).extend(sent)
        root = self.workspace.find(channel.id, message.thread_ts) if message.thread_ts else None
        if root is not None and root is not message:
            self.changed(root)
        return sent

    def heard(self, message: Message) -> None:
        """Send the app what it has posted itself."""
        self.said(message)

    def changed(self, message: Message) -> None:
        """Send the event of an edit, an unfurl or a new reply."""
        channel = self.workspace.channels[message.channel]
        if self._hears_messages(channel):
            ts = self.workspace.next_ts()
            self.emit(payloads.changed_event(channel, message, ts, message.as_json()))

    def deleted(self, message: Message) -> None:
        channel = self.workspace.channels[message.channel]
        if self._hears_messages(channel):
            self.emit(payloads.deleted_event(channel, message, self.workspace.next_ts()))

    def opened(self, user: User, tab: str) -> None:
        """Send the event of someone opening a tab of the app."""
        if self.installation().hears("app_home_opened"):
            view: View | None = self.workspace.homes.get(user.id)
            channel = self.workspace.direct(user.id)
            ts = self.workspace.next_ts()
            self.emit(payloads.home_event(channel, user, tab, view, ts))

    def _hears_messages(self, channel: Channel) -> bool:
        return BOT in channel.members and self.installation().hears(_MESSAGE_EVENTS[channel.kind])

    def _of(self, channel: Channel, message: Message) -> list[Json]:
        if BOT not in channel.members:
            return []
        found = []
        mentioned = f"<@{BOT}" in message.text and channel.kind is not Kind.DIRECT
        if mentioned and message.bot_id is None and self.installation().hears("app_mention"):
            found.append(payloads.mention_event(self.workspace, channel, message))
        if self._hears_messages(channel):
            found.append(payloads.message_event(self.workspace, channel, message))
        return found
