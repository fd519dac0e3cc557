"""Notes and what searches them, made from the settings: read, indexed, linked, pulled, watched."""

import gc
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.app.warm_start import WarmStart
from bot.errors import NoNotesError
from bot.links import Links
from bot.notes.files import shown as shown_path
from bot.notes.library import Library
from bot.notes.model import Note, Problem
from bot.notes.rereading import NoteFiles
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.settings import Settings

# What only some commands need is imported where it is built: it would cost all of them time.
if TYPE_CHECKING:
    import httpx

    from bot.app.live_topics import LiveTopics
    from bot.app.team_glossary import TeamGlossary
    from bot.notes.rereading import FirstSeen
    from bot.notes.sources.polling import Polling
    from bot.notes.sources.source import NoteSource
    from bot.notes.watch import LiveNotes, Watcher

_MOSTLY_CURRENT = 7 / 8
"""From such a share of unchanged files on, to revise an index takes less than to write it down."""

Report = Callable[[int, int], None]
"""Takes how much of a work is done, and of how much."""


def load_library(
    settings: Settings, *, paths: Sequence[Path] = (), progress: Report | None = None
) -> Library:
    """Read the notes, from `paths` in place of the settings' own where some are given.

    Of the settings' sources, what they brought is read; a source that was never pulled is a
    problem of the library.

    Raises:
        NotesPathError: A path does not exist.
    """
    library = NoteFiles(_paths(settings, paths)).read(progress=progress)
    return library if paths else _with_lacking(library, settings)


def _with_lacking(library: Library, settings: Settings) -> Library:
    """A library that tells of sources of which nothing is here yet."""
    lacking = tuple(
        Problem(
            source.name, 0, "nothing of it is here yet; `prbot pull` brings it, or says why not"
        )
        for source in build_sources(settings)
        if not source.notes.exists()
    )
    return replace(library, problems=(*lacking, *library.problems)) if lacking else library


