"""A whole review in Slack's markup: Markdown read as such, in pieces that fit a section."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.links import Links, safe_url
from bot.notes.model import Note, Paragraph
from bot.slack.limits import SECTION_TEXT
from bot.slack.mrkdwn import escape, literal, split, unpinged
from bot.slack.runs import Run, draw, plain_runs

LONGEST = 60_000
"""Characters of a review that are shown; what is behind them is read in the source note."""

_PIECE = 2_800
_FENCE = "```"


def pieces(note: Note, links: Links) -> tuple[str, ...]:
    """The review as texts for sections, headings above their paragraphs."""
    named = {
        each.text: url
        for each in note.references
        if each.text and (url := links.reference(each)) is not None
    }
    pattern = _any_of(named)
    found, heading, left = [], "", LONGEST
    for paragraph in note.paragraphs:
        if paragraph.heading != heading:
            heading = paragraph.heading
            found.append(draw([Run(heading[-200:], is_bold=True)]))
        found += _pieces_of(paragraph, _Writer(named, pattern), left)
        left -= len(paragraph.text)
        if left <= 0:
            break
    return tuple(piece for piece in found if piece.strip())


def _any_of(names: Collection[str]) -> re.Pattern[str]:
    """Finds any of some names, the longest first, and no number's beginning for the number."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(map(re.escape, longest_first))})(?!\\d)")


def _pieces_of(paragraph: Paragraph, writer: "_Writer", most: int) -> Iterator[str]:
    tokens = MarkdownIt("commonmark", {"html": False}).parse(paragraph.text[:most])
    for text in writer.write(tokens):
        yield from split(text, _PIECE)


@dataclass(slots=True)
class _Writer:
    """Writes one paragraph's tokens, block by block."""

    named: Mapping[str, str]
    pattern: re.Pattern[str]
    markers: list[str] = field(default_factory=list)
    numbers: list[int | None] = field(default_factory=list)
    depth_of_quote: int = 0

    def write(self, tokens: Sequence[Token]) -> Iterator[str]:
        """Lines that belong together are one text: a list is not taken apart."""
        lines: list[str] = []
        for token in tokens:
            self._open_or_close(token)
            if token.type in {"fence", "code_block"}:
                yield from self._flushed(lines)
                yield from _fenced(token.content)
            elif token.type == "inline":
                lines.append(self._line(token))
            if not self.numbers and token.nesting <= 0 and token.type != "inline":
                yield from self._flushed(lines)
        yield from self._flushed(lines)

    @staticmethod
    def _flushed(lines: list[str]) -> Iterator[str]:
        if lines:
            yield "\n".join(lines)
            lines.clear()

    def _open_or_close(self, token: Token) -> None:
        kind = token.type
        if kind in {"bullet_list_open", "ordered_list_open"}:
            start = int(token.attrs.get("start", 1)) if kind.startswith("ordered") else None
            self.numbers.append(start)
        elif kind in {"bullet_list_close", "ordered_list_close"}:
            self.numbers.pop()
        elif kind == "list_item_open":
            self.markers = [self._marker()]
        elif kind in {"blockquote_open", "blockquote_close"}:
            self.depth_of_quote += token.nesting

    def _marker(self) -> str:
        number = self.numbers[-1]
        indent = "    " * (len(self.numbers) - 1)
        if number is None:
            return f"{indent}• "
        self.numbers[-1] = number + 1
        return f"{indent}{number}. "

    def _line(self, inline: Token) -> str:
        marker = self.markers.pop() if self.markers else ""
        bar = "> " if self.depth_of_quote else ""
        return f"{bar}{marker}{draw(self._runs(inline.children or ()))}"

    def _runs(self, children: Sequence[Token]) -> Iterator[Run]:
        style = Run("")
        for token in children:
            if token.type in {"strong_open", "strong_close"}:
                style = replace(style, is_bold=token.nesting > 0)
            elif token.type == "link_open":
                style = replace(style, url=safe_url(str(token.attrs.get("href", ""))))
            elif token.type == "link_close":
                style = replace(style, url=None)
            elif token.type == "code_inline":
                yield replace(style, text=token.content, is_code=True)
            elif token.type in {"softbreak", "hardbreak"}:
                yield Run("\n")
            elif token.content:
                yield from self._named(token.content, style)

    def _named(self, text: str, style: Run) -> Iterator[Run]:
        """Plain text, with the PRs it names as links."""
        if style.url is not None or style.is_bold or not self.named:
            yield from (replace(style, text=text),) if style != Run("") else plain_runs(text)
            return
        position = 0
        for found in self.pattern.finditer(text):
            yield from plain_runs(text[position : found.start()])
            yield Run(found[0], url=self.named[found[0]])
            position = found.end()
        yield from plain_runs(text[position:])


def _fenced(code: str) -> Iterator[str]:
    """Code in fences; each piece has its own."""
    text = unpinged(escape(code.rstrip("\n"))).replace(_FENCE, literal(_FENCE))
    for piece in split(text, SECTION_TEXT - 2 * len(_FENCE) - 2):
        yield f"{_FENCE}\n{piece}\n{_FENCE}" if piece.strip() else ""
