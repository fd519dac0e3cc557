"""Cutting text into blocks, and taking Markdown's marks off a line: shared by all formats.

A block is what blank lines part. Fenced code is not cut at its blank lines; a fence that nobody
closes is no fence, or it would swallow all notes behind it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.notes.model import Paragraph

# A line beyond this is no line that a person marked up; it is left as it is.
_MARKED_UP = 10_000

# The bounds keep the tries few on a line of megabytes.
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t\u3000]+|$)")
_UNDERLINE = re.compile(r" {0,3}={2,}[ \t]*$")
_RULE = re.compile(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_MARKED = re.compile(r"[*~`\[#>\n\t]|  ")
_CODE = re.compile(r"(?<!`)(`{1,8})(?!`)(.+?)(?<!`)\1(?!`)")
_STRONG = re.compile(r"(\*{2,3}|~~)(?=\S)(.{1,400}?)(?<=\S)\1")
# A single star between digits or letters is a product, not emphasis.
_ITALIC = re.compile(r"(?<![A-Za-z0-9_*])(\*)(?=[^\s*])([^*]+?)(?<=[^\s*])\*(?![A-Za-z0-9_*])")
_LINK = re.compile(r"!?\[([^\]\n]{0,400})\]\([^)\s]{0,2000}\)")
_HAN = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without a blank one among them.

    Args:
        lines: The lines as written.
        line: The line the first stands at, counted from 1.
        level: 1 to 6 for a heading, 0 for all else.
    """

    lines: tuple[str, ...]
    line: int
    level: int = 0

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n").rstrip()


def blocks_of(lines: Sequence[str], first_line: int = 1) -> Iterator[Block]:
    """Cut lines into blocks; a heading is a block of its own, a rule (`---`) is none."""
    held: list[str] = []
    start = 0
    fences = _fences(lines)
    end = -1
    for index, line in enumerate(lines):
        if index > end:
            end = fences.get(index, -1)
        inside = index <= end
        level = 0 if inside else _heading_level(line)
        if held and not inside and (level or not line.strip() or _RULE.match(line)):
            yield _block(held, first_line + start)
            held = []
        if level:
            yield Block((line,), first_line + index, level)
        elif inside or (line.strip() and not _RULE.match(line)):
            start = start if held else index
            held.append(line)
    if held:
        yield _block(held, first_line + start)


def paragraphs_of(blocks: Sequence[Block], *, without: str = "") -> tuple[Paragraph, ...]:
    """Make paragraphs, each with the headings above it.

    Args:
        blocks: A review's blocks, headings among them.
        without: The note's title, which is not repeated as a heading.
    """
    above: list[tuple[int, str]] = []
    paragraphs = []
    for block in blocks:
        if not block.level:
            heading = " / ".join(title for _, title in above)
            paragraphs.append(Paragraph(block.text, block.line, heading))
            continue
        above = [(level, title) for level, title in above if level < block.level]
        title = plain(block.text)
        if title and title != without:
            above.append((block.level, title))
    return tuple(paragraphs)


def plain(text: str) -> str:
    """One line without Markdown's marks; code words stay as they are, their quotes go."""
    if not _MARKED.search(text):
        return text.strip()
    line = _one_line(text)
    if len(line) > _MARKED_UP:
        return line
    if heading := _HEADING.match(line):
        line = _without_closing_marks(line[heading.end() :])
    line = _LINK.sub(r"\1", line.lstrip("> "))
    codes = iter([code[2].strip() for code in _CODE.finditer(line)])
    line = _CODE.sub("\0", line)
    for emphasis in (_STRONG, _STRONG, _ITALIC):
        line = emphasis.sub(r"\2", line)
    return re.sub("\0", lambda _: next(codes, ""), line).strip()


def _one_line(text: str) -> str:
    """Lines joined by a space, save where Chinese goes on: it has no spaces to lose."""
    pieces: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        if pieces and not _HAN.match(pieces[-1][-1]):
            pieces.append(" ")
        pieces.append(line)
    return re.sub(r"[ \t]+", " ", "".join(pieces))


def _without_closing_marks(heading: str) -> str:
    """A heading may be closed by marks as well (`## C# ##`), but only behind a space."""
    bare = heading.rstrip("#")
    return bare if not bare or bare[-1].isspace() else heading


def _heading_level(line: str) -> int:
    heading = _HEADING.match(line)
    return len(heading[1]) if heading else 0


def _block(lines: Sequence[str], line: int) -> Block:
    if len(lines) == 2 and _UNDERLINE.match(lines[1]):  # noqa: PLR2004 - a line and its underline
        return Block((lines[0],), line, level=1)
    return Block(tuple(lines), line)


def _fences(lines: Sequence[str]) -> dict[int, int]:
    """Where fenced code opens, and where each opening is closed, by index."""
    closed: dict[int, int] = {}
    opening: tuple[int, str] | None = None
    for index, line in enumerate(lines):
        found = _FENCE.match(line)
        if found is None:
            continue
        mark, info = found[1], line[found.end() :].strip()
        if opening is None or (info and mark.startswith(opening[1])):
            opening = (index, mark)  # a second opening says that the first was never closed
        elif mark.startswith(opening[1]):
            closed[opening[0]] = index
            opening = None
    return closed
