"""What digests are made of: the notes at hand, and the terms that people search by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from bot.notes.model import Note
from bot.search.searcher import Searcher

_TOPICS = 200


@dataclass(frozen=True, slots=True)
class Stock:
    """The notes of one moment.

    Args:
        notes: The notes.
        find_topics: Gives the terms, the most telling first; asked only when a digest is made,
            since finding them reads all notes.
    """

    notes: Sequence[Note]
    find_topics: Callable[[], tuple[str, ...]] = tuple

    @property
    def topics(self) -> tuple[str, ...]:
        return self.find_topics()


def stock_of(searcher: Searcher) -> Stock:
    """The stock of a searcher, whose topics are looked for once."""
    return Stock(
        searcher.notes, cache(lambda: tuple(topic.text for topic in searcher.topics(_TOPICS)))
    )


class CurrentStock:
    """The stock of whatever searcher is the current one; kept until another is.

    Args:
        current: Gives the current searcher.
    """

    def __init__(self, current: Callable[[], Searcher]) -> None:
        self._current = current
        self._kept: tuple[Searcher, Stock] | None = None

    def __call__(self) -> Stock:
        searcher, kept = self._current(), self._kept
        if kept is None or kept[0] is not searcher:
            kept = self._kept = (searcher, stock_of(searcher))
        return kept[1]
