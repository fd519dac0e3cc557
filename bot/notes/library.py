"""All notes that are known, and the one way to read them: files in, an immutable library out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from bot.errors import NoteNotFoundError
from bot.notes import files as note_files
from bot.notes.draft import Reading
from bot.notes.identity import merge
from bot.notes.model import Note, Problem
from bot.notes.reading import read_content


@dataclass(frozen=True, slots=True)
class Library:
    """Notes in the order of reading, and what could not be read.

    Args:
        notes: The notes; no two share an id.
        problems: What could not be read, and cost only itself.
        files: The files that were read, as they are shown to people.
    """

    notes: Sequence[Note]
    problems: tuple[Problem, ...] = ()
    files: tuple[str, ...] = ()
    _by_id: dict[str, Note] = field(default_factory=dict, init=False, repr=False, compare=False)

    def get(self, note_id: str) -> Note:
        """Find a note.

        Raises:
            NoteNotFoundError: Where no note has this id.
        """
        if not self._by_id:  # made when first asked for: notes may lie on disk until then
            self._by_id.update({note.id: note for note in self.notes})
        try:
            return self._by_id[note_id]
        except KeyError:
            raise NoteNotFoundError(note_id) from None

    def latest(self) -> tuple[Note, ...]:
        """All notes, the newest first; notes of one day in the order of reading."""
        return tuple(sorted(self.notes, key=lambda note: note.date or date.min, reverse=True))


def read_library(
    paths: Sequence[Path],
    *,
    first_seen: Mapping[str, date] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Library:
    """Read all notes at some paths, folders with all that is below them.

    Args:
        paths: Files and folders.
        first_seen: The day each id was first met, for notes that say no date.
        progress: Is told the bytes done and the bytes in all, file by file.

    Raises:
        NotesPathError: Where a path does not exist. All other faults become problems.
    """
    found = note_files.find(paths)
    readings = []
    problems = list(found.problems)
    total = sum(file.size for file in found.files)
    done = 0
    for file in found.files:
        try:
            content, written = note_files.read_bytes(file)
        except OSError as error:
            problems.append(note_files.unreadable(file, error))
        else:
            readings.append(read_content(file.shown, content, written))
        done += file.size
        if progress is not None:
            progress(done, total)
    return library_of(readings, first_seen=first_seen, problems=problems)


def library_of(
    readings: Sequence[Reading],
    *,
    first_seen: Mapping[str, date] | None = None,
    problems: Iterable[Problem] = (),
    before: Mapping[str, Note] | None = None,
) -> Library:
    """Make a library of what each file gave; a reload calls it with the old readings and the new.

    Args:
        readings: What each file gave, in the order of reading.
        first_seen: The day each id was first met, for notes that say no date.
        problems: What was met before any file could be read.
        before: Notes of an earlier time by id; those that did not change are taken over.
    """
    notes, clashes = merge(readings, first_seen or {}, before)
    in_files = (problem for reading in readings for problem in reading.problems)
    files = tuple(reading.path for reading in readings)
    return Library(notes, (*problems, *in_files, *clashes), files)
