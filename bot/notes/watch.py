"""Notes that stay fresh: what is served now, and how a change on disk becomes what is served next.

What is served is one frozen value behind one reference. A reload makes a new value beside it and
swaps the reference, so whoever took `current` once answers from one state of the notes to the end.
A reload that fails leaves what is served. What answers depend on beside the notes (a glossary) is
exchanged in the same way.
"""

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Generic, TypeVar

from watchfiles import Change, watch

from bot.errors import BotError
from bot.notes.library import Library
from bot.notes.rereading import NoteFiles, TakenOver

S = TypeVar("S")
"""What answers questions; here nothing is known of it."""

Places = dict[Path, tuple[int, int] | None]
"""Where paths lead: the system watches places, and people give names."""

_QUIET_MS = 100  # a change is over when nothing has followed it for so long
_LONGEST_MS = 1_500  # but a stream of changes is read in between
_POLL_MS = 1_000  # where the system cannot tell of changes
_TICK_MS = 1_000  # how soon a stop is noticed
_TICKS_OF_SILENCE = 60  # then the files are looked at anyway: a network drive may tell nothing
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Served(Generic[S]):
    """One state of the notes.

    Args:
        library: The notes, and what could not be read.
        searcher: What answers questions about exactly these notes.
        read_at: When the files were read.
    """

    library: Library
    searcher: S
    read_at: datetime


class LiveNotes(Generic[S]):
    """The notes that are served, kept up to date by `reload`.

    Args:
        files: The files and what they gave.
        build: Makes what answers questions from a library, and from its predecessor if there is
            one (from which an index may take over what did not change).
        now: The wall clock.
        progress: Is told the bytes read at the first read.
        before: What an earlier start left. If it is current, the files are read at the first
            reload, which a watcher calls for as soon as it watches; else they are read now.

    Raises:
        NotesPathError: A path does not exist.
    """

    def __init__(
        self,
        files: NoteFiles,
        build: Callable[[Library, S | None], S],
        now: Callable[[], datetime],
        progress: Callable[[int, int], None] | None = None,
        before: TakenOver[S] | None = None,
    ) -> None:
        self.files = files
        self._build, self._now = build, now
        self._reloading = threading.Lock()
        self._followers: list[Callable[[], None]] = []
        if before is not None and before.is_current:
            self._current = Served(before.library, before.searcher, now())
        else:
            library = files.read(progress=progress)
            searcher = build(library, before.searcher if before else None)
            self._current = Served(library, searcher, now())

    @property
    def current(self) -> Served[S]:
        """What is served now. Take it once for one answer."""
        return self._current

    def follow(self, tell: Callable[[], None]) -> None:
        """Have `tell` called whenever another searcher is served; it must take no time."""
        self._followers.append(tell)

    def reload(self, touched: Collection[Path] = ()) -> bool:
        """Read what changed, and serve it.

        Args:
            touched: Files, as absolute paths, that are known to have changed.

        Returns:
            Whether the notes are others than before.
        """
        with self._reloading:
            before, read_at = self._current, self._now()
            library = self.files.read(touched)
            is_another = library.notes != before.library.notes
            if is_another:
                self._serve(Served(library, self._build(library, before.searcher), read_at))
            else:
                self._current = replace(before, library=library, read_at=read_at)
        # Told last of all: whoever reads it in the log finds it served.
        for problem in set(library.problems) - set(before.library.problems):
            _log.warning("%s", problem)
        if is_another:
            notes, files = len(library.notes), len(library.files)
            _log.info("notes read again: %d notes in %d files", notes, files)
        return is_another

    def exchange(self, make: Callable[[S], S]) -> None:
        """Serve the same notes by another searcher: what it goes by beside them is another.

        Args:
            make: Makes it from the one that is served, between two reloads.
        """
        with self._reloading:
            before = self._current
            self._serve(replace(before, searcher=make(before.searcher)))

    def _serve(self, served: Served[S]) -> None:
        self._current = served
        for tell in self._followers:
            tell()


