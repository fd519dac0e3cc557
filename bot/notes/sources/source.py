"""What a source of notes is, and the ways in which pulling one can fail."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from bot.errors import BotError


class SourceError(BotError, OSError):
    """A source could not be pulled; its last notes stay in service."""


class SourceSpecError(BotError, ValueError):
    """A source is written in a way that cannot be understood."""


class TryLaterError(SourceError):
    """A source asks to be left alone until a moment."""

    def __init__(self, reason: str, until: datetime) -> None:
        super().__init__(f"{reason}; it asks to wait until {until:%Y-%m-%d %H:%M:%S} UTC")
        self.until = until


class RefusedError(SourceError):
    """A server answers with a status that is neither success nor "later"."""

    def __init__(self, place: str, status: int, phrase: str) -> None:
        super().__init__(f"{place} answers {status} {phrase}".rstrip())
        self.status = status


@dataclass(frozen=True, slots=True)
class Pulled:
    """What one pull brought.

    Args:
        is_changed: Whether any file was written.
        note: One clause for the log, such as `PRs read: 3`.
    """

    is_changed: bool
    note: str = ""


class NoteSource(Protocol):
    """Somewhere notes can be pulled from."""

    @property
    def name(self) -> str:
        """The source as it may be shown to people: without a password or a token."""

    @property
    def folder(self) -> Path:
        """Where everything it keeps lies."""

    @property
    def notes(self) -> Path:
        """The file or folder its notes lie in, for the library to read; absent until a pull."""

    def pull(self) -> Pulled:
        """Bring the files up to date.

        Raises:
            SourceError: Nothing was changed, or what was changed is complete in itself.
        """
