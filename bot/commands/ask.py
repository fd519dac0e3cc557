"""`prbot ask`: answers a question, or each line of standard input, from the notes."""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_notes_option, as_text, command_line, tell
from bot.commands.building import building
from bot.errors import BotError

if TYPE_CHECKING:
    from bot.search.query import Filters
    from bot.search.results import Results
    from bot.search.searcher import Searcher
    from bot.settings import Settings
    from bot.terminal.console import Console
    from bot.terminal.layout import View

NAME = "ask"
_MOST_HITS = 1000
_FOUND, _NOTHING = 0, 1
_EPILOG = """\
examples:
  prbot ask FlashInfer 相关的 PR
  prbot ask '值得精读的 ROCm PR' --since 2026-11-01 --limit 3
  prbot ask 投机解码 -ROCm             notes that do not speak of ROCm
  prbot ask --json - < questions.txt   one question a line, one JSON object a line

exit status: 0 answered, 1 nothing found, 2 bad usage or configuration
(of many questions: 0 when any was answered, 1 when none was)
"""


class QuestionError(BotError, ValueError):
    """There is no question, or what narrows it cannot be read."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        NAME,
        help="answer a question from the notes",
        usage="prbot ask QUESTION... [--notes PATH ...] [--repo R] [--label L] [--since D] "
        "[--until D]\n                 [--limit N] [--explain] [--json]",
        description="Answer a question from the notes; `-` reads one question a line from "
        "standard input.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("question", nargs="*", metavar="QUESTION", help="words, or - for stdin")
    add_notes_option(parser)
    parser.add_argument("--repo", action="append", default=[], metavar="R", help="owner/name")
    parser.add_argument("--label", action="append", default=[], metavar="L", help="a label")
    parser.add_argument("--since", metavar="D", help="first day: 2026-11-30, 昨天, 'last week'")
    parser.add_argument("--until", metavar="D", help="last day")
    parser.add_argument("--limit", type=_limit, metavar="N", help="most notes (PRBOT_LIMIT)")
    parser.add_argument("--explain", action="store_true", help="show why each note matched")
    parser.add_argument("--json", action="store_true", help="one JSON object for each question")
    parser.set_defaults(run=run)


def _limit(text: str) -> int:
    # The length first: a figure of thousands of digits is slow to read.
    if len(text) <= len(str(_MOST_HITS)) and text.isdecimal() and 1 <= int(text) <= _MOST_HITS:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r:.40} is not a whole number from 1 to {_MOST_HITS}")


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """Answer, on standard output."""
    question = " ".join(map(as_text, args.question)).strip()
    if not question:
        raise QuestionError("there is no question; try: prbot ask FlashInfer 相关的 PR")
    with building():
        desk = _desk(args, settings)
    if question != "-":
        return _FOUND if desk.answer(question) else _NOTHING
    answered = [desk.answer(line, is_one_of_many=True) for line in _lines()]
    return _FOUND if any(answered) or not answered else _NOTHING


def _desk(args: argparse.Namespace, settings: "Settings") -> "_Desk":
    from bot.terminal.console import Console

    today = datetime.now().astimezone().date()
    filters = _filters(args, today)
    console = Console.on_standard_output()
    return _Desk(
        searcher=_searcher(args.notes, settings),
        console=console,
        view=_view(args.notes, settings, console),
        filters=filters,
        today=today,
        limit=args.limit or settings.limit,
        is_explained=args.explain,
        is_json=args.json,
    )


def _filters(args: argparse.Namespace, today: date) -> "Filters":
    from bot.search.query import Filters

    since, until = (
        _day(text, flag, today) for text, flag in ((args.since, "since"), (args.until, "until"))
    )
    if since and until and since > until:
        raise QuestionError(f"--since {since} is after --until {until}; no day is in between")
    return Filters(
        repos=tuple(map(as_text, args.repo)),
        labels=tuple(map(as_text, args.label)),
        since=since,
        until=until,
    )


def _day(text: str | None, flag: str, today: date) -> date | None:
    """Read a day as a question's own `since:` and `until:` are read."""
    from bot.search.timewords import read_day

    if text is None:
        return None
    day = read_day(as_text(text), today, is_end=flag == "until")
    if day is None:
        raise QuestionError(f"--{flag} {text!r} is not a day; write 2026-11-30, 昨天 or last week")
    return day


def _searcher(paths: list[Path], settings: "Settings") -> "Searcher":
    from bot.app import load_searcher, require_notes
    from bot.terminal.progress import Progress

    with Progress(sys.stderr, os.environ.get("TERM", "")) as progress:
        library, searcher = load_searcher(
            settings,
            paths=paths,
            reading=progress.stage("reading notes"),
            indexing=progress.stage("indexing"),
        )
        require_notes(library, settings, paths)
    if files := len({problem.path for problem in library.problems}):
        what = "1 file" if files == 1 else f"{files} files"
        tell(f"{what} could not be read in full; `{command_line('index', paths)}` says why")
    return searcher


def _view(paths: list[Path], settings: "Settings", console: "Console") -> "View":
    from bot.app import build_links
    from bot.terminal.layout import View

    return View(
        links=build_links(settings, paths),
        folder=str(Path.cwd()),
        width=console.width,
        has_hyperlinks=console.has_hyperlinks,
        language=settings.language,
        asks_with=command_line(NAME, paths),
    )


def _lines() -> Iterator[str]:
    """Read questions as they come; bytes that are not UTF-8 are told apart from none."""
    if sys.stdin is None:
        raise QuestionError("there is nothing to read questions from: standard input is closed")
    for at, line in enumerate(sys.stdin.buffer):
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        yield text.removeprefix("\ufeff") if at == 0 else text


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where questions are answered, one after the other."""

    searcher: "Searcher"
    console: "Console"
    view: "View"
    filters: "Filters"
    today: date
    limit: int
    is_explained: bool
    is_json: bool

    def answer(self, question: str, *, is_one_of_many: bool = False) -> bool:
        """Answer one question; say whether there was an answer."""
        from bot.search.query import parse_query
        from bot.search.results import Outcome
        from bot.terminal.lines import harmless

        if is_one_of_many and not self.is_json:
            self.console.write(f"> {harmless(question)}\n")
        start = time.perf_counter()
        query = parse_query(question, today=self.today, filters=self.filters)
        results = self.searcher.search(query, limit=self.limit, explain=self.is_explained)
        self._show(results, (time.perf_counter() - start) * 1000)
        return results.outcome is not Outcome.NOTHING

    def _show(self, results: "Results", took_ms: float) -> None:
        from bot.terminal.layout import lay_out
        from bot.terminal.record import record

        if self.is_json:
            self.console.write(record(results, self.view.links, took_ms=took_ms))
        else:
            self.console.show(lay_out(results, self.view))
