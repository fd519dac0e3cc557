"""What filters ask of notes, as arrays: repository, labels, date, reading advice.

A filter is answered for all notes by a few array operations, and no note is looked at.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.notes.model import AdviceLevel, Note
from bot.search.query import Filters

Bools = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

_LEVELS = tuple(AdviceLevel)
_NO_DATE = 0  # before every day there is


@dataclass(frozen=True, slots=True)
class Facets:
    """The facets of some notes; a note number is its place.

    Args:
        size: How many notes there are.
        days: The ordinal of each note's date, 0 where there is none; shape (notes,).
        levels: The place of each note's advice among the levels, -1 where there is none; shape
            (notes,).
        repos: The notes of each repository, by `owner/name` in lower case.
        labels: The notes of each label, in lower case.
    """

    size: int
    days: npt.NDArray[np.int32]
    levels: npt.NDArray[np.int8]
    repos: Mapping[str, Numbers]
    labels: Mapping[str, Numbers]

    @classmethod
    def of(cls, notes: Sequence[Note]) -> "Facets":
        """The facets of notes."""
        days = [note.date.toordinal() if note.date else _NO_DATE for note in notes]
        levels = [_LEVELS.index(note.advice.level) if note.advice else -1 for note in notes]
        return cls(
            len(notes),
            np.asarray(days, np.int32),
            np.asarray(levels, np.int8),
            _by_name([note.repo] if note.repo else () for note in notes),
            _by_name(note.labels for note in notes),
        )

    def passing(self, filters: Filters) -> Bools:
        """Which notes pass the filters, words left out not looked at; shape (notes,)."""
        passing = np.ones(self.size, np.bool_)
        if filters.repos:
            passing &= self._any(self.repos, map(self._repos_named, filters.repos))
        if filters.labels:
            passing &= self._any(self.labels, ([label.casefold()] for label in filters.labels))
        if filters.since:
            passing &= self.days >= filters.since.toordinal()
        if filters.until:
            passing &= (self.days <= filters.until.toordinal()) & (self.days != _NO_DATE)
        if filters.advice:
            passing &= self.levels == _LEVELS.index(filters.advice)
        return passing

    def newest_first(self) -> Numbers:
        """Note numbers by date, the newest first, those of one day in their own order."""
        return np.argsort(-self.days, kind="stable")

    def _repos_named(self, wanted: str) -> list[str]:
        """`owner/name`, or every repository of that name."""
        wanted = wanted.casefold()
        return [repo for repo in self.repos if wanted in (repo, repo.rpartition("/")[2])]

    def _any(self, facet: Mapping[str, Numbers], named: Iterable[Sequence[str]]) -> Bools:
        passing = np.zeros(self.size, np.bool_)
        for names in named:
            for name in names:
                passing[facet.get(name, [])] = True
        return passing


def commonest(
    facet: Mapping[str, Numbers], notes: Sequence[Note], written: Callable[[Note], Iterable[str]]
) -> Iterator[str]:
    """The names of a facet, those of most notes first, as a note of theirs writes each.

    Args:
        facet: The notes of each name.
        notes: The notes.
        written: The names that a note has, as it writes them.
    """
    for name, numbers in sorted(facet.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        yield next(one for one in written(notes[int(numbers[0])]) if one.casefold() == name)


def _by_name(named: Iterable[Sequence[str]]) -> dict[str, Numbers]:
    found: dict[str, list[int]] = {}
    for number, names in enumerate(named):
        for name in names:
            found.setdefault(name.casefold(), []).append(number)
    return {name: np.asarray(numbers, np.int64) for name, numbers in found.items()}
