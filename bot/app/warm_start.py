"""What a start takes over from the one before: the index of notes that have not changed since.

Reading and indexing a hundred thousand paragraphs takes the better part of a minute; mapping what
was made of them last time takes a fraction of a second. Owned here: when two starts are about the
same notes, and what is kept between them. How it lies on disk is for `bot.search.snapshot`.
"""

import logging
import shutil
import sys
import time
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple, dataclass
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bot.errors import NotesPathError
from bot.notes import files as note_files
from bot.notes.library import Library
from bot.notes.model import Problem
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.search.snapshot import load, save
from bot.search.tuning import Tuning

LEAST_BYTES = 2_000_000
"""Of notes. Fewer are read and indexed in about a second: nothing is written for them."""

_MADE_BY = ("numpy", "rank-bm25", "jieba", "rjieba", "pystemmer", "snowballstemmer", "pyyaml")
_ABANDONED = 600  # seconds since anything was written; writing takes a few
_log = logging.getLogger(__name__)


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

    def key(self) -> str | None:
        """What stands for the notes as they are on disk, and for the program that reads them.

        Returns:
            `None` where they are few, or cannot all be read: then nothing is taken over.
        """
        try:
            found = note_files.find(self.paths)
            if found.problems or sum(file.size for file in found.files) < LEAST_BYTES:
                return None
            made = blake2b(f"{self.purpose}\0{_program()}".encode(), digest_size=16)
            for file in found.files:
                content, written = note_files.read_bytes(file)
                made.update(f"\0{file.shown}\0{written}\0".encode("utf-8", "surrogatepass"))
                made.update(blake2b(content).digest())
        except (NotesPathError, OSError):
            return None
        return made.hexdigest()

    def restore(self, key: str | None, glossary: Glossary) -> tuple[Library, Searcher] | None:
        """The notes and their index, if they were kept under this key."""
        restored = load(self.folder, key, Tuning()) if key else None
        if restored is None:
            return None
        problems = tuple(Problem(*told) for told in restored.extra["problems"])
        library = Library(restored.collection.notes, problems, tuple(restored.extra["files"]))
        return library, Searcher(restored.collection, glossary, Tuning())

    def keep(self, key: str | None, library: Library, searcher: Searcher) -> None:
        """Keep an index, if the notes are still those that the key was made of."""
        if key is None or key != self.key():
            return
        self._clear(key)
        extra = {"problems": [astuple(told) for told in library.problems], "files": library.files}
        try:
            save(self.folder, key, searcher.collection, extra)
        except OSError as fault:
            _log.warning("the index is not kept for the next start: %s", fault)

    def _clear(self, key: str) -> None:
        """Remove what is in the way: a snapshot nobody could believe, and what killed starts left.

        What another start is writing at this moment stays.
        """
        shutil.rmtree(self.folder / key, ignore_errors=True)
        for left in self.folder.glob(".new-*"):
            with suppress(OSError):  # another start was first
                if left.stat().st_mtime < time.time() - _ABANDONED:
                    shutil.rmtree(left, ignore_errors=True)


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
