"""Home: what is indexed and how fresh, the latest notes, topics to press, how to ask. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.links import Links
from bot.notes.model import Note
from bot.search.topics import Topic
from bot.slack import limits
from bot.slack.actions import COMMAND, Action, ask, pack
from bot.slack.blocks import Block, Sheet, actions, button, context, divider, header, section
from bot.slack.hit import Drawing
from bot.slack.manifest import SHORTCUT_NAME
from bot.slack.mrkdwn import bold
from bot.slack.sentences import Language, Say

_AGES = (
    (Say.HOME_READ_DAYS, timedelta(days=1)),
    (Say.HOME_READ_HOURS, timedelta(hours=1)),
    (Say.HOME_READ_MINUTES, timedelta(minutes=1)),
)


@dataclass(frozen=True, slots=True)
class Stock:
    """What is indexed.

    Args:
        notes: How many notes.
        paragraphs: How many paragraphs of them.
        read_at: When the files were last read.
    """

    notes: int
    paragraphs: int
    read_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """Someone's Home.

    Args:
        stock: What is indexed.
        latest: The newest notes, newest first.
        topics: What to ask about.
        links: Makes addresses.
        language: The language of the interface.
        now: The present moment.
    """

    stock: Stock
    latest: Sequence[Note]
    topics: Sequence[Topic]
    links: Links
    language: Language
    now: datetime

    def view(self) -> dict[str, Any]:
        sheet = Sheet(most_blocks=limits.VIEW_BLOCKS)
        for group in self._groups():
            sheet.add(*group)
        return {"type": "home", "blocks": sheet.blocks}

    def _groups(self) -> Iterator[tuple[Block, ...]]:
        yield (header(Say.HOME_TITLE(self.language)), context(self._freshness()))
        yield tuple(self._how())
        if self.topics:
            yield (section(bold(Say.HOME_TOPICS(self.language))), actions(self._topic_buttons()))
        if self.latest:
            yield (divider(), section(bold(Say.HOME_LATEST(self.language))))
        drawing = Drawing(self.links, self.language)
        for note in self.latest:
            yield (drawing.line(note),)

    def _freshness(self) -> str:
        stock = self.stock
        if not stock.notes:
            return Say.HOME_EMPTY(self.language)
        facts = {"notes": stock.notes, "paragraphs": stock.paragraphs}
        told = [Say.HOME_STOCK(self.language, **facts)]
        days = [note.date for note in self.latest if note.date is not None]
        if days:
            told.append(Say.HOME_FRESH(self.language, day=max(days).isoformat()))
        if stock.read_at is not None:
            told.append(_age(self.now - stock.read_at, self.language))
        return " · ".join(told)

    def _how(self) -> Iterator[Block]:
        lines = (
            Say.HOW_MENTION(self.language),
            Say.HOW_COMMAND(self.language, command=COMMAND),
            Say.HOW_FILTERS(self.language),
            Say.HOW_SHORTCUT(self.language, shortcut=SHORTCUT_NAME),
        )
        yield section(bold(Say.HOME_HOW(self.language)))
        yield section("\n".join(f"• {line}" for line in lines))

    def _topic_buttons(self) -> Iterator[Block]:
        for topic in self.topics:
            question = Say.EXAMPLE_TOPIC(self.language, topic=topic.text)
            facts = {"name": topic.text, "count": topic.count}
            label = Say.CHIP(self.language, **facts)
            yield button(label, Action.TOPIC, pack(ask(question, self.language)))


def _age(age: timedelta, language: Language) -> str:
    """How long ago the notes were read, in the unit that people would say it in."""
    for say, unit in _AGES:
        if age >= 2 * unit:
            return say(language, count=age // unit)
    return Say.HOME_READ_NOW(language)


def closed_home(language: Language) -> dict[str, Any]:
    """The Home of someone who is not answered."""
    return {"type": "home", "blocks": [section(Say.NOT_FOR_YOU(language))]}
