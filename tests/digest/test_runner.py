"""Each digest is posted once, whatever goes wrong, and none is lost without a reason."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.digest.poster import (
    RefusedError,
    TryLaterError,
    UnreadableError,
    UnsureError,
)
from bot.digest.schedule import Due
from bot.digest.stock import Stock
from bot.digest.subscription import Subscription, kept
from bot.state.errors import StateUnavailableError
from bot.state.ledger import Entry, Key, Ledger, Progress
from tests.digest.channel import TEAM, Trouble
from tests.digest.reviews import review
from tests.digest.world import DAY, HOUR, RULE, World


def test_digest_is_posted_at_its_hour_and_once(world: World) -> None:
    """Running again and again, by two replicas, posts one digest."""
    one, other = world.runner(), world.runner()
    world.clock.now = HOUR - timedelta(seconds=1)
    one.run()
    early = len(world.channels.posted)
    world.clock.now = HOUR
    for _ in range(5):
        one.run()
        other.run()
        world.clock.forward(minutes=20)

    assert (0, 1) == (early, len(world.channels.posted))
    assert Progress.DELIVERED is world.state()
    assert not world.channels.posted[0].digest.occasion.is_late


def test_next_day_has_only_what_is_new(world: World) -> None:
    """What the last delivered digest had is not said again."""
    runner = world.runner()
    runner.run()
    world.notes.append(review("n3"))
    world.clock.forward(days=1)
    runner.run()

    assert {"n1", "n2"} == world.shown(0)
    assert {"n3"} == world.shown(1)
    assert (True, False) == tuple(p.digest.occasion.is_first for p in world.channels.posted)


def test_note_met_by_another_replica_is_in_the_next_digest(world: World) -> None:
    """A note that this replica had not read yet is carried over, and said once."""
    runner = world.runner()
    world.stores.first_seen.see(["n1", "elsewhere", "n2"])
    runner.run()
    world.notes.append(review("elsewhere"))
    for _ in range(2):
        world.clock.forward(days=1)
        world.notes.append(review(f"of {world.clock.now:%d}"))
        runner.run()

    assert [{"n1", "n2"}, {"elsewhere", "of 02"}, {"of 03"}] == [world.shown(at) for at in range(3)]


def test_day_without_news_is_silent_and_says_why(world: World) -> None:
    """Nothing is posted, the ledger knows the reason, and a later note comes the next day."""
    runner = world.runner()
    runner.run()
    world.clock.forward(days=1)
    runner.run()
    world.notes.append(review("n3"))
    world.clock.forward(hours=1)
    runner.run()

    assert Progress.SKIPPED is world.state(DAY + timedelta(days=1))
    assert 1 == len(world.channels.posted)

    world.clock.forward(hours=23)
    runner.run()

    assert {"n3"} == world.shown(1)


def test_day_without_news_says_so_where_that_is_wanted(world: World) -> None:
    """`empty:say` posts that there is nothing."""
    runner = world.runner(f"C1 {RULE} empty:say")
    runner.run()
    world.clock.forward(days=1)
    runner.run()

    assert [2, 0] == [posting.digest.total for posting in world.channels.posted]


def test_machine_asleep_over_the_hour_catches_up_once(world: World) -> None:
    """Three hours late is sent once, and marked late."""
    world.clock.forward(hours=3)
    world.runner().run()
    world.runner().run()

    assert [True] == [posting.digest.occasion.is_late for posting in world.channels.posted]


def test_day_missed_by_more_than_the_limit_is_in_the_next_digest(world: World) -> None:
    """Too late is not sent, has its reason, and its notes come with the next."""
    runner = world.runner()
    runner.run()
    world.notes.append(review("n3"))
    world.clock.forward(days=1, hours=7)
    runner.run()
    missed = world.stores.ledger.get(Key(TEAM, "C1", DAY + timedelta(days=1)))
    world.notes.append(review("n4"))
    world.clock.forward(hours=17)
    runner.run()
    assert missed is not None

    assert (Progress.MISSED, "too_late") == (missed.state, missed.reason)
    assert [{"n1", "n2"}, {"n3", "n4"}] == [world.shown(0), world.shown(1)]


def test_machine_asleep_for_days_sends_one_digest(world: World) -> None:
    """Of five days slept over, the last one is caught up with, and has all that is new."""
    runner = world.runner()
    runner.run()
    world.notes += [review("n3"), review("n4")]
    world.clock.forward(days=5, hours=1)
    runner.run()

    assert 2 == len(world.channels.posted)
    assert {"n3", "n4"} == world.shown(1)


@pytest.mark.parametrize(("said", "waits"), [(None, 30), (7.0, 7), (0.0, 1)])
def test_rate_limit_is_waited_for(world: World, *, said: float | None, waits: float) -> None:
    """429 puts off by what Slack says, or half a minute where it says nothing; then one digest."""
    world.channels.fail("C1", Trouble(TryLaterError("rate_limited", said)))
    runner = world.runner()
    again = runner.run()
    world.clock.forward(seconds=waits - 0.5)
    runner.run()
    early = len(world.channels.posted)
    world.clock.forward(seconds=1)
    runner.run()

    assert HOUR + timedelta(seconds=waits) == again
    assert (0, 1) == (early, len(world.channels.posted))
    assert 0 == world.channels.reads, "a rate limit leaves no doubt to be read away"


@pytest.mark.parametrize("stands", [True, False])
@pytest.mark.parametrize("reason", ["timeout", "status_503", "internal_error"])
def test_lost_answer_is_settled_by_reading_the_channel(
    world: World, reason: str, *, stands: bool
) -> None:
    """Whether or not Slack had posted: the lease runs out, the channel is read, one digest."""
    world.channels.fail("C1", Trouble(UnsureError(reason), after=stands))
    runner = world.runner()
    again = runner.run()
    for _ in range(4):
        runner.run()
        world.clock.forward(minutes=1)

    assert HOUR + world.stores.ledger.lease == again
    assert 1 == len(world.channels.posted)
    assert Progress.DELIVERED is world.state()


def test_five_lost_answers_in_a_row_give_one_digest(world: World) -> None:
    """Doubt upon doubt, posted each time or not, still ends with one."""
    lost = Trouble(UnsureError("timeout"))
    world.channels.fail("C1", lost, lost, lost, lost, Trouble(UnsureError("timeout"), after=True))
    runner = world.runner()
    for _ in range(20):
        runner.run()
        world.clock.forward(minutes=1)

    assert 1 == len(world.channels.posted)
    assert Progress.DELIVERED is world.state()


@pytest.mark.parametrize(("repeats", "count"), [(False, 1), (True, 2)])
def test_channel_that_cannot_be_read_follows_the_setting(
    world: World, *, repeats: bool, count: int
) -> None:
    """Without the history scope it is left by default, and says so; or repeated by choice."""
    world.channels.fail("C1", Trouble(UnsureError("timeout"), after=True))
    world.channels.unreadable = UnreadableError("missing_scope channels:history")
    runner = world.runner(repeats=repeats)
    for _ in range(6):
        runner.run()
        world.clock.forward(minutes=1)
    entry = world.stores.ledger.get(Key(TEAM, "C1", DAY))
    assert entry is not None

    assert count == len(world.channels.posted)
    expected = (Progress.DELIVERED, "") if repeats else (
        Progress.UNSURE, "missing_scope channels:history",
    )  # fmt: skip
    assert expected == (entry.state, entry.reason)


def test_notes_of_an_unsure_digest_are_in_the_next(world: World) -> None:
    """What may not have been read is said again rather than lost."""
    world.channels.fail("C1", Trouble(UnsureError("timeout")))
    world.channels.unreadable = UnreadableError("missing_scope")
    runner = world.runner()
    runner.run()
    world.clock.forward(minutes=3)
    runner.run()
    world.clock.forward(days=1)
    runner.run()

    assert {"n1", "n2"} == world.shown()
    assert 1 == len(world.channels.posted)


def test_reading_back_that_is_rate_limited_is_tried_again(world: World) -> None:
    """Doubt stays doubt until the channel could be read; nothing is posted meanwhile."""
    world.channels.fail("C1", Trouble(UnsureError("timeout"), after=True))
    world.channels.unreadable = TryLaterError("rate_limited", 20)
    runner = world.runner()
    runner.run()
    world.clock.forward(minutes=2)
    runner.run()
    state = world.state()
    world.channels.unreadable = None
    world.clock.forward(seconds=20)
    runner.run()

    assert (Progress.POSTING, Progress.DELIVERED) == (state, world.state())
    assert 1 == len(world.channels.posted)


def test_channel_that_refuses_holds_up_no_other_and_is_told_once(world: World) -> None:
    """The one who subscribed hears why, once; the other channels have their digests."""
    rule = world.runner().policy.configured[0].rule
    asked = Subscription(TEAM, "C2", rule, "U1", HOUR - timedelta(days=1))
    world.stores.subscriptions.put(kept(asked, changed_at=HOUR - timedelta(days=1)))
    refusal = Trouble(RefusedError("not_in_channel"))
    world.channels.fail("C2", *[refusal] * 3)
    runner = world.runner(f"C1 {RULE}; C3 {RULE}")
    for _ in range(3):
        runner.run()
        world.clock.forward(minutes=11)

    assert {"C1", "C3"} == {posting.key.channel for posting in world.channels.posted}
    assert [("U1", "not_in_channel")] == world.channels.told
    assert Progress.REFUSED is world.state(channel="C2")

    runner.run()  # by now the app was invited

    assert 1 == len(world.channels.in_channel("C2"))
    assert Progress.DELIVERED is world.state(channel="C2")


def test_fault_of_one_channel_is_not_the_end_of_the_others(world: World) -> None:
    """An error that no one foresaw costs its own channel alone."""

    class UnforeseenError(Exception):
        pass

    world.channels.fail("C1", Trouble(UnforeseenError()))  # type: ignore[arg-type]
    world.runner(f"C1 {RULE}; C2 {RULE}").run()

    assert ["C2"] == [posting.key.channel for posting in world.channels.posted]


def test_replica_that_slept_over_its_lease_does_not_post(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Between claiming and posting it finds out that the claim is no longer its own."""
    slow = world.runner(f"C1 {RULE} empty:say")
    slept: list[bool] = []

    def sleeping_stock() -> Stock:
        if slept == [False]:  # the second look is the one between claim and posting
            world.clock.forward(minutes=3)
            world.runner().run()
        slept.append(bool(slept))
        return world.stock()

    slow.editions = replace(slow.editions, stock=sleeping_stock)
    slow.run()

    assert 1 == len(world.channels.posted)
    assert Progress.DELIVERED is world.state()
    assert "the claim was lost before posting" in caplog.text


