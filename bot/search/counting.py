"""From the terms of documents to postings, piece by piece, so that building holds little memory.

Each piece is counted on its own (a sort of its terms); at the end the pieces' postings are laid
into place by term. Within a term documents ascend, because pieces follow each other.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
import numpy.typing as npt

_PIECE = 16_000_000
"""Terms counted at once: some 500 MB while they are sorted. Not less, because arrays below 32 MB
stay with the process once they are freed (glibc's largest threshold for memory of its own)."""

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Piece:
    """Postings of some neighbouring documents, by term, then by document."""

    terms: npt.NDArray[np.int32]
    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Counted:
    """How often each term stands in each document.

    Args:
        numbers: Term to term number.
        lengths: Terms of each document; shape (documents,).
        frequency: In how many documents each term occurs; shape (terms,).
        ids: Document numbers by term, ascending within one; shape (postings,).
        counts: How often the term stands there; shape (postings,).
    """

    numbers: Mapping[str, int]
    lengths: npt.NDArray[np.int32]
    frequency: Numbers
    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]


class _Numbers(dict[str, int]):
    """Terms to numbers, each new term the next one."""

    def __init__(self) -> None:
        self._next = count()

    def __missing__(self, term: str) -> int:
        number = self[term] = next(self._next)
        return number


def count_terms(corpus: Iterable[Sequence[str]]) -> Counted:
    """Count the terms of documents."""
    numbers = _Numbers()
    lengths = array("i")
    pieces = list(_pieces(corpus, numbers, lengths))
    frequency = np.zeros(len(numbers), np.int64)
    for piece in pieces:
        frequency += np.bincount(piece.terms, minlength=len(numbers))
    ids, counts = _laid(pieces, frequency)
    return Counted(dict(numbers), np.asarray(lengths, np.int32), frequency, ids, counts)


def _pieces(
    corpus: Iterable[Sequence[str]], numbers: _Numbers, lengths: "array[int]"
) -> Iterator[Piece]:
    """Count documents until a piece is full, then the next ones."""
    terms = array("i")
    first = 0
    for document in corpus:
        terms.extend(map(numbers.__getitem__, document))
        lengths.append(len(document))
        if len(terms) >= _PIECE:
            yield _piece(terms, lengths, first)
            first = len(lengths)
            terms = array("i")
    if terms:
        yield _piece(terms, lengths, first)


def _piece(terms: "array[int]", lengths: "array[int]", first: int) -> Piece:
    own = np.asarray(lengths[first:], np.int64)
    documents = np.repeat(np.arange(len(own), dtype=np.int64), own)
    keys = np.asarray(terms, np.int64) * len(own) + documents
    found, counts = np.unique(keys, return_counts=True)
    most = np.iinfo(np.uint16).max
    return Piece(
        (found // len(own)).astype(np.int32),
        (found % len(own) + first).astype(np.int32),
        np.minimum(counts, most).astype(np.uint16),
    )


def _laid(
    pieces: list[Piece], frequency: Numbers
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]:
    """Lay the postings of all pieces into place, letting go of each piece once it is laid."""
    total = int(frequency.sum())
    ids, counts = np.empty(total, np.int32), np.empty(total, np.uint16)
    free = np.cumsum(frequency) - frequency
    pieces.reverse()
    while pieces:
        piece = pieces.pop()
        own = np.bincount(piece.terms, minlength=len(frequency))
        starts = np.cumsum(own) - own
        places = np.arange(len(piece.terms)) + np.repeat(free - starts, own)
        ids[places], counts[places] = piece.ids, piece.counts
        free += own
    return ids, counts
