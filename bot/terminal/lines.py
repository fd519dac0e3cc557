"""Styled text cut into lines that fit a terminal: cells counted, Chinese broken where it may be.

Pure. What a style looks like, and whether there are colours at all, is up to
`bot.terminal.console`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, pairwise

from rich.cells import cell_len, get_character_cell_size


class Style(StrEnum):
    """What a run of text is, by which a console decides how it looks."""

    PLAIN = "plain"
    HEAD = "head"  # the sentence above an answer, and above its near notes
    TITLE = "title"
    TITLE_MATCH = "title match"
    MATCH = "match"
    FAINT = "faint"  # facts that a reader looks at second
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one style.

    Args:
        text: Without line ends.
        style: What it is.
        link: Where it leads, if anywhere.
    """

    text: str
    style: Style = Style.PLAIN
    link: str | None = None


Line = tuple[Run, ...]
Piece = tuple[str, Run]
"""A character with all that is drawn onto it, and the run it came from."""

# Punctuation that may not open a line, and punctuation that may not close one.
_NEVER_FIRST = frozenset("，。、；：！？）》」』】〉”’…—～·,.;:!?)]}%°")
_NEVER_LAST = frozenset("（《「『【〈“‘([{")

# Escape sequences reach a terminal as control characters, and text that runs the other way can
# make an address look like another. Each is shown as one sign, so that offsets stay true.
_SIGNS: dict[int, str] = {
    **{code: chr(0x2400 + code) for code in range(0x20)},
    **dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " "),
    0x7F: "\u2421",
    **dict.fromkeys(range(0x80, 0x85), "\ufffd"),
    **dict.fromkeys(range(0x86, 0xA0), "\ufffd"),
    **dict.fromkeys((0x061C, 0x200E, 0x200F), "\ufffd"),
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd"),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
}


def harmless(text: str) -> str:
    """Make text safe to print: same length, one line, nothing that a terminal would obey."""
    return text.translate(_SIGNS)


def clipped(text: str, most: int) -> str:
    """Cut text to at most so many characters, and say that it was cut."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def plain(line: Line) -> str:
    return "".join(run.text for run in line).rstrip()


def cells(line: Line) -> int:
    return cell_len("".join(run.text for run in line))


def padded(text: str, width: int, *, is_number: bool = False) -> str:
    """Fill text with blanks up to a width in cells: numbers on the left, words on the right."""
    blanks = " " * (width - cell_len(text))
    return blanks + text if is_number else text + blanks


def indented(lines: Iterable[Line], by: int, first: Run | None = None) -> list[Line]:
    """Move lines to the right; `first` takes the place of the blanks before the first line."""
    blanks = Run(" " * by)
    return [(first if first and not at else blanks, *line) for at, line in enumerate(lines)]


def wrap(runs: Iterable[Run], width: int | None) -> list[Line]:
    """Cut a run of text into lines of at most `width` cells; `None` leaves it on one line."""
    if width is None:
        return [tuple(runs)]
    lines: list[list[Piece]] = [[]]
    used = 0
    for atom in _atoms(list(_pieces(runs))):
        for part in _parts(atom, width):
            wide = _width(part)
            if used + wide > width and lines[-1]:
                lines.append([])
                used = 0
            if not lines[-1] and len(lines) > 1 and part[0][0] == " ":
                continue
            lines[-1].extend(part)
            used += wide
    return [_line(line) for line in lines]


def _pieces(runs: Iterable[Run]) -> Iterator[Piece]:
    for run in runs:
        cluster = ""
        for character in run.text:
            joins = cluster.endswith("\u200d") or get_character_cell_size(character) == 0
            if cluster and not joins:
                yield cluster, run
                cluster = ""
            cluster += character
        if cluster:
            yield cluster, run


def _atoms(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """Group what may not be parted; a blank stands alone."""
    atom: list[Piece] = pieces[:1]
    for (before, _), piece in pairwise(pieces):
        if _may_break(before, piece[0]):
            yield atom
            atom = []
        atom.append(piece)
    if atom:
        yield atom


def _may_break(before: str, after: str) -> bool:
    if " " in {before, after}:
        return True
    if before in _NEVER_LAST or after in _NEVER_FIRST:
        return False
    return cell_len(before) > 1 or cell_len(after) > 1


def _parts(atom: list[Piece], width: int) -> Iterator[list[Piece]]:
    """Cut what is longer than a whole line."""
    part: list[Piece] = []
    used = 0
    for piece in atom:
        wide = cell_len(piece[0])
        if part and used + wide > width:
            yield part
            part, used = [], 0
        part.append(piece)
        used += wide
    yield part


def _width(pieces: Iterable[Piece]) -> int:
    return sum(cell_len(cluster) for cluster, _ in pieces)


def _line(pieces: list[Piece]) -> Line:
    while pieces and pieces[-1][0] == " ":
        pieces.pop()
    same = groupby(pieces, key=lambda piece: id(piece[1]))
    grouped = [list(group) for _, group in same]
    return tuple(replace(group[0][1], text="".join(c for c, _ in group)) for group in grouped)
