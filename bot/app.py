"""The composition root: makes the parts of prbot from the settings, each by one small builder.

Only this module, `bot.cli` and `bot.commands` know the settings; what is built here is given
plain values. A command builds what it needs and no more.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from bot.errors import NoNotesError
from bot.links import Links
from bot.notes.files import shown as shown_path
from bot.notes.library import Library, read_library
from bot.notes.model import Note
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.settings import Settings

Report = Callable[[int, int], None]
"""Takes how much of a work is done, and of how much."""


def load_library(
    settings: Settings, *, paths: Sequence[Path] = (), progress: Report | None = None
) -> Library:
    """Read the notes, from `paths` in place of the settings' own where some are given.

    Raises:
        NotesPathError: A path does not exist.
    """
    return read_library(paths or settings.notes, progress=progress)


def require_notes(library: Library, settings: Settings, paths: Sequence[Path] = ()) -> None:
    """Refuse to go on without a single note.

    Raises:
        NoNotesError: There is none; it says where they were looked for.
    """
    if not library.notes:
        places = tuple(str(path) for path in (paths or settings.notes))
        raise NoNotesError(places, tuple(str(problem) for problem in library.problems))


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
    return Links(
        notes_base_url=settings.notes_base_url,
        repo_base_url=settings.repo_base_url,
        page=page,
        roots=tuple(path for path in shown if path.startswith(("/", "..")) or Path(path).drive),
    )