def test_claim_of_a_dead_replica_is_taken_over_without_reading(world: World) -> None:
    """Who died before posting has posted nothing: no doubt, no reading, one digest."""
    world.stores.ledger.claim(Key(TEAM, "C1", DAY), HOUR)
    runner = world.runner()
    held = runner.run()
    world.clock.forward(minutes=2)
    runner.run()

    assert HOUR + timedelta(minutes=2) == held
    assert (1, 0) == (len(world.channels.posted), world.channels.reads)


def test_posting_of_a_dead_replica_found_the_next_day_is_recorded(world: World) -> None:
    """However late a dead replica's message is found, its notes are not said again."""
    world.channels.fail("C1", Trouble(UnsureError("timeout"), after=True))
    world.runner().run()
    world.clock.forward(days=1)
    world.notes.append(review("n3"))
    world.runner().run()

    assert Progress.DELIVERED is world.state()
    assert [{"n1", "n2"}, {"n3"}] == [world.shown(0), world.shown(1)]


def test_subscribing_after_the_hour_waits_for_the_next_day(world: World) -> None:
    """A digest asked for at ten is not the one of half past nine."""
    rule = world.runner().policy.configured[0].rule
    asked_at = HOUR + timedelta(minutes=30)
    asked = Subscription(TEAM, "C2", rule, "U1", asked_at)
    world.stores.subscriptions.put(kept(asked, changed_at=asked_at))
    world.clock.now = asked_at + timedelta(minutes=1)
    runner = world.runner("")
    runner.run()
    early = len(world.channels.posted)
    world.clock.forward(days=1)
    runner.run()

    assert (0, 1) == (early, len(world.channels.posted))


