"""The figures of a run as tables for people, with what each is held against, and as curves."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Figures = Mapping[str, Any]

OURS = "prbot"
SMALLEST = 10_000
"""Below this every engine answers in some hundredths of a millisecond, and nothing is promised."""

COLOURS = {
    OURS: "#0b6e4f",
    "tantivy": "#c1440e",
    "bm25s numpy": "#5b5f97",
    "bm25s numba": "#8f3985",
    "rank_bm25": "#7a7a7a",
}


def show(figures: Figures) -> str:
    """All tables."""
    parts = [
        *engine_tables(figures["engines"]),
        *journey_table(figures["whole"].get("where_time_goes") or {}),
        *goal_lines(figures),
    ]
    return "\n".join(parts)


def engine_tables(rows: Sequence[Figures]) -> Iterator[str]:
    """One table a size, the engines below one another, times also as multiples of ours."""
    for size in sorted({row["size"] for row in rows}):
        of_size = [row for row in rows if row["size"] == size]
        ours = next((row for row in of_size if row["engine"] == OURS), None)
        heads = f"{'p50 ms':>9}{'×':>7}{'p95 ms':>9}{'×':>7}"
        heads += f"{'build s':>9}{'peak MB':>9}{'MB':>7}  equal"
        yield f"\n{f'{size:,} paragraphs':<18}{heads}"
        for row in of_size:
            times = "".join(_time(row, ours, key) for key in ("p50_ms", "p95_ms"))
            memory = f"{row['peak_mb']:>9.0f}{row['searching_mb']:>7.0f}"
            yield f"  {row['engine']:<16}{times}{row['build_s']:>9.1f}{memory}  {_equal(row)}"


def _time(row: Figures, ours: Figures | None, key: str) -> str:
    ratio = f"{row[key] / ours[key]:.1f}" if ours else "–"
    return f"{row[key]:>9.3f}{ratio:>7}"


def _equal(row: Figures) -> str:
    """Of ours, how many queries have exactly the ten best that scoring everything gives."""
    if row["unequal"] is None:
        return "–"
    return f"{row['queries'] - row['unequal']} of {row['queries']}"


def journey_table(figures: Figures) -> Iterator[str]:
    """The steps of a question, one column a set of notes: milliseconds, and the share of all."""
    if not figures:
        return
    yield f"\n{'from event to blocks':<40}" + "".join(f"{name:>16}" for name in figures)
    for step in next(iter(figures.values())):
        yield f"  {step:<38}" + "".join(_share(times, step) for times in figures.values())


def _share(times: Figures, step: str) -> str:
    return f"{times[step]:>10.2f}{times[step] / times['all']:>6.0%}"


def goal_lines(figures: Figures) -> Iterator[str]:
    """What was promised, one line each, with the figure and whether it is kept."""
    yield "\npromises"
    goals = [*engine_goals(figures["engines"]), *whole_goals(figures["whole"])]
    for promise, figure, is_kept in goals:
        yield f"  {promise:<66}{figure:>24}{'  kept' if is_kept else '  NOT KEPT'}"


Goal = tuple[str, str, bool]


def engine_goals(rows: Sequence[Figures]) -> Iterator[Goal]:
    """The promises about the index, those that the sizes measured allow to judge."""
    by_size: dict[int, dict[str, Figures]] = {}
    for row in rows:
        by_size.setdefault(row["size"], {})[row["engine"]] = row
    for size, engines in sorted(by_size.items()):
        if OURS in engines and size >= SMALLEST:
            yield from _beside_peers(size, engines)
    small, large = by_size.get(100_000, {}).get(OURS), by_size.get(1_000_000, {}).get(OURS)
    if small and large:
        growth = large["p50_ms"] / small["p50_ms"]
        yield "p50 grows from 100,000 to 1,000,000 at most 4-fold", f"{growth:.1f} ×", growth <= 4
    if large:
        searching, peak = large["searching_mb"], large["peak_mb"]
        memory = f"{searching:,.0f} / {peak:,.0f} MB"
        is_kept = searching <= 1024 and peak <= 3 * 1024
        yield "1,000,000 paragraphs: ≤ 1 GB searching, ≤ 3 GB building", memory, is_kept


def _beside_peers(size: int, engines: Mapping[str, Figures]) -> Iterator[Goal]:
    ours = engines[OURS]
    peers = {name: row for name, row in engines.items() if name != OURS}
    if size < 100_000:
        peers = {name: row for name, row in peers.items() if name == "tantivy"}
    for figure in ("p50_ms", "p95_ms"):
        if peers:
            best = min(peers.values(), key=lambda row: row[figure])
            share = 0.5 if size >= 1_000_000 and figure == "p50_ms" else 1.0
            ratio = ours[figure] / best[figure]
            name = f"{size:,}: {figure[:3]} at most {share:g} × that of {best['engine']}"
            yield name, f"{ratio:.2f} ×", ratio <= share
    yield (
        f"{size:,}: the ten best equal the exhaustive ones",
        f"{ours['unequal']} differ",
        (ours["unequal"] == 0),
    )


def whole_goals(whole: Figures) -> Iterator[Goal]:
    """The promises about the program."""
    for name, promise, least in (
        ("index_fast", "text to searchable, with rjieba: ≥ 1 M characters/s", 1e6),
        ("index_plain", "text to searchable, with jieba: ≥ .2 M characters/s", 2e5),
    ):
        if whole.get(name):
            speed = whole[name]["characters_per_second"]
            alone = (whole.get("jieba_alone") or {}).get("characters_per_second")
            beside = f" ({speed / alone:.1f} × jieba)" if alone else ""
            yield promise, f"{speed / 1e6:.2f} M/s{beside}", speed >= least
    if whole.get("restart"):
        again = whole["restart"]["again_seconds"]
        yield "restart to the first answer: ≤ 1 s", f"{again:.2f} s", again <= 1
    if whole.get("ask"):
        ours, script = whole["ask"]["prbot_seconds"], whole["ask"]["script_seconds"]
        text = f"{ours:.2f} of {script:.2f} s"
        yield "prbot ask on the seeds: ≤ 0.5 × the ten-line script", text, ours <= 0.5 * script
    if whole.get("arrival"):
        seconds, slowest = (whole["arrival"][key] for key in ("seconds", "slowest_seconds"))
        count = whole["arrival"]["answers_meanwhile"]
        text = f"{seconds:.2f} s (at most {slowest:.2f})"
        yield "a new note is searchable: ≤ 1 s, answers going on", text, seconds <= 1 and count > 0


def draw(rows: Sequence[Figures], path: Path) -> None:
    """The engines' p50 and p95 over the number of paragraphs, both axes by powers of ten."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    mpl.rcParams["svg.hashsalt"] = "prbot"  # the same picture for the same figures
    figure, panes = plt.subplots(1, 2, figsize=(10, 3.6), sharex=True, sharey=True)
    for pane, key in zip(panes, ("p50_ms", "p95_ms"), strict=True):
        for name, colour in COLOURS.items():
            points = sorted((row["size"], row[key]) for row in rows if row["engine"] == name)
            if points:
                sizes, times = zip(*points, strict=True)
                width = 2.4 if name == OURS else 1.2
                pane.plot(sizes, times, "o-", color=colour, lw=width, ms=4, label=name)
        pane.set(xscale="log", yscale="log", xlabel="paragraphs", title=f"{key[:3]} of a query")
        pane.grid(alpha=0.25, which="major")
        pane.xaxis.set_major_formatter(lambda size, _: f"{size:,.0f}")
        pane.yaxis.set_major_formatter(lambda time, _: f"{time:g}")
    panes[0].set_ylabel("milliseconds")
    panes[1].legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.tight_layout()
    figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)
