"""What a note is: one PR review with its place, its facts and its paragraphs.

Plain frozen values, made by `bot.notes.parsers` and kept by `bot.notes.library`. Nothing here
reads a file, a clock or a setting, and nothing here knows how a note is found or shown.
"""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum


class AdviceLevel(StrEnum):
    """How much of a reader's time a review asks for, by its own words."""

    CLOSE = "close"  # 值得精读, 推荐精读, 建议精读
    QUICK = "quick"  # 快速浏览, 快速审阅, 快速精读
    SKIP = "skip"  # 无需细读, 可跳过


@dataclass(frozen=True, slots=True)
class Advice:
    """The reading advice a review opens with.

    Args:
        level: What it amounts to.
        text: Its own words, such as `值得精读`.
    """

    level: AdviceLevel
    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A PR or an issue that a note names.

    Args:
        text: Its own words: `#55385`, `issue #47456`, `AITER #4463`, `owner/name#12`.
        number: The number.
        repo: `owner/name` where it is known; `None` where the note names another project
            without saying whose it is (a link would then lead to the wrong place).
        is_issue: Whether the words say that it is an issue.
        url: Its address, where the note gives it whole (on another host, perhaps).
    """

    text: str
    number: int
    repo: str | None
    is_issue: bool = False
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a note stands: a path as it is shown to people, and a line counted from 1."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One block of a review, the unit of the index.

    Args:
        text: The block as it was written, Markdown and all, without blank lines around it.
        line: The line of the file it starts at, counted from 1.
        heading: The headings above it inside the review, outermost first, joined by ` / `.
    """

    text: str
    line: int
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """One PR review.

    Args:
        id: Stable over re-reads and moves of its file; safe in a URL.
        title: The one-line summary, without Markdown marks.
        paragraphs: The review's blocks in order; empty where there is a summary alone.
        source: Where the summary stands.
        url: The note's own address, if it has one (http or https only).
        repo: `owner/name`.
        pr: The number of the PR reviewed, where it is known.
        labels: As written, without duplicates, in the order they were met.
        date: The day the review was written, or the nearest that is known.
        author: As written.
        advice: The reading advice the review opens with.
        references: PRs and issues the note names, in order, without duplicates.
    """

    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]
    source: Source
    url: str | None = None
    repo: str | None = None
    pr: int | None = None
    labels: tuple[str, ...] = ()
    date: dt.date | None = None
    author: str | None = None
    advice: Advice | None = None
    references: tuple[Reference, ...] = ()

    @property
    def text(self) -> str:
        """The whole review: its paragraphs, parted by blank lines."""
        return "\n\n".join(paragraph.text for paragraph in self.paragraphs)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read, and cost only itself.

    Args:
        path: The file, as it is shown to people.
        line: The line it stands at, counted from 1; 0 for the file as a whole.
        reason: One clause that says what is wrong and what to do.
    """

    path: str
    line: int
    reason: str

    def __str__(self) -> str:
        return (
            f"{self.path}:{self.line}: {self.reason}"
            if self.line
            else f"{self.path}: {self.reason}"
        )
