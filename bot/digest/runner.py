"""Posts what is due, exactly once, however often and in how many processes it is run.

A digest is claimed in the ledger, marked as posting, posted with its key, and recorded with its
`ts`. Whatever is cut off in between is found by the lease that ran out: a claim is taken over, a
posting is looked up in the channel first. A failure that leaves open whether Slack has posted
(a timeout, a 5xx) is treated as if the process had died there: the lease runs out, and the channel
is read. Each channel is served on its own, so none holds up another.
"""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from threading import Event, Lock

from bot.digest.editions import Editions
from bot.digest.poster import (
    Poster,
    Posting,
    PostingError,
    RefusedError,
    TryLaterError,
    UnreadableError,
    UnsureError,
)
from bot.digest.schedule import Due, latest_due
from bot.digest.stock import Stock
from bot.digest.subscription import Configured, Subscription, all_subscriptions
from bot.errors import BotError
from bot.state.ledger import OPEN, Entry, Key, Progress
from bot.state.stores import Clock, Stores

_LOG = logging.getLogger(__name__)

_LOOK_BACK = timedelta(days=3)  # longer than any catch-up limit and any zone's day
_REFUSED_AGAIN = timedelta(minutes=10)  # whoever invites the app gets the digest soon after
_RATE_LIMIT = timedelta(seconds=30)  # where Slack does not say how long to wait
_UNDER_WAY = {Progress.CLAIMED, Progress.POSTING, Progress.WAITING}
_MEET_AGAIN = timedelta(hours=1)
_AT_ONCE = 4  # channels served at the same time: a slow one holds up no other


@dataclass(frozen=True, slots=True)
class Policy:
    """What a deployment decides.

    Args:
        configured: The channels of the settings.
        catch_up: For how long a missed digest is still sent.
        repeats_unsure: Whether to post again where it cannot be told if it was posted.
    """

    configured: tuple[Configured, ...] = ()
    catch_up: timedelta = timedelta(hours=6)
    repeats_unsure: bool = False


