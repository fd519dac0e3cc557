"""The end of the process has a bound, and says when it had to be cut short."""

from threading import Event, active_count

import pytest

from bot.commands.curfew import SECONDS, Curfew


def test_end_that_takes_too_long_is_cut_short(caplog: pytest.LogCaptureFixture) -> None:
    """The process ends by itself, and the log says that something was given up."""
    ended = Event()
    Curfew(0.01, ended.set).begin()

    assert ended.wait(20)
    assert "given up" in caplog.text


def test_end_in_time_is_left_alone() -> None:
    """Once all is done, nothing rings any more."""
    ended, before = Event(), active_count()
    curfew = Curfew(3600, ended.set)
    curfew.begin()
    counting = active_count()
    curfew.lift()

    assert (before + 1, before) == (counting, active_count())
    assert not ended.is_set()


def test_curfew_that_never_began_can_be_lifted() -> None:
    """A bot that could not start ends without any."""
    before = active_count()
    Curfew(3600).lift()

    assert before == active_count()


def test_curfew_is_before_orchestrators_kill() -> None:
    """They kill thirty seconds after they have asked."""
    assert 25 < SECONDS < 30
