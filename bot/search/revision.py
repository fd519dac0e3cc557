"""Counted terms brought up to date: documents taken out, moved up and put in, the rest kept.

What a rebuild would count, without counting again what did not change: a few passes over arrays in
place of an analysis of every text. A test holds the two equal.
"""

from dataclasses import dataclass
from itertools import compress

import numpy as np
import numpy.typing as npt

from bot.search.counting import Counted

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

    Args:
        old: What was counted of the documents before.
        added: What was counted of the new ones alone.
        moves: Where all of them stand afterwards.
    """
    numbers = dict(zip(old.numbers, range(len(old.numbers)), strict=True))
    ours = np.fromiter(
        (numbers.setdefault(term, len(numbers)) for term in added.numbers),
        np.int64,
        len(added.numbers),
    )
    size = len(moves.added) + int((moves.kept != GONE).sum())
    terms, ids, counts = _kept(old, moves.kept)
    more_terms = np.repeat(ours, added.frequency)
    more_ids = moves.added[added.ids]
    order = np.lexsort((more_ids, more_terms))
    more_keys = more_terms[order] * size + more_ids[order]
    places = np.searchsorted(terms * np.int64(size) + ids, more_keys)
    ids = np.insert(ids, places, more_ids[order])
    counts = np.insert(counts, places, added.counts[order])
    frequency = np.bincount(terms, minlength=len(numbers))
    frequency += np.bincount(more_terms, minlength=len(numbers))
    lengths = np.empty(size, np.int32)
    lengths[moves.kept[moves.kept != GONE]] = old.lengths[moves.kept != GONE]
    lengths[moves.added] = added.lengths
    return _compact(Counted(numbers, lengths, frequency, ids, counts))


def _kept(
    old: Counted, kept: npt.NDArray[np.int32]
) -> tuple[Numbers, npt.NDArray[np.int32], npt.NDArray[np.uint16]]:
    """Term numbers, new document numbers and counts of the postings that stay."""
    terms = np.repeat(np.arange(len(old.frequency)), old.frequency)
    ids = kept[old.ids]
    if (kept != GONE).all():
        return terms, ids, old.counts
    stays = ids != GONE
    return terms[stays], ids[stays], old.counts[stays]


def _compact(counted: Counted) -> Counted:
    """Without the terms that no document holds any more; the others keep their order."""
    lives = counted.frequency > 0
    if lives.all():
        return counted
    numbers = {term: number for number, term in enumerate(compress(counted.numbers, lives))}
    frequency = counted.frequency[lives]
    return Counted(numbers, counted.lengths, frequency, counted.ids, counted.counts)
