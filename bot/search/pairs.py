"""Pairs of Han characters as numbers: the second field of the index, most of it.

A paragraph has a hundred such pairs, and a library millions of different ones. To make a string of
each and look it up takes longer than all other reading. But a pair is two code points, which are
one number: all pairs of many texts are made by a few array operations, and no string is kept.
"""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from bot.search.vocabulary import Vocabulary, terms_with

Numbers = npt.NDArray[np.int64]

END = "\uffff"
"""Parts two texts. It is no character, so that nothing is lost where a text holds it."""

_SPACE = 0x20  # parts two runs; all Han stands behind it
_BITS = 18  # of a code point of Han
_MASK = (1 << _BITS) - 1


class PairTerms(Vocabulary):
    """Terms with their numbers, most of them pairs of Han.

    Args:
        others: The other terms, numbered from 0.
        pairs: The pairs as numbers, ascending; they are numbered on from there.
    """

    def __init__(self, others: Mapping[str, int], pairs: Numbers) -> None:
        self._others, self._pairs = others, pairs

    def get(self, term: str, default: int | None = None) -> int | None:  # type: ignore[override]
        """The number of a term."""
        if not 1 <= len(term) <= 2:  # noqa: PLR2004  a pair, or a lone character
            return self._others.get(term, default)
        pair = ord(term[0]) << _BITS | ord(term[1]) if len(term) > 1 else ord(term)
        place = int(self._pairs.searchsorted(pair))
        if place < len(self._pairs) and self._pairs[place] == pair:
            return len(self._others) + place
        return self._others.get(term, default)

    def __iter__(self) -> Iterator[str]:
        yield from self._others
        yield from _terms(self._pairs)

    def __len__(self) -> int:
        return len(self._others) + len(self._pairs)

    def with_character(self, char: str) -> list[str]:
        """The terms that hold a character."""
        code = ord(char)
        holds = (self._pairs >> _BITS == code) | (self._pairs & _MASK == code)
        return [*terms_with(self._others, char), *_terms(self._pairs[holds])]


def _terms(pairs: Numbers) -> Iterator[str]:
    """Pairs as terms."""
    points = np.stack((pairs >> _BITS, pairs & _MASK), axis=1).astype(np.uint32)
    text = points.tobytes().decode("utf-32-le")
    for place in range(0, len(text), 2):
        yield text[place : place + 2].lstrip("\0")


def pairs_of_texts(runs: str) -> tuple[Numbers, Numbers]:
    """The pairs of texts, one behind the other.

    Args:
        runs: Their runs of Han, parted by spaces; `END` stands between two texts.

    Returns:
        The pairs, and where each text's start, with the end of the last. A pair is a number of its
        two code points; a character with none beside it is a number of one.
    """
    codes = np.frombuffer(runs.encode("utf-32-le"), np.uint32).astype(np.int64)
    ends = np.flatnonzero(codes == ord(END))
    codes[(codes <= _SPACE) | (codes == ord(END))] = 0
    before, behind = np.zeros_like(codes), np.zeros_like(codes)
    before[1:], behind[:-1] = codes[:-1], codes[1:]
    is_pair = (codes > 0) & (behind > 0)
    found = is_pair | ((codes > 0) & (before == 0))
    found &= is_pair | (behind == 0)
    pairs = np.where(is_pair, (codes << _BITS) | behind, codes)[found]
    bounds = np.concatenate(([0], np.cumsum(found)[ends], [len(pairs)]))
    return pairs, bounds
