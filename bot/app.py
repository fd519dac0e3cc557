"""The composition root: makes the parts of prbot from the settings, each by one small builder.

Only this module, `bot.cli` and `bot.commands` know the settings; what is built here is given
plain values. A command builds what it needs and no more.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import NoNotesError
from bot.links import Links
from bot.notes.files import shown as shown_path
from bot.notes.library import Library, read_library
from bot.notes.model import Note, Problem
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.settings import Settings

# What only some commands need is imported where it is built: it would cost all of them time.
if TYPE_CHECKING:
    import httpx
    from flask import Blueprint

    from bot.digest.editions import Stock
    from bot.digest.poster import Poster
    from bot.digest.runner import Runner
    from bot.digest.subscription import Configured
    from bot.notes.rereading import FirstSeen
    from bot.notes.sources.polling import Polling
    from bot.notes.sources.source import NoteSource
    from bot.notes.watch import LiveNotes, Served, Watcher
    from bot.slack.digest_poster import SlackPoster
    from bot.state.stores import Stores
    from bot.web.signing import LinkSigner

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
    if paths:
        return read_library(paths, progress=progress)
    sources = build_sources(settings)
    brought = [source.notes for source in sources if source.notes.exists()]
    library = read_library((*settings.notes, *brought), progress=progress)
    lacking = tuple(
        Problem(source.name, 0, "it was not pulled yet; `prbot pull` does that")
        for source in sources
        if not source.notes.exists()
    )
    return replace(library, problems=(*lacking, *library.problems)) if lacking else library


def require_notes(library: Library, settings: Settings, paths: Sequence[Path] = ()) -> None:
    """Refuse to go on without a single note.

    Raises:
        NoNotesError: There is none; it says where they were looked for.
    """
    if not library.notes:
        places = tuple(str(path) for path in (paths or settings.notes))
        places += () if paths else tuple(source.name for source in build_sources(settings))
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
        now=_now,
        github_token=token,
        github_api=settings.github_api,
        github_pulls=settings.github_pulls,
    )
    return read_specs(settings.sources, options)


def build_polling(settings: Settings, sources: "Sequence[NoteSource]") -> "Polling":
    """Make what pulls the sources when they are due."""
    from bot.notes.sources.polling import Polling

    return Polling(sources, _now, timedelta(seconds=settings.pull_every))


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
    from bot.notes.rereading import NoteFiles
    from bot.notes.watch import LiveNotes

    glossary = Glossary.load(settings.glossary)
    files = NoteFiles(settings.notes, [source.notes for source in sources], first_seen)

    def build(library: Library, before: Searcher | None) -> Searcher:
        if before is not None:
            return before.revised(library.notes)
        return Searcher.build(library.notes, glossary)

    live = LiveNotes(files, build, _now, progress)
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


def build_page_addresses(settings: Settings) -> Callable[[Note, tuple[str, ...]], str] | None:
    """Make the maker of pages' addresses, for `build_links`; `None` where no page is public."""
    if settings.public_url is None:
        return None
    from bot.web.signing import PageAddresses

    is_open = settings.pages == "open"
    return PageAddresses(settings.public_url, None if is_open else _signer(settings))


def build_pages(
    settings: Settings, current: "Callable[[], Served[Searcher]]", links: Links
) -> "Blueprint":
    """Make the pages of the notes that `current` gives, for a Flask application."""
    from bot.web.pages import PageOptions, make_pages

    options = PageOptions(
        links=links,
        today=lambda: _now().astimezone().date(),
        signer=_signer(settings),
        is_open=settings.pages == "open",
        language=settings.language,
        days=settings.link_days,
    )
    return make_pages(current, options)


def build_stores(settings: Settings) -> "Stores":
    """Open what must survive, brought to the newest schema.

    Raises:
        BotError: It cannot be used; the sentence says why.
    """
    from bot.state.stores import open_stores

    where = settings.state.get_secret_value()
    return open_stores(where, clock=_now, lease=timedelta(seconds=settings.digest_lease))


def build_poster(settings: Settings, links: Links) -> "SlackPoster":
    """Make what posts digests into Slack.

    Raises:
        NoTokenError: There is no bot token.
    """
    from bot.slack.digest_poster import NoTokenError, SlackPoster

    if settings.slack_bot_token is None:
        raise NoTokenError
    token = settings.slack_bot_token.get_secret_value()
    # A call must end long before its lease does: after that, another replica may post.
    timeout = min(30, settings.digest_lease / 4)
    return SlackPoster(token, settings.slack_api_url, links, timeout=timeout)


def read_digests(settings: Settings) -> "tuple[Configured, ...]":
    """Read which channels the settings give a digest.

    Raises:
        DigestsSettingError: `PRBOT_DIGESTS` cannot be read.
    """
    from bot.digest.subscription import read_configured

    language = "en" if settings.language == "en" else "zh"
    return read_configured(settings.digests, zone="UTC", language=language)


def build_digests(
    settings: Settings, stores: "Stores", poster: "Poster", stock: "Callable[[], Stock]"
) -> "Runner":
    """Make what posts each digest once; `stock` gives the notes as they are at the moment.

    Raises:
        DigestsSettingError: `PRBOT_DIGESTS` cannot be read.
    """
    from bot.digest.editions import Editions
    from bot.digest.runner import Policy, Runner
    from bot.slack.access import Access

    policy = Policy(
        configured=read_digests(settings),
        catch_up=timedelta(hours=settings.digest_catch_up),
        repeats_unsure=settings.digest_unsure == "repeat",
    )
    may_see = Access(repos=dict(settings.channel_repos)).may_see
    return Runner(Editions(stores, stock, _now, may_see), poster, policy)


def _signer(settings: Settings) -> "LinkSigner | None":
    from bot.web.signing import LinkSigner

    if settings.secret_key is None:
        return None
    secret = settings.secret_key.get_secret_value()
    return LinkSigner(secret, timedelta(days=settings.link_days), _now)


@cache
def _http_client() -> "httpx.Client":
    """One client of the process, for its connections are shared."""
    from bot.notes.sources.fetching import open_client

    return open_client()


def _now() -> datetime:
    return datetime.now(UTC)
