"""What can be wrong with the place where state is kept."""

from bot.errors import BotError


class StateAddressError(BotError, ValueError):
    """`PRBOT_STATE` names no database that this can keep state in."""

    def __init__(self, shown: str) -> None:
        super().__init__(
            f"no state can be kept at {shown}: PRBOT_STATE must be the path of a file, or a"
            " postgresql:// address"
        )


class StateDriverMissingError(BotError, ImportError):
    """State is to be kept in a PostgreSQL, and its driver is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "PRBOT_STATE is a postgresql:// address, and psycopg is not installed: install"
            " prbot[postgres]"
        )


class StateUnavailableError(BotError, OSError):
    """The database cannot be opened, or has gone away."""

    def __init__(self, shown: str, reason: str) -> None:
        super().__init__(f"the state at {shown} cannot be used: {reason}")


class StateDamagedError(BotError, RuntimeError):
    """The state does not say which schema it has."""

    def __init__(self, shown: str) -> None:
        super().__init__(
            f"the state at {shown} does not say which schema it has: put a backup back, or move it"
            " away to begin anew"
        )


class StateTooNewError(BotError, RuntimeError):
    """The state was written by a later version of this program."""

    def __init__(self, shown: str, found: int, known: int) -> None:
        super().__init__(
            f"the state at {shown} has schema {found}, and this prbot knows schema {known}:"
            " run the later version that wrote it"
        )
