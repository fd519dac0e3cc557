"""What a start takes over from an earlier one: the index of notes that have not changed since.

Reading and indexing a hundred thousand paragraphs takes the better part of a minute; mapping what
was made of them last time takes a fraction of a second. Where some of the notes are others now, an
index of before is still most of the one that is wanted. Owned here: which notes an index was made
of, and what is kept beside it. How it lies on disk is for `bot.search.snapshot`.
"""

import logging
import shutil
import sys
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import cache, partial
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bot.app.kept_readings import read_back, written_down
from bot.errors import NotesPathError
from bot.notes import files as note_files
from bot.notes.draft import Reading
from bot.notes.library import Library
from bot.notes.model import Note, Problem
from bot.notes.rereading import Fingerprint, Kept, TakenOver, fingerprint_of
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.search.snapshot import extra_of, latest, load, save
from bot.search.tuning import Tuning

LEAST_BYTES = 2_000_000
"""Of notes. Fewer are read and indexed in about a second: nothing is written for them."""

_MADE_BY = ("numpy", "rank-bm25", "jieba", "rjieba", "pystemmer", "snowballstemmer", "pyyaml")
_ABANDONED = 600  # seconds since anything was written; writing takes a few
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """The notes as they are on disk.

    Args:
        program: Stands for the program that reads them, and for what it does so.
        key: Stands for that and for all they hold.
        digests: Stands for what each file holds, by its path as it is shown.
        files: Where each is, with its fingerprint.
    """

    program: str
    key: str
    digests: Mapping[str, str]
    files: Mapping[str, tuple[Path, Fingerprint]]

    @property
    def name(self) -> str:
        """What a snapshot of them is called."""
        return f"{self.program}-{self.key}"

    def share_of(self, digests: Mapping[str, str]) -> float:
        """The share of its files that held the same at another look."""
        same = sum(digests.get(path) == digest for path, digest in self.digests.items())
        return same / len(self.digests)


@dataclass(frozen=True, slots=True)
class WarmStart:
    """Keeps the index of some notes for the next start.

    Args:
        folder: Where snapshots are kept.
        paths: The notes' files and folders.
        purpose: Parts what is not the same for all: `serve` knows when notes were first met.
    """

    folder: Path
    paths: tuple[Path, ...]
    purpose: str = "ask"

    def look(self) -> Look | None:
        """What there is to read; `None` where it is little, or cannot all be read."""
        try:
            found = note_files.find(self.paths)
            if found.problems or sum(file.size for file in found.files) < LEAST_BYTES:
                return None
            program = blake2b(f"{self.purpose}\0{_program()}".encode(), digest_size=8).hexdigest()
            every = blake2b(digest_size=16)
            digests, files = {}, {}
            for file in found.files:
                # Taken before the file is read: what changes in between is read again.
                fingerprint = fingerprint_of(file.path)
                digests[file.shown] = _digest(file)
                every.update(f"{digests[file.shown]}\0".encode())
                if fingerprint is not None:
                    files[file.shown] = file.path, fingerprint
        except (NotesPathError, OSError):
            return None
        return Look(program, every.hexdigest(), digests, files)

    def restore(self, look: Look | None, glossary: Glossary) -> TakenOver[Searcher] | None:
        """The index of these notes, or else the latest one of notes at the same places."""
        if look is None:
            return None
        for name in self._names(look):
            restored = load(self.folder, name, Tuning())
            if restored is not None:
                extra, notes = restored.extra, restored.collection.notes
                problems = tuple(Problem(*told) for told in extra["problems"])
                return TakenOver(
                    Library(notes, problems, tuple(extra["files"])),
                    Searcher(restored.collection, glossary, Tuning()),
                    Kept(notes, partial(_unchanged, look, extra, notes)),
                    name == look.name,
                    look.share_of(extra["digests"]),
                )
        return None

    def keep(
        self,
        look: Look | None,
        library: Library,
        searcher: Searcher,
        readings: Sequence[Reading],
    ) -> None:
        """Keep an index, if the notes are still those that were looked at.

        Args:
            look: What the notes were before they were read.
            library: The notes.
            searcher: Answers questions about them.
            readings: What each of their files gave.
        """
        now = self.look() if look else None
        if look is None or now is None or now.name != look.name:
            return
        self._clear(look.name)
        extra = {
            "problems": [astuple(told) for told in library.problems],
            "files": library.files,
            "digests": look.digests,
            "readings": written_down(readings, library.notes),
        }
        try:
            save(self.folder, look.name, searcher.collection, extra)
        except OSError as fault:
            _log.warning("the index is not kept for the next start: %s", fault)

    def _names(self, look: Look) -> Iterable[str]:
        """The snapshot of these notes; then others of mostly the same files, the latest first."""
        yield look.name
        for name in latest(self.folder):
            if name != look.name and name.startswith(f"{look.program}-"):
                there = (extra_of(self.folder, name) or {}).get("digests", {})
                if 2 * len(there.keys() & look.digests.keys()) > len(look.digests):
                    yield name

    def _clear(self, name: str) -> None:
        """Remove what is in the way: a snapshot nobody could believe, and what killed starts left.

        What another start is writing at this moment stays.
        """
        shutil.rmtree(self.folder / name, ignore_errors=True)
        for left in self.folder.glob(".new-*"):
            with suppress(OSError):  # another start was first
                if left.stat().st_mtime < time.time() - _ABANDONED:
                    shutil.rmtree(left, ignore_errors=True)


def _unchanged(
    look: Look, extra: Mapping[str, Any], notes: Sequence[Note]
) -> dict[Path, tuple[Fingerprint, Reading]]:
    """What the files gave that hold what they held when it was kept."""
    kept = extra["digests"]
    rows = [row for row in extra["readings"] if look.digests.get(row[0]) == kept.get(row[0], "")]
    readings = read_back(rows, notes)
    return {
        path: (fingerprint, readings[shown])
        for shown, (path, fingerprint) in look.files.items()
        if shown in readings
    }


def _digest(file: note_files.NoteFile) -> str:
    """What stands for all that reading a file depends on."""
    content, written = note_files.read_bytes(file)
    name = f"{file.shown}\0{written}\0".encode("utf-8", "surrogatepass")
    return blake2b(content, key=blake2b(name).digest(), digest_size=16).hexdigest()


@cache
def _program() -> str:
    """What stands for all code and data that make an index out of files."""
    made = blake2b(digest_size=16)
    for path in sorted(_sources(Path(__file__).parent.parent)):
        made.update(path.read_bytes())
    libraries = [_version(name) for name in _MADE_BY]
    facts = (sys.version_info[:2], unicodedata.unidata_version, libraries, Tuning())
    made.update(repr(facts).encode())
    return made.hexdigest()


def _sources(package: Path) -> Iterable[Path]:
    for part in ("notes", "search"):
        yield from (path for path in (package / part).rglob("*") if path.suffix in {".py", ".txt"})


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
