"""A vocabulary read from arrays: term to term number, without a dict of a million strings.

Terms are found by a hash of 64 bits among sorted ones, and compared in full: two terms of one hash
are told apart.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


def _bytes(term: str) -> bytes:
    return term.encode("utf-8", "surrogatepass")


def _hash(term: bytes) -> int:
    return int.from_bytes(blake2b(term, digest_size=8).digest(), "little")


def pack(terms: Iterable[str]) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays that `StoredTerms` reads, of terms in the order of their numbers."""
    texts = [_bytes(term) for term in terms]
    hashes = np.fromiter(map(_hash, texts), np.uint64, len(texts))
    order = np.argsort(hashes, kind="stable")
    bounds = np.concatenate(([0], np.cumsum([len(text) for text in texts], dtype=np.int64)))
    return {
        "text": np.frombuffer(b"".join(texts), np.uint8),
        "term_bounds": bounds,
        "hashes": hashes[order],
        "numbers": order.astype(np.int32),
    }


class StoredTerms(Mapping[str, int]):
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

    def __getitem__(self, term: str) -> int:
        number = self.get(term)
        if number is None:
            raise KeyError(term)
        return number

    def __contains__(self, term: object) -> bool:
        return isinstance(term, str) and self.get(term) is not None

    def __iter__(self) -> Iterator[str]:
        for number in range(len(self)):
            yield str(self._text_of(number), "utf-8", "surrogatepass")

    def __len__(self) -> int:
        return len(self._numbers)

    def _text_of(self, number: int) -> bytes:
        return bytes(self._text[self._bounds.item(number) : self._bounds.item(number + 1)])
