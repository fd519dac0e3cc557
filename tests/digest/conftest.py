"""The state of either kind, as for the tests of the stores; and where processes come from."""

from collections.abc import Iterator

import pytest

from tests.digest.processes import Nursery
from tests.state.conftest import address, clock, kind, postgres, stores, used_postgres

__all__ = ["address", "clock", "kind", "nursery", "postgres", "stores", "used_postgres"]


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    with Nursery() as opened:
        yield opened
