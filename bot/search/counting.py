"""From the terms of documents to postings, piece by piece, so that building holds little memory.

Each piece is counted on its own (a sort of its terms); at the end the pieces' postings are laid
into place by term. Within a term documents ascend, because pieces follow each other.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.search.numbers import Numbers, ranges

_PIECE = 16_000_000
"""Terms counted at once: some 500 MB while they are sorted. Not less, because arrays below 32 MB
stay with the process once they are freed (glibc's largest threshold for memory of its own)."""

_MOST = np.iinfo(np.uint16).max


@dataclass(frozen=True, slots=True)
class Piece:
    """Postings of some neighbouring documents, by term, then by document."""

    terms: npt.NDArray[np.integer[Any]]
    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Counted:
    """How often each term stands in each document.

    Args:
        numbers: Term to term number.
        lengths: Terms of each document, facts apart; shape (documents,).
        frequency: In how many documents each term occurs; shape (terms,).
        ids: Document numbers by term, ascending within one; shape (postings,).
        counts: How often the term stands there; shape (postings,).
    """

    numbers: Mapping[str, int]
    lengths: npt.NDArray[np.int32]
    frequency: Numbers
    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]


class TermNumbers(dict[str, int]):
    """Terms to numbers, each new term the next one.

    Args:
        marks: What is no term, and has a number below 0.
    """

    def __init__(self, *marks: str) -> None:
        super().__init__(zip(marks, range(-len(marks), 0), strict=True))
        self._marks = marks

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self) - len(self._marks)
        return number

    def terms(self) -> dict[str, int]:
        """Every term with its number."""
        terms = dict(self)
        for mark in self._marks:
            del terms[mark]
        return terms


class TermCounter:
    """Takes documents one by one; what it holds of them is numbers.

    Args:
        piece: From how many terms on a piece is counted.
    """

    def __init__(self, piece: int = _PIECE) -> None:
        self._piece = piece
        self._numbers = TermNumbers()
        self._lengths = array("i")
        self._terms = array("i")
        self._first = 0
        self._pieces: list[Piece] = []

    def add(self, document: Sequence[str]) -> None:
        """Count the terms of the next document."""
        self._terms.extend(map(self._numbers.__getitem__, document))
        self._lengths.append(len(document))
        if len(self._terms) >= self._piece:
            self._close()

    def counted(self) -> Counted:
        """What was counted. To be called once: the pieces are let go of as they are laid."""
        self._close()
        return laid(self._pieces, self._numbers.terms(), np.asarray(self._lengths, np.int32))

    def _close(self) -> None:
        """Make postings of what has been added since the last piece."""
        if self._terms:
            self._pieces.append(_piece(self._terms, self._lengths, self._first))
        self._first = len(self._lengths)
        self._terms = array("i")


def count_terms(corpus: Iterable[Sequence[str]], piece: int = _PIECE) -> Counted:
    """Count the terms of documents."""
    counter = TermCounter(piece)
    for document in corpus:
        counter.add(document)
    return counter.counted()


def laid(
    pieces: list[Piece], numbers: Mapping[str, int], lengths: npt.NDArray[np.int32]
) -> Counted:
    """Lay the postings of all pieces into place, letting go of each piece once it is laid.

    Args:
        pieces: Of documents that follow each other, terms by their numbers.
        numbers: The number of each term.
        lengths: Terms of each document; shape (documents,).
    """
    frequency = np.zeros(len(numbers), np.int64)
    for piece in pieces:
        frequency += np.bincount(piece.terms, minlength=len(frequency))
    total = int(frequency.sum())
    ids, counts = np.empty(total, np.int32), np.empty(total, np.uint16)
    free = np.cumsum(frequency) - frequency
    pieces.reverse()
    while pieces:
        piece = pieces.pop()
        own = np.bincount(piece.terms, minlength=len(frequency))
        places = ranges(free, free + own)
        ids[places], counts[places] = piece.ids, piece.counts
        free += own
    return Counted(numbers, lengths, frequency, ids, counts)


def piece_of(terms: npt.NDArray[np.integer[Any]], documents: Numbers, first: int) -> Piece:
    """Postings of some terms that stand in any order.

    Args:
        terms: A number for each time a term stands somewhere; shape (terms,).
        documents: The document it stands in, counted from 0 here; shape (terms,).
        first: The number that document 0 has among all.
    """
    size = int(documents.max(initial=0)) + 1
    keys = terms * np.int64(size)
    keys += documents
    keys.sort()
    is_first = np.ones(len(keys), np.bool_)
    is_first[1:] = keys[1:] != keys[:-1]
    starts = np.flatnonzero(is_first)
    counts = np.diff(np.append(starts, len(keys)))
    found = keys[starts]
    return Piece(
        found // size,
        (found % size + first).astype(np.int32),
        np.minimum(counts, _MOST).astype(np.uint16),
    )


def _piece(terms: "array[int]", sizes: "array[int]", first: int) -> Piece:
    own = np.asarray(sizes[first:], np.int64)
    documents = np.repeat(np.arange(len(own), dtype=np.int64), own)
    made = piece_of(np.asarray(terms, np.int32), documents, first)
    return Piece(made.terms.astype(np.int32), made.ids, made.counts)
