"""Posting arrays: where every term stands and what it adds there, as a few flat arrays.

Owned by `bot.search.index`; nothing else knows them. One *list* a term: document numbers ascending
and, beside each, its ready-made score ("impact"). `PostingArrays` is what a list is cut from, plain
arrays alone, so that they can be stored and mapped into memory again. `OpenArrays` are the same
with impacts that are worked out list by list. What frequent terms need beside is made when it is
first asked for (`TermLists`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int32]
Scores = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

TENTH = 10
"""Of each list the impact of this rank is kept: ten answers are one page, and what is asked for."""

_STEP = 1 << 20  # postings worked on at a time


@dataclass(frozen=True, slots=True)
class Limits:
    """From which sizes on which way of searching is taken; all of them give the same answers.

    The defaults are where the ways meet in time (`tests/bench`); tests take small ones.

    Args:
        added_up: Up to so many documents all lists are added up.
        row: A term in more documents than one of so many has a full row too, ...
        least_row: ... if it is in more than this; below, a row would save nothing.
        champions: A list longer than this has its largest impacts apart, where lists are not
            added up, ...
        most_champions: ... so many of them.
        many: With so many candidates it pays to drop those that are out of reach.
    """

    added_up: int = 200_000
    row: int = 16
    least_row: int = 256
    champions: int = 2048
    most_champions: int = 512
    many: int = 1500


class Champions(NamedTuple):
    """The largest impacts of a list (Manning, Raghavan and Schütze, IIR 2008, 7.1.3).

    Args:
        ids: Documents, ascending.
        impacts: Beside each.
        least: The smallest of them; what is not here is below it.
    """

    ids: Ids
    impacts: Scores
    least: float


class TermList(NamedTuple):
    """One term's documents. A tuple, since a question makes some and Python makes tuples fastest.

    Args:
        ids: Document numbers, ascending; shape (df,), at least one.
        impacts: What the term adds to each, above 0; shape (df,).
        most: The largest impact.
        tenth: The tenth largest, 0 where there are fewer.
        row: Of a frequent term, what it adds to every document; shape (documents,).
        champions: Of a long list, its largest impacts.
    """

    ids: Ids
    impacts: Scores
    most: float
    tenth: float
    row: Scores | None = None
    champions: Champions | None = None

    def look_up(self, ids: Ids) -> Scores:
        """What the term adds to some documents; 0 where it does not stand."""
        if self.row is not None:
            return self.row.take(ids)
        places = self.ids.searchsorted(ids)
        found = self.impacts.take(places, mode="clip")
        found *= self.ids.take(places, mode="clip") == ids
        return found


@dataclass(frozen=True, slots=True)
class PostingArrays:
    """All lists, one behind the other.

    Args:
        size: How many documents there are.
        bounds: Where each term's list starts, and the end of the last; shape (terms + 1,).
        ids: Shape (postings,).
        impacts: Shape (postings,).
        most: The largest impact of each term; shape (terms,).
        tenth: The tenth largest of each, 0 where there are fewer; shape (terms,).
    """

    size: int
    bounds: Places
    ids: Ids
    impacts: Scores
    most: Scores
    tenth: Scores

    @classmethod
    def of(cls, size: int, bounds: Places, ids: Ids, impacts: Scores) -> "PostingArrays":
        """Find the largest impacts; no list may be empty."""
        starts = bounds[:-1]
        most = np.maximum.reduceat(impacts, starts) if len(starts) else np.empty(0, np.float32)
        return cls(size, bounds, ids, impacts, most, tenths(bounds, impacts))

    def list_of(self, term: int) -> tuple[Ids, Scores]:
        """The documents of a term, and what it adds to each."""
        cut = slice(self.bounds.item(term), self.bounds.item(term + 1))
        return self.ids[cut], self.impacts[cut]

    def plain(self, term: int) -> TermList:
        """The list of a term with its largest impacts."""
        first, last = self.bounds.item(term), self.bounds.item(term + 1)
        ids, impacts = self.ids[first:last], self.impacts[first:last]
        return TermList(ids, impacts, self.most.item(term), self.tenth.item(term))


class OpenArrays:
    """All lists, the impacts of each worked out when it is first asked for, and kept.

    For an index that was revised: a question needs a few lists out of millions, and of a note that
    comes every impact changes a little (there is one document more). Two threads may work out the
    same list at once: they get the same, and either may stay, so no lock is needed.

    Args:
        size: How many documents there are.
        bounds: Where each term's list starts, and the end of the last; shape (terms + 1,). A list
            may be empty.
        ids: Shape (postings,).
        work_out: Gives the impacts of a list; takes where it lies and how long it is.
    """

    def __init__(
        self, size: int, bounds: Places, ids: Ids, work_out: Callable[[slice, int], Scores]
    ) -> None:
        self.size, self.bounds, self.ids = size, bounds, ids
        self._work_out = work_out
        self._kept: dict[int, Scores] = {}

    def list_of(self, term: int) -> tuple[Ids, Scores]:
        """The documents of a term, and what it adds to each."""
        cut = slice(self.bounds.item(term), self.bounds.item(term + 1))
        impacts = self._kept.get(term)
        if impacts is None:
            impacts = self._kept.setdefault(term, self._work_out(cut, cut.stop - cut.start))
        return self.ids[cut], impacts

    def plain(self, term: int) -> TermList:
        """The list of a term with its largest impacts."""
        ids, impacts = self.list_of(term)
        tenth = _largest(impacts, TENTH) if len(impacts) >= TENTH else 0.0
        return TermList(ids, impacts, float(impacts.max()), tenth)


class TermLists:
    """The lists of posting arrays, ready to be searched.

    Rows and champions of frequent terms are made when first asked for, so that a restart over
    stored arrays does not wait for them, and kept. Two threads may make the same ones at once: they
    are equal, and either may stay, so no lock is needed.
    """

    def __init__(self, arrays: PostingArrays | OpenArrays, limits: Limits) -> None:
        self._arrays = arrays
        self._row_from = max(arrays.size // limits.row, limits.least_row)
        self._is_large = arrays.size > limits.added_up
        self._limits = limits
        self._frequent_from = (
            min(self._row_from, limits.champions) if self._is_large else self._row_from
        )
        self._kept: dict[int, TermList] = {}

    def of(self, term: int) -> TermList:
        """One term's list."""
        kept = self._kept.get(term)
        if kept is not None:
            return kept
        plain = self._arrays.plain(term)
        if len(plain.ids) <= self._frequent_from:
            return plain
        return self._kept.setdefault(term, self._equipped(plain))

    def warm(self) -> None:
        """Make what frequent terms need now, so that no question waits for it."""
        for term in np.flatnonzero(np.diff(self._arrays.bounds) > self._frequent_from).tolist():
            self.of(term)

    def _equipped(self, plain: TermList) -> TermList:
        size = len(plain.ids)
        row = champions = None
        if size > self._row_from:
            row = np.zeros(self._arrays.size, np.float32)
            row[plain.ids] = plain.impacts
        if self._is_large and size > self._limits.champions:
            champions = _champions(plain, self._limits.most_champions)
        return plain._replace(row=row, champions=champions)


