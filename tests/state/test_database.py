"""A database is opened by a path or an address, and what is wrong with it is said in a sentence."""

import os
import sqlite3
from pathlib import Path

import pytest

from bot.errors import BotError
from bot.state.database import open_database
from bot.state.errors import StateAddressError, StateUnavailableError
from bot.state.stores import open_stores
from tests.state.postgres_server import PostgresServer


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_file_is_made_with_its_folder(tmp_path: Path, form: str) -> None:
    """A path alone is enough, in a folder that is not there yet."""
    path = tmp_path / "deep" / "er" / "state.sqlite3"
    stores = open_stores(form.format(path))
    stores.close()

    assert path.exists()


def test_file_is_written_ahead_and_safely(tmp_path: Path) -> None:
    """Readers do not wait for writers, and a power cut takes no record back."""
    database = open_database(tmp_path / "s.sqlite3")
    with database.read() as connection:
        pragmas = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout")
        ]
    database.close()

    assert ["wal", 2, 15_000] == pragmas


@pytest.mark.parametrize(
    "where",
    ["mysql://u:secret@h/db", "redis://h", "sqlite://", "nonsense://x", "://", "postgresql+x://h"],
)
def test_address_that_keeps_no_state_is_refused(where: str) -> None:
    """The sentence names the setting and never the password."""
    with pytest.raises(BotError) as refusal:
        open_stores(where)

    assert "PRBOT_STATE" in str(refusal.value) or "cannot be used" in str(refusal.value)
    assert "secret" not in str(refusal.value)


def test_server_that_is_away_is_said_without_password() -> None:
    """An address where nobody listens gives a sentence, at once."""
    with pytest.raises(StateUnavailableError) as refusal:
        open_stores("postgres://someone:secret@127.0.0.1:9/prbot")

    assert "127.0.0.1:9" in str(refusal.value)
    assert "secret" not in str(refusal.value)


def test_folder_is_no_file(tmp_path: Path) -> None:
    """A path that is a folder is said to be one."""
    with pytest.raises(StateUnavailableError, match="it is a folder"):
        open_database(tmp_path)


def test_file_of_something_else_is_refused(tmp_path: Path) -> None:
    """A file that is no database is left as it is."""
    path = tmp_path / "notes.txt"
    path.write_text("x" * 5000)
    with pytest.raises(StateUnavailableError, match="not a database"):
        open_stores(path)

    assert "x" * 5000 == path.read_text()


def test_folder_of_the_file_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    """A file where a folder should be."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StateUnavailableError, match="cannot be used"):
        open_database(tmp_path / "file" / "state.sqlite3")


def test_postgres_goes_by_both_of_its_names(postgres: PostgresServer) -> None:
    """`postgres://` and `postgresql://` are the same."""
    address = postgres.new_database()
    open_stores(address).close()
    stores = open_stores(address.replace("postgresql://", "postgres://"))
    is_first = stores.seen_events.first_time("k")
    stores.close()

    assert is_first


def test_commit_on_postgres_is_waited_for(postgres: PostgresServer) -> None:
    """Also on a server whose habit is otherwise, as that of the tests is."""
    stores = open_stores(postgres.new_database())
    with stores.database.read() as connection:
        habit = connection.exec_driver_sql("SHOW synchronous_commit").scalar()
    stores.close()

    assert "on" == habit


def test_writer_waits_for_another(tmp_path: Path) -> None:
    """A write that meets another process's write waits for it instead of failing."""
    path = tmp_path / "s.sqlite3"
    stores = open_stores(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    pid = os.getpid()
    other.execute(
        "INSERT INTO seen_events (key, seen_at, lease_until)"
        " VALUES ('a', '2026-01-01', '2026-01-01')"
    )
    with stores.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT count(*) FROM seen_events").scalar()
    other.execute("COMMIT")
    other.close()
    is_first = stores.seen_events.first_time(f"b{pid}")
    stores.close()

    assert (0, True) == (rows, is_first)


def test_address_error_is_a_value_error() -> None:
    """Callers may catch what they would expect."""
    assert issubclass(StateAddressError, ValueError)
    assert issubclass(StateUnavailableError, OSError)
