"""When each note was first met by any replica, and in which order.

The order is a running number given under a lock, so that it never goes back: what a reader has
seen up to a number, it has seen.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from sqlalchemy import func, select

from bot.state.database import Database
from bot.state.tables import first_seen

_LOCK = 7_271_002
_CHUNK = 500  # parameters of one statement are limited
_MANY = 2_000  # notes; to look each of more up takes longer than to read all
_PRESENCE = timedelta(days=30)  # how stale the mark of presence may grow before it is renewed


@dataclass(frozen=True, slots=True)
class Met:
    """A note's place in the order in which notes were met."""

    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """The order in which notes were met.

    Args:
        database: Where it is kept.
        clock: The present moment.
    """

    database: Database
    clock: Callable[[], datetime]

    def see(self, note_ids: Sequence[str]) -> int:
        """Remember notes, in their order, and return how many were never met before."""
        now = self.clock()
        known = self._present_at(note_ids)
        stale = [id_ for id_ in note_ids if id_ in known and known[id_] < now - _PRESENCE]
        fresh = [id_ for id_ in dict.fromkeys(note_ids) if id_ not in known]
        if fresh:
            fresh = self._add(fresh, now)
        for part in _chunks(stale):
            self.database.change(
                first_seen.update().where(first_seen.c.note_id.in_(part)).values(present_at=now)
            )
        return len(fresh)

    def all(self) -> dict[str, Met]:
        """Each note's place, by its id."""
        statement = select(first_seen.c.note_id, first_seen.c.number, first_seen.c.seen_at)
        with self.database.read() as connection:
            return {id_: Met(number, at) for id_, number, at in connection.execute(statement)}

    def after(self, number: int, also: Sequence[str] = ()) -> dict[str, Met]:
        """The places behind a number, and those of some notes wherever they are."""
        columns = select(first_seen.c.note_id, first_seen.c.number, first_seen.c.seen_at)
        conditions = [first_seen.c.number > number]
        conditions += [first_seen.c.note_id.in_(part) for part in _chunks(also)]
        found: dict[str, Met] = {}
        with self.database.read() as connection:
            for condition in conditions:
                rows = connection.execute(columns.where(condition))
                found |= {id_: Met(place, at) for id_, place, at in rows}
        return found

    def dates(self, zone: tzinfo | None = None) -> dict[str, date]:
        """The day on which each note was met, as a zone (or else this machine) counts days."""
        return {id_: met.at.astimezone(zone).date() for id_, met in self.all().items()}

    def days(self, note_ids: Sequence[str]) -> dict[str, date]:
        """Remember notes, and return the day on which each of them was met."""
        self.see(note_ids)
        if len(note_ids) > _MANY:
            return self.dates()
        met = self.after(self.last_number(), note_ids)
        return {id_: found.at.astimezone().date() for id_, found in met.items()}

    def last_number(self) -> int:
        """The number of the note met last; 0 before the first."""
        with self.database.read() as connection:
            return connection.execute(select(func.max(first_seen.c.number))).scalar() or 0

    def _present_at(self, note_ids: Sequence[str]) -> dict[str, datetime]:
        """When notes were last marked as present: these, or all where they are many."""
        every = select(first_seen.c.note_id, first_seen.c.present_at)
        statements = (
            [every]
            if len(note_ids) > _MANY
            else [every.where(first_seen.c.note_id.in_(part)) for part in _chunks(note_ids)]
        )
        with self.database.read() as connection:
            return {
                id_: at for statement in statements for id_, at in connection.execute(statement)
            }

    def _add(self, note_ids: Collection[str], now: datetime) -> list[str]:
        """Number notes under the lock; another replica may have met them a moment ago."""
        with self.database.exclusive(_LOCK) as connection:
            known: set[str] = set()
            for part in _chunks(tuple(note_ids)):
                of_part = select(first_seen.c.note_id).where(first_seen.c.note_id.in_(part))
                known.update(connection.execute(of_part).scalars())
            fresh = [id_ for id_ in note_ids if id_ not in known]
            last = connection.execute(select(func.max(first_seen.c.number))).scalar() or 0
            rows = [
                {"note_id": id_, "number": number, "seen_at": now, "present_at": now}
                for number, id_ in enumerate(fresh, last + 1)
            ]
            if rows:
                connection.execute(first_seen.insert(), rows)
        return fresh


def _chunks(items: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), _CHUNK):
        yield items[start : start + _CHUNK]
