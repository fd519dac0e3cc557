"""The message shortcut: notes related to a message, only for the one who asked."""

from typing import Any

from slack_bolt import App

from bot.slack.actions import Kind
from bot.slack.answer import ONLY_YOU
from bot.slack.blocks import Message
from bot.slack.deps import Deps, sentence
from bot.slack.features import RELATED
from bot.slack.hygiene import readable
from bot.slack.payloads import Call, call_of
from bot.slack.sentences import Say


def register(app: App, deps: Deps) -> None:
    @app.shortcut(RELATED.name)
    def find_related(body: dict[str, Any]) -> None:
        call = call_of(body)
        if deps.admits(call) and deps.once.first_time(f"shortcut/{deps.me.team}/{call.trigger}"):
            deps.publisher.respond(call.response_url, _related(call, deps))


def _related(call: Call, deps: Deps) -> Message:
    text = readable(call.text, deps.me)
    if not text:
        return sentence(Say.NO_TEXT, deps.answering.house_language)
    asked = deps.answering.ask(text, Kind.RELATED, is_private=True)
    return deps.answering.answer(asked, call.channel).drawn(ONLY_YOU)
