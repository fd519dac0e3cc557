"""The tables of the newest schema.

A change here needs a step in `bot.state.migrations`; a test compares what the steps make with
what stands here. Times are kept in UTC without a zone, the one form that both databases sort.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)


class Moment(TypeDecorator[datetime]):
    """An aware datetime outside, UTC without a zone inside."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        del dialect
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        del dialect
        return None if value is None else value.replace(tzinfo=UTC)


metadata = MetaData()

schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, nullable=False),
)

seen_events = Table(
    "seen_events",
    metadata,
    Column("key", String(500), primary_key=True),
    Column("seen_at", Moment, nullable=False, index=True),
    Column("lease_until", Moment, nullable=False),
    Column("answered_at", Moment),
    Column("question", Text),
)

# `number` orders notes by when any replica first met them. A clock would not do: replicas' clocks
# differ, and a digest must not lose a note to that.
first_seen = Table(
    "first_seen",
    metadata,
    Column("note_id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False, unique=True),
    Column("seen_at", Moment, nullable=False),
    Column("present_at", Moment, nullable=False),
)

feedback = Table(
    "feedback",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("workspace", String(64), nullable=False),
    Column("channel", String(64), nullable=False),
    Column("message", String(64), nullable=False),
    Column("user", String(64), nullable=False),
    Column("at", Moment, nullable=False, index=True),
    Column("helpful", Boolean, nullable=False),
    Column("question", Text, nullable=False),
    Column("shown", JSON, nullable=False),
    UniqueConstraint("workspace", "channel", "message", "user", name="feedback_one_vote"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("workspace", String(64), primary_key=True),
    Column("channel", String(64), primary_key=True),
    Column("is_on", Boolean, nullable=False),
    Column("rule", JSON, nullable=False),
    Column("changed_by", String(64), nullable=False),
    Column("changed_at", Moment, nullable=False),
    Column("told", String(200)),
)

ledger = Table(
    "ledger",
    metadata,
    Column("workspace", String(64), primary_key=True),
    Column("channel", String(64), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("state", String(16), nullable=False),
    Column("owner", String(64), nullable=False),
    Column("lease_until", Moment, nullable=False),
    Column("posting_at", Moment),
    Column("ts", String(32)),
    Column("since_number", BigInteger, nullable=False),
    Column("until_number", BigInteger, nullable=False),
    Column("carried", JSON, nullable=False),
    Column("left_behind", JSON, nullable=False),
    Column("count", Integer, nullable=False),
    Column("is_late", Boolean, nullable=False),
    Column("reason", String(200), nullable=False),
    Column("changed_at", Moment, nullable=False),
    Index("ledger_by_state", "workspace", "channel", "state", "day"),
    Index("ledger_by_day", "workspace", "day"),
)
