"""Finding the files of notes below the paths that were given, and reading their bytes.

The only place of the notes that touches the file system. What cannot be read becomes a problem;
only a path that does not exist is an error, for then the command itself is wrong.
"""

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from bot.errors import NotesPathError
from bot.notes.decoding import clean
from bot.notes.model import Problem
from bot.notes.parsers.choice import SUFFIXES
from bot.notes.parsers.limits import MAX_FILE


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A file to be read.

    Args:
        path: Where it is.
        shown: Its path as it is shown to people.
        size: Its bytes when it was found.
    """

    path: Path
    shown: str
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a search for files came upon; each file once, in the order of reading."""

    files: list[NoteFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def find(paths: Sequence[Path]) -> Found:
    """Find the files of notes: each path itself, or all below it, sorted.

    Raises:
        NotesPathError: Where a path does not exist.
    """
    found = Found()
    met: set[tuple[int, int]] = set()
    for path in paths:
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError, ValueError):
            raise NotesPathError(shown(path)) from None
        except OSError:
            pass  # it is there, but we may not look: a problem like any other below
        _walk(path, found, met)
    return found


def shown(path: Path) -> str:
    """A path as people see it: from the current folder where it is below it, else as given."""
    with suppress(ValueError, OSError):  # it is elsewhere, or the current folder is gone
        path = path.absolute().relative_to(Path.cwd())
    return clean(path.as_posix().replace("\n", " ")).encode(errors="replace").decode()


def read_bytes(file: NoteFile) -> tuple[bytes, date]:
    """A file's bytes, and the day it was last changed.

    Raises:
        OSError: Where it vanished, may not be read, or is too large.
    """
    with file.path.open("rb") as opened:
        status = os.fstat(opened.fileno())
        if status.st_size > MAX_FILE:
            raise OSError(f"it is larger than {MAX_FILE // 2**30} GiB")
        content = opened.read(MAX_FILE)
    return content, datetime.fromtimestamp(max(status.st_mtime, 0), UTC).date()


def unreadable(file: NoteFile, error: OSError) -> Problem:
    """Say why a file that was found could not be read."""
    return problem_of(file.shown, error)


def problem_of(shown_path: str, error: OSError) -> Problem:
    """Say why a file or a folder could not be read."""
    if isinstance(error, FileNotFoundError):
        reason = "it vanished, or is a link to nothing; skipped"
    elif isinstance(error, PermissionError):
        reason = "its permissions do not let us read it; skipped"
    else:
        reason = f"it cannot be read ({error.strerror or error}); skipped"
    return Problem(shown_path, 0, reason)


def _walk(given: Path, found: Found, met: set[tuple[int, int]]) -> None:
    """Take a path and all below it; links may lead in circles, so each place counts once."""
    waiting = [given]
    while waiting:
        path = waiting.pop()
        named_as_notes = path.suffix.lower() in SUFFIXES
        try:
            status = path.stat()
            is_folder = stat.S_ISDIR(status.st_mode)
            place = (status.st_dev, status.st_ino)
            if not (is_folder or named_as_notes or path is given) or place in met:
                continue
            met.add(place)
            if is_folder:
                waiting += reversed(_names(path))
        except OSError as error:
            if named_as_notes or path is given or not isinstance(error, FileNotFoundError):
                found.problems.append(problem_of(shown(path), error))
            continue
        _take(path, status, found, named_as_notes=named_as_notes and path is not given)


def _names(folder: Path) -> list[Path]:
    """What a folder holds, sorted; what is hidden is left alone."""
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]


def _take(path: Path, status: os.stat_result, found: Found, *, named_as_notes: bool) -> None:
    if stat.S_ISREG(status.st_mode):
        found.files.append(NoteFile(path, shown(path), status.st_size))
    elif not stat.S_ISDIR(status.st_mode):
        found.problems.append(Problem(shown(path), 0, "it is neither a file nor a folder; skipped"))
    elif named_as_notes:
        reason = "it is a folder with the name of a file; what is in it is read"
        found.problems.append(Problem(shown(path), 0, reason))
