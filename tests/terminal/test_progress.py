"""A progress bar is for people who have waited a second already."""

import io

import pytest

from bot.terminal.progress import Progress
from tests.terminal.streams import Screen


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _worked(stream: io.StringIO, term: str, seconds: float) -> str:
    clock = Clock()
    with Progress(stream, term, clock) as progress:
        report = progress.stage("reading notes")
        report(1, 4)
        clock.now += seconds
        report(2, 4)
        report(4, 4)
    return stream.getvalue()


def test_long_work_is_watched_on_a_terminal() -> None:
    """After a second there is a bar that says what is done and how much of it."""
    drawn = _worked(Screen(), "xterm", 1.5)

    assert "reading notes" in drawn
    assert "100 %" in drawn


@pytest.mark.parametrize(
    ("stream", "term", "seconds"),
    [
        pytest.param(Screen(), "xterm", 0.9, id="short work"),
        pytest.param(io.StringIO(), "xterm", 60, id="nobody watches"),
        pytest.param(Screen(), "dumb", 60, id="a terminal that cannot redraw"),
    ],
)
def test_other_work_is_silent(stream: io.StringIO, term: str, seconds: float) -> None:
    """Nothing is drawn for short work, into a file, or on a dumb terminal."""
    assert "" == _worked(stream, term, seconds)


def test_a_closed_standard_error_is_no_obstacle() -> None:
    """Work goes on where there is nothing to draw on."""
    clock = Clock()
    with Progress(None, "xterm", clock) as progress:
        report = progress.stage("indexing")
        clock.now += 5
        report(1, 1)


def test_each_stage_has_its_own_bar() -> None:
    """What was read and what was indexed are told one below the other."""
    clock = Clock()
    screen = Screen()
    with Progress(screen, "xterm", clock) as progress:
        clock.now += 2
        for title in ("reading notes", "indexing"):
            progress.stage(title)(1, 1)

    assert "reading notes" in screen.getvalue()
    assert "indexing" in screen.getvalue()