@dataclass(slots=True)
class Runner:
    """Serves all channels of one workspace.

    Args:
        editions: Makes the digests.
        poster: Where they are posted.
        policy: What the deployment decides.
    """

    editions: Editions
    poster: Poster
    policy: Policy = field(default_factory=Policy)
    _unrecorded: dict[Key, tuple[Entry, str]] = field(default_factory=dict)
    _met: tuple[Stock, datetime] | None = None
    _lock: Lock = field(default_factory=Lock)
    _ending: Event = field(default_factory=Event)

    @property
    def stores(self) -> Stores:
        return self.editions.stores

    @property
    def clock(self) -> Clock:
        return self.editions.clock

    def subscriptions(self) -> tuple[Subscription, ...]:
        """All channels that want a digest."""
        workspace = self.poster.workspace()
        rows = self.stores.subscriptions.all(workspace)
        return all_subscriptions(workspace, rows, self.policy.configured)

    def run(self, only: Sequence[str] = ()) -> datetime | None:
        """Post what is due and settle what was left open.

        Args:
            only: The channels to serve; empty for all.

        Returns:
            When to run again for what could not be finished; `None` where all is done.

        Raises:
            BotError: The state cannot be used.
            PostingError: Slack cannot be asked which workspace this is.
        """
        self._record_left_over()
        self._meet()
        wanted = [each for each in self.subscriptions() if not only or each.channel in only]
        entries = self._entries()
        with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="digest") as pool:
            for subscription in wanted:
                of_channel = [e for e in entries if e.key.channel == subscription.channel]
                if self._has_work(subscription, of_channel):
                    pool.submit(self._serve_guarded, subscription, of_channel)
        channels = {subscription.channel for subscription in wanted}
        return self._next_try(channels)

    def wind_down(self) -> None:
        """Begin no further digest: a process that ends leaves them to those that run on."""
        self._ending.set()

    def post_now(self, subscription: Subscription, due: Due) -> Entry | None:
        """Post one digest without looking at the hour; the ledger still allows it only once."""
        self._meet()
        self._attempt(subscription, due, reopens=True)
        return self.stores.ledger.get(_key(subscription, due))

    def _meet(self) -> None:
        """Remember which notes there are: when others are at hand, and now and then."""
        stock, now = self.editions.stock(), self.clock()
        if self._met is None or self._met[0] is not stock or now - self._met[1] > _MEET_AGAIN:
            self.stores.first_seen.see([note.id for note in stock.notes])
            self._met = (stock, now)

    def _entries(self) -> tuple[Entry, ...]:
        first = (self.clock() - _LOOK_BACK).date()
        return self.stores.ledger.since(self.poster.workspace(), first)

    def _next_try(self, channels: set[str]) -> datetime | None:
        limit = self.clock() - self.policy.catch_up
        moments = [
            entry.lease_until
            for entry in self._entries()
            if entry.state in _UNDER_WAY and entry.key.channel in channels
            if entry.lease_until > limit
        ]
        return min(moments, default=None)

    def _serve_guarded(self, subscription: Subscription, entries: Sequence[Entry]) -> None:
        """One channel's fault is logged with its channel, and ends there."""
        if self._ending.is_set():
            return
        try:
            self._serve(subscription, entries)
        except BotError as fault:
            _LOG.error("digest of %s: %s", subscription.channel, fault)
        except Exception:  # noqa: BLE001  the edge: the other channels go on
            _LOG.exception("digest of %s", subscription.channel)

    def _has_work(self, subscription: Subscription, entries: Sequence[Entry]) -> bool:
        """Whether a channel has something due or left open: mostly it has not."""
        due = latest_due(subscription.rule.schedule, self.clock(), within=_LOOK_BACK)
        known = next((e for e in entries if due is not None and e.key.day == due.day), None)
        is_new = due is not None and known is None
        return is_new or any(e.state in OPEN for e in entries)

    def _serve(self, subscription: Subscription, entries: Sequence[Entry]) -> None:
        now = self.clock()
        due = latest_due(subscription.rule.schedule, now, within=_LOOK_BACK)
        for entry in entries:
            if entry.state in OPEN and (due is None or entry.key.day != due.day):
                self._wind_up(entry.key)
        if due is None or (subscription.since is not None and due.moment < subscription.since):
            return
        known = next((entry for entry in entries if entry.key.day == due.day), None)
        if known is not None and (known.state not in OPEN or known.lease_until > now):
            return
        if now - due.moment <= self.policy.catch_up:
            self._attempt(subscription, due)
        elif known is not None or self.stores.ledger.newest(*_place(subscription), limit=1):
            self._wind_up(_key(subscription, due))

    def _wind_up(self, key: Key) -> None:
        """End a day that is too old to be sent: its notes are in the next digest."""
        entry = self.stores.ledger.claim(key, self.clock())
        if entry is None:
            return
        if entry.state is Progress.POSTING and not self._is_missing(entry):
            return
        reason = entry.reason or "too_late"
        self.stores.ledger.close(entry, Progress.MISSED, reason, self.clock())
        _LOG.warning("digest %s is missed (%s); the next one has its notes", key, reason)

    def _attempt(self, subscription: Subscription, due: Due, *, reopens: bool = False) -> None:
        key = _key(subscription, due)
        entry = self.stores.ledger.claim(key, self.clock(), reopens=reopens)
        if entry is None:
            return
        if entry.state is not Progress.POSTING or self._is_missing(entry):
            self._deliver(subscription, entry, due)

    def _is_missing(self, entry: Entry) -> bool:
        """Settle a posting whose owner is gone; `True` where it may be posted."""
        begun = entry.posting_at or entry.changed_at
        try:
            ts = self.poster.find(entry.key, begun)
        except TryLaterError as fault:
            until = self.clock() + _delay(fault)
            self.stores.ledger.look_again(entry, until, fault.reason, self.clock())
            return False
        except UnreadableError as fault:
            if self.policy.repeats_unsure:
                _LOG.warning("digest %s may be posted twice: %s", entry.key, fault.reason)
                return True
            self.stores.ledger.close(entry, Progress.UNSURE, fault.reason, self.clock())
            _LOG.error(
                "digest %s may have been posted, and is not repeated: the channel cannot be read"
                " (%s)", entry.key, fault.reason,
            )  # fmt: skip
            return False
        if ts is None:
            return True
        self._record(entry, ts)
        _LOG.info("digest %s was posted before (%s)", entry.key, ts)
        return False

    def _deliver(self, subscription: Subscription, entry: Entry, due: Due) -> None:
        digest, window = self.editions.next(subscription, due)
        posting = Posting(entry.key, digest, subscription.rule)
        is_late = digest.occasion.is_late
        entry = replace(entry, window=window, count=digest.total, is_late=is_late)
        ledger = self.stores.ledger
        if not digest.total and not subscription.rule.tells_empty:
            ledger.close(entry, Progress.SKIPPED, "nothing_new", self.clock())
            return
        if not ledger.begin_posting(entry, self.clock()):
            _LOG.warning("digest %s: the claim was lost before posting", entry.key)
            return
        try:
            ts = self.poster.post(posting)
        except PostingError as fault:
            self._failed(subscription, entry, fault)
            return
        self._record(entry, ts)
        self.stores.subscriptions.tell(*_place(subscription), None)
        _LOG.info("digest %s is posted (%s), notes: %d", entry.key, ts, entry.count)

    def _failed(self, subscription: Subscription, entry: Entry, fault: PostingError) -> None:
        ledger, now = self.stores.ledger, self.clock()
        _LOG.warning("digest %s is not posted: %s", entry.key, fault.reason)
        if isinstance(fault, UnsureError):
            return  # the lease runs out, and the channel is read
        if isinstance(fault, TryLaterError):
            ledger.put_off(entry, now + _delay(fault), fault.reason, now)
            return
        ledger.refused(entry, now + _REFUSED_AGAIN, fault.reason, now)
        if isinstance(fault, RefusedError):
            self._tell(subscription, entry.key, fault.reason)

    def _tell(self, subscription: Subscription, key: Key, reason: str) -> None:
        """Tell the subscriber once for each reason, whichever replica finds it."""
        user = subscription.subscriber
        if user and self.stores.subscriptions.tell(*_place(subscription), reason):
            self.poster.tell(user, key, reason, subscription.rule.language)

    def _record(self, entry: Entry, ts: str) -> None:
        """Record a message that stands; what cannot be recorded now is recorded later."""
        with self._lock:
            self._unrecorded[entry.key] = (entry, ts)
        self.stores.ledger.delivered(entry, ts, self.clock())
        with self._lock:
            self._unrecorded.pop(entry.key, None)

    def _record_left_over(self) -> None:
        with self._lock:
            left = list(self._unrecorded.values())
        for entry, ts in left:
            self._record(entry, ts)


def _key(subscription: Subscription, due: Due) -> Key:
    return Key(subscription.workspace, subscription.channel, due.day)


def _place(subscription: Subscription) -> tuple[str, str]:
    return subscription.workspace, subscription.channel


def _delay(fault: TryLaterError) -> timedelta:
    return _RATE_LIMIT if fault.seconds is None else timedelta(seconds=max(1, fault.seconds))
