"""Every store is tested over both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.state.stores import Stores, open_stores
from tests.state.clock import SetClock
from tests.state.postgres_server import NoPostgresError, PostgresServer, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    try:
        with postgres_server() as server:
            yield server
    except NoPostgresError as absence:
        pytest.skip(f"not run on PostgreSQL: {absence}")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "new folder" / "state.sqlite3")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def stores(address: str, clock: SetClock) -> Iterator[Stores]:
    opened = open_stores(address, clock=clock)
    yield opened
    opened.close()
