"""`prbot feedback`: lists what people found wrong, or helpful."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.state.feedback import Vote

_MOST = 1_000


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "feedback",
        help="list the answers people found not helpful",
        description="List the votes on answers, newest first: the question and the notes shown.",
        epilog="exit status: 0 there are some, 1 there are none, 2 bad usage or configuration",
        allow_abbrev=False,
    )
    parser.add_argument("--all", action="store_true", help="those found helpful too")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """List, on standard output."""
    from bot.app import build_stores
    from bot.terminal.console import Console

    stores = build_stores(settings)
    try:
        votes = stores.feedback.newest(limit=_MOST, helpful=None if args.all else False)
    finally:
        stores.close()
    console = Console.on_standard_output()
    for vote in votes:
        console.write((_record(vote) if args.json else _line(vote)) + "\n")
    return 0 if votes else 1


def _record(vote: "Vote") -> str:
    import json

    fields = {
        "at": vote.at.isoformat(timespec="seconds"),
        "helpful": vote.helpful,
        "question": vote.question,
        "shown": list(vote.shown),
        "workspace": vote.workspace,
        "channel": vote.channel,
        "message": vote.message,
        "user": vote.user,
    }
    return json.dumps(fields, ensure_ascii=False)


def _line(vote: "Vote") -> str:
    from bot.terminal.lines import harmless

    mark = "+" if vote.helpful else "-"
    when = vote.at.astimezone().strftime("%Y-%m-%d %H:%M")
    shown = " ".join(vote.shown) or "nothing shown"
    return harmless(f"{mark} {when}  {vote.question}  [{shown}]  {vote.channel} {vote.user}")
