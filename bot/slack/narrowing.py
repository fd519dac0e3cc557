"""How an answer can be narrowed: by repository, by label, by time."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from bot.notes.model import Note
from bot.slack.actions import Action, Ask, can_carry, pack
from bot.slack.blocks import Block, button
from bot.slack.sentences import Say

_REPOS = 2
_LABELS = 3
_TIMES = ((Say.LAST_WEEK, 7), (Say.LAST_MONTH, 30))


@dataclass(frozen=True, slots=True)
class Narrowing:
    """One way to narrow an answer, or to take back one.

    Args:
        name: What it is called.
        asked: The question narrowed so.
        count: How many notes are left; `None` where that is not known, or it widens.
        widens: Whether it takes back what was narrowed.
    """

    name: str
    asked: Ask
    count: int | None = None
    widens: bool = False

    def button(self) -> Block:
        sentence = Say.WIDEN if self.widens else Say.CHIP
        known = self.widens or self.count is not None
        facts = {"name": self.name, "count": self.count}
        label = sentence(self.asked.language, **facts) if known else self.name
        return button(label, Action.NARROW, pack(self.asked))


def narrowings(
    notes: Sequence[Note], asked: Ask, today: date, *, is_all: bool
) -> tuple[Narrowing, ...]:
    """The ways that tell the notes of an answer apart.

    Args:
        notes: Notes of the answer.
        asked: The question.
        today: The asker's day.
        is_all: Whether these are all of them; counts are told only then.
    """
    first = asked.at(0)
    found = [*_taken_back(first), *_new(notes, first, today)]
    return tuple(found if is_all else [replace(each, count=None) for each in found])


def _taken_back(asked: Ask) -> Iterator[Narrowing]:
    if asked.repo:
        yield Narrowing(asked.repo, replace(asked, repo=None), widens=True)
    if asked.label:
        yield Narrowing(asked.label, replace(asked, label=None), widens=True)
    if asked.since:
        name = Say.SINCE(asked.language, day=asked.since.isoformat())
        yield Narrowing(name, replace(asked, since=None), widens=True)


def _new(notes: Sequence[Note], asked: Ask, today: date) -> Iterator[Narrowing]:
    if not asked.repo:
        for repo, count in _telling(Counter(n.repo for n in notes if n.repo), notes, _REPOS):
            yield Narrowing(repo, replace(asked, repo=repo), count)
    if not asked.label:
        labels = Counter(label for note in notes for label in note.labels)
        for label, count in _telling(labels, notes, _LABELS):
            yield Narrowing(label, replace(asked, label=label), count)
    if not asked.since:
        for name, days in _TIMES:
            since = today - timedelta(days=days)
            count = sum(note.date is not None and note.date >= since for note in notes)
            if 0 < count < len(notes):
                yield Narrowing(name(asked.language), replace(asked, since=since), count)


def _telling(counted: Counter[str], notes: Sequence[Note], most: int) -> list[tuple[str, int]]:
    """The commonest that some notes have and others lack, by count, then by name."""
    ranked = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return [(name, n) for name, n in ranked if n < len(notes) and can_carry(name)][:most]
