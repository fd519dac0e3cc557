"""The modals: a whole review, its parts, why notes matched, an answer to a topic of Home."""

from typing import Any

from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack.actions import Action, Ask, NoteAt, unpack, unpack_note
from bot.slack.answer import IN_MODAL
from bot.slack.deps import Deps, sentence
from bot.slack.failures import error_of
from bot.slack.listeners.buttons import action
from bot.slack.modal import Detail, answer_view, sentence_view
from bot.slack.payloads import Call, call_of
from bot.slack.sentences import Say
from bot.slack.why import Why

_RELATED = 3
_MODAL = "modal"
_NO_MORE = "push_limit_reached"  # three lie on each other already


def register(app: App, deps: Deps) -> None:
    @app.action(action(Action.DETAILS))
    def open_details(body: dict[str, Any], client: WebClient) -> None:
        call = call_of(body)
        if deps.admits(call):
            view = _detail(unpack_note(call.value), call, deps)
            _open(view, call, client)

    @app.action(action(Action.PART))
    def turn_to_part(body: dict[str, Any], client: WebClient) -> None:
        call = call_of(body)
        if deps.admits(call):
            view = _detail(unpack_note(call.value), call, deps)
            client.views_update(view_id=call.view, view=view)

    @app.action(action(Action.WHY))
    def open_explanation(body: dict[str, Any], client: WebClient) -> None:
        call = call_of(body)
        if deps.admits(call):
            view = _explained(unpack(call.value), call, deps)
            _open(view, call, client)

    @app.action(action(Action.TOPIC))
    def open_answer(body: dict[str, Any], client: WebClient) -> None:
        call = call_of(body)
        if deps.admits(call):
            asked = unpack(call.value)
            message = deps.answering.answer(asked, call.channel).drawn(IN_MODAL)
            client.views_open(trigger_id=call.trigger, view=answer_view(message, asked.language))


def _open(view: dict[str, Any], call: Call, client: WebClient) -> None:
    """Open a modal: on top of the one it was asked from, or in its place on top of two."""
    if call.view_type != _MODAL:
        client.views_open(trigger_id=call.trigger, view=view)
        return
    try:
        client.views_push(trigger_id=call.trigger, view=view)
    except SlackApiError as fault:
        if error_of(fault) != _NO_MORE:
            raise
        client.views_update(view_id=call.view, view=view)


def _explained(asked: Ask, call: Call, deps: Deps) -> dict[str, Any]:
    hits = deps.answering.explained(asked, call.channel)
    return Why(hits, asked.offset + 1, deps.answering.links, asked.language).view()


def _detail(wanted: NoteAt, call: Call, deps: Deps) -> dict[str, Any]:
    note = deps.answering.note(wanted.note_id, call.channel)
    if note is None:
        return sentence_view(sentence(Say.NOTE_GONE, wanted.language).text, wanted.language)
    related = deps.answering.related(note, call.channel, _RELATED)
    return Detail(note, deps.answering.links, wanted.language, related, wanted.part).view()
