"""Where an answer is printed: how it looks there, how wide it is, and what a stream can take.

rich draws on terminals, because it knows colour depths, `TERM=dumb`, Windows consoles and OSC-8
hyperlinks; it is imported only where there is a terminal to draw on. Elsewhere text goes out as
UTF-8 whatever the locale says: what reads a pipe expects one encoding, not a guess.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from io import StringIO, TextIOWrapper
from typing import IO

from bot.errors import BotError
from bot.terminal.lines import Line, Style, plain

_WIDEST = 100  # prose in longer lines is hard to read
_NARROWEST = 20
# Terminals that would print a hyperlink's address as text.
_WITHOUT_HYPERLINKS = frozenset({"", "dumb", "unknown", "linux", "vt100", "vt102", "vt220", "ansi"})

_LOOKS = {
    Style.PLAIN: "",
    Style.HEAD: "bold",
    Style.TITLE: "bold",
    Style.TITLE_MATCH: "bold magenta",
    Style.MATCH: "bold magenta",
    Style.FAINT: "dim",
    Style.LINK: "blue",
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
        if self.is_painted:
            self.write(_painted(lines, has_hyperlinks=self.has_hyperlinks, environ=self._environ))
        else:
            self.write("".join(f"{plain(line)}\n" for line in lines))

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


def _painted(lines: Iterable[Line], *, has_hyperlinks: bool, environ: Mapping[str, str]) -> str:
    from rich.console import Console as RichConsole  # noqa: PLC0415  costs more than an answer
    from rich.style import Style as RichStyle  # noqa: PLC0415  as above
    from rich.text import Text  # noqa: PLC0415  as above

    @cache
    def look(style: Style, link: str | None) -> RichStyle:
        # One object for each address, so that a link cut in two lights up as one.
        return RichStyle.parse(_LOOKS[style]) + RichStyle(link=link)

    paper = StringIO()
    console = RichConsole(file=paper, force_terminal=True, highlight=False, _environ=environ)
    for line in lines:
        text = Text(end="\n")
        for run in line:
            text.append(run.text, look(run.style, run.link if has_hyperlinks else None))
        text.rstrip()
        console.print(text, soft_wrap=True)
    return paper.getvalue()
