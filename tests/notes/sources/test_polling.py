"""`bot.notes.sources.polling`: when sources are pulled, and what is known of them."""

import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.notes.sources.polling import LONGEST_WAIT, Polling, Puller
from bot.notes.sources.source import Pulled, SourceError, TryLaterError

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
EVERY = timedelta(minutes=5)


@dataclass
class Scripted:
    """A source that does what it is told, one outcome a pull; the last one for good."""

    folder: Path
    outcomes: list[Pulled | Exception]
    name: str = "feed:scripted"
    pulled: threading.Event = field(default_factory=threading.Event)

    @property
    def notes(self) -> Path:
        return self.folder / "notes.jsonl"

    def pull(self) -> Pulled:
        self.pulled.set()
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


GOOD = Pulled(is_changed=True, note="2 entries shown")


def puller(tmp_path: Path, *outcomes: Pulled | Exception, now: datetime = NOW) -> Puller:
    return Puller(Scripted(tmp_path / "s", list(outcomes)), lambda: now, EVERY)


def test_a_good_pull_waits_its_interval(tmp_path: Path) -> None:
    """A source that works is left alone for the interval, and its success is on record."""
    pulls = puller(tmp_path, GOOD)
    status = pulls.pull()

    assert (NOW, 0, "", NOW + EVERY) == (
        status.last_success,
        status.failures,
        status.reason,
        status.next_pull,
    )
    assert pulls.seconds_to_wait() == 300
    assert str(status) == ("feed:scripted: 2 entries shown (last success: 2026-03-01 12:00:00 UTC)")


def test_failures_wait_longer_each_time_and_never_for_good(tmp_path: Path) -> None:
    """Back-off doubles up to a bound."""
    pulls = puller(tmp_path, SourceError("down"))
    waits = []
    for _ in range(12):
        pulls.pull()
        waits.append(timedelta(seconds=pulls.seconds_to_wait()))

    assert [10, 20, 40] == [wait.total_seconds() / 60 for wait in waits[:3]]
    assert LONGEST_WAIT == waits[-1]


def test_a_failure_keeps_the_last_success_in_sight(tmp_path: Path) -> None:
    """People see why it fails and how old its notes are."""
    # A source that names itself in its reason is named once.
    fault = SourceError("feed:scripted: https://a.example answers 500")
    pulls = puller(tmp_path, GOOD, fault)
    pulls.pull()
    status = pulls.pull()

    assert str(status) == (
        "feed:scripted: https://a.example answers 500 (last success: 2026-03-01 12:00:00 UTC)"
    )
    assert status.failures == 1


def test_a_success_ends_the_back_off(tmp_path: Path) -> None:
    """One good pull, and the source is polled as ever."""
    pulls = puller(tmp_path, SourceError("down"), SourceError("down"), GOOD)
    statuses = [pulls.pull() for _ in range(3)]

    assert [1, 2, 0] == [status.failures for status in statuses]
    assert statuses[-1].next_pull == NOW + EVERY


def test_a_wait_asked_for_is_kept_to_the_second(tmp_path: Path) -> None:
    """Neither earlier nor later than the server said."""
    until = NOW + timedelta(minutes=42)
    pulls = puller(tmp_path, TryLaterError("busy", until))

    assert pulls.pull().next_pull == until


@pytest.mark.parametrize("ago", [0, 3600])
def test_a_server_that_says_at_once_is_not_hurried(tmp_path: Path, ago: int) -> None:
    """A wait of nothing, or one that a wrong clock puts in the past, is the usual interval."""
    pulls = puller(tmp_path, TryLaterError("busy", NOW - timedelta(seconds=ago)))
    pulls.pull()

    assert pulls.seconds_to_wait() == EVERY.total_seconds()


def test_a_restart_remembers(tmp_path: Path) -> None:
    """A server that asked to wait is not hurried by a new process."""
    puller(tmp_path, GOOD).pull()
    puller(tmp_path, TryLaterError("busy", NOW + timedelta(hours=1))).pull()
    again = puller(tmp_path, GOOD, now=NOW + timedelta(minutes=10))

    assert again.seconds_to_wait() == 50 * 60
    assert again.status.last_success == NOW
    assert "busy" in again.status.reason


@pytest.mark.parametrize("text", ["", "{", "[]", '{"next_pull": "soon", "failures": "x"}'])
def test_a_broken_record_counts_as_none(tmp_path: Path, text: str) -> None:
    """What cannot be read costs nothing but its content."""
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "status.json").write_text(text, encoding="utf-8")

    assert puller(tmp_path, GOOD).seconds_to_wait() == 0


def test_a_record_of_a_wrong_clock_does_not_silence_a_source(tmp_path: Path) -> None:
    """A next pull years away is a mistake, not a wish."""
    puller(tmp_path, GOOD, now=NOW + timedelta(days=3650)).pull()

    assert puller(tmp_path, GOOD).seconds_to_wait() <= timedelta(days=1).total_seconds()


def test_one_source_that_fails_leaves_the_others(tmp_path: Path) -> None:
    """Each source is pulled, whatever the one before it did."""
    sources = [
        Scripted(tmp_path / "a", [SourceError("down")], "feed:a"),
        Scripted(tmp_path / "b", [AssertionError("nobody thought of it")], "feed:b"),
        Scripted(tmp_path / "c", [GOOD], "feed:c"),
    ]
    statuses = list(Polling(sources, lambda: NOW, EVERY).pull_each())

    assert ["down", "unexpected fault: AssertionError", ""] == [
        status.reason for status in statuses
    ]


def test_sources_are_pulled_in_the_background_until_stopped(tmp_path: Path) -> None:
    """Each has its own thread; even a fault nobody thought of ends only that pull."""
    odd = Scripted(tmp_path / "a", [ValueError("xoxb-fake"), GOOD], "feed:a")
    well = Scripted(tmp_path / "b", [GOOD], "feed:b")
    polling = Polling([odd, well], lambda: NOW, EVERY)
    polling.start()
    both = odd.pulled.wait(30) and well.pulled.wait(30)
    polling.stop()

    assert both
    assert polling.statuses[0].reason == "unexpected fault: ValueError"
    assert polling.statuses[1].last_success == NOW
