"""Keeps the runner going in a thread of its own, and says how it is doing.

The loop looks again when something is due or put off, and at least every few seconds, since
channels change their minds in other replicas. Nothing that goes wrong ends it.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Event, Lock, Thread

from bot.digest.poster import PostingError
from bot.digest.runner import Runner
from bot.digest.status import Standing, standings
from bot.errors import BotError

_LOG = logging.getLogger(__name__)
_LONGEST_WAIT = timedelta(seconds=20)
_SHORTEST_WAIT = timedelta(milliseconds=200)
_EXPIRY = timedelta(hours=6)
_SILENT = timedelta(minutes=5)  # without a finished run, the loop is not well


@dataclass(frozen=True, slots=True)
class DigestHealth:
    """How the loop is doing.

    Args:
        is_well: Whether it runs, and its last run could be finished.
        checked_at: When a run was last finished.
        trouble: What stopped the last run; empty if nothing did.
        standings: Where each channel stands, as of the last run.
    """

    is_well: bool
    checked_at: datetime | None = None
    trouble: str = ""
    standings: tuple[Standing, ...] = ()


class DigestLoop:
    """A thread that runs the runner.

    Args:
        runner: Serves all channels.
        expire: Drops old rows of the state; called now and then.
    """

    def __init__(self, runner: Runner, expire: Callable[[datetime], object]) -> None:
        self._runner = runner
        self._expire = expire
        self._stopping = Event()
        self._lock = Lock()
        self._health = DigestHealth(is_well=True)
        self._started_at = runner.clock()
        self._expired_at: datetime | None = None
        self._thread = Thread(target=self._run, name="digest loop", daemon=True)

    def start(self) -> None:
        self._started_at = self._runner.clock()
        self._thread.start()

    def begin_stop(self) -> None:
        """Begin no further digest, and do not wait for those at hand."""
        self._stopping.set()
        self._runner.wind_down()

    def stop(self, timeout: float | None = 35.0) -> None:
        """Let the digests at hand end, as long as one call to Slack can take."""
        self.begin_stop()
        if self._thread.is_alive():
            self._thread.join(timeout)

    def health(self) -> DigestHealth:
        with self._lock:
            health = self._health
        last = health.checked_at or self._started_at
        is_silent = self._runner.clock() - last > _SILENT
        stopped = self._thread.ident is not None and not self._thread.is_alive()
        return replace(health, is_well=health.is_well and not is_silent and not stopped)

    def step(self) -> timedelta:
        """Run once, and return how long to wait for the next run."""
        try:
            again = self._runner.run()
            self._tidy()
            found = standings(self._runner)
        except (BotError, PostingError) as fault:
            self._trouble(str(fault))
            return _LONGEST_WAIT
        except Exception:  # noqa: BLE001  the edge: the loop goes on
            _LOG.exception("digest loop")
            self._trouble("a fault inside prbot; see the log")
            return _LONGEST_WAIT
        now = self._runner.clock()
        with self._lock:
            self._health = DigestHealth(is_well=True, checked_at=now, standings=found)
        moments = [each.next_due.moment for each in found if each.next_due is not None]
        soonest = min([*moments, *([again] if again else [])], default=now + _LONGEST_WAIT)
        return max(_SHORTEST_WAIT, min(_LONGEST_WAIT, soonest - now))

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._stopping.wait(self.step().total_seconds())

    def _tidy(self) -> None:
        now = self._runner.clock()
        if self._expired_at is None or now - self._expired_at > _EXPIRY:
            self._expire(now)
            self._expired_at = now

    def _trouble(self, sentence: str) -> None:
        with self._lock:
            is_news = self._health.trouble != sentence
            self._health = replace(self._health, is_well=False, trouble=sentence)
        if is_news:
            _LOG.error("digests: %s", sentence)
