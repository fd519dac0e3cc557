"""Measure the quality of answers: nDCG@10 of `prbot ask` on retrieval sets, beside stock BM25.

    python -m tests.bench.eval FOLDER [--set NAME] [--json FILE] [--no-stock] [--prbot COMMAND]
    python -m tests.bench.eval FOLDER --ablation [--most N]

Each set is one process of the real command with all queries on its standard input. Nothing is
kept between runs: stock `rank_bm25` + `jieba.lcut` is computed anew beside it. Where the folder
has a neighbour `gold/` with `score.py`, the gold questions over the seeds are scored too.
"""

import argparse
import json
import shlex
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.bench.cutters import agreement_on
from tests.bench.measures import ndcg
from tests.bench.sets import RetrievalSet, read_sets

LIMIT = 10
PRBOT = (sys.executable, "-m", "bot")


@dataclass(frozen=True, slots=True)
class Goal:
    """What a kind of query is held against.

    Args:
        bar: The best purely lexical set-up known for it.
        reach: What this project promises.
    """

    bar: float | None
    reach: float


GOALS = {
    "cmrc": Goal(0.986, 0.987),
    "drcd": Goal(0.955, 0.957),
    "c2num": Goal(0.984, 0.99),
    "c2sym": Goal(0.785, 0.80),
    "c1": Goal(0.479, 0.72),
    "c2syn": Goal(0.163, 0.30),
    "seeds": Goal(None, 0.98),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Args:
        set: The set's name.
        kind: The type of query.
        queries: How many there are.
        ours: Mean nDCG@10 (of the gold questions: their own mean).
        stock: The same for stock BM25, where it was computed.
        seconds: Wall time of the one process that answered the set.
        ms: Mean time of one search, as the answers tell it.
    """

    set: str
    kind: str
    queries: int
    ours: float
    stock: float | None
    seconds: float
    ms: float | None

    @property
    def goal(self) -> Goal | None:
        """What it is held against; a set we know nothing of has none."""
        return GOALS.get(self.kind)

    @property
    def falls_short(self) -> bool:
        """Whether it is below its goal in the three places that goals are given with."""
        return self.goal is not None and round(self.ours, 3) < self.goal.reach


@dataclass(frozen=True, slots=True)
class Answers:
    """What one process answered.

    Args:
        ids: Per query, the notes' ids, best first.
        ms: Per query, the time the search took.
        seconds: Wall time of the process.
    """

    ids: list[list[str]]
    ms: list[float]
    seconds: float


class BrokenRunError(RuntimeError):
    """The command under test did not answer every query."""

    def __init__(self, answers: int, queries: int, stderr: str) -> None:
        super().__init__(f"{answers} answers to {queries} queries\n{stderr[-2000:]}")


def prbot_answers(judged: RetrievalSet, prbot: Sequence[str]) -> Answers:
    """Ask all queries of a set in one process.

    Raises:
        BrokenRunError: An answer is missing.
    """
    notes = ["--notes", str(judged.corpus)]
    asked = "".join(f"{query.text}\n" for query in judged.queries)
    started = time.perf_counter()
    done = subprocess.run(
        [*prbot, "ask", *notes, "--limit", str(LIMIT), "--json", "-"],
        input=asked,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    seconds = time.perf_counter() - started
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(answers) != len(judged.queries):
        raise BrokenRunError(len(answers), len(judged.queries), done.stderr)
    ids = [[hit["id"] for hit in answer["hits"]] for answer in answers]
    return Answers(ids, [answer["took_ms"] for answer in answers], seconds)


def table_rows(
    judged: RetrievalSet, answers: Answers, stock: Sequence[Sequence[str]] | None
) -> list[Row]:
    """The means of a set, one row a type of query."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, query in enumerate(judged.queries):
        places[query.kind].append(place)
    return [
        Row(
            set=judged.name,
            kind=kind,
            queries=len(of_kind),
            ours=mean_ndcg(judged, answers.ids, of_kind),
            stock=None if stock is None else mean_ndcg(judged, stock, of_kind),
            seconds=answers.seconds,
            ms=sum(answers.ms[place] for place in of_kind) / len(of_kind),
        )
        for kind, of_kind in sorted(places.items())
    ]


def mean_ndcg(
    judged: RetrievalSet, answers: Sequence[Sequence[str]], places: Sequence[int]
) -> float:
    """Mean nDCG@10 of some of a set's queries."""
    gains = [ndcg(answers[place], judged.queries[place].relevant, LIMIT) for place in places]
    return sum(gains) / len(gains)


def gold_row(gold: Path, prbot: Sequence[str]) -> Row:
    """Score one file of gold questions by the script beside it."""
    command = [sys.executable, str(gold.parent / "score.py"), str(gold), "--"]
    started = time.perf_counter()
    done = subprocess.run(
        [*command, *prbot, "ask", "--limit", "50", "--json", "-"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    seconds = time.perf_counter() - started
    queries = len(gold.read_text(encoding="utf-8").splitlines())
    verdict = done.stdout.splitlines()[-1:] or [""]
    mean = verdict[0].split(" over ")[0]
    if " over " not in verdict[0]:
        raise BrokenRunError(0, queries, done.stderr)
    return Row(gold.stem, "seeds", queries, float(mean), None, seconds, None)


def show(rows: Sequence[Row]) -> str:
    """The table."""
    names = ("set", "queries of", "n", "stock", "bar", "reach", "ours", "", "seconds", "ms/query")
    return "\n".join(map(_line, [names, *map(_cells, rows)]))


def _cells(row: Row) -> tuple[str, ...]:
    goal = row.goal
    figures = (row.stock, goal.bar if goal else None, goal.reach if goal else None, row.ours)
    ms = "–" if row.ms is None else f"{row.ms:.2f}"
    times = (f"{row.seconds:.1f}", ms)
    short = "short" if row.falls_short else ""
    return row.set, row.kind, f"{row.queries}", *map(_figure, figures), short, *times


def _line(cells: tuple[str, ...]) -> str:
    name, kind, *figures = cells
    return f"{name:<12}{kind:<12}" + "".join(f"{figure:>9}" for figure in figures)


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def measure(args: argparse.Namespace) -> list[Row]:
    """All rows that the arguments ask for, told on stderr as they come."""
    from tests.bench.stock import stock_answers

    prbot = shlex.split(args.prbot) if args.prbot else PRBOT
    rows: list[Row] = []
    for judged in read_sets(args.folder, only=args.set):
        print(f"{judged.name}: {len(judged.queries)} queries", file=sys.stderr)
        stock = stock_answers(judged, LIMIT) if args.stock else None
        rows += table_rows(judged, prbot_answers(judged, prbot), stock)
    rows += [gold_row(gold, prbot) for gold in _gold_files(args)]
    return rows


def _gold_files(args: argparse.Namespace) -> list[Path]:
    """The gold questions beside the sets, unless one set alone is asked for."""
    gold = args.folder.resolve().parent / "gold"
    return [] if args.set else sorted(gold.glob("*.jsonl"))


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.eval", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the sets are")
    parser.add_argument("--set", metavar="NAME", help="this set only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--no-stock", dest="stock", action="store_false", help="ours only")
    parser.add_argument("--prbot", metavar="COMMAND", help="what to run in place of this checkout")
    parser.add_argument(
        "--ablation", action="store_true", help="switch off the parts of the search, one at a time"
    )
    parser.add_argument(
        "--most", type=int, default=0, metavar="N", help="with --ablation: N queries of a type"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; 1 where a goal is missed, 2 where nothing could be measured."""
    args = arguments().parse_args(argv)
    try:
        if args.ablation:
            return _ablation(args)
        rows = measure(args)
        print(show(rows))
        if same := agreement_on(read_sets(args.folder, only=args.set)):
            print(same)
        _keep(args.json, [asdict(row) for row in rows])
    except (OSError, BrokenRunError) as error:
        print(f"eval: {error}", file=sys.stderr)
        return 2
    return 1 if any(row.falls_short for row in rows) else 0


def _ablation(args: argparse.Namespace) -> int:
    from tests.bench import ablation

    measured = ablation.ablate(read_sets(args.folder, only=args.set), most=args.most)
    for gold in _gold_files(args):
        for name, figures in measured.items():
            prbot = (sys.executable, "-m", "tests.bench.variant", name)
            figures[gold.stem] = gold_row(gold, prbot).ours
    print(ablation.show(measured))
    _keep(args.json, measured)
    return 0


def _keep(path: Path | None, figures: Any) -> None:
    if path:
        text = json.dumps(figures, ensure_ascii=False, indent=1)
        path.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
