"""The search copy of a text: NFKC, simplified characters, and the way back to the original.

Only what is *searched* is folded; what is shown is always the original. Case is kept here,
because `bot.search.analysis` still needs it to find the parts of `FlashInfer`.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_HANGUL_TAIL = range(0x1160, 0x1200)  # vowels and finals that compose with what stands before


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
        piece = unicodedata.normalize("NFKC", text[start:end]).translate(_table())
        pieces.append(piece)
        starts += [start] * len(piece)
        ends += [end] * len(piece)
    return Folded("".join(pieces), starts, ends)


def fold_text(text: str) -> str:
    """The search copy alone, for texts whose places do not matter."""
    return fold(text).text


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Cut a text where normalisation cannot reach across: before each starter."""
    start = 0
    for place, char in enumerate(text[1:], 1):
        if not unicodedata.combining(char) and ord(char) not in _HANGUL_TAIL:
            yield start, place
            start = place
    yield start, len(text)
