"""A question made ready to search: `parse_query` turns what a person typed into a `Query`.

Lenient: whatever is typed gives a query, never an error.
"""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from bot.notes.model import AdviceLevel


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows the notes before any word is looked at; empty fields narrow nothing.

    Args:
        repos: `owner/name`, or `name` alone; any of them, any case.
        labels: Any of them, any case.
        since: First day that counts.
        until: Last day that counts.
        advice: Reading advice asked for.
        without: Words (as typed) whose notes are left out.
    """

    repos: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    advice: AdviceLevel | None = None
    without: tuple[str, ...] = ()


class Intent(StrEnum):
    """What the asker wants."""

    SEARCH = "search"  # notes about something
    LATEST = "latest"  # scaffolding alone: what is new
    GREETING = "greeting"  # hello, thanks


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed question.

    Args:
        raw: What was typed.
        text: What is left to search for once scaffolding, filters and mentions are gone.
        intent: What the asker wants.
        phrases: Quoted phrases, which must stand in a note as they are.
        filters: What narrows the notes.
        is_chinese: Whether the asker wrote Chinese (decides the interface language).
        ignored: Filters that could not be read, as typed (`since:yesterdayish`).
    """

    raw: str
    text: str = ""
    intent: Intent = Intent.SEARCH
    phrases: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
    is_chinese: bool = True
    ignored: tuple[str, ...] = ()


def parse_query(
    raw: str, *, today: date, mention: str | None = None, filters: Filters | None = None
) -> Query:
    """Parse what a person typed.

    Args:
        raw: Any string at all.
        today: The asker's date, for 今天 / 本周 / last week.
        mention: The app's own user id (`U1`), whose mentions are stripped; others are kept.
        filters: Filters from elsewhere (flags, buttons); those in the text are added to them.
    """
    raise NotImplementedError
