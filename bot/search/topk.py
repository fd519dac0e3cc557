"""The best documents for some terms, without scoring all of them.

MaxScore (Turtle and Flood, "Query evaluation: strategies and optimizations", IPM 1995) on lists
that are also ordered by impact. A document whose first term, by falling largest impact, is the
i-th can reach at most that impact and the largest impacts of the terms behind it. So of every list
only a prefix by impact can still reach the k-th best score known, and a list whose prefix is empty
ends the search. Prefixes are scored by looking their documents up in the other lists.

The answer equals that of scoring every document, ties by the lower document number: everything
within `_SLACK` of the k-th score is scored again in the order of the question's terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bot.search.postings import Ids, Scores, TermList

_SMALL = 20_000
"""Documents up to which all are scored: fewer array calls, and each is short."""

_SEEDS = 96  # of the best of each list, scored first to get a k-th score to beat
_SLACK = 1e-3  # more than 32-bit sums in another order can differ by
_WIDE = 8  # a prefix of more than a document in so many is scored densely


@dataclass(frozen=True, slots=True)
class Weighted:
    """A term's list with the weight the question gives it."""

    list: TermList
    weight: float

    @property
    def most(self) -> float:
        """The most this term can add."""
        return self.list.most * self.weight

    def look_up(self, ids: Ids) -> Scores:
        """What this term adds to some documents (ascending)."""
        return self.list.look_up(ids) * np.float32(self.weight)

    def best(self, count: int) -> Ids:
        """The documents of the largest impacts, ascending."""
        return np.sort(self.list.ids[self.list.order[:count]])


def top_k(terms: Sequence[Weighted], k: int, size: int) -> tuple[Ids, Scores]:
    """The k best documents.

    Args:
        terms: The question's terms in order, those that occur; weights are positive.
        k: How many.
        size: How many documents there are.

    Returns:
        Document numbers and scores, best first, ties by the lower number; at most k of each, and
        none that holds no term.
    """
    if k <= 0 or not terms:
        return np.empty(0, np.int32), np.empty(0, np.float32)
    if len(terms) == 1:
        candidates = _best_of(terms[0].list, k)
    elif size <= _SMALL:
        candidates = _dense(terms, k, 0.0, size)
    else:
        candidates = _pruned(terms, k, size)
    scores = score(terms, candidates)
    best = np.lexsort((candidates, -scores))[:k]
    return candidates[best], scores[best]


def score(terms: Sequence[Weighted], ids: Ids) -> Scores:
    """The scores of some documents (ascending), summed in the order of the terms."""
    total = np.zeros(len(ids), np.float32)
    for term in terms:
        total += term.look_up(ids)
    return total


def _best_of(found: TermList, k: int) -> Ids:
    """The best documents of one list, ties with the last of them included; ascending."""
    if len(found) <= k:
        return found.ids
    least = float(found.impacts[found.order[k - 1]])
    return np.sort(found.ids[found.order[: found.count_above(least)]])


def _pruned(terms: Sequence[Weighted], k: int, size: int) -> Ids:
    """The documents that can be among the k best, and few others; ascending."""
    falling = sorted(terms, key=lambda term: -term.most)
    behind = np.cumsum([0.0, *(term.most for term in reversed(falling))])[::-1].tolist()
    pool = np.unique(np.concatenate([term.best(_SEEDS) for term in falling]))
    values = score(falling, pool)
    for place, term in enumerate(falling):
        floor = _kth(values, k) - _SLACK
        if behind[place] < floor:
            break
        count = term.list.count_above((floor - behind[place + 1]) / term.weight)
        if count * _WIDE > size:
            return _dense(falling, k, floor, size)
        found = term.best(count)
        found, scores = _survivors(found, falling, place, behind, floor)
        pool, values = _joined(pool, values, found, scores, floor)
    return pool[values >= _kth(values, k) - _SLACK]


def _survivors(
    ids: Ids, terms: Sequence[Weighted], first: int, behind: Sequence[float], floor: float
) -> tuple[Ids, Scores]:
    """Those of some documents that reach a score by the terms from the first on."""
    scores = terms[first].look_up(ids)
    for place in range(first + 1, len(terms)):
        reaches = scores >= floor - behind[place]
        if not reaches.all():
            ids, scores = ids[reaches], scores[reaches]
        scores = scores + terms[place].look_up(ids)
    return ids, scores


def _joined(
    pool: Ids, values: Scores, ids: Ids, scores: Scores, floor: float
) -> tuple[Ids, Scores]:
    """Two sets of documents with their scores as one, without those below a score.

    A document in both counts with its larger score: the other lacks terms that stand before.
    """
    keep, fresh = values >= floor, scores >= floor
    both = np.concatenate((pool[keep], ids[fresh]))
    marks = np.concatenate((values[keep], scores[fresh]))
    order = np.lexsort((-marks, both))
    both, marks = both[order], marks[order]
    is_first = np.ones(len(both), np.bool_)
    is_first[1:] = both[1:] != both[:-1]
    return both[is_first], marks[is_first]


def _dense(terms: Sequence[Weighted], k: int, floor: float, size: int) -> Ids:
    """The documents that can be among the k best, by adding up whole lists."""
    total = np.zeros(size, np.float32)
    for term in terms:
        total[term.list.ids] += term.list.impacts * np.float32(term.weight)
    least = max(floor, _kth(total, k) - _SLACK, float(np.finfo(np.float32).tiny))
    return np.flatnonzero(total >= least).astype(np.int32)


def _kth(values: Scores, k: int) -> float:
    """The k-th largest value; 0 where there are fewer."""
    return (
        float(np.partition(values, len(values) - k)[len(values) - k]) if len(values) >= k else 0.0
    )
