"""A process killed at any step of the runner leaves one digest in the channel after a restart.

A real `prbot digest --due` runs against the fake Slack, is stopped at a step by what that step
waits for, and killed there. The restart is the same command again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.state.ledger import Progress
from tests.digest.processes import Child, Nursery, until
from tests.digest.town import Town, town
from tests.fakes.slack.faults import Fault, Gate, held

pytestmark = pytest.mark.timeout(180)


@dataclass
class Scene:
    """A process on its way, and the town around it."""

    town: Town
    child: Child
    login: Gate

    def state(self) -> Progress | None:
        entry = self.town.entry("C1")
        return entry.state if entry else None

    def reach(self, gate: Gate) -> None:
        assert gate.reached.wait(30), self.child.log.read_text("utf-8")


@pytest.fixture
def place(address: str, tmp_path: Path, nursery: Nursery) -> Iterator[Town]:
    with town(tmp_path, address, nursery) as founded:
        yield founded


@contextmanager
def started(place: Town) -> Iterator[Scene]:
    """Start a process, and hold it where it asks Slack who it is: it has claimed nothing yet."""
    login = Gate()
    place.slack.fail("auth.test", held(login))
    scene = Scene(place, place.run("C1"), login)
    scene.reach(login)
    yield scene
    login.release()


def assert_one_digest(place: Town) -> None:
    entry = place.entry("C1")
    assert entry is not None

    assert 1 == place.digests_in("C1")
    assert Progress.DELIVERED is entry.state


@contextmanager
def endless_reading(place: Town) -> Iterator[None]:
    """Make reading which notes were met take for ever: the step between claim and posting."""
    with place.database.write() as connection:
        connection.execute(text("ALTER TABLE first_seen RENAME TO first_seen_kept"))
        connection.execute(
            text(
                "CREATE VIEW first_seen AS SELECT k.* FROM first_seen_kept k, (WITH RECURSIVE"
                " c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x > 0)"
                " SELECT count(*) AS n FROM c) AS f"
            )
        )
    yield
    with place.database.write() as connection:
        if place.database.is_postgres:  # the backend goes on for a client that is gone
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND query LIKE '%first_seen%'"
                )
            )
        connection.execute(text("DROP VIEW first_seen"))
        connection.execute(text("ALTER TABLE first_seen_kept RENAME TO first_seen"))


def test_killed_before_the_claim(place: Town) -> None:
    """Nothing was begun; the restart begins."""
    with started(place) as scene:
        scene.child.kill()
        state = scene.state()
    place.restart("C1")

    assert state is None
    assert_one_digest(place)


def test_killed_between_claim_and_posting(place: Town) -> None:
    """A claim that posted nothing is taken over."""
    with started(place) as scene:
        with endless_reading(place):
            scene.login.release()
            until(lambda: scene.state() is Progress.CLAIMED)
            scene.child.kill()
        state = scene.state()
    place.restart("C1")

    assert Progress.CLAIMED is state
    assert [] == place.slack.calls("conversations.history")
    assert_one_digest(place)


def test_killed_while_the_call_is_lost(place: Town) -> None:
    """The message never reached Slack; the restart looks, finds nothing, and posts."""
    gate = Gate()
    place.slack.fail("chat.postMessage", Fault(status=503, error="internal_error", gate=gate))
    with started(place) as scene:
        scene.login.release()
        scene.reach(gate)
        scene.child.kill()
        gate.release()
        before = (scene.state(), place.digests_in("C1"))
    place.restart("C1")

    assert (Progress.POSTING, 0) == before
    assert place.slack.calls("conversations.history")
    assert_one_digest(place)


def test_killed_while_the_answer_is_on_its_way(place: Town) -> None:
    """The message stands and no one knows; the restart finds it by its key."""
    gate = Gate()
    place.slack.fail("chat.postMessage", held(gate))
    with started(place) as scene:
        scene.login.release()
        scene.reach(gate)
        scene.child.kill()
        gate.release()
        before = (scene.state(), place.digests_in("C1"))
    place.restart("C1")

    assert (Progress.POSTING, 1) == before
    assert 1 == len(place.slack.calls("chat.postMessage"))
    assert_one_digest(place)


def test_killed_between_answer_and_record(place: Town) -> None:
    """The answer was heard and could not be written down; the restart finds the message."""
    gate = Gate()
    place.slack.fail("chat.postMessage", held(gate))
    with started(place) as scene:
        scene.login.release()
        scene.reach(gate)
        with place.database.write() as connection:
            if place.database.is_postgres:
                connection.execute(text("LOCK TABLE ledger IN EXCLUSIVE MODE"))
            gate.release()
            place.slack.wait_for(lambda: place.slack.calls("chat.postMessage")[0].outcome == "ok")
            scene.child.kill()
        state = scene.state()
    place.restart("C1")

    assert Progress.POSTING is state
    assert_one_digest(place)


def test_killed_after_the_record(place: Town) -> None:
    """All is done; the restart has nothing to do."""
    with started(place) as scene:
        scene.login.release()
        until(lambda: scene.state() is Progress.DELIVERED)
        scene.child.kill()
    place.restart("C1")

    assert 1 == len(place.slack.calls("chat.postMessage"))
    assert_one_digest(place)


def test_killed_while_reading_back(place: Town) -> None:
    """A restart that is killed too leaves the doubt to the next one."""
    gate, reading = Gate(), Gate()
    place.slack.fail("chat.postMessage", held(gate))
    with started(place) as scene:
        scene.login.release()
        scene.reach(gate)
        scene.child.kill()
        gate.release()
    place.slack.fail("conversations.history", held(reading))
    with started(place) as scene:
        scene.login.release()
        scene.reach(reading)
        scene.child.kill()
        reading.release()
    place.restart("C1")

    assert_one_digest(place)
