"""Opens the one database, and gives transactions on it.

A path is a SQLite file, created with its folder; a `postgresql://` address is a PostgreSQL. What
the two do differently (locks, upserts, pragmas) is said here and nowhere else.
"""

import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    Table,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import (
    TimeoutError as PoolTimeoutError,
)

from bot.state.errors import StateAddressError, StateDriverMissingError, StateUnavailableError

_BUSY_SECONDS = 15
_TURN_AGAIN = 0.02
_MISTAKES = (DataError, IntegrityError, ProgrammingError)  # ours, not the database's
_WRITES = "prbot_writes"
_POSTGRES_ARGS = {
    "connect_timeout": 10,
    "tcp_user_timeout": 15_000,  # milliseconds: a database that vanished must not hang the digest
    "application_name": "prbot",
}


@dataclass(frozen=True, slots=True)
class Database:
    """A place where state is kept.

    Args:
        engine: Its connections.
        shown: Its address as people may see it, without a password.
    """

    engine: Engine
    shown: str

    @property
    def is_postgres(self) -> bool:
        return self.engine.dialect.name == "postgresql"

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Give a transaction that only reads."""
        with self._said_plainly(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Give a transaction that writes. SQLite takes its write lock at once.

        A SQLite transaction that reads first and writes later fails where another has written in
        between, however long it is ready to wait.
        """
        with self._said_plainly(), self.engine.connect() as connection:
            connection.execution_options(**{_WRITES: True})
            with connection.begin():
                yield connection

    @contextmanager
    def exclusive(self, lock: int) -> Iterator[Connection]:
        """Give a transaction that writes, while no other holds the same lock in any process."""
        with self.write() as connection:
            if self.is_postgres:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": lock})
            yield connection

    def insert(self, table: Table) -> Any:
        """Begin an INSERT that can say `on_conflict_do_…`, which SQL has no common form for."""
        return postgresql.insert(table) if self.is_postgres else sqlite_insert(table)

    def change(self, statement: Executable) -> int:
        """Run one statement in a transaction of its own, and return how many rows it changed."""
        with self.write() as connection:
            # Without the option, an INSERT on PostgreSQL counts as -1, which is true.
            options = {"preserve_rowcount": True}
            return connection.execute(statement, execution_options=options).rowcount

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        try:
            yield
        except _MISTAKES:
            raise
        except (DBAPIError, PoolTimeoutError) as fault:
            raise StateUnavailableError(self.shown, _first_line(fault)) from fault


def open_database(where: str | Path) -> Database:
    """Open a database without looking at what it holds.

    Args:
        where: The path of a SQLite file, `sqlite:///path`, or a `postgresql://` address.

    Raises:
        StateAddressError: It is neither.
        StateDriverMissingError: It is a PostgreSQL, and psycopg is not installed.
        StateUnavailableError: The folder of the file cannot be made.
    """
    url = _url(where)
    if url.get_backend_name() == "sqlite":
        return _open_sqlite(url)
    try:
        engine = create_engine(
            url,
            connect_args={**_POSTGRES_ARGS, **url.query},
            pool_pre_ping=True,  # a restarted server costs a new connection, not a failure
            pool_timeout=30,
        )
    except ImportError:
        raise StateDriverMissingError from None
    event.listen(engine, "connect", _prepare_postgres)
    return Database(engine, url.set(query={}).render_as_string(hide_password=True))


def _url(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(where))
    try:
        url = make_url(re.sub("^postgres://", "postgresql://", where))  # both are written
        name = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise StateAddressError(_without_login(where)) from None
    if name == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if name == "sqlite" and url.database:
        return url.set(drivername="sqlite", query={})
    raise StateAddressError(_without_login(where))


def _without_login(where: str) -> str:
    scheme, _, rest = where.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def _prepare_postgres(connection: Any, record: object) -> None:
    """Wait for each commit to be written, whatever the server's habit.

    A server that crashes would else take back that a digest was about to be posted, and the next
    owner would post it again.
    """
    del record
    connection.autocommit = True
    connection.execute("SET synchronous_commit = on")
    connection.autocommit = False


def _open_sqlite(url: URL) -> Database:
    path = Path(str(url.database)).expanduser()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise StateUnavailableError(str(path), fault.strerror or str(fault)) from None
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        reason = "it is a folder" if path.is_dir() else f"{path.parent} may not be written to"
        raise StateUnavailableError(str(path), reason)
    engine = create_engine(
        url.set(database=str(path)), connect_args={"timeout": _BUSY_SECONDS}, pool_timeout=30
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return Database(engine, str(path))


def _prepare_sqlite(connection: Any, record: object) -> None:
    del record
    connection.isolation_level = None  # the driver would begin late, and never IMMEDIATE
    cursor = connection.cursor()
    _turn_to_wal(cursor)
    # FULL: a claim that a power cut takes back could be posted twice.
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _turn_to_wal(cursor: sqlite3.Cursor) -> None:
    """Turn a file to WAL; SQLite does not wait by itself while others do the same at once."""
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(_TURN_AGAIN)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _first_line(fault: SQLAlchemyError) -> str:
    """The database's own sentence, without the statement, which may hold what people wrote."""
    cause = fault.orig if isinstance(fault, DBAPIError) else fault
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(cause).__name__
