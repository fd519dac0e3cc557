"""One event is answered once, however often and wherever it is delivered."""

from concurrent.futures import ThreadPoolExecutor

from bot.state.seen_events import LEASE
from bot.state.stores import Stores, open_stores
from tests.state.clock import SetClock


def test_first_delivery_is_taken_up_and_repeats_are_not(stores: Stores) -> None:
    """Eleven deliveries of one event give one taker."""
    taken = [stores.seen_events.first_time("T1/C1/1.2/mention") for _ in range(11)]

    assert [True] + [False] * 10 == taken


def test_events_do_not_hide_each_other(stores: Stores) -> None:
    """A mention and a button press on the same message are two events."""
    keys = ["T1/C1/1.2/mention", "T1/C1/1.2/press", "T1/C1/1.3/mention", "T2/C1/1.2/mention"]

    assert [True] * 4 == [stores.seen_events.first_time(key) for key in keys]


def test_event_of_a_dead_process_is_taken_up_again_once(stores: Stores, clock: SetClock) -> None:
    """A lease that ran out without an answer leaves the event to one other."""
    stores.seen_events.first_time("k")
    clock.forward(seconds=LEASE.total_seconds() - 1)
    early = stores.seen_events.first_time("k")
    clock.forward(seconds=1)

    assert (False, True, False) == (
        early,
        stores.seen_events.first_time("k"),
        stores.seen_events.first_time("k"),
    )


def test_answered_event_is_never_taken_up_again(stores: Stores, clock: SetClock) -> None:
    """An answer outlasts the lease."""
    stores.seen_events.first_time("k")
    stores.seen_events.answered("k")
    clock.forward(hours=3)

    assert not stores.seen_events.first_time("k")


def test_released_event_may_be_taken_up_at_once(stores: Stores) -> None:
    """Who could not answer gives the event back."""
    stores.seen_events.first_time("k")
    stores.seen_events.release("k")

    assert stores.seen_events.first_time("k")


def test_event_answered_before_a_restart_stays_answered(address: str, clock: SetClock) -> None:
    """A new process on the same database knows what the old one answered."""
    before = open_stores(address, clock=clock)
    before.seen_events.first_time("k")
    before.seen_events.answered("k")
    before.close()
    after = open_stores(address, clock=clock)
    clock.forward(hours=1)

    assert not after.seen_events.first_time("k")
    after.close()


def test_replicas_racing_for_an_event_give_one_taker(address: str, clock: SetClock) -> None:
    """Of four replicas with two threads each, one alone takes each event up."""
    replicas = [open_stores(address, clock=clock) for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        for number in range(20):
            races = [
                pool.submit(replica.seen_events.first_time, f"k{number}")
                for replica in replicas * 2
            ]

            assert 1 == sum(race.result() for race in races)
    for replica in replicas:
        replica.close()


def test_long_key_is_cut_alike_every_time(stores: Stores) -> None:
    """A key beyond what a column takes is still one event."""
    key = "k" * 700

    assert (True, False) == (stores.seen_events.first_time(key), stores.seen_events.first_time(key))


def test_a_renewed_lease_keeps_others_away(stores: Stores, clock: SetClock) -> None:
    """What is still in hand is left over by nobody, however long it takes."""
    start = clock()
    stores.seen_events.first_time("k", "question")
    for _ in range(3):
        clock.forward(seconds=LEASE.total_seconds() - 1)
        stores.seen_events.renew(["k", "unknown"])

    assert () == stores.seen_events.left_over(start)
    assert not stores.seen_events.first_time("k")


def test_what_a_dead_process_left_is_found_oldest_first(stores: Stores, clock: SetClock) -> None:
    """With its question; neither what was answered, nor what holds no question, nor old things."""
    stores.seen_events.first_time("old", "too late")
    clock.forward(hours=1)
    start = clock()
    for key, question in (("a", "first"), ("b", "second"), ("done", "third"), ("none", None)):
        stores.seen_events.first_time(key, question)
        clock.forward(seconds=1)
    stores.seen_events.answered("done")
    early = stores.seen_events.left_over(start)
    clock.forward(seconds=LEASE.total_seconds())

    assert () == early
    assert (("a", "first"), ("b", "second")) == stores.seen_events.left_over(start)
    assert [True, False] == [stores.seen_events.is_answered(key) for key in ("done", "a")]
