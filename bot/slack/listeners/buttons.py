"""Presses: pages, narrowing, suggestions, sharing, votes. A press changes what it stands below."""

import re
from typing import Any

from slack_bolt import App
from slack_sdk import WebClient

from bot.slack.actions import Action, Ask, unpack, unpack_judged
from bot.slack.answer import IN_CHANNEL, IN_MODAL, ONLY_YOU
from bot.slack.deps import Deps, sentence
from bot.slack.modal import answer_view
from bot.slack.payloads import Call, call_of
from bot.slack.publisher import Place
from bot.slack.sentences import Language, Say
from bot.state.feedback import Vote


def action(*names: Action) -> re.Pattern[str]:
    """The ids of buttons that do one thing, with the numbers of a row of several."""
    return re.compile(rf"^(?:{'|'.join(names)})(?::\d+)?$")


def register(app: App, deps: Deps) -> None:
    @app.action(action(Action.PAGE, Action.NARROW, Action.SUGGESTION))
    def show_answer(body: dict[str, Any], client: WebClient) -> None:
        call = call_of(body)
        if deps.admits(call):
            _show(unpack(call.value), call, client, deps)

    @app.action(action(Action.SHARE))
    def share(body: dict[str, Any], client: WebClient) -> None:
        call = call_of(body)
        if deps.admits(call):
            _share(unpack(call.value), call, client, deps)

    @app.action(action(Action.HELPFUL, Action.NOT_HELPFUL))
    def keep_vote(body: dict[str, Any]) -> None:
        call = call_of(body)
        if deps.admits(call):
            is_helpful = body["actions"][0]["action_id"].startswith(Action.HELPFUL)
            language = _keep(call, deps, is_helpful=is_helpful)
            told = sentence(Say.THANKS if is_helpful else Say.THANKS_FOR_NO, language)
            deps.publisher.respond(call.response_url, told)


def register_rest(app: App, deps: Deps) -> None:
    """Tell whoever presses a button that no listener knows; to be registered last."""

    @app.action(re.compile(".*"))
    def say_outdated(body: dict[str, Any]) -> None:
        call = call_of(body)
        if call.response_url and deps.admits(call):
            told = sentence(Say.OUTDATED, deps.language_of(call))
            deps.publisher.respond(call.response_url, told)


def _show(asked: Ask, call: Call, client: WebClient, deps: Deps) -> None:
    answer = deps.answering.answer(asked, call.channel)
    if call.view:
        view = answer_view(answer.drawn(IN_MODAL), asked.language)
        client.views_update(view_id=call.view, view=view)
    elif call.is_ephemeral or asked.is_private:
        deps.publisher.respond(call.response_url, answer.drawn(ONLY_YOU), replaces=True)
    else:
        message = answer.drawn(IN_CHANNEL)
        deps.publisher.change(client, call.channel or "", call.message, message)


def _share(asked: Ask, call: Call, client: WebClient, deps: Deps) -> None:
    key = f"share/{deps.me.team}/{call.channel}/{call.message}/{call.user}"
    if not deps.once.first_time(key):
        told = sentence(Say.ALREADY_SHARED, asked.language)
        return deps.publisher.respond(call.response_url, told)
    try:
        answer = deps.answering.answer(asked.shared(call.user_name), call.channel)
        place = Place(call.channel or "", call.thread)
        deps.publisher.post(client, place, answer.drawn(IN_CHANNEL), key, since=call.message)
    except Exception:
        deps.once.give_back(key)  # it may be pressed again; what went wrong is told at the edge
        raise
    deps.once.answered(key)
    deps.publisher.respond(call.response_url, sentence(Say.SHARED, asked.language))
    return None


def _keep(call: Call, deps: Deps, *, is_helpful: bool) -> Language:
    judged = unpack_judged(call.value)
    deps.votes.put(
        Vote(
            workspace=deps.me.team,
            channel=call.channel or "",
            message=call.message,
            user=call.user,
            at=deps.now(),
            helpful=is_helpful,
            question=judged.asked.question,
            shown=judged.shown,
        )
    )
    return judged.asked.language
