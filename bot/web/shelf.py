"""The notes arranged for reading: by date, by address, and by what they can be narrowed.

Made once for each state of the notes, since some of it looks at every note.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from bot.errors import NoteNotFoundError
from bot.notes.library import Library
from bot.notes.model import Note
from bot.notes.watch import Served
from bot.search.searcher import Searcher
from bot.web.signing import slug_of

MOST_CHOICES = 100  # of repositories, and of labels


class Shelf:
    """One state of the notes, arranged.

    Args:
        served: The notes and their searcher.
    """

    def __init__(self, served: Served[Searcher]) -> None:
        self.served = served

    @property
    def library(self) -> Library:
        return self.served.library

    @property
    def searcher(self) -> Searcher:
        return self.served.searcher

    @cached_property
    def _places(self) -> dict[str, int]:
        return {slug_of(note.id): place for place, note in enumerate(self.latest)}

    @cached_property
    def latest(self) -> tuple[Note, ...]:
        """All notes, the newest first."""
        return self.library.latest()

    def find(self, slug: str) -> Note:
        """The note an address names.

        Raises:
            NoteNotFoundError: There is none.
        """
        if (place := self._places.get(slug)) is None:
            raise NoteNotFoundError(slug)
        return self.latest[place]

    def neighbours(self, note: Note) -> tuple[Note | None, Note | None]:
        """The notes before and after by date: the earlier one, the later one."""
        place = self._places[slug_of(note.id)]
        earlier = self.latest[place + 1] if place + 1 < len(self.latest) else None
        return earlier, self.latest[place - 1] if place else None

    @cached_property
    def repos(self) -> tuple[str, ...]:
        """The repositories, those of most notes first."""
        return _most(note.repo for note in self.library.notes if note.repo)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels, those of most notes first."""
        return _most(label for note in self.library.notes for label in note.labels)


def _most(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name, _ in Counter(names).most_common(MOST_CHOICES))
