"""What a parser hands on: notes as their file tells them, and what could not be read.

A draft has no computed id yet, for an id depends on what the other files hold
(`bot.notes.identity`), and no date but its own. One file makes one `Reading`, which a reload can
make again for that file alone.
"""

import datetime as dt
from dataclasses import dataclass

from bot.notes.model import Advice, Paragraph, Problem, Reference, Source


@dataclass(frozen=True, slots=True)
class Fields:
    """What a note says about itself beside its text; each is missing where it is not said."""

    url: str | None = None
    repo: str | None = None
    pr: int | None = None
    labels: tuple[str, ...] = ()
    date: dt.date | None = None
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """One note as it was read.

    Args:
        title: The one-line summary, without Markdown marks.
        paragraphs: The review's blocks in order.
        source: Where the summary stands.
        fields: What the note says about itself.
        own_id: The id the note brings along.
        advice: The reading advice the review opens with.
        references: PRs and issues the note names.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    source: Source
    fields: Fields
    own_id: str | None = None
    advice: Advice | None = None
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file gave.

    Args:
        path: The file, as it is shown to people.
        written: The day the file was last changed, for notes that say no date.
        drafts: Its notes in order.
        problems: What of it could not be read.
    """

    path: str
    written: dt.date
    drafts: tuple[Draft, ...] = ()
    problems: tuple[Problem, ...] = ()
