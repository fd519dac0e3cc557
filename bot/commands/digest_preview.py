"""`prbot digest --dry-run`: the digest as it would be now, on the terminal; nothing is written.

What the channel had already is left out if the state says so; without any state, all notes are
new, as they are before the first digest.
"""

import argparse
import os
import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.digest.compose import Occasion, compose
from bot.digest.rule import TOP, Rule, from_json
from bot.digest.window import covered, new_notes
from bot.state.first_seen import Met
from bot.state.ledger import Key, Progress, Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.notes.model import Note
    from bot.settings import Settings
    from bot.state.stores import Stores


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is shown: the notes, by which rule, and whether any digest came before."""

    notes: "Sequence[Note]"
    rule: Rule | None = None
    is_first: bool = True


def preview(args: argparse.Namespace, settings: "Settings") -> int:
    """Show the digest; 1 where there is nothing new."""
    from bot.app import build_links, build_searcher, load_library, require_notes
    from bot.digest.stock import stock_of
    from bot.terminal.console import Console
    from bot.terminal.digest import lay_out_digest
    from bot.terminal.layout import View
    from bot.terminal.progress import Progress

    with Progress(sys.stderr, os.environ.get("TERM", "")) as progress:
        library = load_library(settings, paths=args.notes, progress=progress.stage("reading notes"))
        require_notes(library, settings, args.notes)
        searcher = build_searcher(library.notes, settings, progress=progress.stage("indexing"))
    choice = _choice(library.notes, args, settings)
    rule = choice.rule
    now = datetime.now().astimezone()
    day: date = args.date or (rule.schedule.local_date(now) if rule else now.date())
    top = max(len(choice.notes), 1) if args.all else (rule.top if rule else TOP)
    digest = compose(
        choice.notes,
        Occasion(day, is_first=choice.is_first),
        top=top,
        topics=stock_of(searcher).topics,
    )
    console = Console.on_standard_output()
    view = View(
        links=build_links(settings, args.notes),
        folder=str(Path.cwd()),
        width=console.width,
        has_hyperlinks=console.has_hyperlinks,
        language=rule.language if rule else settings.language,
    )
    console.show(lay_out_digest(digest, view))
    return 0 if digest.total else 1


def _choice(notes: "Sequence[Note]", args: argparse.Namespace, settings: "Settings") -> _Choice:
    """Choose the notes; without a channel it is what any channel's first digest would be."""
    from bot.app import build_stores
    from bot.commands.digest import ChannelNotSubscribedError
    from bot.slack.access import Access

    if args.channel is None:
        return _Choice(notes)
    rule, workspace = _configured_rule(args.channel, settings), ""
    stores = build_stores(settings) if _has_state(settings) else None
    try:
        if stores is not None:
            rule, workspace = _kept_rule(args.channel, stores, rule)
        if rule is None:
            raise ChannelNotSubscribedError(args.channel)
        found, is_first = notes, True
        if stores is not None:
            found, is_first = _new(notes, args, stores, workspace)
        may_see = Access(repos=dict(settings.channel_repos)).may_see
        wanted = [n for n in found if rule.wants(n) and may_see(n, args.channel)]
        return _Choice(wanted, rule, is_first)
    finally:
        if stores is not None:
            stores.close()


def _has_state(settings: "Settings") -> bool:
    """Whether there is a state to look at: a look must not make one."""
    where = settings.state.get_secret_value()
    return "://" in where or Path(where).expanduser().exists()


def _configured_rule(channel: str, settings: "Settings") -> Rule | None:
    from bot.app import read_digests

    configured = read_digests(settings)
    return next((each.rule for each in configured if each.channel == channel), None)


def _kept_rule(channel: str, stores: "Stores", rule: Rule | None) -> tuple[Rule | None, str]:
    """What the channel said in Slack goes before the settings."""
    for row in stores.subscriptions.all():
        if row.channel == channel:
            return (from_json(row.rule) if row.is_on else None), row.workspace
    return rule, stores.ledger.workspace_of(channel) or ""


def _new(
    notes: "Sequence[Note]", args: argparse.Namespace, stores: "Stores", workspace: str
) -> tuple["Sequence[Note]", bool]:
    """What is new to the channel; for a date that had its digest, what that one covered."""
    met = _with_unmet(notes, stores.first_seen.all())
    if args.date is not None:
        entry = stores.ledger.get(Key(workspace, args.channel, args.date))
        if entry is not None and entry.state is Progress.DELIVERED:
            return covered(notes, met, entry.window), entry.window.since == 0
    last = stores.ledger.last_delivered(workspace, args.channel)
    window = last.window if last is not None else Window()
    found, _ = new_notes(notes, met, window, datetime.now(UTC))
    return found, last is None


def _with_unmet(notes: "Sequence[Note]", met: dict[str, Met]) -> dict[str, Met]:
    """Count notes that no one has met yet as met now, without writing that down."""
    unmet = [note.id for note in notes if note.id not in met]
    last = max((place.number for place in met.values()), default=0)
    now = datetime.now(UTC)
    return met | {id_: Met(number, now) for number, id_ in enumerate(unmet, last + 1)}
