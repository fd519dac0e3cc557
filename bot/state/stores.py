"""Opens all stores of one database, at the newest schema."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.state.database import Database, open_database
from bot.state.feedback import Feedback
from bot.state.first_seen import FirstSeen
from bot.state.ledger import Ledger
from bot.state.migrations import migrate
from bot.state.seen_events import SeenEvents
from bot.state.subscriptions import Subscriptions

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Stores:
    """Everything that must survive."""

    database: Database
    seen_events: SeenEvents
    first_seen: FirstSeen
    feedback: Feedback
    subscriptions: Subscriptions
    ledger: Ledger

    def close(self) -> None:
        self.database.close()


def open_stores(
    where: str | Path, *, clock: Clock = utc_now, lease: timedelta = timedelta(minutes=2)
) -> Stores:
    """Open a database and bring it up to date.

    Args:
        where: The path of a SQLite file, or a `postgresql://` address.
        clock: The present moment.
        lease: How long a claim on a digest keeps other replicas away.

    Raises:
        BotError: It cannot be opened; the sentence says why.
    """
    database = open_database(where)
    migrate(database)
    return Stores(
        database=database,
        seen_events=SeenEvents(database, clock),
        first_seen=FirstSeen(database, clock),
        feedback=Feedback(database),
        subscriptions=Subscriptions(database),
        ledger=Ledger(database, lease),
    )
