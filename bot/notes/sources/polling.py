"""When sources are pulled: at their interval, later after failures, never before they allow it.

One thread a source, so a server that hangs delays only its own notes. What is known of a source is
kept beside its notes: a restart neither hurries a server that asked to wait nor forgets when the
last pull worked.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.notes.sources.cache import read_memory, write_memory
from bot.notes.sources.source import NoteSource, SourceError, TryLaterError

LONGEST_WAIT = timedelta(hours=6)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """How a source is doing, for the health page and for people.

    Args:
        name: The source, as it may be shown.
        last_success: When its notes were last known to be up to date.
        failures: Failed pulls since then.
        reason: Why the last pull failed; empty where it did not.
        next_pull: The moment before which it is left alone.
        note: What the last good pull brought.
    """

    name: str
    last_success: datetime | None = None
    failures: int = 0
    reason: str = ""
    next_pull: datetime | None = None
    note: str = ""

    def __str__(self) -> str:
        since = f"{self.last_success:%Y-%m-%d %H:%M:%S} UTC" if self.last_success else "never"
        if self.reason:
            reason = self.reason.removeprefix(f"{self.name}: ")
            return f"{self.name}: {reason} (last success: {since})"
        return f"{self.name}: {self.note or 'not pulled yet'} (last success: {since})"

    def as_record(self) -> dict[str, Any]:
        """The status in JSON's own types."""
        values = asdict(self)
        for name in ("last_success", "next_pull"):
            values[name] = values[name].isoformat() if values[name] else None
        return values


class Puller:
    """Pulls one source when it is due.

    Args:
        source: The source.
        now: The wall clock.
        interval: How long a source that works is left alone.
    """

    def __init__(
        self, source: NoteSource, now: Callable[[], datetime], interval: timedelta
    ) -> None:
        self._source, self._now, self._interval = source, now, interval
        self._path = source.folder / "status.json"
        self.status = _recall(source.name, read_memory(self._path))

    def seconds_to_wait(self) -> float:
        """How long until the source is due; 0 where it is."""
        due = self.status.next_pull
        # A clock set back, or a file from another machine, must not silence a source for years.
        wait = min(due - self._now(), LONGEST_WAIT * 4) if due else timedelta(0)
        return max(0.0, wait.total_seconds())

    def pull(self) -> SourceStatus:
        """Pull now, due or not, and note how it went; a failure is told, never raised."""
        try:
            pulled = self._source.pull()
        except Exception as fault:  # noqa: BLE001  the edge: one source must not end the others
            if not isinstance(fault, SourceError | OSError):
                _log.exception("a source fails in a way nobody thought of")
            return self._fail(fault)
        now = self._now()
        return self._keep(
            SourceStatus(self._source.name, now, next_pull=now + self._interval, note=pulled.note)
        )

    def _fail(self, fault: Exception) -> SourceStatus:
        """Note a failure: the source is left alone for longer each time, or as long as it asks."""
        known = isinstance(fault, SourceError | OSError)
        failures = self.status.failures + 1
        wait = min(self._interval * 2 ** min(failures, 16), max(LONGEST_WAIT, self._interval))
        soonest = self._now() + self._interval  # also where a server says to come back at once
        status = replace(
            self.status,
            failures=failures,
            reason=str(fault) if known else f"unexpected fault: {type(fault).__name__}",
            next_pull=max(fault.until, soonest)
            if isinstance(fault, TryLaterError)
            else self._now() + wait,
        )
        return self._keep(status)

    def _keep(self, status: SourceStatus) -> SourceStatus:
        self.status = status
        try:
            write_memory(self._path, status.as_record())
        except OSError as fault:
            _log.warning("%s: what is known of it cannot be kept: %s", status.name, fault)
        return status


class Polling:
    """Pulls sources in the background from `start` to `stop`.

    Args:
        sources: The sources.
        now: The wall clock.
        interval: How long a source that works is left alone.
    """

    def __init__(
        self, sources: Sequence[NoteSource], now: Callable[[], datetime], interval: timedelta
    ) -> None:
        self._pullers = tuple(Puller(source, now, interval) for source in sources)
        self._stopped = threading.Event()
        self._threads: tuple[threading.Thread, ...] = ()

    @property
    def statuses(self) -> tuple[SourceStatus, ...]:
        return tuple(puller.status for puller in self._pullers)

    def pull_each(self) -> Iterator[SourceStatus]:
        """Pull every source now, one after the other, and tell how each went as it ends."""
        for puller in self._pullers:
            yield puller.pull()

    def start(self) -> None:
        self._threads = tuple(
            threading.Thread(target=self._run, args=(puller,), name="prbot-source", daemon=True)
            for puller in self._pullers
        )
        for thread in self._threads:
            thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        """Start no further pull, and wait a little for those under way, all in all."""
        self._stopped.set()
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _run(self, puller: Puller) -> None:
        while not self._stopped.wait(puller.seconds_to_wait()):
            status = puller.pull()
            _log.log(logging.WARNING if status.reason else logging.INFO, "%s", status)


def _recall(name: str, kept: dict[str, Any]) -> SourceStatus:
    return SourceStatus(
        name,
        _moment(kept.get("last_success")),
        kept["failures"] if isinstance(kept.get("failures"), int) else 0,
        str(kept.get("reason") or ""),
        _moment(kept.get("next_pull")),
        str(kept.get("note") or ""),
    )


def _moment(written: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(str(written))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
