"""The loop goes on whatever happens, and says how it is doing; a year of it is one digest a day."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import event

from bot.digest.editions import Editions
from bot.digest.loop import DigestLoop
from bot.digest.poster import RefusedError, TryLaterError, UnreadableError, UnsureError
from bot.digest.runner import Policy, Runner
from bot.digest.schedule import due_on
from bot.digest.stock import Stock
from bot.digest.subscription import read_configured
from bot.state.ledger import Key
from bot.state.stores import Stores, open_stores
from tests.digest.channel import Channels, Trouble
from tests.digest.reviews import review
from tests.digest.world import HOUR, World
from tests.state.clock import SetClock

ZONES = ("Asia/Shanghai", "Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu")


def nothing(now: datetime) -> None:
    del now


def in_a_hurry(stores: Stores) -> Stores:
    """Let a year's thousands of commits not wait for a disk: its safety is not the matter here."""

    def prepare(connection: Any, record: object) -> None:
        del record
        connection.execute("PRAGMA synchronous=OFF")

    stores.close()
    event.listen(stores.database.engine, "connect", prepare)
    return stores


@pytest.mark.timeout(300)
def test_year_in_five_zones_is_one_digest_each_due_day(tmp_path: Path) -> None:
    """365 days, two changes of the clock each where there are any, weekends off in one channel."""
    clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
    stores = in_a_hurry(open_stores(tmp_path / "s.sqlite3", clock=clock))
    channels = Channels()
    stock = Stock((review("n1"),))
    digests = [f"C{at} 02:30 {zone} empty:say" for at, zone in enumerate(ZONES)]
    digests[0] += " mon-fri"
    configured = read_configured("; ".join(digests), zone="UTC", language="zh")
    runner = Runner(Editions(stores, lambda: stock, clock), channels, Policy(configured))
    loop = DigestLoop(runner, nothing)
    while clock.now < datetime(2027, 1, 1, tzinfo=UTC):
        loop.step()
        found = loop.health().standings
        clock.now = min(each.next_due.moment for each in found if each.next_due)
    stores.close()
    posted = Counter((posting.key.channel, posting.key.day) for posting in channels.posted)
    due = {
        (each.channel, day)
        for each in configured
        for day in (date(2025, 12, 31) + timedelta(days=number) for number in range(367))
        if (moment := due_on(each.rule.schedule, day)) is not None
        and datetime(2026, 1, 1, tzinfo=UTC) <= moment.moment < datetime(2027, 1, 1, tzinfo=UTC)
    }

    assert {1} == set(posted.values())
    assert due <= posted.keys()
    assert len(posted) <= len(due) + len(ZONES), "beside them only what was caught up with at first"


def test_loop_waits_for_what_comes_next(world: World) -> None:
    """Never long, since channels change their minds; short where something is due soon."""
    world.clock.now = HOUR - timedelta(seconds=5)
    loop = DigestLoop(world.runner(), nothing)
    soon = loop.step()
    world.clock.now = HOUR
    later = loop.step()

    assert (timedelta(seconds=5), timedelta(seconds=20)) == (soon, later)
    assert 1 == len(world.channels.posted)


def test_health_tells_where_channels_stand(world: World) -> None:
    """A channel without its digest is in trouble, and the loop itself is well."""
    world.channels.fail("C2", Trouble(RefusedError("not_in_channel")))
    loop = DigestLoop(world.runner("C1 09:30 Asia/Shanghai; C2 09:30 Asia/Shanghai"), nothing)
    loop.step()
    health = loop.health()

    assert health.is_well
    assert {"C1": False, "C2": True} == {
        each.subscription.channel: each.is_in_trouble for each in health.standings
    }


def test_doubt_that_is_left_shows_in_health(world: World) -> None:
    """Where it cannot be told whether a digest was posted, someone must know."""
    world.channels.fail("C1", Trouble(UnsureError("timeout"), after=True))
    world.channels.unreadable = UnreadableError("missing_scope")
    loop = DigestLoop(world.runner(), nothing)
    loop.step()
    world.clock.forward(minutes=2)
    loop.step()

    assert [True] == [each.is_in_trouble for each in loop.health().standings]


