"""`prbot pull`: brings the notes of all sources up to date, once."""

import argparse
from typing import TYPE_CHECKING

from bot.errors import BotError

if TYPE_CHECKING:
    from bot.settings import Settings


class NoSourcesError(BotError, LookupError):
    """There is nothing to pull from."""

    def __init__(self) -> None:
        super().__init__(
            "there is no source among PRBOT_NOTES: write one as git+https://…#branch, "
            "feed:https://… or github:owner/name, parted from others by a comma"
        )


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "pull",
        help="bring the notes of all sources up to date, once",
        description="Pull each source among PRBOT_NOTES now, due or not, and say how it went.",
        epilog="exit status: 0 all are up to date, 1 some failed and keep their last notes, "
        "2 bad usage or configuration",
        allow_abbrev=False,
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a source and line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """Pull, one source after the other; a line on standard output for each."""
    from bot.app import build_polling, build_sources
    from bot.terminal.console import Console
    from bot.terminal.lines import Run, Style, harmless
    from bot.terminal.record import as_line

    sources = build_sources(settings)
    if not sources:
        raise NoSourcesError
    console = Console.on_standard_output()
    has_failed = False
    for status in build_polling(settings, sources).pull_each():
        has_failed |= bool(status.reason)
        if args.json:
            console.write(as_line(status.as_record()))
        else:
            console.show([(Run(harmless(str(status)), Style.PLAIN),)])
    return 1 if has_failed else 0
