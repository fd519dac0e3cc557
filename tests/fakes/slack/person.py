"""What people do in Slack: say, ask, press, choose, open."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.fakes.slack import payloads
from tests.fakes.slack.blocks import elements_of
from tests.fakes.slack.delivery import Category, Delivery
from tests.fakes.slack.methods.desk import check_message
from tests.fakes.slack.response_url import reply_to_invocation
from tests.fakes.slack.workspace import TEAM, Json, Message, ResponseUrl, Trigger, User, View

if TYPE_CHECKING:
    from tests.fakes.slack.server import FakeSlack

Place = Message | View


@dataclass(frozen=True)
class Person:
    """Someone in the workspace, as a test moves them."""

    slack: "FakeSlack"
    user: User

    @property
    def id(self) -> str:
        return self.user.id

    def says(
        self, channel: str, text: str, *, thread: str | None = None, copies: int = 1
    ) -> Message:
        """Say something in a channel; `copies` deliver it so often, each with its own event id."""
        with self.slack.changed:
            self.slack.workspace.channels[channel].members.add(self.id)
            message = self.slack.workspace.post(self._message(channel, text, thread))
            self.slack.events.said(message, copies)
        return message

    def dm(self, text: str, *, thread: str | None = None, copies: int = 1) -> Message:
        """Say something to the app alone."""
        channel = self.slack.workspace.direct(self.id)
        return self.says(channel.id, text, thread=thread, copies=copies)

    def edits(self, message: Message, text: str) -> None:
        """Put other words into a message of one's own."""
        with self.slack.changed:
            self.slack.workspace.change(message, text, message.blocks)
            message.edited = True
            self.slack.events.changed(message)

    def deletes(self, message: Message) -> None:
        with self.slack.changed:
            message.deleted = True
            self.slack.events.deleted(message)

    def command(self, name: str, text: str, *, channel: str = "C1") -> Delivery:
        """Use a slash command."""
        if name not in self.slack.installation.commands:
            raise LookupError(f"the app has no command {name}")
        place = self.slack.workspace.channels[channel]
        form = payloads.command_form(place, self.user, name, text, self._ways("commands", channel))
        return self._sent(Category.COMMAND, form, channel)

    def shortcut(self, callback_id: str, message: Message) -> Delivery:
        """Use a message shortcut."""
        if callback_id not in self.slack.installation.shortcuts:
            raise LookupError(f"the app has no message shortcut {callback_id}")
        place = payloads.message_place(self.slack.workspace.channels[message.channel], message)
        place = {"channel": place["channel"], "message": message.as_json(with_metadata=False)}
        ways = self._ways("app", message.channel) | {
            "message_ts": message.ts,
            "callback_id": callback_id,
        }
        payload = payloads.interaction("message_action", self.user, ways) | place
        return self._sent(Category.INTERACTION, payload, message.channel)

    def press(self, place: Place, action_id: str, *, text: str | None = None) -> Delivery:
        """Press a button; `text` picks one of several whose ids begin alike (`page`, `page:2`)."""
        block, element = self._find(place, action_id, text)
        return self._act(place, block, element, {})

    def choose(self, place: Place, action_id: str, option: str) -> Delivery:
        """Choose an option of a menu by its value."""
        for block, element in self._elements(place, action_id):
            for offered in _options(element):
                if offered["value"] == option:
                    return self._act(place, block, element, {"selected_option": offered})
        raise LookupError(f"{action_id} offers no option {option!r}: {_offers(place)}")

    def opens_home(self) -> None:
        """Open the app's Home."""
        self.slack.events.opened(self.user, "home")

    def opens_messages(self) -> None:
        """Open the app's Messages tab: the agent view."""
        self.slack.events.opened(self.user, "messages")

    def submits(self, view: View, values: Json | None = None) -> Delivery:
        """Send a modal's form."""
        shown = view.as_json() | {"state": {"values": values or {}}}
        ways = {"trigger_id": self._trigger(), "view": shown}
        payload = payloads.interaction("view_submission", self.user, ways)
        return self.slack.courier.send(Category.INTERACTION, payload)

    def _message(self, channel: str, text: str, thread: str | None) -> Message:
        element = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
        blocks: list[Json] = [{"type": "rich_text", "elements": [element]}]
        return Message(
            channel=channel,
            ts="",
            user=self.id,
            text=text,
            team=self.user.team,
            blocks=blocks,
            thread_ts=thread,
        )

    def _trigger(self) -> str:
        name = secrets.token_hex(8)
        self.slack.workspace.triggers[name] = Trigger(self.id, self.slack.clock.now())
        return name

    def _ways(self, kind: str, channel: str, message: Message | None = None) -> Json:
        key = secrets.token_hex(8)
        leave = ResponseUrl(self.id, channel, self.slack.clock.now(), message)
        self.slack.workspace.response_urls[key] = leave
        url = f"{self.slack.web_api.url}/{kind}/{TEAM}/{self.slack.workspace.next_id('')}/{key}"
        return {"response_url": url, "trigger_id": self._trigger()}

    def _sent(self, category: Category, payload: Json, channel: str) -> Delivery:
        def post(body: Any) -> None:
            args = {"text": body} if isinstance(body, str) else body
            if isinstance(args, dict) and (args.get("text") or args.get("blocks")):
                check_message(args)
                self.slack.workspace.post(reply_to_invocation(self.id, channel, args))

        return self.slack.courier.send(category, payload, answered=post)

    def _act(self, place: Place, block: Json, element: Json, chosen: Json) -> Delivery:
        if not self.slack.installation.interactive:
            raise LookupError("the app has interactivity switched off")
        if isinstance(place, View):
            ways: Json = {"trigger_id": self._trigger()} | payloads.view_place(place)
        else:
            channel = self.slack.workspace.channels[place.channel]
            ways = self._ways("actions", place.channel, place) | payloads.message_place(
                channel, place
            )
        ts = self.slack.workspace.next_ts()
        ways["actions"] = [payloads.action(block, element, chosen, ts)]
        ways["state"] = {"values": {}}
        payload = payloads.interaction("block_actions", self.user, ways)
        return self.slack.courier.send(Category.INTERACTION, payload)

    def _find(self, place: Place, action_id: str, text: str | None) -> tuple[Json, Json]:
        for block, element in self._elements(place, action_id):
            for button in _buttons(element):
                if text is None or text in button["text"]["text"]:
                    return block, element | {"value": button.get("value", "")}
        raise LookupError(f"nothing to press as {action_id} {text or ''}: {_offers(place)}")

    @staticmethod
    def _elements(place: Place, action_id: str) -> Iterator[tuple[Json, Json]]:
        for block in blocks_of(place):
            for element in elements_of(block):
                if element.get("action_id", "").partition(":")[0] == action_id.partition(":")[0]:
                    yield block, dict(element)


def blocks_of(place: Place) -> list[Json]:
    """Return the blocks of a message or a view."""
    return list(place.payload["blocks"]) if isinstance(place, View) else place.blocks


def action_ids(place: Place) -> list[str]:
    """Return the action ids a message or a view offers, in order."""
    found = (element for block in blocks_of(place) for element in elements_of(block))
    return [element["action_id"] for element in found if "action_id" in element]


def _buttons(element: Json) -> list[Json]:
    if element["type"] == "feedback_buttons":
        return [element["positive_button"], element["negative_button"]]
    return [element]


def _options(element: Json) -> list[Json]:
    grouped = [group["options"] for group in element.get("option_groups", ())]
    return [option for group in [element.get("options", []), *grouped] for option in group]


def _offers(place: Place) -> str:
    return f"there are {action_ids(place)}"
