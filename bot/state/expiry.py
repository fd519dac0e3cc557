"""Drops rows that no one will ask for again.

The newest delivered digest of a channel stays however old it is, since the next one starts where
it ended; subscriptions stay; a note's first day stays while any replica still has the note.
"""

from datetime import datetime, timedelta

from sqlalchemy import and_, func, not_, select, tuple_

from bot.state.database import Database
from bot.state.ledger import Progress
from bot.state.tables import feedback, first_seen, ledger, seen_events

EVENTS = timedelta(days=2)  # Slack's own retries end after six minutes
NOTES = timedelta(days=180)  # a note that is gone this long is new when it comes back
VOTES = timedelta(days=400)
DIGESTS = timedelta(days=400)


def expire(database: Database, now: datetime) -> int:
    """Drop old rows, and return how many."""
    last = (
        select(ledger.c.workspace, ledger.c.channel, func.max(ledger.c.day))
        .where(ledger.c.state == Progress.DELIVERED)
        .group_by(ledger.c.workspace, ledger.c.channel)
    )
    is_last = tuple_(ledger.c.workspace, ledger.c.channel, ledger.c.day).in_(last)
    statements = (
        seen_events.delete().where(seen_events.c.seen_at < now - EVENTS),
        first_seen.delete().where(first_seen.c.present_at < now - NOTES),
        feedback.delete().where(feedback.c.at < now - VOTES),
        ledger.delete().where(and_(ledger.c.changed_at < now - DIGESTS, not_(is_last))),
    )
    dropped = 0
    for statement in statements:  # one transaction each: none of them keeps others waiting long
        dropped += database.change(statement)
    return dropped
