"""Which of Slack's events were taken up, so that a repeated delivery is answered once.

An event is taken up with a lease: a process that dies over an event leaves it to the next
delivery, once the lease has run out. An event that was answered stays answered.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from bot.state.database import Database
from bot.state.tables import seen_events

LEASE = timedelta(seconds=45)
"""Longer than an answer takes; shorter than the minute after which Slack delivers again."""


@dataclass(frozen=True, slots=True)
class SeenEvents:
    """The events seen by all processes that share the database.

    Args:
        database: Where they are kept.
        clock: The present moment.
        lease: How long an event that is not answered keeps others away.
    """

    database: Database
    clock: Callable[[], datetime]
    lease: timedelta = LEASE

    def first_time(self, key: str) -> bool:
        """Take an event up: whether it is this caller's to answer.

        Args:
            key: What makes the event one and the same through all its deliveries.
        """
        now = self.clock()
        fresh = {"seen_at": now, "lease_until": now + self.lease, "answered_at": None}
        statement = (
            self.database.insert(seen_events)
            .values(key=key[:500], **fresh)
            .on_conflict_do_update(
                index_elements=[seen_events.c.key],
                set_=fresh,
                where=seen_events.c.answered_at.is_(None) & (seen_events.c.lease_until <= now),
            )
        )
        return bool(self.database.change(statement))

    def answered(self, key: str) -> None:
        """Keep the event from ever being taken up again."""
        self._set(key, answered_at=self.clock())

    def is_answered(self, key: str) -> bool:
        """Whether the event was taken up and answered."""
        statement = select(seen_events.c.answered_at).where(seen_events.c.key == key[:500])
        with self.database.read() as connection:
            return connection.execute(statement).scalar() is not None

    def release(self, key: str) -> None:
        """Give the event back at once: it could not be answered, and may be delivered again."""
        self._set(key, lease_until=self.clock())

    def _set(self, key: str, **values: datetime) -> None:
        statement = seen_events.update().where(seen_events.c.key == key[:500]).values(**values)
        self.database.change(statement)
