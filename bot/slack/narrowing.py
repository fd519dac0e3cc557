"""How an answer can be narrowed: by repository, by label, by time. Pure.

What is offered is what the notes at hand have, and what is common among all notes; each is counted
by a search of its own, which is far cheaper than looking at every note of a large answer. A button
says the number that the heading will begin with once it is pressed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import islice

from bot.notes.model import Note
from bot.search.collection import Collection
from bot.search.facets import commonest
from bot.search.results import Results
from bot.slack.actions import Action, Ask, can_carry, pack
from bot.slack.blocks import Block, button
from bot.slack.sentences import Say

_REPOS, _LABELS = 2, 3  # offered
_TRIED = 6  # counted, of each kind
_TIMES = ((Say.LAST_WEEK, 7), (Say.LAST_MONTH, 30))

Search = Callable[[Ask], Results]
"""What answers a question once it is narrowed; its numbers alone are looked at."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """One way to narrow an answer, or to take back one.

    Args:
        name: What it is called.
        asked: The question narrowed so.
        count: How many notes are left that answer; 0 for a way back.
        widens: Whether it takes back what was narrowed.
    """

    name: str
    asked: Ask
    count: int = 0
    widens: bool = False

    def button(self) -> Block:
        facts = {"name": self.name, "count": self.count}
        sentence = Say.WIDEN if self.widens else Say.CHIP
        return button(sentence(self.asked.language, **facts), Action.NARROW, pack(self.asked))


@dataclass(frozen=True, slots=True)
class Common:
    """The repositories and labels that most of some notes have."""

    repos: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    def and_then(self, others: "Common") -> "Common":
        """These first, then others; a few in all."""
        return Common(_few(self.repos, others.repos), _few(self.labels, others.labels))


def _few(near: tuple[str, ...], far: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*near, *far)))[:_TRIED]


def common_of(notes: Iterable[Note]) -> Common:
    """What is common among notes, the commonest first."""
    repos, labels = Counter[str](), Counter[str]()
    for note in notes:
        repos.update([note.repo] if note.repo else [])
        labels.update(note.labels)
    return Common(_ranked(repos), _ranked(labels))


def common_among(collection: Collection) -> Common:
    """What is common among all notes: their facets tell, and few of them are looked at."""
    notes, facets = collection.notes, collection.facets
    repos = commonest(facets.repos, notes, lambda note: filter(None, [note.repo]))
    labels = commonest(facets.labels, notes, lambda note: note.labels)
    return Common(_some(repos), _some(labels))


def narrowings(
    common: Common, asked: Ask, results: Results, today: date, search: Search
) -> tuple[Narrowing, ...]:
    """The ways that tell the notes of an answer apart, and those back out of the ones taken.

    Args:
        common: What may tell them apart.
        asked: The question.
        results: Its answer.
        today: The asker's day.
        search: Finds what is left by a way.
    """
    first = asked.at(0)
    repos = [(repo, replace(first, repo=repo)) for repo in common.repos if not asked.repo]
    labels = [(name, replace(first, label=name)) for name in common.labels if not asked.label]
    times = [
        (name(asked.language), replace(first, since=today - timedelta(days=days)))
        for name, days in _TIMES
        if not asked.since
    ]
    return (
        *_taken_back(first),
        *_by_count(_telling(repos, results, search))[:_REPOS],
        *_by_count(_telling(labels, results, search))[:_LABELS],
        *_telling(times, results, search),
    )


def _taken_back(asked: Ask) -> Iterator[Narrowing]:
    if asked.repo:
        yield Narrowing(asked.repo, replace(asked, repo=None), widens=True)
    if asked.label:
        yield Narrowing(asked.label, replace(asked, label=None), widens=True)
    if asked.since:
        name = Say.SINCE(asked.language, day=asked.since.isoformat())
        yield Narrowing(name, replace(asked, since=None), widens=True)


def _telling(
    ways: Iterable[tuple[str, Ask]], results: Results, search: Search
) -> Iterator[Narrowing]:
    """Those that some notes have and others lack, and that leave an answer of the same kind."""
    for name, asked in ways:
        left = search(asked)
        if left.outcome is results.outcome and 0 < left.total < results.total:
            yield Narrowing(name, asked, left.found)


def _by_count(ways: Iterable[Narrowing]) -> list[Narrowing]:
    return sorted(ways, key=lambda way: (-way.count, way.name))


def _ranked(counted: Counter[str]) -> tuple[str, ...]:
    ranked = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return _some(name for name, _ in ranked)


def _some(names: Iterable[str]) -> tuple[str, ...]:
    """The first few that fit a button."""
    return tuple(islice(filter(can_carry, names), _TRIED))
