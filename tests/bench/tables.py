"""Kept figures as the Markdown tables of `bot/search/README.md`.

python -m tests.bench.tables FILE…  # what `run`, `eval` and `eval --ablation` wrote as JSON
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.bench.report import OURS

Figures = Mapping[str, Any]


def tables(figures: Any) -> Iterator[str]:
    """The tables of one file, told by what is in it."""
    if isinstance(figures, list):
        yield quality(figures)
    elif "engines" in figures:
        yield speed(figures["engines"])
        if figures["whole"]:
            yield from (whole(figures["whole"]), journey(figures["whole"]))
    else:
        yield ablation(figures)


def ablation(measured: Figures) -> str:
    """The first variant's means, and how far every other is from them, in thousandths."""
    (first, means), *others = measured.items()
    rows = [[first, *(_share(mean) for mean in means.values())]]
    for name, values in others:
        moves = (round(1000 * (values[kind] - means[kind])) for kind in means)
        rows.append([name, *(f"{move:+d}".replace("-", "−") if move else "" for move in moves)])
    return _table(["", *(kind.partition(".")[0] for kind in means)], rows)


def quality(rows: Sequence[Figures]) -> str:
    """One row a type of query."""
    from tests.bench.eval import GOALS

    lines = []
    for row in rows:
        goal = GOALS.get(row["kind"])
        bar, reach = (goal.bar, goal.reach) if goal else (None, None)
        figures = (row["stock"], bar, reach, row["ours"])
        lines.append([row["kind"], str(row["queries"]), *map(_share, figures)])
    return _table(["questions", "n", "stock", "bar", "to reach", "here"], lines)


def speed(rows: Sequence[Figures]) -> str:
    """One row an engine and size; a time over ours in brackets."""
    ours = {row["size"]: row for row in rows if row["engine"] == OURS}
    lines = []
    for row in rows:
        beside = ours.get(row["size"], row)
        times = (_time(row[key], beside[key]) for key in ("p50_ms", "p95_ms"))
        memory = f"{row['peak_mb']:,.0f} / {row['searching_mb']:,.0f}"
        same = (
            "–"
            if row["unequal"] is None
            else f"{row['queries'] - row['unequal']} of {row['queries']}"
        )
        size = f"{row['size']:,}"
        lines.append([size, row["engine"], *times, f"{row['build_s']:.1f}", memory, same])
    heads = ["paragraphs", "engine", "p50 ms", "p95 ms", "build s", "MB peak / searching", "equal"]
    return _table(heads, lines)


def _time(value: float, ours: float) -> str:
    ratio = value / ours
    return f"{value:.3f} ({ratio:,.{0 if ratio >= 100 else 1}f} ×)"


def whole(figures: Figures) -> str:
    """What was promised of the whole program, as `tests.bench.report` tells it."""
    from tests.bench.report import whole_goals

    rows = [
        [promise, figure, "kept" if is_kept else "**not kept**"]
        for promise, figure, is_kept in whole_goals(figures)
    ]
    return _table(["promise", "measured", ""], rows)


def journey(figures: Figures) -> str:
    """The steps of a question, one column a set of notes."""
    sets: dict[str, dict[str, float]] = figures.get("where_time_goes") or {}
    steps = list(next(iter(sets.values()), {}))
    rows = [
        [
            step,
            *(f"{times[step]:.2f} ({times[step] / times['all']:.0%})" for times in sets.values()),
        ]
        for step in steps
    ]
    return _table(["ms", *sets], rows)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}".lstrip("0")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main(argv: Sequence[str]) -> int:
    """Print the tables of every file."""
    for path in argv:
        print("\n\n".join(tables(json.loads(Path(path).read_text(encoding="utf-8")))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
