"""A message that asks: from what Slack delivers to the answer in its place, once.

A question is taken up under its key, kept beside it until it is answered, and marked answered
behind that. What a process that died had in hand is settled by another, or by itself once it is
back: an answer that stands is left alone, one that does not is given, and where the place cannot be
read the asker alone is told. So no answer is given twice, and no question is lost without a word.
"""

from collections.abc import Mapping
from typing import Any

from slack_sdk import WebClient

from bot.search.results import Outcome
from bot.slack.access import Verdict
from bot.slack.deps import Deps, sentence
from bot.slack.features import Feature
from bot.slack.hygiene import Heard, Way, heard, unpacked
from bot.slack.mrkdwn import cut
from bot.slack.payloads import Call
from bot.slack.publisher import AnswerUnsureError, Place
from bot.slack.sentences import Say

# People talk to each other in threads: what may not have been meant for the app stays unanswered.
_SHOWN = 100
_WORTH_INTERRUPTING = frozenset({Outcome.MATCHED, Outcome.CORRECTED, Outcome.LATEST})


def take(body: Mapping[str, Any], client: WebClient, deps: Deps) -> None:
    """Answer the message of an event, if it is one to be answered."""
    question = heard(body, deps.me)
    if question is None or not _is_wanted(question, deps):
        return
    verdict = deps.access.verdict(deps.me, question.user, question.user_team, question.channel)
    if verdict is Verdict.STRANGER or not deps.once.first_time(question.key, question.packed()):
        return
    try:
        if verdict is Verdict.ALLOWED:
            _answer(question, client, deps)
        elif question.way is not Way.FOLLOW_UP:
            _deny(question, client, deps)
    finally:  # a failure is told to the asker; the repeats of a message must not tell it again
        deps.once.answered(question.key)


def settle(packed: str, client: WebClient, deps: Deps) -> None:
    """Bring a question to its end over which a process died."""
    question = unpacked(packed)
    if question is None:
        return
    place = place_of(question, deps)
    try:
        if deps.publisher.find(client, place, question.key, question.ts) is None:
            _answer(question, client, deps)
    except AnswerUnsureError:
        asked = deps.answering.ask(question.text)
        told = sentence(Say.INTERRUPTED, asked.language, question=cut(asked.question, _SHOWN))
        deps.publisher.tell(client, place, question.user, told)


def _is_wanted(question: Heard, deps: Deps) -> bool:
    if question.way is not Way.FOLLOW_UP:
        return True
    return Feature.THREADS in deps.features and deps.once.is_answered(question.thread_key)


def _answer(question: Heard, client: WebClient, deps: Deps) -> None:
    asked = deps.answering.ask(question.text)
    answer = deps.answering.answer(asked, question.channel)
    if question.way is Way.FOLLOW_UP and answer.results.outcome not in _WORTH_INTERRUPTING:
        return
    place = place_of(question, deps)
    if Feature.THREADS in deps.features and place.thread:
        _follow(question, deps)
    deps.publisher.post(client, place, answer.drawn(), question.key, since=question.ts)
    deps.tokens.taken()


def _follow(question: Heard, deps: Deps) -> None:
    """Listen to a thread from before the answer stands there: the next question may be quick."""
    if deps.once.first_time(question.thread_key):
        deps.once.answered(question.thread_key)


def _deny(question: Heard, client: WebClient, deps: Deps) -> None:
    call = Call(question.user, user_team=question.user_team, channel=question.channel)
    told = deps.refusal(call, deps.answering.language_of(question.text))
    if told is not None:
        deps.publisher.tell(client, Place(question.channel, question.thread), question.user, told)


def place_of(question: Heard, deps: Deps) -> Place:
    """Where the answer goes: the thread of the question; a direct message's own place.

    In the agent view each direct message is the root of a thread of its own.
    """
    if question.way is Way.DIRECT and Feature.AGENT not in deps.features:
        return Place(question.channel, question.thread)
    return Place(question.channel, question.thread or question.ts)
