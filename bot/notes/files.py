"""Finding the files of notes below the paths that were given, and reading their bytes.

The only place of the notes that touches the file system. What cannot be read becomes a problem;
only a path that does not exist is an error, for then the command itself is wrong.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from bot.errors import NotesPathError
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


@dataclass(slots=True)
class Found:
    """What a search for files came upon."""

    files: list[NoteFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def find(paths: Sequence[Path]) -> Found:
    """Find the files of notes: each path itself, or all below it; each file once.

    Raises:
        NotesPathError: Where a path does not exist.
    """
    found = Found()
    met: set[tuple[int, int]] = set()
    for path in paths:
        try:
            status = path.stat()
        except (FileNotFoundError, NotADirectoryError, ValueError):
            raise NotesPathError(shown(path)) from None
        except OSError as error:
            found.problems.append(Problem(shown(path), 0, _reason(error)))
            continue
        _take(path, status, found, met)
    return found


def shown(path: Path) -> str:
    """A path as people see it: from the current folder where it is below it, else as given."""
    try:
        relative = path.absolute().relative_to(Path.cwd())
    except (ValueError, OSError):
        relative = path
    return os.fsencode(relative.as_posix()).decode(errors="replace")


def read_bytes(file: NoteFile) -> tuple[bytes, date]:
    """A file's bytes, and the day it was last changed.

    Raises:
        OSError: Where it vanished, may not be read, or is too large.
    """
    with file.path.open("rb") as opened:
        status = os.fstat(opened.fileno())
        if status.st_size > MAX_FILE:
            raise OSError(f"it is larger than {MAX_FILE // 2**30} GiB; split it")
        content = opened.read(MAX_FILE)
    return content, datetime.fromtimestamp(max(status.st_mtime, 0), UTC).date()


def unreadable(file: NoteFile, error: OSError) -> Problem:
    return Problem(file.shown, 0, _reason(error))


def _take(path: Path, status: os.stat_result, found: Found, met: set[tuple[int, int]]) -> None:
    """Take a file or a folder, unless it was met before (by a link, or by two of the paths)."""
    if (status.st_dev, status.st_ino) in met:
        return
    met.add((status.st_dev, status.st_ino))
    if stat.S_ISREG(status.st_mode):
        found.files.append(NoteFile(path, shown(path), status.st_size))
    elif stat.S_ISDIR(status.st_mode):
        for below in _entries(path, found):
            try:
                _take(below, below.stat(), found, met)
            except OSError as error:
                found.problems.append(Problem(shown(below), 0, _reason(error)))
    else:
        found.problems.append(Problem(shown(path), 0, "it is neither a file nor a folder"))


def _entries(folder: Path, found: Found) -> Iterator[Path]:
    """What of a folder may hold notes, sorted; what is hidden is left alone."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names alone are wanted here
    except OSError as error:
        found.problems.append(Problem(shown(folder), 0, _reason(error)))
        return
    for name in names:
        path = folder / name
        is_folder = path.is_dir()
        if name.startswith(".") or not (is_folder or path.suffix.lower() in SUFFIXES):
            continue
        if is_folder and path.suffix.lower() in SUFFIXES:
            reason = "it is a folder, though its name is a file's; what is in it is read"
            found.problems.append(Problem(shown(path), 0, reason))
        yield path


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "the file vanished, or is a link to nothing; skipped"
    if isinstance(error, PermissionError):
        return "we are not allowed to read it; change its permissions"
    return f"it cannot be read ({error.strerror or error}); skipped"
