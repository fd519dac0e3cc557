"""Old rows go, what someone may still ask for stays."""

from dataclasses import replace
from datetime import date, timedelta

from bot.state.expiry import expire
from bot.state.ledger import Key, Progress
from bot.state.stores import Stores
from tests.state.clock import SetClock
from tests.state.test_feedback import VOTE


def test_old_events_and_votes_go(stores: Stores, clock: SetClock) -> None:
    """An event is forgotten after days, a vote after more than a year."""
    stores.seen_events.first_time("k")
    stores.seen_events.answered("k")
    stores.feedback.put(VOTE)
    clock.forward(days=3)
    stores.seen_events.first_time("young")
    stores.feedback.put(replace(VOTE, user="U2", at=clock() + timedelta(days=390)))
    first = expire(stores.database, clock())
    clock.forward(days=398)
    stores.seen_events.first_time("youngest")
    expire(stores.database, clock())

    assert 1 == first
    assert ["U2"] == [vote.user for vote in stores.feedback.newest()]
    assert not stores.seen_events.first_time("youngest")


def test_newest_delivered_digest_of_each_channel_stays(stores: Stores, clock: SetClock) -> None:
    """The next digest starts where the last one ended, however long ago that was."""
    for channel, days in (("C1", 3), ("C2", 1)):
        for number in range(days):
            key = Key("T1", channel, date(2026, 12, 1) + timedelta(days=number))
            entry = stores.ledger.claim(key, clock())
            assert entry is not None
            stores.ledger.delivered(entry, f"{number}.0", clock())
    silent = stores.ledger.claim(Key("T1", "C1", date(2026, 12, 9)), clock())
    assert silent is not None
    stores.ledger.close(silent, Progress.SKIPPED, "nothing_new", clock())
    clock.forward(days=500)
    dropped = expire(stores.database, clock())
    last = [stores.ledger.last_delivered("T1", channel) for channel in ("C1", "C2")]

    assert 3 == dropped
    assert ["2.0", "0.0"] == [entry.ts for entry in last if entry]


def test_young_rows_stay(stores: Stores, clock: SetClock) -> None:
    """Expiry on a fresh state drops nothing."""
    stores.seen_events.first_time("k")
    stores.first_seen.see(["n1"])
    stores.feedback.put(VOTE)
    stores.ledger.claim(Key("T1", "C1", date(2026, 12, 1)), clock())
    clock.forward(days=1)

    assert 0 == expire(stores.database, clock())
