"""Every store is tested over both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.state.stores import Stores, open_stores
from bot.state.tables import metadata, schema_version
from tests.state.clock import SetClock
from tests.state.postgres_server import NoPostgresError, PostgresServer, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    try:
        with postgres_server() as server:
            yield server
    except NoPostgresError as absence:
        pytest.skip(f"not run on PostgreSQL: {absence}")


@pytest.fixture(scope="session")
def used_postgres(postgres: PostgresServer) -> str:
    """A PostgreSQL database that many tests use, one after the other: a new one takes long."""
    return postgres.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def address(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind that was never opened."""
    if kind == "sqlite":
        return str(tmp_path / "new folder" / "state.sqlite3")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def stores(
    kind: str, clock: SetClock, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Stores]:
    """Empty stores over either kind of database."""
    is_sqlite = kind == "sqlite"
    where = tmp_path / "state.sqlite3" if is_sqlite else request.getfixturevalue("used_postgres")
    opened = open_stores(where, clock=clock)
    if not is_sqlite:
        with opened.database.write() as connection:
            for table in metadata.sorted_tables:
                if table is not schema_version:
                    connection.execute(table.delete())
    yield opened
    opened.close()
