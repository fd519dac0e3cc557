"""A small app of Bolt's works against the fake, in both modes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

from tests.fakes.flask_server import flask_server
from tests.fakes.slack import BOT, FakeSlack

Json = dict[str, Any]


def small_app(slack: FakeSlack) -> App:
    app = App(
        client=WebClient("xoxb-fake", base_url=slack.api_url),
        signing_secret=slack.installation.signing_secret,
    )

    @app.event("app_mention")
    def mentioned(event: Json, say: Any) -> None:
        button = {"type": "plain_text", "text": "more"}
        actions = [{"type": "button", "action_id": "more", "value": "v", "text": button}]
        blocks = [{"type": "actions", "elements": actions}]
        say(text=event["text"], blocks=blocks, thread_ts=event["ts"])

    @app.command("/prnotes")
    def asked(ack: Any, respond: Any, command: Json) -> None:
        ack()
        respond(text=f"you asked {command['text']}")

    @app.action("more")
    def more(ack: Any, body: Json, client: WebClient) -> None:
        ack()
        title = {"type": "plain_text", "text": body["actions"][0]["value"]}
        view = {"type": "modal", "title": title, "blocks": []}
        client.views_open(trigger_id=body["trigger_id"], view=view)

    @app.event("app_home_opened")
    def opened(event: Json, client: WebClient) -> None:
        client.views_publish(user_id=event["user"], view={"type": "home", "blocks": []})

    @app.shortcut("find_related")
    def related(ack: Any, respond: Any, shortcut: Json) -> None:
        ack()
        respond(text=shortcut["message"]["text"])

    return app


@pytest.mark.parametrize("mode", ["socket", "http"])
def test_bolt_answers_mentions_commands_presses_and_homes(slack: FakeSlack, mode: str) -> None:
    """A small app of Bolt's works against the fake in both modes."""
    with serving(slack, mode):
        ann = slack.user("U1")
        question = ann.says("C1", f"<@{BOT}> hello")
        answer = slack.wait_for(lambda: slack.answers(question))[0]
        ann.press(answer, "more")
        ann.command("/prnotes", "why")
        ann.shortcut("find_related", question)
        ann.opens_home()
        slack.wait_for(lambda: slack.modals("U1") and slack.home("U1"))
        slack.wait_for(lambda: len(slack.ephemerals("U1")) == 2)
        slack.settle()

    texts = {message.text for message in slack.ephemerals("U1")}
    assert {"you asked why", f"<@{BOT}> hello"} == texts
    assert "v" == slack.modals("U1")[0].payload["title"]["text"]
    assert all(delivery.acknowledged for delivery in slack.courier.deliveries)


@contextmanager
def serving(slack: FakeSlack, mode: str) -> Iterator[None]:
    app = small_app(slack)
    if mode == "socket":
        handler: Any = SocketModeHandler(app, "xapp-fake")
        handler.connect()
        slack.wait_for(slack.socket.live)
        yield
        handler.close()
        return
    with flask_server(app) as url:
        slack.speak_http(f"{url}/slack/events")
        yield
