"""A mention in a channel is answered in the thread of the question."""

from typing import Any

from slack_bolt import App
from slack_sdk import WebClient

from bot.slack import questions
from bot.slack.deps import Deps
from bot.slack.features import MENTION


def register(app: App, deps: Deps) -> None:
    @app.event(MENTION.name)
    def answer_mention(body: dict[str, Any], client: WebClient) -> None:
        questions.take(body, client, deps)
