"""Colours and hyperlinks are where a terminal takes them; elsewhere an answer is plain text."""

import errno
import io

import pytest

from bot.terminal.console import Console, OutputError
from bot.terminal.lines import Line, Run, Style
from tests.terminal.streams import Broken, Screen

XTERM = {"TERM": "xterm-256color"}
LINES: list[Line] = [
    (Run("找到 "), Run("[b]FlashInfer[/b]", Style.MATCH)),
    (),
    (Run("a.txt:3", Style.LINK, "file:///a.txt"),),
]
PLAIN = "找到 [b]FlashInfer[/b]\n\na.txt:3\n"


@pytest.mark.parametrize(
    ("stream", "environ"),
    [
        pytest.param(io.StringIO(), XTERM, id="a pipe"),
        pytest.param(io.StringIO(), {}, id="no TERM"),
        pytest.param(Screen(), {**XTERM, "NO_COLOR": "1"}, id="NO_COLOR"),
        pytest.param(Screen(), {"TERM": "dumb"}, id="a dumb terminal"),
        pytest.param(Screen(), {**XTERM, "NO_COLOR": "1", "FORCE_COLOR": "1"}, id="both"),
    ],
)
def test_elsewhere_text_is_plain(stream: io.StringIO, environ: dict[str, str]) -> None:
    """No escape sequence goes to a pipe, a dumb terminal, or where NO_COLOR is set."""
    Console(stream, environ).show(LINES)

    assert PLAIN == stream.getvalue()


def test_a_terminal_has_bold_matches_and_hyperlinks() -> None:
    """Matches are bold, and the place of a note is an OSC-8 hyperlink; markup is left as text."""
    screen = Screen()

    Console(screen, XTERM).show(LINES)

    first, _, third = screen.getvalue().splitlines()
    assert "找到 \x1b[1;35m[b]FlashInfer[/b]\x1b[0m" == first
    assert ";file:///a.txt\x1b\\" in third
    assert third.endswith("a.txt:3\x1b[0m\x1b]8;;\x1b\\")


def test_a_console_without_hyperlinks_is_given_none() -> None:
    """The Linux console has colours, but would not know what to do with an address."""
    screen = Screen()

    Console(screen, {"TERM": "linux"}).show(LINES)

    assert "\x1b[" in screen.getvalue()
    assert "\x1b]" not in screen.getvalue()


def test_a_link_cut_in_two_is_one_link() -> None:
    """Both parts carry the same id, so that a terminal lights them up together."""
    screen = Screen()
    parts = [(Run(text, Style.LINK, "https://example.org/ab"),) for text in ("a", "b")]

    Console(screen, XTERM).show(parts)

    ids = [line.split(";")[1] for line in screen.getvalue().splitlines()]
    assert ids[0].startswith("id=")
    assert ids[0] == ids[1]


def test_colours_can_be_forced_into_a_pipe() -> None:
    """`FORCE_COLOR=1 prbot ask … | less -R` has colours, on lines that are not cut."""
    stream = io.StringIO()
    console = Console(stream, {**XTERM, "FORCE_COLOR": "1"})

    console.show(LINES)

    assert "\x1b[1;35m" in stream.getvalue()
    assert console.width is None


@pytest.mark.parametrize(
    ("columns", "expected"),
    [("80", 80), ("500", 100), ("3", 20), ("0", 80), ("wide", 80), ("", 80)],
)
def test_lines_are_as_wide_as_the_terminal_within_reason(columns: str, expected: int) -> None:
    """Prose is not drawn out over a wide screen, and a figure that makes no sense is no width."""
    assert expected == Console(Screen(), {"COLUMNS": columns}).width


def test_a_reader_that_left_is_told_apart() -> None:
    """A broken pipe is no fault: `prbot ask … | head -1`."""
    with pytest.raises(BrokenPipeError):
        Console(Broken(BrokenPipeError())).write("x")


@pytest.mark.parametrize(
    ("stream", "reason"),
    [
        (None, "it is closed"),
        (Broken(OSError(errno.ENOSPC, "No space left on device")), "No space left on device"),
    ],
)
def test_results_that_cannot_be_written_are_a_fault(
    stream: io.StringIO | None, reason: str
) -> None:
    """An answer that is lost does not look like one that was given."""
    with pytest.raises(OutputError, match=reason):
        Console(stream).write("x")
