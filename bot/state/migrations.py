"""Brings a database to the newest schema, whichever of several starting processes comes first.

An empty database gets the tables as they are today. An older one takes the steps between, each in
the same transaction, under one lock: a process killed half-way leaves the old schema.
"""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, inspect, select

from bot.state.database import Database
from bot.state.errors import StateDamagedError, StateTooNewError
from bot.state.tables import metadata, schema_version

VERSION = 1
_LOCK = 7_271_001

Step = Callable[[Connection], None]
STEPS: Mapping[int, Step] = {}
"""What leads from the version before to the version named."""


def migrate(
    database: Database, *, version: int = VERSION, steps: Mapping[int, Step] = STEPS
) -> None:
    """Bring the database to a version.

    Raises:
        StateTooNewError: It is past that version already.
        StateDamagedError: It does not say its version.
        StateUnavailableError: It cannot be reached, or is no database.
    """
    with database.read() as connection:
        found = _version(connection, database.shown)
    if found == version:
        return
    with database.exclusive(_LOCK) as connection:
        found = _version(connection, database.shown)
        if found is not None and found > version:
            raise StateTooNewError(database.shown, found, version)
        if found is None:
            metadata.create_all(connection)
            connection.execute(schema_version.insert().values(version=version))
            return
        for number in range(found + 1, version + 1):
            steps[number](connection)
        connection.execute(schema_version.update().values(version=version))


def _version(connection: Connection, shown: str) -> int | None:
    if not inspect(connection).has_table(schema_version.name):
        return None
    found = connection.execute(select(schema_version.c.version)).scalar()
    if found is None:  # the table and its row are written together, so someone else's hand did it
        raise StateDamagedError(shown)
    return int(found)
