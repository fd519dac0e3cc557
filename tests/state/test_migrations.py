"""The schema goes forward once, under a lock, whichever process starts first."""

import multiprocessing
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, text

from bot.state.database import Database, open_database
from bot.state.errors import StateDamagedError, StateTooNewError
from bot.state.migrations import STEPS, VERSION, migrate
from bot.state.stores import open_stores
from bot.state.tables import metadata

Steps = Mapping[int, Callable[[Connection], None]]


def add_column(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE feedback ADD COLUMN comment TEXT"))


def fill_column(connection: Connection) -> None:
    connection.execute(text("UPDATE feedback SET comment = 'none'"))


NEXT: Steps = {VERSION + 1: add_column, VERSION + 2: fill_column}


class PowerCutError(Exception):
    """Something ends a step half-way."""


def cut_off(connection: Connection) -> None:
    add_column(connection)
    raise PowerCutError


def columns(database: Database) -> set[str]:
    with database.read() as connection:
        return {column["name"] for column in inspect(connection).get_columns("feedback")}


def version(database: Database) -> int:
    with database.read() as connection:
        return int(connection.execute(text("SELECT version FROM schema_version")).scalar_one())


def test_empty_database_gets_all_tables(address: str) -> None:
    """The newest schema, at once."""
    database = open_database(address)
    migrate(database)
    with database.read() as connection:
        names = set(inspect(connection).get_table_names())
    found = version(database)
    database.close()

    assert metadata.tables.keys() == names
    assert VERSION == found


def test_older_database_goes_forward_step_by_step(address: str) -> None:
    """What stood in it stays."""
    stores = open_stores(address)
    stores.seen_events.first_time("k")
    migrate(stores.database, version=VERSION + 2, steps=NEXT)
    migrate(stores.database, version=VERSION + 2, steps=NEXT)
    found = (version(stores.database), "comment" in columns(stores.database))
    is_known = not stores.seen_events.first_time("k")
    stores.close()

    assert (VERSION + 2, True) == found
    assert is_known


def test_step_that_is_cut_off_leaves_the_old_schema(address: str) -> None:
    """Half a step is none; the next start takes it whole."""
    database = open_database(address)
    migrate(database)
    with pytest.raises(PowerCutError):
        migrate(database, version=VERSION + 1, steps={VERSION + 1: cut_off})
    before = (version(database), "comment" in columns(database))
    migrate(database, version=VERSION + 1, steps=NEXT)
    after = (version(database), "comment" in columns(database))
    database.close()

    assert (VERSION, False) == before
    assert (VERSION + 1, True) == after


def test_state_of_a_later_version_is_left_alone(address: str) -> None:
    """An older program says so instead of writing into what it does not know."""
    database = open_database(address)
    migrate(database)
    migrate(database, version=VERSION + 1, steps=NEXT)
    with pytest.raises(StateTooNewError, match=f"schema {VERSION + 1}"):
        migrate(database)
    database.close()


def test_state_without_its_version_is_left_alone(address: str) -> None:
    """What is in it cannot be known, and is neither read nor overwritten."""
    database = open_database(address)
    migrate(database)
    with database.write() as connection:
        connection.execute(text("DELETE FROM schema_version"))
    with pytest.raises(StateDamagedError, match="which schema"):
        migrate(database)
    database.close()


def test_processes_starting_together_make_one_schema(address: str) -> None:
    """Eight threads with connections of their own, all of them first."""
    databases = [open_database(address) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(migrate, databases))
    with databases[0].read() as connection:
        rows = connection.execute(text("SELECT count(*) FROM schema_version")).scalar()
    for database in databases:
        database.close()

    assert 1 == rows


def opened(path: str) -> bool:
    stores = open_stores(path)
    is_first = stores.seen_events.first_time("k")
    stores.close()
    return is_first


def test_real_processes_starting_on_a_new_file_agree(tmp_path: Path) -> None:
    """Six processes meet on a file that none of them found; one takes the event."""
    path = str(tmp_path / "state.sqlite3")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=context) as pool:
        first = list(pool.map(opened, [path] * 6))

    with closing(sqlite3.connect(path)) as connection:
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]

    assert (1, "wal") == (sum(first), mode)


def test_each_version_has_its_step() -> None:
    """From the first version on, none is left out."""
    assert set(range(2, VERSION + 1)) == STEPS.keys()