class Watcher:
    """Calls for a reload whenever something below the watched paths changes.

    Args:
        live: What is reloaded.
        roots: Files and folders to watch; those that do not exist are left out.
        is_polling: Look at the files once a second instead of being told by the system.
    """

    def __init__(
        self, live: "LiveNotes[S]", roots: Sequence[Path], *, is_polling: bool = False
    ) -> None:
        self._live, self._is_polling = live, is_polling
        # A file is watched by its folder: an editor's atomic save puts another file in its place.
        folders = tuple(root for root in roots if root.is_dir())
        beside = {root.parent for root in roots if root.is_file()}
        self._watches = tuple(
            (paths, is_deep)
            for paths, is_deep in ((folders, True), (tuple(sorted(beside)), False))
            if paths
        )
        self._stopped = threading.Event()
        self._threads: tuple[threading.Thread, ...] = ()

    def start(self) -> None:
        self._threads = tuple(
            threading.Thread(target=self._run, args=watched, name="prbot-watch", daemon=True)
            for watched in self._watches
        )
        for thread in self._threads:
            thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join(seconds)

    def _run(self, paths: tuple[Path, ...], is_deep: bool) -> None:  # noqa: FBT001  thread args
        is_polling = self._is_polling
        while not self._stopped.is_set():
            try:
                self._follow(self._batches(_places(paths), is_deep=is_deep, is_polling=is_polling))
            except FileNotFoundError:
                continue  # it went away in this moment
            except OSError as fault:
                _log.warning("the system cannot tell of changes (%s); looking once a second", fault)
                is_polling = True

    def _batches(self, stand: Places, *, is_deep: bool, is_polling: bool) -> Iterator[set[Path]]:
        """Batches of changes for as long as each path leads where it led."""
        there = tuple(path for path, place in stand.items() if place)
        changes = (
            _changes(there, self._stopped, is_deep=is_deep, is_polling=is_polling)
            if there
            else self._silence()
        )
        for touched in changes:
            if stand != _places(stand):
                return
            if touched is not None:
                yield touched

    def _silence(self) -> Iterator[set[Path] | None]:
        """What is told where there is nothing to watch: to look at it once, then nothing."""
        yield set()
        while not self._stopped.wait(_TICK_MS / 1000):
            yield None

    def _follow(self, changes: Iterator[set[Path]]) -> None:
        for touched in changes:
            try:
                self._live.reload(touched)
            except (BotError, OSError) as fault:
                _log.warning("the notes stay as they were: %s", fault)
            except Exception:  # noqa: BLE001  the edge: a dead thread leaves notes stale for good
                _log.exception("the notes stay as they were: a fault nobody thought of")


def _places(paths: Iterable[Path]) -> Places:
    return {path: _place(path) for path in paths}


def _place(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _changes(
    paths: Sequence[Path], stopped: threading.Event, *, is_deep: bool, is_polling: bool
) -> Iterator[set[Path] | None]:
    """Batches of changed paths, until stopped; an empty one asks to look at all files.

    The first comes as soon as the watch is in place, for what changed before it was. `None` comes
    about once a second while nothing changes.
    """
    batches = watch(
        *(path.absolute() for path in paths),
        watch_filter=_is_telling,
        debounce=_LONGEST_MS,
        step=_QUIET_MS,
        stop_event=stopped,
        rust_timeout=_TICK_MS,
        yield_on_timeout=True,
        raise_interrupt=False,
        force_polling=is_polling or None,
        poll_delay_ms=_POLL_MS,
        recursive=is_deep,
        ignore_permission_denied=True,
    )
    silence = _TICKS_OF_SILENCE
    for batch in batches:
        silence = 0 if batch else silence + 1
        is_telling = batch or silence > _TICKS_OF_SILENCE
        silence = 0 if is_telling else silence
        yield {Path(path) for _, path in batch} if is_telling else None


def _is_telling(_: Change, path: str) -> bool:
    """Leave out git's own files, which change a lot and hold no notes."""
    return ".git" not in Path(path).parts
