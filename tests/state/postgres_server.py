"""A real PostgreSQL of the tests' own: private folder, Unix socket alone, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

_PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True),)
# Commits that a crash may take back: what must survive one has to ask for it.
_FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"


class NoPostgresError(Exception):
    """There is no PostgreSQL to start here."""


@dataclass(frozen=True)
class PostgresServer:
    """A server that can be stopped and started again, its data kept.

    Args:
        folder: Holds its data, its socket and its log.
        programs: Where `initdb` and `pg_ctl` are.
    """

    folder: Path
    programs: Path

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' {_FAST}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", str(self._data), "-l", log, "-o", options)

    def stop(self, how: str = "fast") -> None:
        """Stop it: `fast` ends connections in good order, `immediate` is a crash."""
        self._run("pg_ctl", "stop", "-w", "-m", how, "-D", str(self._data))

    def new_database(self) -> str:
        """Make an empty database, and return its address."""
        name = f"state_{next(self._numbers)}"
        with psycopg.connect(
            host=str(self.folder), user="prbot", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://prbot@/{name}?host={self.folder}"

    def init(self) -> None:
        self._run(
            "initdb", "-D", str(self._data), "-U", "prbot", "-A", "trust", "-E", "UTF8",
            "--locale=C", "--no-sync",
        )  # fmt: skip

    @cached_property
    def _numbers(self) -> Iterator[int]:
        return count(1)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # a server that inherits a pipe keeps it open for ever
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=60,
            **_as_whom(),
        )
        if done.returncode:
            log = self.folder / "log"
            told = log.read_text()[-2000:] if log.exists() else ""
            raise NoPostgresError(f"{program} ended with {done.returncode}: {told}")


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Start a server for the time of a `with`.

    Raises:
        NoPostgresError: Debian's package `postgresql` (or an equal) is not installed.
    """
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="prbot-pg-"))
    try:
        whom = _as_whom()
        if whom:
            os.chown(folder, whom["user"], whom["group"])
        server = PostgresServer(folder, programs)
        server.init()
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    found = shutil.which("initdb")
    places = (Path(found).resolve().parent, *_PLACES) if found else _PLACES
    for place in places:
        if (place / "initdb").exists() and (place / "pg_ctl").exists():
            return place
    raise NoPostgresError("no PostgreSQL server is installed (Debian's package: postgresql)")


def _as_whom() -> Mapping[str, Any]:
    """Another user where this one is root, whom the server refuses."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoPostgresError("the server refuses root, and there is no user postgres or nobody")