def _paths(settings: Settings, paths: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Where there are notes to read now: some paths, or those of the settings."""
    if paths:
        return tuple(paths)
    sources = build_sources(settings)
    brought = (source.notes for source in sources if source.notes.exists())
    return (*settings.notes, *brought)


def require_notes(library: Library, settings: Settings, paths: Sequence[Path] = ()) -> None:
    """Refuse to go on without a single note.

    Raises:
        NoNotesError: There is none; it says where they were looked for.
    """
    if not library.notes:
        places = tuple(str(path) for path in (paths or settings.notes))
        places += () if paths else tuple(source.name for source in build_sources(settings))
        raise NoNotesError(places, tuple(str(problem) for problem in library.problems))


def load_searcher(
    settings: Settings,
    *,
    paths: Sequence[Path] = (),
    reading: Report | None = None,
    indexing: Report | None = None,
) -> tuple[Library, Searcher]:
    """Read and index the notes, or take over what an earlier start made of them.

    Raises:
        NotesPathError: A path does not exist.
    """
    places = _paths(settings, paths)
    start = WarmStart(settings.snapshots, places, "ask")
    look = start.look()
    glossary = Glossary.load(settings.glossary)
    before = start.restore(look, glossary)
    if before is not None and before.is_current:
        library, searcher = before.library, before.searcher
    else:
        files = NoteFiles(places, kept=before.kept if before else None)
        library = files.read(progress=reading)
        if before is not None:
            searcher = before.searcher.revised(library.notes, progress=indexing)
        else:
            searcher = Searcher.build(library.notes, glossary, progress=indexing)
        if before is None or before.share < _MOSTLY_CURRENT:
            start.keep(look, library, searcher, files.readings)
    return library if paths else _with_lacking(library, settings), searcher


def build_searcher(
    notes: Sequence[Note], settings: Settings, *, progress: Report | None = None
) -> Searcher:
    """Index the notes, with the team's own glossary where there is one."""
    return Searcher.build(notes, Glossary.load(settings.glossary), progress=progress)


def build_links(
    settings: Settings,
    paths: Sequence[Path] = (),
    *,
    page: Callable[[Note, tuple[str, ...]], str] | None = None,
) -> Links:
    """Make the maker of URLs; `page` tells where the pages of notes are, if they are served.

    The path of a note is shown from the current folder, and is its path at the code host too. A
    place outside is this machine's own, and no part of an address.
    """
    shown = map(shown_path, paths or settings.notes)
    brought = () if paths else tuple(source.notes for source in build_sources(settings))
    return Links(
        notes_base_url=settings.notes_base_url,
        repo_base_url=settings.repo_base_url,
        page=page,
        roots=(
            *(path for path in shown if path.startswith(("/", "..")) or Path(path).drive),
            *map(shown_path, brought),
        ),
    )


def build_sources(settings: Settings) -> "tuple[NoteSource, ...]":
    """Make the sources among the settings' notes.

    Raises:
        SourceSpecError: One of them cannot be understood.
    """
    if not settings.sources:
        return ()
    from bot.notes.sources.specs import SourceOptions, read_specs

    token = settings.github_token.get_secret_value() if settings.github_token else ""
    options = SourceOptions(
        folder=settings.cache,
        client=_http_client(),
        now=now,
        github_token=token,
        github_api=settings.github_api,
        github_pulls=settings.github_pulls,
    )
    return read_specs(settings.sources, options)


def build_polling(settings: Settings, sources: "Sequence[NoteSource]") -> "Polling":
    """Make what pulls the sources when they are due."""
    from bot.notes.sources.polling import Polling

    return Polling(sources, now, timedelta(seconds=settings.pull_every))


def build_live(
    settings: Settings,
    sources: "Sequence[NoteSource]" = (),
    *,
    first_seen: "FirstSeen | None" = None,
    progress: Report | None = None,
) -> "LiveNotes[Searcher]":
    """Read and index the notes, to be kept fresh while they are served.

    Raises:
        NotesPathError: A path does not exist.
    """
    from bot.notes.watch import LiveNotes

    glossary = Glossary.load(settings.glossary)
    start = WarmStart(settings.snapshots, _paths(settings), "serve")
    look = start.look()
    before = start.restore(look, glossary)
    brought = [source.notes for source in sources]
    files = NoteFiles(settings.notes, brought, first_seen, before.kept if before else None)

    def build(library: Library, former: Searcher | None) -> Searcher:
        if former is not None:
            return former.revised(library.notes)  # reads by the glossary that is in use by then
        return Searcher.build(library.notes, glossary)

    live = LiveNotes(files, build, now, progress, before)
    if look is not None and not (before and before.is_current):
        made = live.current
        keep = partial(start.keep, look, made.library, made.searcher, files.readings)
        # No daemon: a stop waits until all is written.
        threading.Thread(target=keep, name="prbot-keep").start()
    # Notes live as long as the process: the collector need not look through them at every reload.
    gc.freeze()
    return live


def build_watcher(
    live: "LiveNotes[Searcher]", settings: Settings, sources: "Sequence[NoteSource]" = ()
) -> "Watcher":
    """Make what reloads the notes when their files change; a source's files are files too."""
    from bot.notes.watch import Watcher

    for source in sources:
        source.folder.mkdir(parents=True, exist_ok=True)
    return Watcher(live, [*settings.notes, *(source.folder for source in sources)])


def build_team_glossary(live: "LiveNotes[Searcher]", settings: Settings) -> "TeamGlossary | None":
    """Make what follows the team's own glossary, where there is one."""
    from bot.app.team_glossary import TeamGlossary

    return TeamGlossary(settings.glossary, live) if settings.glossary else None


def build_topics(live: "LiveNotes[Searcher]") -> "LiveTopics":
    """Make what finds the topics of the notes that are served."""
    from bot.app.live_topics import LiveTopics

    return LiveTopics(live)


@cache
def _http_client() -> "httpx.Client":
    """One client of the process, for its connections are shared."""
    from bot.notes.sources.fetching import open_client

    return open_client()


def now() -> datetime:
    """The wall clock."""
    return datetime.now(UTC)
