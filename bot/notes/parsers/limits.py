"""How much is read, and why no more.

A note is a page of text; what is far beyond that is a mistake (a log, a dump, a binary), and must
cost neither the memory of the machine nor the notes beside it.
"""

from bot.notes.model import Problem

# The longest field a tracker holds is some 64 KB; thirty times that is no note's line.
MAX_LINE = 2 * 1024 * 1024

# A hundred thousand notes are about 100 MB; ten times that is held in memory without harm.
MAX_FILE = 1024 * 1024 * 1024

LONG_LINE = "the line is longer than 2 MiB; skipped"


def without_long_lines(path: str, text: str) -> tuple[str, tuple[Problem, ...]]:
    """Empty the lines that are too long; the others keep their numbers."""
    if not _may_be_long(text):
        return text, ()
    lines = text.split("\n")
    long = [index for index, line in enumerate(lines) if _is_long(line)]
    for index in long:
        lines[index] = ""
    return "\n".join(lines), tuple(Problem(path, index + 1, LONG_LINE) for index in long)


def _may_be_long(text: str) -> bool:
    # A character takes four bytes at most: most texts need not be encoded to know.
    return len(text) > MAX_LINE // 4


def _is_long(line: str) -> bool:
    return _may_be_long(line) and len(line.encode(errors="replace")) > MAX_LINE
