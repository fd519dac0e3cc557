"""Posting arrays: where every term stands and what it adds there, as a few flat arrays.

Owned by `bot.search.index`; nothing else knows them. One *list* a term: document numbers ascending
and, beside each, its ready-made score ("impact"). Two more things make a list quick to search:

* its *order*, places in the list by falling impact, so that the best of it is a prefix;
* for a frequent term a *bitmap* with counts, so that a document's place in the list is found
  without a search (a rank query: Jacobson, "Space-efficient static trees and graphs", FOCS 1989).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int32]
Scores = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

_FREQUENT = 64
"""A term in more than one of this many documents has a bitmap: its list is then larger than it."""

_WORD = 64  # bits


@dataclass(frozen=True, slots=True)
class Bitmap:
    """Which documents a list holds, and how many of them stand before each word of bits.

    Args:
        bits: One bit a document, lowest first; shape (documents / 64,).
        before: Documents of the list in all words before; shape (documents / 64,).
    """

    bits: npt.NDArray[np.uint64]
    before: npt.NDArray[np.int32]

    @classmethod
    def of(cls, ids: Ids, size: int) -> "Bitmap":
        """The bitmap of a list over a number of documents."""
        flags = np.zeros(-(-size // _WORD) * _WORD, np.uint8)
        flags[ids] = 1
        bits = np.packbits(flags, bitorder="little").view(np.uint64)
        counts = np.bitwise_count(bits).astype(np.int32)
        return cls(bits, np.cumsum(counts, dtype=np.int32) - counts)

    def find(self, ids: Ids) -> tuple[npt.NDArray[np.bool_], Places]:
        """Which of some documents the list holds, and the place in it of each that it does."""
        words = ids >> 6
        below = (np.uint64(1) << (ids & 63).astype(np.uint64)).astype(np.uint64)
        bits = self.bits[words]
        found = (bits & below) != 0
        places = self.before[words] + np.bitwise_count(bits & (below - np.uint64(1)))
        return found, places.astype(np.int64)


@dataclass(frozen=True, slots=True)
class TermList:
    """One term's documents.

    Args:
        ids: Document numbers, ascending; shape (df,).
        impacts: What the term adds to each; shape (df,).
        order: Places by falling impact; shape (df,).
        bitmap: For a frequent term.
    """

    ids: Ids
    impacts: Scores
    order: Ids
    bitmap: Bitmap | None = None

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def most(self) -> float:
        """The largest impact."""
        return float(self.impacts[self.order[0]]) if len(self.ids) else 0.0

    def look_up(self, ids: Ids) -> Scores:
        """What the term adds to some documents (ascending numbers); 0 where it does not stand."""
        if self.bitmap is not None:
            found, places = self.bitmap.find(ids)
            places[~found] = 0
        else:
            places = np.searchsorted(self.ids, ids)
            places[places == len(self.ids)] = 0
            found = self.ids[places] == ids
        return np.where(found, self.impacts[places], np.float32(0))

    def count_above(self, impact: float) -> int:
        """How many impacts are at least this large."""
        low, high = 0, len(self.order)
        while low < high:
            middle = (low + high) // 2
            if self.impacts[self.order[middle]] >= impact:
                low = middle + 1
            else:
                high = middle
        return low


@dataclass(frozen=True, slots=True)
class PostingArrays:
    """All lists, one behind the other.

    Args:
        size: How many documents there are.
        bounds: Where each term's list starts, and the end of the last; shape (terms + 1,).
        ids: Shape (postings,).
        impacts: Shape (postings,).
        order: Shape (postings,); places count from the start of each list.
        bitmaps: By term number, for frequent terms.
    """

    size: int
    bounds: Places
    ids: Ids
    impacts: Scores
    order: Ids
    bitmaps: dict[int, Bitmap]

    @classmethod
    def of(cls, size: int, bounds: Places, ids: Ids, impacts: Scores) -> "PostingArrays":
        """Order the lists and draw the bitmaps."""
        frequency = np.diff(bounds)
        frequent = np.flatnonzero(frequency > max(size // _FREQUENT, _WORD))
        bitmaps = {
            int(term): Bitmap.of(ids[bounds[term] : bounds[term + 1]], size) for term in frequent
        }
        return cls(size, bounds, ids, impacts, _order(bounds, impacts), bitmaps)

    def list_of(self, term: int) -> TermList:
        """One term's documents."""
        cut = slice(self.bounds[term], self.bounds[term + 1])
        return TermList(self.ids[cut], self.impacts[cut], self.order[cut], self.bitmaps.get(term))


def _order(bounds: Places, impacts: Scores) -> Ids:
    """Places of each list by falling impact; of equal ones the lower document first.

    List by list for long ones; all short ones of a length at once.
    """
    order = np.empty(len(impacts), np.int32)
    frequency = np.diff(bounds)
    for length in np.unique(frequency):
        starts = bounds[:-1][frequency == length]
        if length * 1.0 * len(starts) == 0:
            continue
        if len(starts) == 1:
            cut = slice(starts[0], starts[0] + length)
            order[cut] = np.argsort(-impacts[cut], kind="stable")
            continue
        places = starts[:, None] + np.arange(length)
        order[places] = np.argsort(-impacts[places], axis=1, kind="stable")
    return order
