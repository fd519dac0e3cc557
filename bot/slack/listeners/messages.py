"""A direct message is answered there; a follow-up in a thread, in that thread."""

from typing import Any

from slack_bolt import App
from slack_sdk import WebClient

from bot.slack import questions
from bot.slack.deps import Deps


def register(app: App, deps: Deps) -> None:
    @app.event("message")
    def answer_message(body: dict[str, Any], client: WebClient) -> None:
        questions.take(body, client, deps)
