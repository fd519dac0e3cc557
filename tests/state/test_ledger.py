"""The ledger lets one owner at a time post a digest, and keeps what became of it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.state.ledger import Entry, Key, Progress, Window
from bot.state.stores import Stores, open_stores
from tests.state.clock import SetClock

DAY = date(2026, 12, 1)
KEY = Key("T1", "C1", DAY)


def claimed(stores: Stores, clock: SetClock, key: Key = KEY) -> Entry:
    entry = stores.ledger.claim(key, clock())
    assert entry is not None
    return entry


def test_claim_keeps_others_away_until_its_lease_is_over(stores: Stores, clock: SetClock) -> None:
    """A claimed digest is no one else's for two minutes, then anyone's."""
    claimed(stores, clock)
    clock.forward(seconds=119)
    early = stores.ledger.claim(KEY, clock())
    clock.forward(seconds=1)

    assert early is None
    assert Progress.CLAIMED is claimed(stores, clock).state


def test_days_channels_and_workspaces_are_apart(stores: Stores, clock: SetClock) -> None:
    """A claim on one digest is none on another."""
    keys = [KEY, replace(KEY, day=DAY + timedelta(days=1)), replace(KEY, channel="C2")]
    keys.append(replace(KEY, workspace="T2"))

    assert all(stores.ledger.claim(key, clock()) for key in keys)


@pytest.mark.parametrize(
    "state", [Progress.DELIVERED, Progress.SKIPPED, Progress.MISSED, Progress.UNSURE]
)
def test_what_is_done_is_claimed_no_more(stores: Stores, clock: SetClock, state: Progress) -> None:
    """A day that ended stays as it ended, however much time goes by."""
    entry = claimed(stores, clock)
    if state is Progress.DELIVERED:
        stores.ledger.begin_posting(entry, clock())
        stores.ledger.delivered(entry, "1.2", clock())
    else:
        stores.ledger.close(entry, state, "why", clock())
    clock.forward(days=2)

    assert stores.ledger.claim(KEY, clock()) is None


@pytest.mark.parametrize(
    ("state", "is_reopened"),
    [(Progress.SKIPPED, True), (Progress.MISSED, True), (Progress.UNSURE, False)],
)
def test_person_may_reopen_a_day_on_which_nothing_was_posted(
    stores: Stores, clock: SetClock, state: Progress, *, is_reopened: bool
) -> None:
    """Silent days can be taken up by hand; one that may have been posted cannot."""
    stores.ledger.close(claimed(stores, clock), state, "why", clock())

    assert is_reopened == (stores.ledger.claim(KEY, clock(), reopens=True) is not None)


def test_posting_that_was_cut_off_comes_back_as_posting(stores: Stores, clock: SetClock) -> None:
    """Whoever takes it over knows that a message may stand, and since when."""
    entry = claimed(stores, clock)
    begun = clock()
    stores.ledger.begin_posting(entry, begun)
    clock.forward(minutes=2)
    again = claimed(stores, clock)
    clock.forward(seconds=1)
    stores.ledger.begin_posting(again, clock())
    stored = stores.ledger.get(KEY)
    assert stored is not None

    assert (Progress.POSTING, begun) == (again.state, again.posting_at)
    assert begun == stored.posting_at, "the first of several tries is where to look from"


def test_owner_who_lost_the_claim_may_not_post(stores: Stores, clock: SetClock) -> None:
    """A process that slept over its lease finds out, whether or not another came."""
    entry = claimed(stores, clock)
    clock.forward(minutes=2)
    alone = stores.ledger.begin_posting(entry, clock())
    claimed(stores, clock)
    overtaken = stores.ledger.begin_posting(entry, clock())

    assert (False, False) == (alone, overtaken)


def test_message_that_stands_is_recorded_by_whoever_knows(stores: Stores, clock: SetClock) -> None:
    """A late answer is recorded although another has the claim, who then may not post."""
    first = claimed(stores, clock)
    stores.ledger.begin_posting(first, clock())
    clock.forward(minutes=2)
    second = claimed(stores, clock)
    stores.ledger.delivered(first, "1.2", clock())
    may_post = stores.ledger.begin_posting(second, clock())
    stored = stores.ledger.get(KEY)
    assert stored is not None

    assert (False, "1.2", Progress.DELIVERED) == (may_post, stored.ts, stored.state)


def test_record_is_not_written_over(stores: Stores, clock: SetClock) -> None:
    """The first `ts` stays, and nothing reopens what was delivered."""
    entry = claimed(stores, clock)
    stores.ledger.begin_posting(entry, clock())
    stores.ledger.delivered(entry, "1.2", clock())
    stores.ledger.delivered(entry, "3.4", clock())
    stores.ledger.put_off(entry, clock(), "late", clock())
    stored = stores.ledger.get(KEY)
    assert stored is not None

    assert ("1.2", Progress.DELIVERED) == (stored.ts, stored.state)


def test_put_off_digest_may_be_claimed_at_its_moment(stores: Stores, clock: SetClock) -> None:
    """A rate limit names the moment of the next try, and leaves no doubt behind."""
    entry = claimed(stores, clock)
    stores.ledger.begin_posting(entry, clock())
    stores.ledger.put_off(entry, clock() + timedelta(seconds=7), "rate_limited", clock())
    clock.forward(seconds=6)
    early = stores.ledger.claim(KEY, clock())
    clock.forward(seconds=1)
    again = claimed(stores, clock)

    assert early is None
    assert (Progress.CLAIMED, None) == (again.state, again.posting_at)


def test_doubt_outlasts_a_failed_look(stores: Stores, clock: SetClock) -> None:
    """While the channel cannot be read, the entry stays one that may have been posted."""
    entry = claimed(stores, clock)
    stores.ledger.begin_posting(entry, clock())
    clock.forward(minutes=2)
    again = claimed(stores, clock)
    stores.ledger.look_again(again, clock() + timedelta(seconds=5), "rate_limited", clock())
    clock.forward(seconds=5)

    assert Progress.POSTING is claimed(stores, clock).state


def test_entry_comes_back_as_it_was_kept(stores: Stores, clock: SetClock) -> None:
    """Window, count and lateness are what the next digest and the pages are made from."""
    window = Window(3, 9, ("old",), ("absent", "另一条"))
    entry = replace(claimed(stores, clock), window=window, count=6, is_late=True)
    stores.ledger.begin_posting(entry, clock())
    stores.ledger.delivered(entry, "1.2", clock())
    last = stores.ledger.last_delivered("T1", "C1")
    assert last is not None

    assert (window, 6, True, "1.2") == (last.window, last.count, last.is_late, last.ts)


def test_last_delivered_is_the_newest_that_stands(stores: Stores, clock: SetClock) -> None:
    """Silent and missed days are passed over."""
    for number, state in enumerate(["post", "post", Progress.SKIPPED, Progress.MISSED]):
        entry = claimed(stores, clock, replace(KEY, day=DAY + timedelta(days=number)))
        if isinstance(state, Progress):
            stores.ledger.close(entry, state, "", clock())
        else:
            stores.ledger.delivered(entry, f"{number}.0", clock())
    last = stores.ledger.last_delivered("T1", "C1")
    assert last is not None

    assert "1.0" == last.ts
    assert [3, 2, 1, 0] == [
        (entry.key.day - DAY).days for entry in stores.ledger.newest("T1", "C1")
    ]
    assert stores.ledger.last_delivered("T1", "C2") is None


def test_last_delivered_covers_the_newest_notes(stores: Stores, clock: SetClock) -> None:
    """A day posted while the clock ran ahead does not make all later digests repeat."""
    for days, until in ((365, 5), (1, 8), (2, 9)):
        key = replace(KEY, day=DAY + timedelta(days=days))
        entry = replace(claimed(stores, clock, key), window=Window(until=until))
        stores.ledger.begin_posting(entry, clock())
        stores.ledger.delivered(entry, f"{days}.0", clock())
    last = stores.ledger.last_delivered("T1", "C1")
    assert last is not None

    assert (9, "2.0") == (last.window.until, last.ts)


def test_entries_since_a_day_are_those_of_one_workspace(stores: Stores, clock: SetClock) -> None:
    """One look gives all channels' recent days."""
    for key in (KEY, replace(KEY, channel="C2"), replace(KEY, workspace="T2")):
        claimed(stores, clock, key)
    claimed(stores, clock, replace(KEY, day=DAY - timedelta(days=9)))
    found = stores.ledger.since("T1", DAY - timedelta(days=3))

    assert {"C1", "C2"} == {entry.key.channel for entry in found}
    assert ("T1", None) == (stores.ledger.workspace_of("C1"), stores.ledger.workspace_of("C9"))


def test_replicas_racing_for_a_claim_give_one_owner(address: str, clock: SetClock) -> None:
    """Of eight that reach for a digest at once, one gets it, also when a lease runs out."""
    replicas = [open_stores(address, clock=clock) for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(10):
            races = [pool.submit(each.ledger.claim, KEY, clock()) for each in replicas * 2]

            assert 1 == sum(race.result() is not None for race in races)
            clock.forward(minutes=2)
    for replica in replicas:
        replica.close()


@pytest.mark.parametrize("text", ["", "T1/C1", "T1/C1/yesterday", "a/b/c/d", "T1/C1/2026-13-01"])
def test_key_of_nonsense_is_none(text: str) -> None:
    """What a button carries may be anything."""
    assert Key.parsed(text) is None


def test_key_can_be_read_back() -> None:
    """A key in a message or a button is the key of the ledger."""
    assert Key.parsed(str(KEY)) == KEY
