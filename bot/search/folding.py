"""The search copy of a text: NFKC, simplified characters, and the way back to the original.

Only what is *searched* is folded; what is shown is always the original. Case is kept here,
because `bot.search.analysis` still needs it to find the parts of `FlashInfer`.
"""

import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

_UNMET = 0xFFFFFFFF  # no code point
_HANGUL_TAIL = range(0x1160, 0x1200)  # vowels and finals that compose with what stands before
_JOINING = frozenset(
    "\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u102e\u1b35"
    "\U00011127\U0001133e\U00011357\U000114b0\U000114ba\U000114bd\U000115af\U00011930"
)
"""Vowel signs of South Asia that do the same."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text and where each of its characters comes from.

    Args:
        text: The search copy.
        starts: For each character of `text`, where its source starts in the original; `None`
            where the two have the same characters in the same places.
        ends: For each character of `text`, where its source ends in the original.
    """

    text: str
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original that gave the non-empty range of the copy."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


class _Table(dict[int, str]):
    """Code point to folded character, each computed when first met.

    `str.translate` asks a mapping for every character and pays dearly for each one that is not
    there, so every answer is kept, also that of a character that stays as it is.
    """

    def __init__(self) -> None:
        lines = files("bot.search").joinpath("simplified.txt").read_text(encoding="utf-8").split()
        traditional, simplified = lines
        self._simplified = dict(zip(traditional, simplified, strict=True))

    def __missing__(self, code: int) -> str:
        char = unicodedata.normalize("NFKC", chr(code))
        if len(char) != 1:
            # An ellipsis (…) is punctuation in nearly every Chinese text and becomes three dots:
            # a space keeps such texts on the path where places do not shift.
            char = " " if chr(code) == "…" else chr(code)
        folded = self[code] = self._simplified.get(char, char)
        return folded


@cache
def _table() -> _Table:
    """One character to one character: NFKC where it is so, then traditional to simplified.

    The second step is OpenCC's choice for single characters; a test compares the two.
    """
    return _Table()


def fold(text: str) -> Folded:
    """Make the search copy of a text."""
    if text.isascii():
        return Folded(text)
    copy = text.translate(_table())
    if unicodedata.is_normalized("NFKC", copy):
        return Folded(copy)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        source = text[start:end].replace("…", " ")  # as the table has it
        piece = unicodedata.normalize("NFKC", source).translate(_table())
        pieces.append(piece)
        starts += [start] * len(piece)
        ends += [end] * len(piece)
    return Folded("".join(pieces), starts, ends)


def fold_text(text: str) -> str:
    """The search copy alone, for texts whose places do not matter."""
    return fold(text).text


def fold_texts(texts: Sequence[str], end: str) -> str:
    """The search copies of many texts as one string.

    Args:
        texts: Any texts.
        end: A character that no letter joins with, to stand between two. A text that holds it has a
            line's end there instead.
    """
    joined = end.join(texts)
    if joined.count(end) != len(texts) - 1:
        texts = [text.replace(end, "\n") for text in texts]
        joined = end.join(texts)
    copy = _translated(joined)
    if unicodedata.is_normalized("NFKC", copy):
        return copy
    return end.join(map(fold_text, texts))


def _translated(text: str) -> str:
    """What `str.translate` makes of a text by the table, many characters at a time."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    folded = _codes()[codes]
    if len(unmet := codes[folded == _UNMET]):
        table = _table()
        for code in set(unmet.tolist()):
            _codes()[code] = ord(table[code])
        folded = _codes()[codes]
    return folded.tobytes().decode("utf-32-le", "surrogatepass")


@cache
def _codes() -> npt.NDArray[np.uint32]:
    """Code point to that of its folded character, where that was met before."""
    return np.full(sys.maxunicode + 1, _UNMET, np.uint32)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Cut a text where normalisation cannot reach across: before each starter."""
    start = 0
    for place, char in enumerate(text[1:], 1):
        if not _reaches_back(char):
            yield start, place
            start = place
    yield start, len(text)


@lru_cache(maxsize=1 << 14)
def _reaches_back(char: str) -> bool:
    """Whether normalisation may join a character to what stands before it.

    Its decomposition tells: the half-width voiced mark (ｶﾞ) is no combining mark itself.
    """
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.combining(first) > 0 or ord(first) in _HANGUL_TAIL or first in _JOINING
