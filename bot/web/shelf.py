"""The notes arranged for reading: by date, by address, and by what they can be narrowed.

Made once for each state of the notes, since some of it looks at every note.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from threading import Lock

from bot.errors import NoteNotFoundError
from bot.notes.library import Library
from bot.notes.model import Note
from bot.notes.watch import Served
from bot.search.searcher import Searcher
from bot.search.topics import Topic
from bot.web.signing import slug_of

MOST_CHOICES = 100  # of repositories, and of labels
MOST_TOPICS = 24


class Shelf:
    """One state of the notes, arranged.

    Args:
        served: The notes and their searcher.
        before: The state before, if there was one.
    """

    def __init__(self, served: Served[Searcher], before: "Shelf | None" = None) -> None:
        self.served = served
        self._topics: tuple[Topic, ...] | None = None
        self._former = before.known_topics if before else None
        self._counting = Lock()

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

    @property
    def known_topics(self) -> tuple[Topic, ...] | None:
        """What is known of the topics without counting."""
        return self._former if self._topics is None else self._topics

    @property
    def topics(self) -> tuple[Topic, ...]:
        """The terms people search by; those of the state before while they are counted anew.

        Counting takes a second where there are many notes: one reader waits for it, not all.
        """
        if self._topics is None:
            if not self._counting.acquire(blocking=self._former is None):
                return self.known_topics or ()
            try:
                if self._topics is None:
                    self._topics = self.searcher.topics(MOST_TOPICS)
            finally:
                self._counting.release()
        return self._topics


def _most(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name, _ in Counter(names).most_common(MOST_CHOICES))