def test_off_in_slack_goes_before_the_settings(world: World) -> None:
    """A channel that said no gets nothing, whatever the file says."""
    rule = world.runner().policy.configured[0].rule
    off = Subscription(TEAM, "C1", rule, "U1")
    world.stores.subscriptions.put(kept(off, changed_at=HOUR, is_on=False))
    world.runner().run()

    assert [] == world.channels.posted


def test_digest_posted_by_hand_is_the_digest_of_that_day(world: World) -> None:
    """Posting early by command leaves nothing to post at the hour."""
    world.clock.now = HOUR - timedelta(hours=2)
    runner = world.runner()
    subscription = runner.subscriptions()[0]
    due = Due(DAY, HOUR)
    first, second = (runner.post_now(subscription, due) for _ in range(2))
    world.clock.now = HOUR
    runner.run()
    assert first is not None

    assert first == second
    assert Progress.DELIVERED is first.state
    assert 1 == len(world.channels.posted)


def test_day_that_was_silent_can_be_posted_by_hand(world: World) -> None:
    """Nothing was posted, so a person may still ask for it once something is new."""
    runner = world.runner()
    runner.run()
    world.clock.forward(days=1)
    runner.run()
    world.notes.append(review("n3"))
    subscription = runner.subscriptions()[0]
    entry = runner.post_now(subscription, Due(DAY + timedelta(days=1), HOUR + timedelta(days=1)))
    assert entry is not None

    assert Progress.DELIVERED is entry.state
    assert {"n3"} == world.shown()


