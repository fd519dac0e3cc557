"""Reading notes again, at the price of what changed: what each file gave is kept between reads.

A file that breaks keeps the notes it gave last, and is named among the library's problems until it
can be read or is deleted. A path that was given and is gone keeps its notes too: a drive that is
not there is no decision to delete what is on it. A file below a folder that is gone is deleted.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from bot.errors import NotesPathError
from bot.notes import files as note_files
from bot.notes.draft import Reading
from bot.notes.files import NoteFile
from bot.notes.library import Library, library_of
from bot.notes.model import Note, Problem
from bot.notes.reading import read_content

S = TypeVar("S")
"""What answers questions; here nothing is known of it."""

Fingerprint = tuple[int, int, int, int]
"""What changes when a file does: its disk, its place there, its size, its time in nanoseconds."""

FirstSeen = Callable[[Sequence[str]], Mapping[str, date]]
"""Is told ids of notes; gives the day on which each of them was first met, by anybody."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A file as it was read last: what told that it had not changed, and what it gives."""

    fingerprint: Fingerprint | None
    reading: Reading


@dataclass(frozen=True, slots=True)
class Kept:
    """What an earlier start of the program read, and kept.

    Args:
        notes: The notes it made of that.
        readings: Gives what each file gave, with the fingerprint it has now; only of files that
            hold what they held then. Called once, at the first read.
    """

    notes: Sequence[Note]
    readings: Callable[[], Mapping[Path, tuple[Fingerprint, Reading]]]


@dataclass(frozen=True, slots=True)
class TakenOver(Generic[S]):
    """What an earlier start of the program left.

    Args:
        library: The notes it had read.
        searcher: What answers questions about exactly these.
        kept: What its files gave, as far as they have not changed since.
        is_current: Whether none has, and none came or went.
        share: The share of the files there are now that have not changed, 0 to 1.
    """

    library: Library
    searcher: S
    kept: Kept
    is_current: bool
    share: float


class NoteFiles:
    """The files below some paths, with what each of them gave. Not for two threads at once.

    Args:
        paths: Files and folders; each must exist at the first read.
        arriving: Files and folders that may come later, such as those of sources.
        first_seen: Keeps the day each note was first met, for notes that say no date.
        kept: What need not be read again.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        arriving: Sequence[Path] = (),
        first_seen: FirstSeen | None = None,
        kept: Kept | None = None,
    ) -> None:
        self._kept = kept
        self.paths, self.arriving = tuple(paths), tuple(arriving)
        self._first_seen = first_seen
        self._known: dict[Path, _Known] = {}
        self._below: dict[Path, tuple[NoteFile, ...]] = {}
        self._notes: dict[str, Note] = {}
        self._dates: dict[str, date] = {}

    def read(
        self,
        touched: Collection[Path] = (),
        progress: Callable[[int, int], None] | None = None,
    ) -> Library:
        """Read what is new or changed, and make a library of all there is.

        Args:
            touched: Files, as absolute paths, to read again even where they seem unchanged: two
                changes within one tick of the clock leave the same time.
            progress: Is told the bytes done and the bytes in all.

        Raises:
            NotesPathError: A path does not exist, and never did.
        """
        self._take_over()
        problems: list[Problem] = []
        found = list(self._find(problems))
        total, done = sum(file.size for file, _ in found), 0
        known: dict[Path, _Known] = {}
        for file, fingerprint in found:
            again = file.path.absolute() in touched
            if (entry := self._read(file, fingerprint, again=again)) is not None:
                known[file.path] = entry
            done += file.size
            if progress is not None:
                progress(done, total)
        known |= {path: old for path, old in self._known.items() if _is_stuck(path, known)}
        self._known = known
        return self._library(self.readings, problems)

    @property
    def readings(self) -> Sequence[Reading]:
        """What each file gave at the last read."""
        return [entry.reading for entry in self._known.values()]

    def _take_over(self) -> None:
        if self._kept is None:
            return
        self._notes = {note.id: note for note in self._kept.notes}
        readings = self._kept.readings()
        self._known = {path: _Known(*known) for path, known in readings.items()}
        self._kept = None

    def _find(self, problems: list[Problem]) -> Iterator[tuple[NoteFile, Fingerprint | None]]:
        """All files, path by path, each once, without a fingerprint where its path is gone."""
        met: set[tuple[int, int]] = set()
        arrived = (path for path in self.arriving if path in self._below or path.exists())
        for path in (*self.paths, *arrived):
            try:
                found = note_files.find([path])
            except NotesPathError:
                if path not in self._below:
                    raise
                reason = "the path is gone; its notes are served until it is back"
                problems.append(Problem(note_files.shown(path), 0, reason))
                yield from ((file, None) for file in self._below[path])
                continue
            self._below[path] = tuple(found.files)
            problems += found.problems
            for file in found.files:
                fingerprint = fingerprint_of(file.path)
                if fingerprint is not None and fingerprint[:2] not in met:
                    met.add(fingerprint[:2])
                    yield file, fingerprint

    def _read(
        self, file: NoteFile, fingerprint: Fingerprint | None, *, again: bool
    ) -> _Known | None:
        before = self._known.get(file.path)
        if fingerprint is None or (before and fingerprint == before.fingerprint and not again):
            return before
        try:
            content, written = note_files.read_bytes(file)
        except FileNotFoundError:  # deleted since it was found
            return None
        except OSError as fault:
            reading = Reading(file.shown, date.min, (), (note_files.unreadable(file, fault),))
        else:
            reading = read_content(file.shown, content, written)
        return _Known(fingerprint, _unless_broken(reading, before))

    def _library(self, readings: Sequence[Reading], problems: Sequence[Problem]) -> Library:
        make = partial(library_of, readings, problems=problems, before=self._notes)
        library = make(first_seen=self._dates)
        new = [note.id for note in library.notes if note.id not in self._dates]
        if self._first_seen and new:
            self._dates |= self._first_seen(new)
            library = make(first_seen=self._dates)
        self._notes = {note.id: note for note in library.notes}
        return library


def _unless_broken(reading: Reading, before: _Known | None) -> Reading:
    """What a file gives, or what it gave where it gives nothing now but complaints."""
    if reading.drafts or not reading.problems or before is None or not before.reading.drafts:
        return reading
    kept = Problem(reading.path, 0, "its notes of before are served until it can be read again")
    return replace(before.reading, problems=(*reading.problems, kept))


def _is_stuck(path: Path, found: Collection[Path]) -> bool:
    """Whether a file that was not found is there all the same, or nobody can say that it is not."""
    if path in found:
        return False
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def fingerprint_of(path: Path) -> Fingerprint | None:
    """The fingerprint of a file; `None` where it is gone."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