def _champions(found: TermList, count: int) -> Champions | None:
    """So many of the largest impacts and their equals; `None` where too many are equal."""
    least = _largest(found.impacts, count)
    places = (found.impacts >= np.float32(least)).nonzero()[0]
    if len(places) > 8 * count:
        return None
    return Champions(found.ids.take(places), found.impacts.take(places), least)


def _largest(values: Scores, rank: int) -> float:
    """The value of a rank, counted from 1; the last where there are fewer."""
    place = max(len(values) - rank, 0)
    return float(np.partition(values, place)[place])


def tenths(bounds: Places, impacts: Scores, step: int = _STEP) -> Scores:
    """The tenth largest impact of each list, 0 where there are fewer.

    Lists of like length are looked at together, the longest first, some `step` postings at once.
    """
    frequency = np.diff(bounds)
    found = np.zeros(len(frequency), np.float32)
    longest_first = np.argsort(-frequency, kind="stable")
    waiting = longest_first[: np.count_nonzero(frequency >= TENTH)]
    while len(waiting):
        width = int(frequency[waiting[0]])
        terms, waiting = np.split(waiting, [max(step // width, 1)])
        places = bounds[terms, None] + np.arange(width)
        values = impacts.take(places, mode="clip")
        values[places >= bounds[terms + 1, None]] = 0
        values.partition(width - TENTH, axis=1)
        found[terms] = values[:, width - TENTH]
    return found
