"""What a digest says, as a value free of markup: terminal and Slack draw the same one.

Must-reads come first by their own reading advice, then the newest. The first so many of them are
shown, grouped by topic; the rest can be paged to. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.digest.grouping import grouped
from bot.digest.why import why
from bot.notes.model import AdviceLevel, Note

_ADVICE_ORDER = {AdviceLevel.CLOSE: 0, None: 1, AdviceLevel.QUICK: 2, AdviceLevel.SKIP: 3}


@dataclass(frozen=True, slots=True)
class Item:
    """A note in a digest.

    Args:
        place: Its rank among all that are new, from 0.
        note: The note.
        why: Why it is worth reading; empty where it does not say.
    """

    place: int
    note: Note
    why: str


@dataclass(frozen=True, slots=True)
class Topic:
    """Items that belong together; see `bot.digest.grouping.Group` for `repo` and `name`."""

    repo: str | None
    name: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Occasion:
    """The circumstances of a digest.

    Args:
        day: The channel's own date.
        is_late: Whether it comes after its hour.
        is_first: Whether the channel never had one before: then "new" means "all there is".
    """

    day: date
    is_late: bool = False
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Digest:
    """One page of a day's digest.

    Args:
        occasion: Which day's, and how it comes.
        topics: What this page shows.
        total: How many notes are new in all.
        page_size: How many of them a page shows at most.
        start: How many of them come before this page.
        must_reads: How many of all ask for a close read.
        repos: The repositories of all, the most notes first.
    """

    occasion: Occasion
    topics: tuple[Topic, ...]
    total: int
    page_size: int
    start: int = 0
    must_reads: int = 0
    repos: tuple[str, ...] = ()

    @property
    def shown(self) -> int:
        """How many notes this page shows."""
        return sum(len(topic.items) for topic in self.topics)

    @property
    def rest(self) -> int:
        """How many come after this page."""
        return self.total - self.start - self.shown


def compose(
    notes: Sequence[Note],
    occasion: Occasion,
    *,
    top: int,
    start: int = 0,
    topics: Sequence[str] = (),
) -> Digest:
    """Compose a page.

    Args:
        notes: All that are new, in any order.
        occasion: Which day's, and how it comes.
        top: How many a page shows.
        start: How many come before this page.
        topics: Terms that people search by, the most telling first.
    """
    ranked = sorted(notes, key=_rank)
    start = max(0, min(start, len(ranked) - 1))
    page = ranked[start : start + top]
    place = {note.id: at for at, note in enumerate(page, start)}
    repos = [note.repo for note in ranked if note.repo is not None]
    return Digest(
        occasion=occasion,
        topics=tuple(
            Topic(
                group.repo,
                group.topic,
                tuple(Item(place[note.id], note, why(note)) for note in group.notes),
            )
            for group in grouped(page, topics)
        ),
        total=len(ranked),
        page_size=top,
        start=start,
        must_reads=sum(_level(note) is AdviceLevel.CLOSE for note in ranked),
        repos=tuple(sorted(dict.fromkeys(repos), key=lambda repo: (-repos.count(repo), repo))),
    )


def shortened(digest: Digest, count: int) -> Digest:
    """Keep the first so many notes of a page, by rank and not by where their topic stands.

    What follows the page then begins with the first that was left out, and none is lost.
    """
    end = digest.start + count
    kept = (
        replace(topic, items=tuple(item for item in topic.items if item.place < end))
        for topic in digest.topics
    )
    return replace(digest, topics=tuple(topic for topic in kept if topic.items))


def _level(note: Note) -> AdviceLevel | None:
    return note.advice.level if note.advice is not None else None


def _rank(note: Note) -> tuple[int, int, str, int, str]:
    """Advice, then the newest, then as they stand in their files: the same on every replica."""
    age = -note.date.toordinal() if note.date is not None else 0
    return (_ADVICE_ORDER[_level(note)], age, note.source.path, note.source.line, note.id)
