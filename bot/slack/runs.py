"""Text in runs, each bold, code or a link, and how they stand side by side in mrkdwn.

Slack takes a mark for one only beside a space or punctuation. Between Han there is neither, so a
run that is marked stands apart from its neighbours by zero-width spaces.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.search.results import Span
from bot.slack.mrkdwn import ZERO_WIDTH_SPACE, bold, escape, link, literal, unpinged

_CODE = re.compile(r"`(?P<ticked>[^`\n]+)`|(?P<bare>[A-Za-z0-9_./:*~-]*[A-Za-z0-9_*~])")
_LETTER = re.compile(r"[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style.

    Args:
        text: What is read.
        is_bold: Whether it is bold.
        is_code: Whether it is code.
        url: What it links to.
    """

    text: str
    is_bold: bool = False
    is_code: bool = False
    url: str | None = None

    def drawn(self) -> str:
        plain = self._drawn_plain()
        return bold(plain) if self.is_bold and plain == plain.strip() else plain

    def _drawn_plain(self) -> str:
        if self.url is not None:
            return link(self.url, self.text)
        if self.is_code and "`" not in self.text:
            return f"`{unpinged(escape(self.text))}`"
        return literal(self.text)

    @property
    def is_marked(self) -> bool:
        return self.is_bold or self.is_code or self.url is not None


def draw(runs: Iterable[Run]) -> str:
    """Runs side by side."""
    drawn: list[str] = []
    was_marked, before = False, ""
    for run in runs:
        if not run.text:
            continue
        if (was_marked or run.is_marked) and _adjoins(before) and _adjoins(run.text[0]):
            drawn.append(ZERO_WIDTH_SPACE)
        drawn.append(run.drawn())
        was_marked, before = run.is_marked, run.text[-1]
    return "".join(drawn)


def highlighted(text: str, spans: tuple[Span, ...] = ()) -> str:
    """One line of a note's text with what matched in bold, and code as code."""
    return draw(_runs(text.replace("\n", " "), _merged(spans)))


def plain_runs(text: str) -> Iterator[Run]:
    """The runs of a text without spans: words that Slack would mark up are code."""
    return _runs(text, [])


def _adjoins(character: str) -> bool:
    return bool(character) and not character.isspace()


def _merged(spans: tuple[Span, ...]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged


def _runs(text: str, spans: list[Span]) -> Iterator[Run]:
    """Code whole, bold where any of it matched; the rest cut where bold begins and ends."""
    position = 0
    for found in _CODE.finditer(text):
        if found["ticked"] is None and not _would_be_marked_up(found[0]):
            continue
        yield from _uncoded(text, position, found.start(), spans)
        inside = found["ticked"] or found["bare"]
        is_bold = any(start < found.end() and found.start() < end for start, end in spans)
        yield Run(inside, is_bold=is_bold, is_code=True)
        position = found.end()
    yield from _uncoded(text, position, len(text), spans)


def _would_be_marked_up(word: str) -> bool:
    """Whether Slack might take a mark in a word for markup; a lone `~5` is no such word."""
    marks = "_" in word or word.count("*") > 1 or word.count("~") > 1
    return marks and _LETTER.search(word) is not None


def _uncoded(text: str, start: int, end: int, spans: list[Span]) -> Iterator[Run]:
    for bold_start, bold_end in spans:
        if bold_end <= start or bold_start >= end:
            continue
        cut = max(start, bold_start)
        if start < cut:
            yield Run(text[start:cut])
        start = min(end, bold_end)
        yield Run(text[cut:start], is_bold=True)
    if start < end:
        yield Run(text[start:end])