def test_filters_choose_the_notes(world: World) -> None:
    """A channel that asks for ROCm gets ROCm, and what it did not ask for is not kept for later."""
    world.notes = [review("n1", labels=("ROCm",)), review("n2", labels=("docs",))]
    runner = world.runner(f"C1 {RULE} label:rocm")
    runner.run()
    world.clock.forward(days=1)
    runner.run()

    assert {"n1"} == world.shown(0)
    assert 1 == len(world.channels.posted)


class ForgetfulLedger(Ledger):
    """A ledger that cannot be written to at the wrong moment, once."""

    def delivered(self, entry: Entry, ts: str, now: datetime) -> None:
        if "forgot" not in LAPSES:
            LAPSES.append("forgot")
            raise StateUnavailableError("a database", "it went away")
        super().delivered(entry, ts, now)


LAPSES: list[str] = []


def test_message_is_recorded_when_the_state_is_back(world: World) -> None:
    """A message that could not be recorded is recorded by the next run, without reading."""
    LAPSES.clear()
    ledger = ForgetfulLedger(world.stores.database, world.stores.ledger.lease)
    world.stores = replace(world.stores, ledger=ledger)
    runner = world.runner()
    runner.run()
    state = world.state()
    runner.run()

    assert (Progress.POSTING, Progress.DELIVERED) == (state, world.state())
    assert (1, 0) == (len(world.channels.posted), world.channels.reads)
