"""`prbot index`: says what was read, what was skipped and why, and how long it took."""

import argparse
import os
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from bot.commands.arguments import add_notes_option, tell

if TYPE_CHECKING:
    from bot.settings import Settings


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "index",
        help="say what can be read of the notes",
        description="Read and index the notes; say what is in them, and what was skipped and why.",
        epilog="exit status: 0 notes were read, 1 there are none, 2 bad usage or configuration",
        allow_abbrev=False,
    )
    add_notes_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """Report, on standard output."""
    from bot.app import build_searcher, load_library
    from bot.terminal.console import Console
    from bot.terminal.progress import Progress
    from bot.terminal.record import as_line
    from bot.terminal.report import Report, lay_out_report

    start = time.perf_counter()
    with Progress(sys.stderr, os.environ.get("TERM", "")) as progress:
        library = load_library(settings, paths=args.notes, progress=progress.stage("reading notes"))
        searcher = build_searcher(library.notes, settings, progress=progress.stage("indexing"))
    report = Report(
        files=len(library.files),
        notes=searcher.stats.notes,
        paragraphs=searcher.stats.paragraphs,
        terms=searcher.stats.terms,
        skipped=library.problems,
        took_ms=round((time.perf_counter() - start) * 1000, 1),
    )
    console = Console.on_standard_output()
    if args.json:
        console.write(as_line(asdict(report)))
    else:
        console.show(lay_out_report(report, console.width))
    if not library.notes:
        places = ", ".join(map(str, args.notes or settings.notes))
        tell(f"there is no note at {places}; put .txt, .md or .jsonl files there")
    return 0 if library.notes else 1
