"""What was posted where: one row for each workspace, channel and local date.

A row is claimed with a lease before anything is posted, marked as posting right before the call,
and marked as delivered with the message's `ts` after it. So a row whose lease has run out tells
what its owner had done: a claim had posted nothing, and may be taken over; a posting may have
posted, and whoever takes it over must look at the channel before anything else.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import uuid4

from sqlalchemy import ColumnElement, RowMapping, and_, case, func, select, tuple_

from bot.state.database import Database
from bot.state.tables import ledger


class Progress(StrEnum):
    """How far a day's digest has come."""

    CLAIMED = "claimed"  # someone is at it, and has posted nothing
    POSTING = "posting"  # someone is about to post, or has posted and not recorded it
    WAITING = "waiting"  # nothing is posted; tried again when the lease is over
    REFUSED = "refused"  # Slack says no; tried again when the lease is over
    DELIVERED = "delivered"  # posted, and recorded
    SKIPPED = "skipped"  # there was nothing to say
    MISSED = "missed"  # it was too late to be sent
    UNSURE = "unsure"  # it may have been posted, and cannot be looked up


OPEN = (Progress.CLAIMED, Progress.POSTING, Progress.WAITING, Progress.REFUSED)
"""The states that a later try may take up, once the lease is over."""


@dataclass(frozen=True, slots=True)
class Key:
    """What makes a digest one and the same, whoever posts it."""

    workspace: str
    channel: str
    day: date

    def __str__(self) -> str:
        return f"{self.workspace}/{self.channel}/{self.day.isoformat()}"

    @classmethod
    def parsed(cls, text: str) -> "Key | None":
        """Read what `str` wrote; `None` where it is something else."""
        try:
            workspace, channel, day = text.split("/")
            return cls(workspace, channel, date.fromisoformat(day))
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Window:
    """Which notes a digest covers, by the order in which notes were met.

    Args:
        since: The last number that an earlier digest covered.
        until: The last number that this one covers.
        carried: Notes up to `since` that it covers too: earlier digests left them behind.
        left_behind: Notes up to `until` that it does not cover, since it did not have them at
            hand (another replica had met them first); the next one carries them.
    """

    since: int = 0
    until: int = 0
    carried: tuple[str, ...] = ()
    left_behind: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A row as it stands.

    Args:
        key: Which digest.
        state: How far it has come.
        owner: Who claimed it last.
        lease_until: When the claim runs out, or when the next try is due.
        posting_at: When posting began, if it did.
        ts: The message's `ts`, once delivered.
        window: Which notes it covers.
        count: How many notes it speaks of.
        is_late: Whether it came after its hour, and said so.
        reason: Why it is where it is, in a word such as `not_in_channel`.
        changed_at: When the row last changed.
    """

    key: Key
    state: Progress
    owner: str
    lease_until: datetime
    posting_at: datetime | None
    ts: str | None
    window: Window
    count: int
    is_late: bool
    reason: str
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Ledger:
    """All digests of all channels.

    Args:
        database: Where they are kept.
        lease: How long a claim keeps others away; longer than a call to Slack can take.
    """

    database: Database
    lease: timedelta = timedelta(minutes=2)

    def claim(self, key: Key, now: datetime, *, reopens: bool = False) -> Entry | None:
        """Take a digest up, if no one else has it and it is not done.

        An entry that comes back as `POSTING` was begun by an owner who is gone: look at the
        channel before posting.

        Args:
            key: Which digest.
            now: The present moment.
            reopens: Whether a day that ended without a digest is taken up too.
        """
        ended = (Progress.SKIPPED, Progress.MISSED) if reopens else ()
        owner = uuid4().hex
        fresh = {
            "owner": owner, "lease_until": now + self.lease, "state": Progress.CLAIMED,
            "changed_at": now,
        }  # fmt: skip
        blank = {
            "since_number": 0, "until_number": 0, "carried": [], "left_behind": [],
            "count": 0, "is_late": False, "reason": "",
        }  # fmt: skip
        stays = case((ledger.c.state == Progress.POSTING, ledger.c.state), else_=Progress.CLAIMED)
        statement = (
            self.database.insert(ledger)
            .values(**_place(key), **fresh, **blank)
            .on_conflict_do_update(
                index_elements=["workspace", "channel", "day"],
                set_={**fresh, "state": stays},
                where=ledger.c.state.in_((*OPEN, *ended)) & (ledger.c.lease_until <= now),
            )
        )
        if not self.database.change(statement):
            return None
        found = self.get(key)
        return found if found is not None and found.owner == owner else None

    def begin_posting(self, entry: Entry, now: datetime) -> bool:
        """Mark that a message is about to be posted; `False` where the claim is lost.

        A process that slept over its lease finds out here, before it posts.
        """
        return self._move(
            entry,
            now,
            and_(
                ledger.c.owner == entry.owner,
                ledger.c.state.in_((Progress.CLAIMED, Progress.POSTING)),
                ledger.c.lease_until > now,
            ),
            state=Progress.POSTING,
            posting_at=func.coalesce(ledger.c.posting_at, now),  # the first of several tries
            lease_until=now + self.lease,
            since_number=entry.window.since,
            until_number=entry.window.until,
            carried=list(entry.window.carried),
            left_behind=list(entry.window.left_behind),
            count=entry.count,
            is_late=entry.is_late,
        )

    def delivered(self, entry: Entry, ts: str, now: datetime) -> None:
        """Record a message that stands in the channel, whoever holds the row by now."""
        still_open = ledger.c.state != Progress.DELIVERED
        self._move(entry, now, still_open, state=Progress.DELIVERED, ts=ts, reason="")

    def put_off(self, entry: Entry, until: datetime, reason: str, now: datetime) -> None:
        """Nothing was posted; try again at a moment."""
        self._leave(entry, now, Progress.WAITING, reason, until)

    def look_again(self, entry: Entry, until: datetime, reason: str, now: datetime) -> None:
        """Whether it was posted is still unknown; look again at a moment."""
        is_ours = (ledger.c.owner == entry.owner) & (ledger.c.state == Progress.POSTING)
        self._move(entry, now, is_ours, lease_until=until, reason=reason[:200])

    def refused(self, entry: Entry, until: datetime, reason: str, now: datetime) -> None:
        """Slack does not let it be posted; try again at a moment."""
        self._leave(entry, now, Progress.REFUSED, reason, until)

    def close(self, entry: Entry, state: Progress, reason: str, now: datetime) -> None:
        """End a day without a digest: `SKIPPED`, `MISSED` or `UNSURE`."""
        self._leave(entry, now, state, reason, now)

    def get(self, key: Key) -> Entry | None:
        found = self._entries(_is(key), limit=1)
        return found[0] if found else None

    def last_delivered(self, workspace: str, channel: str) -> Entry | None:
        """The digest that covers the newest notes; a clock that ran ahead left a newer day."""
        is_delivered = ledger.c.state == Progress.DELIVERED
        by_notes = ledger.c.until_number.desc()
        found = self._entries(_in(workspace, channel) & is_delivered, by_notes, limit=1)
        return found[0] if found else None

    def newest(self, workspace: str, channel: str, *, limit: int = 7) -> tuple[Entry, ...]:
        """The last days of a channel, newest first."""
        return self._entries(_in(workspace, channel), limit=limit)

    def newest_of_all(self, workspace: str, *states: Progress) -> dict[str, Entry]:
        """The newest entry of each channel, of those in some states or of all."""
        condition = ledger.c.workspace == workspace
        if states:
            condition &= ledger.c.state.in_(states)
        newest = (select(ledger.c.channel, func.max(ledger.c.day)).where(condition)).group_by(
            ledger.c.channel
        )
        is_newest = tuple_(ledger.c.channel, ledger.c.day).in_(newest)
        found = self._entries(condition & is_newest, limit=None)
        return {entry.key.channel: entry for entry in found}

    def since(self, workspace: str, day: date) -> tuple[Entry, ...]:
        """All channels' entries from a day on, newest first."""
        condition = and_(ledger.c.workspace == workspace, ledger.c.day >= day)
        return self._entries(condition, limit=None)

    def workspace_of(self, channel: str) -> str | None:
        """The team of a channel that had a digest once."""
        statement = select(ledger.c.workspace).where(ledger.c.channel == channel).limit(1)
        with self.database.read() as connection:
            return connection.execute(statement).scalar()

    def _leave(
        self, entry: Entry, now: datetime, state: Progress, reason: str, until: datetime
    ) -> None:
        is_ours = (ledger.c.owner == entry.owner) & ledger.c.state.in_(OPEN)
        self._move(
            entry, now, is_ours, state=state, reason=reason[:200], lease_until=until,
            posting_at=None,
        )  # fmt: skip

    def _move(
        self, entry: Entry, now: datetime, condition: ColumnElement[bool], **values: Any
    ) -> bool:
        statement = (
            ledger.update().where(_is(entry.key), condition).values(**values, changed_at=now)
        )
        return bool(self.database.change(statement))

    def _entries(
        self, condition: ColumnElement[bool], *first: ColumnElement[Any], limit: int | None
    ) -> tuple[Entry, ...]:
        order = (*first, ledger.c.day.desc())
        statement = select(ledger).where(condition).order_by(*order).limit(limit)
        with self.database.read() as connection:
            return tuple(_entry(row) for row in connection.execute(statement).mappings())


def _place(key: Key) -> dict[str, Any]:
    return {"workspace": key.workspace, "channel": key.channel, "day": key.day}


def _in(workspace: str, channel: str) -> ColumnElement[bool]:
    return and_(ledger.c.workspace == workspace, ledger.c.channel == channel)


def _is(key: Key) -> ColumnElement[bool]:
    return _in(key.workspace, key.channel) & (ledger.c.day == key.day)


def _entry(row: RowMapping) -> Entry:
    return Entry(
        key=Key(row["workspace"], row["channel"], row["day"]),
        state=Progress(row["state"]),
        owner=row["owner"],
        lease_until=row["lease_until"],
        posting_at=row["posting_at"],
        ts=row["ts"],
        window=Window(
            row["since_number"],
            row["until_number"],
            tuple(row["carried"]),
            tuple(row["left_behind"]),
        ),
        count=row["count"],
        is_late=row["is_late"],
        reason=row["reason"],
        changed_at=row["changed_at"],
    )
