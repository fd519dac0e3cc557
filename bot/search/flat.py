"""Flat text: a paragraph of Markdown as one plain line, and what must not be torn in it.

Only what would be in a reader's way goes: emphasis, list and heading marks, the targets of links.
Code keeps its back quotes and every sign between them (`**kwargs`, `kernel[grid](x)`).
"""

import re
import unicodedata
from bisect import bisect_right

# Each repetition is bounded, so that no text makes a rule read to its end from every place.
_CODE = r"(?<!`)(?P<ticks>`+)(?!`).{1,2000}?(?<!`)(?P=ticks)(?!`)"
_LINK = (
    r"!?\[(?P<label>[^\[\]\n]{0,300})\]"
    r"\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s\"[^\"\n]{0,200}\")?\)"
)
_LINE_START = r"^[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?)+|^[ \t]{0,40}(?:[-*+]|\d{1,2}[.)])[ \t]+(?=\S)"
_STARS = r"(?<![*\w])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![*\w])|(?<=[^\s*])\*{2,3}(?=[^\s*])"
_MARKS = re.compile(rf"(?P<code>{_CODE})|{_LINK}|{_LINE_START}|{_STARS}", re.MULTILINE | re.DOTALL)
_CODES = re.compile(_CODE, re.DOTALL)
_JOINER = "\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
_HANGUL_TAIL = range(0x1160, 0x1200)
_MOST_FLAGS = 100  # how far back letters of flags are counted, which pair from their first on


def flatten(text: str) -> str:
    """A paragraph on one line, without Markdown's marks."""
    return " ".join(_MARKS.sub(_unmarked, text).split())


def _unmarked(match: re.Match[str]) -> str:
    if match["code"]:
        return match["code"]
    return _MARKS.sub(_unmarked, match["label"] or "")


class Seams:
    """Where a flat text may be cut: not inside code, nor inside what readers see as one character.

    Args:
        text: The text.
        length: Code longer than this is cut like other text.
    """

    def __init__(self, text: str, length: int) -> None:
        codes = [match.span() for match in _CODES.finditer(text)]
        self._text = text
        self._codes = [(start, end) for start, end in codes if end - start <= length]
        self._starts = [start for start, _ in self._codes]

    def __contains__(self, place: int) -> bool:
        return self._code_start(place) == place and not _continues(self._text, place)

    def before(self, place: int, least: int) -> int:
        """The last seam up to a place and behind `least`; the place itself where there is none."""
        at = place
        while at > least:
            at = self._code_start(at)
            if at > least and not _continues(self._text, at):
                return at
            at -= 1
        return place

    def _code_start(self, place: int) -> int:
        """Where the code starts that a place stands inside; the place itself outside of code."""
        number = bisect_right(self._starts, place) - 1
        if number < 0:
            return place
        start, end = self._codes[number]
        return start if start < place < end else place


def _continues(text: str, place: int) -> bool:
    """Whether a character is the rest of the one before it, to a reader's eye."""
    if not 0 < place < len(text) or text[place].isascii():
        return False
    code = ord(text[place])
    if text[place - 1] == _JOINER or text[place] == _JOINER or code in _SKIN_TONES:
        return True
    if code in _FLAG_LETTERS:
        before = text[max(place - _MOST_FLAGS, 0) : place]
        letters = before[::-1]
        count = next((n for n, char in enumerate(letters) if ord(char) not in _FLAG_LETTERS), None)
        return bool((len(letters) if count is None else count) % 2)
    return unicodedata.category(text[place]).startswith("M") or code in _HANGUL_TAIL
