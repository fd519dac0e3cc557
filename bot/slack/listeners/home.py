"""Home is drawn anew each time someone opens it; so are the prompts of the agent view."""

from typing import Any

from slack_bolt import App
from slack_sdk import WebClient

from bot.slack import limits
from bot.slack.access import Verdict
from bot.slack.deps import Deps
from bot.slack.features import HOME_OPENED, Feature
from bot.slack.home import Home, Stock, closed_home
from bot.slack.mrkdwn import cut
from bot.slack.payloads import Call, call_of
from bot.slack.sentences import Say

_LATEST = 5
_PROMPT = 100


def register(app: App, deps: Deps) -> None:
    @app.event(HOME_OPENED.name)
    def show_tab(body: dict[str, Any], client: WebClient) -> None:
        call, tab = call_of(body), body["event"].get("tab")
        if tab == "home":
            client.views_publish(user_id=call.user, view=_home(call, deps))
        elif tab == "messages" and Feature.AGENT in deps.features:
            _suggest(call, client, deps)


def _home(call: Call, deps: Deps) -> dict[str, Any]:
    answering, language = deps.answering, deps.answering.house_language
    verdict = deps.access.verdict(deps.me, call.user, call.user_team, None)
    if verdict is not Verdict.ALLOWED:
        return closed_home(language)
    searcher = answering.searcher()
    visible = [note for note in searcher.notes if deps.access.may_see(note, None)]
    paragraphs = sum(len(note.paragraphs) for note in visible)
    return Home(
        stock=Stock(len(visible), paragraphs, deps.read_at()),
        latest=[hit.note for hit in answering.latest(None, _LATEST)],
        topics=answering.topics_for(None),
        links=answering.links,
        language=language,
        now=deps.now(),
    ).view()


def _suggest(call: Call, client: WebClient, deps: Deps) -> None:
    if call.channel is None or deps.verdict(call) is not Verdict.ALLOWED:
        return
    language = deps.answering.house_language
    questions = deps.answering.examples(language, call.channel)[: limits.PROMPTS]
    prompts = [{"title": cut(each, _PROMPT), "message": each} for each in questions]
    client.assistant_threads_setSuggestedPrompts(
        channel_id=call.channel,
        prompts=prompts,
        title=Say.TRY(language),
        thread_ts=None,  # the agent view fails in silence with one
    )