class Moody(Channels):
    """A Slack that does not even say who we are."""

    mood: Exception | None = None

    def workspace(self) -> str:
        if self.mood is not None:
            raise self.mood
        return super().workspace()


@pytest.mark.parametrize(
    "mood", [TryLaterError("unreachable"), RefusedError("token_revoked"), ZeroDivisionError()]
)
def test_loop_goes_on_after_trouble(world: World, mood: Exception) -> None:
    """It says what is wrong, in health and once in the log, and is well again afterwards."""
    moody = Moody()
    world.channels = moody
    loop = DigestLoop(world.runner(), nothing)
    moody.mood = mood
    for _ in range(3):
        loop.step()
    ill = loop.health()
    moody.mood = None
    loop.step()
    well = loop.health()

    assert (False, True) == (ill.is_well, bool(ill.trouble))
    assert (True, "") == (well.is_well, well.trouble)
    assert 1 == len(world.channels.posted)


def test_loop_that_hangs_is_not_well(world: World) -> None:
    """Health does not only repeat the last good news."""
    loop = DigestLoop(world.runner(), nothing)
    loop.step()
    world.clock.forward(minutes=6)

    assert not loop.health().is_well


def test_thread_posts_and_stops(stores: Stores, clock: SetClock) -> None:
    """Started, it serves by itself; stopped, it is gone, and not well."""
    posted = Event()
    channels = Channels(meanwhile=posted.set)
    world = World(stores, clock, channels)
    clock.now = HOUR
    loop = DigestLoop(world.runner(), nothing)
    loop.start()
    was_posted = posted.wait(20)
    loop.stop()

    assert was_posted
    assert not loop.health().is_well
    assert 1 == len(channels.posted)


def test_process_that_ends_begins_no_further_digest(world: World) -> None:
    """What is at hand is finished and recorded; the rest is left, unclaimed, to who comes next."""
    names = [f"C{number}" for number in range(12)]
    digests = "; ".join(f"{name} 09:30 Asia/Shanghai" for name in names)
    loop = DigestLoop(world.runner(digests), nothing)
    world.channels.meanwhile = loop.begin_stop
    loop.step()
    begun = {name for name in names if world.state(channel=name) is not None}
    posted = {posting.key.channel for posting in world.channels.posted}
    world.channels.meanwhile = lambda: None
    DigestLoop(world.runner(digests), nothing).step()

    assert posted == begun
    assert 1 <= len(begun) <= 4
    assert [1] * 12 == [len(world.channels.in_channel(name)) for name in names]


def test_old_rows_are_dropped_now_and_then(world: World) -> None:
    """At the start, then every six hours."""
    moments: list[datetime] = []
    loop = DigestLoop(world.runner(), moments.append)
    for _ in range(14):
        loop.step()
        world.clock.forward(hours=1)

    assert [HOUR, HOUR + timedelta(hours=7)] == moments


def test_digest_posted_before_its_hour_is_not_announced_again(world: World) -> None:
    """Done by hand this morning, the next one is tomorrow's."""
    world.clock.now = HOUR - timedelta(hours=1)
    runner = world.runner()
    (subscription,) = runner.subscriptions()
    due = due_on(subscription.rule.schedule, date(2026, 12, 1))
    assert due is not None
    runner.post_now(subscription, due)
    loop = DigestLoop(runner, nothing)
    loop.step()
    (standing,) = loop.health().standings
    assert standing.next_due is not None

    assert date(2026, 12, 2) == standing.next_due.day
    assert runner.stores.ledger.get(Key("T1", "C1", due.day)) == standing.last


def test_loop_without_channels_is_well(world: World) -> None:
    """No channel wants a digest yet: nothing to do is no trouble."""
    loop = DigestLoop(world.runner(""), nothing)

    assert timedelta(seconds=20) == loop.step()
    assert (True, ()) == (loop.health().is_well, loop.health().standings)
