"""A vocabulary read from arrays: term to term number, without a dict of a million strings.

Terms are found by a hash of 64 bits among sorted ones, and compared in full: two terms of one hash
are told apart. The hash is a sum over bytes, each times a number of its place, because such a sum
is made for a million terms at once as easily as for one.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import cycle, islice, pairwise
from operator import mul

import numpy as np
import numpy.typing as npt

from bot.search.vocabulary import Vocabulary

Numbers = npt.NDArray[np.int64]

_MASK = (1 << 64) - 1
_STEP = 200_000  # terms hashed at a time
_PLACES = 64  # after so many bytes the numbers of places come again
_GOLDEN = 0x9E3779B97F4A7C15  # 2⁶⁴ over the golden ratio: its powers are odd and spread well
_OF_LENGTH, *_OF_PLACE = (pow(_GOLDEN, power, 1 << 64) for power in range(1, _PLACES + 2))


def _bytes(term: str) -> bytes:
    return term.encode("utf-8", "surrogatepass")


def _hash(term: bytes) -> int:
    total: int = sum(map(mul, term, cycle(_OF_PLACE)))
    return (total + len(term) * _OF_LENGTH) & _MASK


def _hashes(text: npt.NDArray[np.uint8], bounds: Numbers) -> npt.NDArray[np.uint64]:
    """The hash of every term; shape (terms,).

    Args:
        text: All terms one behind the other.
        bounds: Where each starts, and where the last ends; shape (terms + 1,).
    """
    of_place = np.asarray(_OF_PLACE, np.uint64)
    hashes = np.empty(len(bounds) - 1, np.uint64)
    for first in range(0, len(hashes), _STEP):
        own = bounds[first : first + _STEP + 1]
        lengths = np.diff(own)
        places = np.arange(own[-1] - own[0]) - np.repeat(own[:-1] - own[0], lengths)
        values = text[own[0] : own[-1]] * of_place[places % _PLACES]
        # Sums of stretches as differences of running sums: all of it wraps at 64 bits alike.
        sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(values, dtype=np.uint64)))
        ends = own - own[0]
        of_length = lengths.astype(np.uint64) * np.uint64(_OF_LENGTH)
        hashes[first : first + _STEP] = sums[ends[1:]] - sums[ends[:-1]] + of_length
    return hashes


def pack(terms: Iterable[str]) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays that `StoredTerms` reads, of terms in the order of their numbers."""
    if isinstance(terms, StoredTerms):
        return terms.arrays
    texts, lengths = [], []
    rest = iter(terms)
    while some := [_bytes(term) for term in islice(rest, _STEP)]:
        texts.append(b"".join(some))
        lengths.append(np.fromiter(map(len, some), np.int64, len(some)))
    text = np.frombuffer(b"".join(texts), np.uint8)
    bounds = np.concatenate(([0], np.cumsum(np.concatenate(lengths or [np.empty(0, np.int64)]))))
    hashes = _hashes(text, bounds)
    order = np.argsort(hashes, kind="stable")
    return {
        "text": text,
        "term_bounds": bounds,
        "hashes": hashes[order],
        "numbers": order.astype(np.int32),
    }


class StoredTerms(Vocabulary):
    """Terms with their numbers.

    Args:
        text: All terms one behind the other, as UTF-8; shape (bytes,).
        bounds: Where each starts, by number, and where the last ends; shape (terms + 1,).
        hashes: The hash of each, ascending; shape (terms,).
        numbers: Beside each hash the term's number; shape (terms,).
    """

    def __init__(
        self,
        text: npt.NDArray[np.uint8],
        bounds: Numbers,
        hashes: npt.NDArray[np.uint64],
        numbers: npt.NDArray[np.int32],
    ) -> None:
        self.arrays: dict[str, npt.NDArray[np.generic]] = {
            "text": text,
            "term_bounds": bounds,
            "hashes": hashes,
            "numbers": numbers,
        }
        self._text, self._bounds = memoryview(text.data), bounds
        self._hashes, self._numbers = hashes, numbers

    def get(self, term: str, default: int | None = None) -> int | None:  # type: ignore[override]
        """The number of a term."""
        wanted = _bytes(term)
        hashed = np.uint64(_hash(wanted))
        place = int(self._hashes.searchsorted(hashed))
        while place < len(self._hashes) and self._hashes[place] == hashed:
            number = self._numbers.item(place)
            if self._text_of(number) == wanted:
                return number
            place += 1
        return default

    def __iter__(self) -> Iterator[str]:
        bounds = self._bounds.tolist()
        for first, last in pairwise(bounds):
            yield str(self._text[first:last], "utf-8", "surrogatepass")

    def __len__(self) -> int:
        return len(self._numbers)

    def with_character(self, char: str) -> list[str]:
        """The terms that hold a character, found in the text of all."""
        # No character of UTF-8 begins within another, so none is found across two terms.
        starts = [found.start() for found in re.finditer(re.escape(_bytes(char)), self._text)]
        numbers = np.searchsorted(self._bounds, starts, side="right") - 1
        return [
            str(self._text_of(number), "utf-8", "surrogatepass")
            for number in dict.fromkeys(numbers.tolist())
        ]

    def _text_of(self, number: int) -> bytes:
        return bytes(self._text[self._bounds.item(number) : self._bounds.item(number + 1)])
