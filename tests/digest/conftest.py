"""The state of either kind, as for the tests of the stores; and where processes come from."""

from collections.abc import Iterator

import pytest

from bot.state.stores import Stores
from tests.digest.processes import Nursery
from tests.digest.world import HOUR, World
from tests.state.clock import SetClock
from tests.state.conftest import address, clock, kind, postgres, stores, used_postgres

__all__ = ["address", "clock", "kind", "nursery", "postgres", "stores", "used_postgres"]


@pytest.fixture
def world(stores: Stores, clock: SetClock) -> World:
    """All that a runner needs, at the hour of a digest."""
    clock.now = HOUR
    return World(stores, clock)


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    with Nursery() as opened:
        yield opened
