"""`/prnotes QUESTION`: only the asker sees the answer, and may share it."""

from typing import Any

from slack_bolt import App
from slack_sdk import WebClient

from bot.slack.answer import ONLY_YOU
from bot.slack.blocks import Message
from bot.slack.deps import Deps
from bot.slack.features import ASK
from bot.slack.hygiene import readable
from bot.slack.payloads import Call, call_of

_DIGEST = "digest"


def register(app: App, deps: Deps) -> None:
    @app.command(ASK.name)
    def answer_command(body: dict[str, Any], client: WebClient) -> None:
        call = call_of(body)
        if deps.admits(call) and deps.once.first_time(f"command/{deps.me.team}/{call.trigger}"):
            deps.publisher.respond(call.response_url, _said(call, client, deps))


def _said(call: Call, client: WebClient, deps: Deps) -> Message:
    first, _, rest = call.text.strip().partition(" ")
    if first.casefold() == _DIGEST and deps.digest is not None:
        return deps.digest(call, rest.strip(), client)
    asked = deps.answering.ask(readable(call.text, deps.me), is_private=True)
    return deps.answering.answer(asked, call.channel).drawn(ONLY_YOU)
