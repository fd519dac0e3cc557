"""Which of Slack's events were taken up, so that a repeated delivery is answered once.

An event is taken up with a lease, which its process renews while it has the event in hand: of a
process that dies over an event, the lease runs out. Then the next delivery takes it up; and since
Slack delivers an event no more that was acknowledged, what was asked can be kept beside it, for
another process to find. An event that was answered stays answered, and its question is forgotten.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from bot.state.database import Database
from bot.state.tables import seen_events

LEASE = timedelta(seconds=45)
"""Shorter than the minute after which Slack delivers again; longer work renews it."""


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

    def first_time(self, key: str, question: str | None = None) -> bool:
        """Take an event up: whether it is this caller's to answer.

        Args:
            key: What makes the event one and the same through all its deliveries.
            question: What is to be found by others if this process dies over it.
        """
        now = self.clock()
        fresh = {"lease_until": now + self.lease, "question": question}
        statement = (
            self.database.insert(seen_events)
            .values(key=key[:500], seen_at=now, **fresh)
            .on_conflict_do_update(
                index_elements=[seen_events.c.key],
                set_=fresh,
                where=seen_events.c.answered_at.is_(None) & (seen_events.c.lease_until <= now),
            )
        )
        return bool(self.database.change(statement))

    def answered(self, key: str) -> None:
        """Keep the event from ever being taken up again."""
        self._set(key, answered_at=self.clock(), question=None)

    def renew(self, keys: Collection[str]) -> None:
        """Keep others away for another while from events that are in hand."""
        until = self.clock() + self.lease
        is_one = seen_events.c.key.in_([key[:500] for key in keys])
        is_open = seen_events.c.answered_at.is_(None)
        self.database.change(seen_events.update().where(is_one & is_open).values(lease_until=until))

    def left_over(self, since: datetime) -> tuple[tuple[str, str], ...]:
        """The keys and questions of events whose process died over them, oldest first.

        Args:
            since: What was taken up before is left alone.
        """
        statement = (
            select(seen_events.c.key, seen_events.c.question)
            .where(seen_events.c.question.is_not(None), seen_events.c.answered_at.is_(None))
            .where(seen_events.c.lease_until <= self.clock(), seen_events.c.seen_at >= since)
            .order_by(seen_events.c.seen_at)
        )
        with self.database.read() as connection:
            return tuple((row.key, row.question) for row in connection.execute(statement))

    def is_answered(self, key: str) -> bool:
        """Whether the event was taken up and answered."""
        statement = select(seen_events.c.answered_at).where(seen_events.c.key == key[:500])
        with self.database.read() as connection:
            return connection.execute(statement).scalar() is not None

    def release(self, key: str) -> None:
        """Give the event back at once: it could not be answered, and may be delivered again."""
        self._set(key, lease_until=self.clock())

    def _set(self, key: str, **values: datetime | None) -> None:
        statement = seen_events.update().where(seen_events.c.key == key[:500]).values(**values)
        self.database.change(statement)
