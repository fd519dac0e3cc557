"""A hundred processes killed at random moments leave a hundred digests, one in each channel."""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event

import pytest

from bot.state.ledger import Progress
from tests.digest.processes import Child, Nursery
from tests.digest.town import Town, town

ROUNDS = 100
BATCH = 20
pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def place(address: str, tmp_path: Path, nursery: Nursery) -> Iterator[Town]:
    with town(tmp_path, address, nursery) as founded:
        yield founded


def start(place: Town, *channels: str) -> Child:
    """Start a process, and wait until it has asked who it is: nothing is at stake before."""
    logins = len(place.slack.calls("auth.test"))
    child = place.run(*channels)
    place.slack.wait_for(lambda: len(place.slack.calls("auth.test")) > logins)
    return child


def usual_length(place: Town) -> float:
    """How long a process takes from there to its end."""
    lengths = []
    for channel in place.add_channels(3, "W"):
        child = start(place, channel)
        begun = time.perf_counter()
        child.wait()
        lengths.append(time.perf_counter() - begun)
    return sorted(lengths)[1]  # the middle one: the first has all caches to fill


def test_killed_at_random(place: Town) -> None:
    """Killed once, and the restart of twenty channels killed once more: each has one digest."""
    chance = Random(20261201)  # noqa: S311  moments, not secrets
    longest = usual_length(place)
    states: Counter[str] = Counter()
    channels = place.add_channels(ROUNDS)
    pause = Event()
    for first in range(0, ROUNDS, BATCH):
        batch = channels[first : first + BATCH]
        for channel in batch:
            child = start(place, channel)
            pause.wait(chance.uniform(0, longest))
            child.kill()
            entry = place.entry(channel)
            states[entry.state.value if entry else "nothing"] += 1
        child = start(place, *batch)
        pause.wait(chance.uniform(0, 3 * longest))
        child.kill()
        place.restart(*batch)
    sys.stdout.write(f"killed in these states: {dict(states)}\n")
    entries = [place.entry(channel) for channel in channels]

    assert [1] * ROUNDS == [place.digests_in(channel) for channel in channels]
    assert {Progress.DELIVERED} == {entry.state for entry in entries if entry}
    assert len(states) > 1, "all were killed at the same step"
