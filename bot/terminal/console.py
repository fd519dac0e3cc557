"""Where an answer is printed: how it looks there, how wide it is, and what a stream can take.

Four looks and a hyperlink are all an answer needs, so they are written here; rich's console would
cost more time than the answer, and gives each part of a link that was cut an id of its own. In a
pipe text goes out as UTF-8 whatever the locale says: its reader expects one encoding, not a guess.
"""

import os
import sys
import zlib
from collections.abc import Iterable, Mapping
from functools import partial
from io import TextIOWrapper
from typing import IO

from bot.errors import BotError
from bot.terminal.lines import Line, Run, Style, plain

_WIDEST = 100  # prose in longer lines is hard to read
_NARROWEST = 20
# Terminals that would print a hyperlink's address as text.
_WITHOUT_HYPERLINKS = frozenset({"", "dumb", "unknown", "linux", "vt100", "vt102", "vt220", "ansi"})

# Of the colours that every terminal has, those that can be read on black and on white.
_BOLD, _FAINT, _MAGENTA, _CYAN = "1", "2", "35", "36"
_CODES = {
    Style.PLAIN: "",
    Style.HEAD: _BOLD,
    Style.TITLE: _BOLD,
    Style.TITLE_MATCH: f"{_BOLD};{_MAGENTA}",
    Style.MATCH: f"{_BOLD};{_MAGENTA}",
    Style.FAINT: _FAINT,
    Style.LINK: _CYAN,
}


class OutputError(BotError, OSError):
    """The results cannot be written."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the results cannot be written to standard output: {reason}")


class Console:
    """Standard output as a place for answers.

    Args:
        stream: Where they go; `None` where standard output was closed.
        environ: The environment, for `NO_COLOR`, `FORCE_COLOR` and `TERM`.
    """

    def __init__(self, stream: IO[str] | None, environ: Mapping[str, str] = os.environ) -> None:
        self._stream = stream
        self._environ = environ
        self._is_terminal = stream is not None and stream.isatty()

    @property
    def is_painted(self) -> bool:
        """Whether text has colours here."""
        if self._environ.get("NO_COLOR") or self._environ.get("TERM") in {"dumb", "unknown"}:
            return False
        return self._is_terminal or bool(self._environ.get("FORCE_COLOR"))

    @property
    def has_hyperlinks(self) -> bool:
        """Whether text can carry an address here."""
        return self.is_painted and self._environ.get("TERM", "") not in _WITHOUT_HYPERLINKS

    @property
    def width(self) -> int | None:
        """How many cells a line may have; `None` in a pipe, where lines are not cut."""
        if not self._is_terminal or self._stream is None:
            return None
        try:
            measured = os.get_terminal_size(self._stream.fileno()).columns
        except (OSError, ValueError):
            measured = 0
        asked = self._environ.get("COLUMNS", "")
        columns = int(asked) if asked.isdecimal() and int(asked) else measured or 80
        return max(min(columns, _WIDEST), _NARROWEST)

    @classmethod
    def on_standard_output(cls) -> "Console":
        """Standard output as it is: in UTF-8 where it is a pipe or a file."""
        stream = sys.stdout
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(
                encoding=stream.encoding if stream.isatty() else "utf-8", errors="replace"
            )
        return cls(stream)

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines of styled text."""
        paint = partial(_painted, has_hyperlinks=self.has_hyperlinks) if self.is_painted else plain
        self.write("".join(f"{paint(line)}\n" for line in lines))

    def write(self, text: str) -> None:
        """Print text as it is, at once.

        Raises:
            BrokenPipeError: The reader has left.
            OutputError: Nothing can be written.
        """
        if self._stream is None:
            raise OutputError("it is closed")
        try:
            self._stream.write(text)
            self._stream.flush()
        except BrokenPipeError:
            raise
        except OSError as fault:
            raise OutputError(fault.strerror or str(fault)) from fault


def _painted(line: Line, *, has_hyperlinks: bool) -> str:
    return "".join(_run(run, run.link if has_hyperlinks else None) for run in line)


def _run(run: Run, link: str | None) -> str:
    code = _CODES[run.style]
    text = f"\x1b[{code}m{run.text}\x1b[0m" if code else run.text
    if link is None:
        return text
    # By its id a terminal knows the parts of a link that was cut at a line's end.
    return f"\x1b]8;id={zlib.crc32(link.encode())};{link}\x1b\\{text}\x1b]8;;\x1b\\"
