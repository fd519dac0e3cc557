"""Notes are numbered in the order in which any replica first met them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import pairwise
from zoneinfo import ZoneInfo

from bot.state.expiry import expire
from bot.state.stores import Stores, open_stores
from tests.state.clock import SetClock


def test_notes_are_numbered_once_in_their_order(stores: Stores) -> None:
    """Meeting a note again changes nothing."""
    first = stores.first_seen.see(["b", "a", "a"])
    second = stores.first_seen.see(["c", "a", "b"])
    numbers = {id_: met.number for id_, met in stores.first_seen.all().items()}

    assert (2, 1) == (first, second)
    assert {"b": 1, "a": 2, "c": 3} == numbers
    assert 3 == stores.first_seen.last_number()


def test_nothing_met_has_number_nought(stores: Stores) -> None:
    """Before the first note there is no number, and seeing nothing is no error."""
    assert (0, 0) == (stores.first_seen.see([]), stores.first_seen.last_number())


def test_date_is_the_day_of_the_first_meeting(stores: Stores, clock: SetClock) -> None:
    """Days are counted by a zone's clock: 01:30 UTC is the day before in New York."""
    stores.first_seen.see(["a"])
    clock.forward(days=3)
    days = stores.first_seen.days(["a", "b"])

    assert date(2026, 11, 30) == stores.first_seen.dates(ZoneInfo("America/New_York"))["a"]
    assert {"a", "b"} == days.keys()
    assert 3 == (days["b"] - days["a"]).days


def test_many_notes_are_met_at_once(stores: Stores) -> None:
    """More notes than a statement takes parameters."""
    ids = [f"note-{number}" for number in range(3_000)]

    assert (3_000, 0) == (stores.first_seen.see(ids), stores.first_seen.see(ids))
    assert 3_000 == stores.first_seen.last_number()


def test_mark_of_presence_is_renewed(stores: Stores, clock: SetClock) -> None:
    """A note that is still there is not forgotten as if it were gone."""
    stores.first_seen.see(["stays", "goes"])
    for _ in range(8):
        clock.forward(days=31)
        stores.first_seen.see(["stays"])
    expire(stores.database, clock())

    assert {"stays"} == stores.first_seen.all().keys()


def test_replicas_never_give_a_number_twice(address: str, clock: SetClock) -> None:
    """Replicas that meet overlapping notes at once agree on one order without gaps."""
    replicas = [open_stores(address, clock=clock) for _ in range(4)]
    batches = [[f"n{number}" for number in range(start, start + 30)] for start in range(0, 80, 10)]
    with ThreadPoolExecutor(8) as pool:
        jobs = [
            pool.submit(replicas[at % 4].first_seen.see, batch) for at, batch in enumerate(batches)
        ]
        added = [job.result() for job in jobs]
    numbers = sorted(met.number for met in replicas[0].first_seen.all().values())
    for replica in replicas:
        replica.close()

    assert 100 == sum(added) == len(numbers)
    assert all(after - before == 1 for before, after in pairwise(numbers))


def test_places_behind_a_number_come_with_those_asked_for(stores: Stores) -> None:
    """What a digest needs is read, and not all that was ever met."""
    stores.first_seen.see(["a", "b", "c", "d"])

    assert {"c", "d"} == stores.first_seen.after(2).keys()
    assert {"a", "c", "d"} == stores.first_seen.after(2, ["a", "gone"]).keys()
    assert {} == stores.first_seen.after(4)
    assert stores.first_seen.all() == stores.first_seen.after(0)
    assert 4 == len(stores.first_seen.after(4, [f"n{at}" for at in range(2_000)] + [*"abcd"]))
