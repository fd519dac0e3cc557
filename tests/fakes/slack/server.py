"""The fake Slack as a test holds it: start it, point an app at it, move people, look at the record.

with FakeSlack() as slack:
    ...  # start the app with slack.environment()
    question = slack.user("U1").says("C1", "<@UBOT> FlashInfer 相关的 PR")
    answer = slack.wait_for(lambda: slack.answers(question))[0]
"""

import json
from collections.abc import Callable
from http import HTTPStatus
from threading import Condition, RLock
from types import TracebackType
from typing import Self, TypeVar

from tests.fakes.slack import http_mode, world
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.courier import Courier
from tests.fakes.slack.delivery import Delivery
from tests.fakes.slack.events import Events
from tests.fakes.slack.faults import Fault
from tests.fakes.slack.http_mode import HttpMode
from tests.fakes.slack.installation import Installation
from tests.fakes.slack.methods import Desk
from tests.fakes.slack.person import Person
from tests.fakes.slack.socket_mode import SocketMode
from tests.fakes.slack.web_api import Call, WebApi
from tests.fakes.slack.workspace import BOT, Message, View, Workspace

T = TypeVar("T")


class FakeSlack:
    """A Slack on loopback with one workspace and one app in it.

    Args:
        installation: How the app is installed; minimum scopes and events if not said.
    """

    def __init__(self, installation: Installation | None = None) -> None:
        self.changed = Condition(RLock())
        self.clock = Clock(self.changed)
        self.workspace = world.furnished(Workspace(self.clock))
        self.courier = Courier(self.clock, self.changed)
        self.socket = SocketMode(self.courier, self.clock.now, self.changed)
        self.http = HttpMode(self.courier, lambda: self.installation.signing_secret, self.clock.now)
        self.desk = Desk(
            self.workspace, installation or Installation(), socket_url=self.socket.ticket
        )
        self.web_api = WebApi(self.desk, self.changed)
        self.events = Events(self.workspace, lambda: self.installation, self.courier)
        self.desk.posted.append(self.events.heard)
        self.desk.changed.append(self.events.changed)
        self.courier.transport = self.socket

    def __enter__(self) -> Self:
        self.web_api.start()
        self.socket.start()
        self.courier.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.courier.stop()
        self.socket.stop()
        self.web_api.stop()

    @property
    def installation(self) -> Installation:
        return self.desk.installation

    @property
    def api_url(self) -> str:
        """The base URL for a client, in place of https://slack.com/api/."""
        return f"{self.web_api.url}/api/"

    def install(self, installation: Installation) -> None:
        """Install the app anew."""
        with self.changed:
            self.desk.installation = installation

    def environment(self, *, socket_mode: bool = True) -> dict[str, str]:
        """Return the environment variables of an app that is to meet this Slack."""
        shared = {"SLACK_API_URL": self.api_url, "SLACK_BOT_TOKEN": self.installation.bot_token}
        if socket_mode:
            return {**shared, "SLACK_APP_TOKEN": self.installation.app_token}
        return {**shared, "SLACK_SIGNING_SECRET": self.installation.signing_secret}

    def speak_http(self, request_url: str) -> None:
        """Send everything to a request URL from now on, once it proves to be the app's."""
        self.http.url = request_url
        payload = json.dumps(http_mode.url_verification("challenge")).encode()
        reply = self.http.post(payload)
        proof = reply.body.get("challenge") if isinstance(reply.body, dict) else reply.body
        if reply.status != HTTPStatus.OK or proof != "challenge":
            raise ConnectionError(f"{request_url} answered {reply.status} {reply.text[:200]}")
        self.courier.transport = self.http

    def user(self, name: str) -> Person:
        """Return someone of the workspace by their id."""
        return Person(self, self.workspace.users[name])

    def bot_says(self, channel: str, text: str, *, thread: str | None = None) -> Message:
        """Let another app's bot say something."""
        with self.changed:
            message = Message(channel, "", "UOTHERBOT", text, bot_id="BOTHER", thread_ts=thread)
            self.events.said(self.workspace.post(message))
        return message

    def unfurls(self, message: Message) -> None:
        """Unfold a link of a message, which Slack tells as a change of it."""
        with self.changed:
            self.events.changed(message)

    def fail(self, method: str, fault: Fault, times: int = 1) -> None:
        """Let the next calls of a method go wrong; `response_url` is a method here."""
        with self.changed:
            self.web_api.faults.add(method, fault, times)

    def revoke_token(self, error: str = "token_revoked") -> None:
        """Refuse the bot token from now on; the app-level token keeps its worth, as in Slack."""
        with self.changed:
            self.installation.revoked = error

    def wait_for(self, happened: Callable[[], T | None], timeout: float = 30.0) -> T:
        """Return what `happened` returns once it is true, looking anew at each change."""
        with self.changed:
            found = self.changed.wait_for(happened, timeout)
            if not found:
                raise AssertionError(f"not within {timeout} s; {self._summary()}")
            return found

    def settle(self, timeout: float = 30.0) -> None:
        """Wait until every payload was taken or given up."""
        self.wait_for(lambda: self.courier.settled() or None, timeout)

    def calls(self, method: str) -> list[Call]:
        """Return the calls of a method, oldest first."""
        with self.changed:
            return [call for call in self.web_api.calls if call.method == method]

    def messages(self, channel: str, *, by: str | None = None) -> list[Message]:
        """Return what stands in a channel for all to see, threads included."""
        with self.changed:
            return [
                message
                for message in self.workspace.channels[channel].messages
                if message.only_for is None
                and not message.deleted
                and (by is None or message.user == by)
            ]

    def said_by_bot(self) -> list[Message]:
        """Return all the app has posted for all to see, anywhere."""
        with self.changed:
            posted = [m for m in self.workspace.everything() if m.user == BOT and not m.only_for]
        return sorted(posted, key=lambda message: message.ts)

    def answers(self, question: Message) -> list[Message]:
        """Return the app's posts in the thread a message stands in or begins."""
        with self.changed:
            thread = question.thread_ts or question.ts
            replies = self.workspace.replies(question.channel, thread)
            return [
                message
                for message in replies
                if message.user == BOT and not message.only_for and message.ts > question.ts
            ]

    @property
    def threads(self) -> dict[tuple[str, str], list[Message]]:
        """Every thread by its channel and root: its replies, oldest first."""
        found: dict[tuple[str, str], list[Message]] = {}
        with self.changed:
            for message in self.workspace.everything():
                if message.thread_ts not in (None, message.ts) and not message.deleted:
                    found.setdefault((message.channel, message.thread_ts or ""), []).append(message)
        return found

    def ephemerals(self, user: str, channel: str | None = None) -> list[Message]:
        """Return what one person alone is shown, oldest first."""
        with self.changed:
            shown = [
                message
                for message in self.workspace.everything()
                if message.only_for == user
                and not message.deleted
                and channel in (None, message.channel)
            ]
        return sorted(shown, key=lambda message: message.ts)

    def home(self, user: str) -> View | None:
        """Return the Home published for someone."""
        with self.changed:
            return self.workspace.homes.get(user)

    def modals(self, user: str) -> list[View]:
        """Return the modals someone was shown, oldest first."""
        with self.changed:
            return [view for view in self.workspace.modals if view.user == user]

    def deliveries(self, message: Message) -> list[Delivery]:
        """Return the events a message caused."""
        with self.changed:
            return list(self.events.by_message.get(message.ts, ()))

    def _summary(self) -> str:
        calls = [
            " ".join([f"{call.method}={call.outcome}", *call.complaints[:3]])
            for call in self.web_api.calls[-12:]
        ]
        unanswered = sum(not delivery.acknowledged for delivery in self.courier.deliveries)
        live = len(self.socket.live())
        return f"last calls {calls}; {live} connections; {unanswered} deliveries not taken"
