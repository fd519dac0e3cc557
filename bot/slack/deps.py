"""What the listeners work with, and who may ask for it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from slack_sdk import WebClient

from bot.slack.access import Access, Verdict
from bot.slack.actions import language_in
from bot.slack.answering import Answering
from bot.slack.blocks import Message
from bot.slack.features import Feature
from bot.slack.hygiene import Me
from bot.slack.mrkdwn import literal
from bot.slack.once import Once
from bot.slack.payloads import Call
from bot.slack.publisher import Publisher
from bot.slack.sentences import Language, Say
from bot.slack.tokens import TokenWatch
from bot.state.feedback import Vote


class Votes(Protocol):
    """Keeps what people found helpful or not."""

    def put(self, vote: Vote) -> None: ...


DigestCommand = Callable[[Call, str, WebClient], Message]
"""Answers `/prnotes digest …`: the call, the words behind `digest`, a client."""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Deps:
    """The parts.

    Args:
        me: The app as Slack knows it.
        answering: Turns questions into messages.
        access: Who is answered.
        once: Keeps repeats out.
        votes: Where votes go.
        features: What is chosen beyond asking.
        digest: Answers `/prnotes digest …`; `None` where there are no digests.
        read_at: When the notes were last read.
        publisher: Posts.
        tokens: Told how Slack takes the token.
        now: The present moment.
    """

    me: Me
    answering: Answering
    access: Access
    once: Once
    votes: Votes
    features: frozenset[Feature] = frozenset()
    digest: DigestCommand | None = None
    read_at: Callable[[], datetime | None] = lambda: None
    publisher: Publisher = field(default_factory=Publisher)
    tokens: TokenWatch = field(default_factory=TokenWatch)
    now: Callable[[], datetime] = _now

    def verdict(self, call: Call) -> Verdict:
        return self.access.verdict(self.me, call.user, call.user_team, call.channel)

    def language_of(self, call: Call) -> Language:
        """The language of the answer whose button was pressed; else of what was typed.

        An English answer is full of Chinese titles: its text says nothing of its reader.
        """
        return language_in(call.value) or self.answering.language_of(call.text)

    def refusal(self, call: Call, language: Language) -> Message | None:
        """What someone is told who is not answered; `None` for all others, and for strangers."""
        sentence = {Verdict.NOT_FOR_YOU: Say.NOT_FOR_YOU, Verdict.NOT_HERE: Say.NOT_HERE}
        said = sentence.get(self.verdict(call))
        return Message(said(language)) if said else None

    def admits(self, call: Call) -> bool:
        """Whether a press or a command is answered; if not, the one who did it is told so."""
        verdict = self.verdict(call)
        if verdict is Verdict.ALLOWED:
            return True
        told = self.refusal(call, self.language_of(call))
        if told and call.response_url:
            self.publisher.respond(call.response_url, told)
        return False


def sentence(say: Say, language: Language, **facts: str) -> Message:
    """A message of one sentence; facts may hold anything."""
    return Message(say(language, **{name: literal(fact) for name, fact in facts.items()}))
