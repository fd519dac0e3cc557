"""Several replicas on one PostgreSQL post each digest once, also while it goes away."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.state.ledger import Progress
from tests.digest.processes import Nursery
from tests.digest.town import Town, town
from tests.fakes.slack.faults import Gate, held
from tests.state.postgres_server import PostgresServer

CHANNELS = 50
REPLICAS = 4
pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def place(postgres: PostgresServer, tmp_path: Path, nursery: Nursery) -> Iterator[Town]:
    with town(tmp_path, postgres.new_database(), nursery) as founded:
        yield founded


def assert_each_once(place: Town, channels: list[str]) -> None:
    entries = [place.entry(channel) for channel in channels]

    assert [1] * len(channels) == [place.digests_in(channel) for channel in channels]
    assert {Progress.DELIVERED} == {entry.state for entry in entries if entry}


def test_four_replicas_post_fifty_digests(place: Town) -> None:
    """Fifty channels due at once, four processes: fifty digests, by more than one of them."""
    channels = place.add_channels(CHANNELS)
    replicas = [place.run(*channels) for _ in range(REPLICAS)]
    statuses = [replica.wait() for replica in replicas]
    entries = [place.entry(channel) for channel in channels]

    assert [0] * REPLICAS == statuses
    assert CHANNELS == len(place.slack.calls("chat.postMessage"))
    assert CHANNELS == len({entry.owner for entry in entries if entry})
    assert_each_once(place, channels)


def test_replicas_killed_and_others_finish(place: Town) -> None:
    """Two of four replicas die in the middle; the others leave no channel out, and none twice."""
    channels = place.add_channels(CHANNELS)
    gates = [Gate() for _ in range(6)]
    for gate in gates:
        place.slack.fail("chat.postMessage", held(gate))
    replicas = [place.run(*channels) for _ in range(REPLICAS)]
    for gate in gates:
        assert gate.reached.wait(30)
    ended = [replica.kill() for replica in replicas[:2]]
    for gate in gates:
        gate.release()
    finished = [replica.wait() for replica in replicas[2:]]

    assert [-9, -9, 0, 0] == [*ended, *finished]
    assert_each_once(place, channels)


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_postgres_stopped_and_started_in_the_middle(
    place: Town, postgres: PostgresServer, how: str
) -> None:
    """Messages on their way while the database is gone are recorded, or found, when it is back."""
    channels = place.add_channels(CHANNELS)
    gates = [Gate() for _ in range(4)]
    for gate in gates:
        place.slack.fail("chat.postMessage", held(gate))
    replicas = [place.run(*channels) for _ in range(REPLICAS)]
    for gate in gates:
        assert gate.reached.wait(30)
    # Whoever finds no database at its start says so and ends; these four have found it.
    place.slack.wait_for(lambda: len(place.slack.calls("auth.test")) >= REPLICAS)
    place.database.close()
    postgres.stop(how)
    for gate in gates:
        gate.release()
    place.slack.wait_for(
        lambda: 4 <= sum(call.outcome == "ok" for call in place.slack.calls("chat.postMessage"))
    )
    postgres.start()
    statuses = [replica.wait() for replica in replicas]

    assert [0] * REPLICAS == statuses, replicas[0].log.read_text("utf-8")
    assert_each_once(place, channels)
