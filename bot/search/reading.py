"""Texts read into numbers of terms, many at once: how the index reads, and as quickly as it can.

The terms are those of `bot.search.analysis`, without their places; a test holds the two equal. What
makes it quick: many texts are one string, parted by a sign that no text holds, so that each step is
a call or two for all of them; what stands between two runs of Han comes again and again and is read
once; and a pair of Han characters never becomes a string (`bot.search.pairs`).
"""

import re
from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from bot.search.analysis import BETWEEN_SCRIPTS, BETWEEN_WORDS, HAN, LATIN, Kind, chunk_terms
from bot.search.counting import TermNumbers
from bot.search.folding import fold_texts
from bot.search.han import cutter
from bot.search.identifiers import joined
from bot.search.pairs import END, pairs_of_texts

Numbers = npt.NDArray[np.int64]

V = TypeVar("V")

_PART = re.compile(rf"([{HAN}]+|{END})")
_SHORT = 32  # characters of what is kept
_MOST = 1 << 17  # of them


class Stream(NamedTuple):
    """What texts gave, one behind the other.

    Args:
        numbers: Numbers of terms; shape (terms,).
        bounds: Where each text starts, and where the last one ends; shape (texts + 1,).
    """

    numbers: npt.NDArray[np.integer]
    bounds: Numbers


class Read(NamedTuple):
    """What some texts gave.

    Args:
        han: The words of their runs of Han.
        latin: Their other words.
        latin_pairs: The pairs that hold a Latin word, by numbers of their own.
        han_pairs: The pairs of two characters of Han, and lone ones, as `bot.search.pairs` has it.
    """

    han: Stream
    latin: Stream
    latin_pairs: Stream
    han_pairs: Stream


class _Gap(NamedTuple):
    """What stands between two runs of Han: Latin chunks, numbers, punctuation.

    Args:
        words: The numbers of its words.
        pairs: The numbers of its pairs of two Latin words.
        first: The joined form of the chunk that a run before it meets; empty where there is none.
        last: That of the chunk that a run behind it meets.
    """

    words: "array[int]"
    pairs: "array[int]"
    first: str
    last: str


class TextReader:
    """Reads texts; terms have the same numbers in all of them.

    `words` and `pairs` number the words, and the pairs that hold a Latin word. `chunks` takes up
    the Latin chunks as they are written.
    """

    def __init__(self) -> None:
        self.words = TermNumbers(" ", END)
        self.pairs = TermNumbers()
        self.chunks: set[str] = set()
        self._gaps = _Kept(self._read_gap)
        self._chunks = _Kept(self._read_chunk)

    def read(self, texts: Sequence[str]) -> Read:
        """The terms of some texts."""
        parts = _PART.split(fold_texts(texts, END))
        runs = " ".join(parts[1::2])
        return Read(self._han_words(runs), *self._read_gaps(parts), Stream(*pairs_of_texts(runs)))

    def _han_words(self, runs: str) -> Stream:
        cut = array("i", map(self.words.__getitem__, cutter().cut_for_search(runs)))
        numbers = np.asarray(cut, np.int32)
        is_word = numbers >= 0
        places = np.flatnonzero(numbers == self.words[END])
        return Stream(numbers[is_word], _bounds(np.cumsum(is_word), places))

    def _read_gaps(self, parts: Sequence[str]) -> tuple[Stream, Stream]:
        words, pairs = array("i"), array("i")
        word_ends, pair_ends = array("q", [0]), array("q", [0])
        gaps, numbers = self._gaps, self.pairs
        for text, left, right in zip(
            parts[::2], ("", *parts[1::2]), (*parts[1::2], ""), strict=True
        ):
            if left == END:
                word_ends.append(len(words))
                pair_ends.append(len(pairs))
            gap = gaps[text]
            if gap is None:
                continue
            words += gap.words
            pairs += gap.pairs
            if gap.first and left and left != END:
                pairs.append(numbers[f"{left[-1]} {gap.first}"])
            if gap.last and right and right != END:
                pairs.append(numbers[f"{gap.last} {right[0]}"])
        word_ends.append(len(words))
        pair_ends.append(len(pairs))
        return _stream(words, word_ends), _stream(pairs, pair_ends)

    def _read_gap(self, text: str) -> _Gap | None:
        """What is in a gap; `None` where that is nothing to be found by."""
        words, pairs = array("i"), array("i")
        first, before, end = "", "", -1
        for match in LATIN.finditer(text):
            own, key = self._chunks[match[0]]
            if end < 0:
                first = key if text[: match.start()] in BETWEEN_SCRIPTS else ""
            elif text[end : match.start()] == BETWEEN_WORDS:
                pairs.append(self.pairs[f"{before} {key}"])
            words += own
            before, end = key, match.end()
        if end < 0:
            return None
        return _Gap(words, pairs, first, before if text[end:] in BETWEEN_SCRIPTS else "")

    def _read_chunk(self, chunk: str) -> tuple["array[int]", str]:
        """The numbers of a chunk's terms, and its joined form."""
        self.chunks.add(chunk)
        kind = Kind.NUMBER if chunk[0] == "#" else Kind.LATIN
        return array("i", map(self.words.__getitem__, chunk_terms(chunk, kind))), joined(chunk)


class _Kept(dict[str, V]):
    """What was read of short stretches of text; a plain dict is the quickest memory there is."""

    def __init__(self, read: Callable[[str], V]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, text: str) -> V:
        found = self._read(text)
        if len(text) <= _SHORT:
            if len(self) >= _MOST:
                self.clear()
            self[text] = found
        return found


def _bounds(counted: Numbers, places: Numbers) -> Numbers:
    """Where texts start and end among what is counted, from the places of what parts them."""
    total = counted[-1:] if len(counted) else np.zeros(1, np.int64)
    return np.concatenate((np.zeros(1, np.int64), counted[places], total))


def _stream(numbers: "array[int]", bounds: "array[int]") -> Stream:
    return Stream(np.asarray(numbers, np.int32), np.asarray(bounds, np.int64))
