"""The best documents for some terms: exactly those of adding up every list, without doing so.

Two ways, both a handful of array calls, because at these sizes the calls are what takes time:

* Up to `Limits.added_up` documents all lists are added into one array. The tenth largest impact of
  any one term is a floor that ten documents reach, so only what reaches it is looked at again.
* Above, MaxScore (Turtle and Flood, "Query evaluation: strategies and optimizations", IPM 1995),
  list by list from the rarest. A document not met yet reaches at most the largest impacts of the
  lists still closed. So of each list only those impacts are opened that, with these, reach the
  floor, and the search ends where none can. Of a long list the champions come first: they raise
  the floor before the rest is read.

Sums are of 32 bits in the order of the question's terms, here as in the exhaustive scores: so equal
scores are equal bit for bit, and ties go by document number.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bot.search.postings import TENTH, Ids, Limits, Scores, TermList

_NO_IDS: Ids = np.empty(0, np.int32)
_NO_SCORES: Scores = np.empty(0, np.float32)


class Asked(NamedTuple):
    """A term's list with the weight the question gives it, above 0."""

    list: TermList
    weight: float

    @property
    def most(self) -> float:
        """The most this term can add."""
        return self.list.most * self.weight

    def weighed(self, impacts: Scores) -> Scores:
        """What some impacts add."""
        return impacts if self.weight == 1 else impacts * np.float32(self.weight)


def top_k(terms: Sequence[Asked], k: int, size: int, limits: Limits) -> tuple[Ids, Scores]:
    """The k best documents.

    Args:
        terms: The question's terms in order, those that occur.
        k: How many.
        size: How many documents there are.
        limits: Which way is taken from which sizes on.

    Returns:
        Document numbers and scores, best first, ties by the lower number; at most k of each, and
        none that holds no term.
    """
    if k <= 0 or not terms:
        return _NO_IDS, _NO_SCORES
    floor = max(asked.list.tenth * asked.weight for asked in terms) if k <= TENTH else 0.0
    floor *= _slack(len(terms))
    if size <= limits.added_up:
        return _added_up(terms, k, size, floor)
    ids = _MaxScore(terms, k, floor, limits.many).run()
    return _ordered(ids, _scores(terms, ids), k)


def _slack(terms: int) -> float:
    """What a bound is multiplied with, since sums in another order differ.

    A sum of n positive 32-bit numbers is off by less than n · 2⁻²⁴ of itself (Higham, "The accuracy
    of floating point summation", SISC 1993); two sums are compared, and weighed, hence four times.
    """
    return 1 - (terms + 1) * 2.0**-22


def _added_up(terms: Sequence[Asked], k: int, size: int, floor: float) -> tuple[Ids, Scores]:
    """The best of all documents that reach a score."""
    total = np.zeros(size, np.float32)
    for asked in terms:
        found = asked.list
        if found.row is None:
            total[found.ids] += asked.weighed(found.impacts)
        else:
            total += asked.weighed(found.row)
    ids = (total >= np.float32(floor) if floor else total > 0).nonzero()[0]
    return _ordered(ids.astype(np.int32), total.take(ids), k)


def _scores(terms: Sequence[Asked], ids: Ids) -> Scores:
    """The scores of some documents."""
    total = np.zeros(len(ids), np.float32)
    for asked in terms:
        total += asked.weighed(asked.list.look_up(ids))
    return total


def _ordered(ids: Ids, scores: Scores, k: int) -> tuple[Ids, Scores]:
    """The k best of some documents (ascending), best first."""
    if len(scores) > 4 * k:  # else sorting all is quicker
        keep = (scores >= _kth(scores, k)).nonzero()[0]
        ids, scores = ids.take(keep), scores.take(keep)
    order = np.argsort(-scores, kind="stable")[:k]
    return ids.take(order), scores.take(order)


def _kth(scores: Scores, k: int) -> np.float32:
    """The k-th largest of at least k scores."""
    place = len(scores) - k
    return np.float32(np.partition(scores, place)[place])


class _MaxScore:
    """One search, list by list from the rarest.

    Args:
        terms: The question's terms.
        k: How many documents are wanted.
        floor: A score that k documents are known to reach, slack taken off; it rises.
        many: With so many candidates it pays to drop those that are out of reach.
    """

    def __init__(self, terms: Sequence[Asked], k: int, floor: float, many: int) -> None:
        self._terms = sorted(terms, key=lambda asked: len(asked.list.ids))
        self._k = k
        self._floor = floor
        self._many = many
        self._slack = _slack(len(terms))
        # The most that the lists from each place on can add.
        self._behind = [0.0] * (len(terms) + 1)
        for place in range(len(terms) - 1, -1, -1):
            self._behind[place] = self._behind[place + 1] + self._terms[place].most
        # The documents met that reach the floor.
        self._ids, self._scores = _NO_IDS, _NO_SCORES

    def run(self) -> Ids:
        """The documents that can be among the k best, and few others; ascending."""
        for place, asked in enumerate(self._terms):
            if self._behind[place] < self._floor:
                break
            if self._open_champions(place, asked) or self._open_list(place, asked):
                break
        return np.sort(self._ids)

    def _open_champions(self, place: int, asked: Asked) -> bool:
        """Meet the champions of a list; tells whether nothing else can reach the floor."""
        champions = asked.list.champions
        if champions is None:
            return False
        self._meet(place, champions.ids, champions.impacts)
        return self._needed(place) >= champions.least * asked.weight

    def _open_list(self, place: int, asked: Asked) -> bool:
        """Meet what a list has within reach; tells whether nothing else can reach the floor."""
        ids, impacts = asked.list.ids, asked.list.impacts
        needed = self._needed(place) / asked.weight
        if needed > 0:
            keep = (impacts >= np.float32(needed)).nonzero()[0]
            ids, impacts = ids.take(keep), impacts.take(keep)
        self._meet(place, ids, impacts)
        return needed > 0  # what has less of this term, or none of it, is out of reach

    def _needed(self, place: int) -> float:
        """What a list must add to a document that stands in no list before it."""
        return self._floor - self._behind[place + 1]

    def _meet(self, place: int, ids: Ids, impacts: Scores) -> None:
        """Score some documents of a list by all lists, dropping what falls out of reach."""
        scores = self._terms[place].weighed(impacts)
        rest = self._behind[0] - self._terms[place].most
        for other, asked in enumerate(self._terms):
            if other == place:
                continue
            rest -= asked.most
            found = asked.weighed(asked.list.look_up(ids))
            found += scores
            scores = found
            if len(ids) > self._many:
                keep = (scores >= np.float32(self._floor - rest)).nonzero()[0]
                if 2 * len(keep) < len(ids):
                    ids, scores = ids.take(keep), scores.take(keep)
        self._keep(ids, scores)

    def _keep(self, ids: Ids, scores: Scores) -> None:
        """Keep documents that reach the floor, those once that were met before; raise it."""
        self._raise_floor(scores)
        is_kept = scores >= np.float32(self._floor)
        if len(self._ids):
            is_kept &= ~np.isin(ids, self._ids)
        keep = is_kept.nonzero()[0]
        self._ids = np.concatenate((self._ids, ids.take(keep)))
        self._scores = np.concatenate((self._scores, scores.take(keep)))
        self._raise_floor(self._scores)

    def _raise_floor(self, scores: Scores) -> None:
        """To what k documents reach."""
        if len(scores) >= self._k:
            self._floor = max(self._floor, float(_kth(scores, self._k)) * self._slack)
