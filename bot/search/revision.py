"""Counted terms brought up to date: documents taken out, moved up and put in, the rest kept.

What a rebuild would count, at the price of what changed and of copying a few flat arrays: no text
is analysed again, no vocabulary written down again. A test holds the two equal.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.search.counting import Counted
from bot.search.vocabulary import GrownTerms

Numbers = npt.NDArray[np.int64]

GONE = -1
"""The place of a document that is taken out."""


@dataclass(frozen=True, slots=True)
class Moves:
    """Where documents stand afterwards. What stays keeps its order.

    Args:
        kept: The new number of each old document, `GONE` or ascending; shape (old documents,).
        added: The new number of each added document, ascending; shape (added documents,).
    """

    kept: npt.NDArray[np.int32]
    added: npt.NDArray[np.int32]


def revise(old: Counted, added: Counted, moves: Moves) -> Counted:
    """Count as if the documents had always been these.

    Terms keep their numbers, and a term that no document holds any more keeps its place, with a
    frequency of 0, until there are many such (`settled`).

    Args:
        old: What was counted of the documents before.
        added: What was counted of the new ones alone.
        moves: Where all of them stand afterwards.
    """
    terms, numbers = _numbered(old, added)
    kept = _kept(old, moves.kept)
    frequency = np.zeros(len(terms.base) + len(terms.new), np.int64)
    frequency[: len(kept.frequency)] = kept.frequency
    bounds = np.concatenate(([0], np.cumsum(frequency)))
    ids, counts = _put_in(kept, bounds, added, numbers, moves.added)
    frequency[numbers] += added.frequency
    lengths = np.empty(len(kept.lengths) + len(added.lengths), np.int32)
    lengths[moves.kept[moves.kept != GONE]] = kept.lengths
    lengths[moves.added] = added.lengths
    gone = frozenset(np.flatnonzero(frequency == 0).tolist())
    revised = GrownTerms(terms.base, terms.new, gone)
    counted = Counted(revised, lengths, frequency, ids, counts)
    return settled(counted) if revised.is_worn else counted


def settled(counted: Counted) -> Counted:
    """The same with terms numbered without gaps; those that occur keep their order."""
    if not isinstance(counted.numbers, GrownTerms):
        return counted
    numbers = {term: number for number, term in enumerate(counted.numbers)}
    frequency = counted.frequency[counted.frequency > 0]
    return Counted(numbers, counted.lengths, frequency, counted.ids, counted.counts)


def _numbered(old: Counted, added: Counted) -> tuple[GrownTerms, Numbers]:
    """The terms of both, and the number of each added one."""
    before = old.numbers
    if not isinstance(before, GrownTerms):
        before = GrownTerms(before, {}, frozenset())
    new = dict(before.new)
    numbers = np.empty(len(added.numbers), np.int64)
    for place, term in enumerate(added.numbers):
        number = before.number(term)
        if number is None:
            number = new[term] = len(before.base) + len(new)
        numbers[place] = number
    return GrownTerms(before.base, new, frozenset()), numbers


def _kept(old: Counted, kept: npt.NDArray[np.int32]) -> Counted:
    """What stays, under its new document numbers."""
    stays = kept != GONE
    is_moved = not np.array_equal(kept[stays], np.flatnonzero(stays))
    ids = kept[old.ids] if is_moved else old.ids
    if stays.all():
        return Counted(old.numbers, old.lengths, old.frequency, ids, old.counts)
    is_kept = stays[old.ids]
    ends = np.cumsum(old.frequency)
    lost = np.searchsorted(ends, np.flatnonzero(~is_kept), side="right")
    frequency = old.frequency - np.bincount(lost, minlength=len(old.frequency))
    ids, counts = ids[is_kept], old.counts[is_kept]
    return Counted(old.numbers, old.lengths[stays], frequency, ids, counts)


def _put_in(
    kept: Counted,
    bounds: Numbers,
    added: Counted,
    numbers: Numbers,
    places: npt.NDArray[np.int32],
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]:
    """Documents and counts of all postings, the added ones among those that stay.

    Args:
        kept: What stays.
        bounds: Where each term's postings start there; a new term's at the end.
        added: What is put in.
        numbers: The number of each added term.
        places: The number of each added document.
    """
    terms = np.repeat(numbers, added.frequency)
    documents = places[added.ids]
    order = np.lexsort((documents, terms))
    terms, documents = terms[order], documents[order]
    where = _searched(kept.ids, bounds[terms], bounds[terms + 1], documents)
    ids = np.insert(kept.ids, where, documents)
    return ids, np.insert(kept.counts, where, added.counts[order])


def _searched(
    values: npt.NDArray[np.int32], first: Numbers, last: Numbers, wanted: npt.NDArray[np.int32]
) -> Numbers:
    """Where in its own ascending stretch of some values each wanted one belongs.

    A binary search for all at once: `searchsorted` knows one stretch, and cutting out each would
    take a step of Python for every posting.
    """
    while (is_open := first < last).any():
        middle = (first + last) // 2
        is_below = is_open & (values.take(middle, mode="clip") < wanted)
        first = np.where(is_below, middle + 1, first)
        last = np.where(is_open & ~is_below, middle, last)
    return first
