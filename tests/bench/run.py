"""Measure speed, all of it in one run: engines side by side, then the whole program.

    python -m tests.bench.run [--json FILE] [--curves FILE] [--sizes N,N,…] [--paragraphs N]

Each figure comes from a process of its own, one after another, held to one thread: ratios within
one run are what counts. Engines that are not installed are left out and named; they are in the
dependency group `bench`.
"""

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tests.bench import report
from tests.bench.corpora import make_corpus
from tests.bench.engines import ENGINES, LARGEST
from tests.bench.measures import quantile
from tests.bench.prose import write_notes
from tests.bench.whole import MEASURES

SIZES = (10_000, 100_000, 1_000_000)
PARAGRAPHS = 100_000
STARTS = 9
QUESTION = "FlashInfer 相关的 PR"
NEEDED = {"tantivy": "tantivy", "bm25s numpy": "bm25s", "bm25s numba": "numba"}
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
MOST_SECONDS = 3600
ROOT = Path(__file__).resolve().parents[2]

Figures = dict[str, Any]


def tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def measured(module: str, *args: str) -> Figures | None:
    """The figures of one process; `None`, and its last words on stderr, where it failed."""
    command = [sys.executable, "-m", f"tests.bench.{module}", *args]
    tell(f"measuring {' '.join(args[:1])} {' '.join(args[2:])}")
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | ONE_THREAD,
        capture_output=True,
        encoding="utf-8",
        timeout=MOST_SECONDS,
        check=False,
    )
    if done.returncode:
        tell("\n".join(["  failed:", *done.stderr.splitlines()[-3:]]))
        return None
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


def measure_engines(folder: Path, sizes: Sequence[int]) -> list[Figures]:
    """Every installed engine on every size it is fit for."""
    installed = [name for name in ENGINES if _is_installed(name)]
    rows: list[Figures | None] = []
    for size in sizes:
        corpus = make_corpus(folder / "terms", size)
        fit = [name for name in installed if size <= LARGEST.get(name, size)]
        rows += [measured("speed", name, str(corpus.folder), str(size)) for name in fit]
    return [row for row in rows if row]


def _is_installed(engine: str) -> bool:
    if engine not in NEEDED or importlib.util.find_spec(NEEDED[engine]):
        return True
    tell(f"{engine} is left out: {NEEDED[engine]} is not installed (dependency group `bench`)")
    return False


def measure_whole(folder: Path, paragraphs: int) -> Figures:
    """What the whole program takes."""
    notes = folder / "notes"
    write_notes(notes, paragraphs)
    figures: Figures = {name: measured("whole", name, str(notes)) for name in MEASURES}
    figures["restart"] = measure_restart(folder, notes)
    figures["ask"] = measure_ask()
    return figures


def measure_restart(folder: Path, notes: Path) -> Figures:
    """A first start over many notes, the next ones over the same, and one with a note more."""
    tell("measuring restart")
    command = [sys.executable, "-m", "bot", "ask", "memory", "--notes", str(notes)]
    kept = {"PRBOT_SNAPSHOTS": str(folder / "asked")}
    first, *others = (_wall(command, kept) for _ in range(6))
    new = notes / "new.md"
    new.write_text("# memory\n\nOne note more.\n", encoding="utf-8")
    changed = _wall(command, kept)
    new.unlink()
    return {
        "first_seconds": first,
        "again_seconds": quantile(others, 0.5),
        "changed_seconds": changed,
    }


def measure_ask() -> Figures:
    """`prbot ask` on the seeds beside the ten-line script, by turns, whole processes."""
    tell("measuring ask")
    seeds = ROOT / "seeds"
    ours = [sys.executable, "-m", "bot", "ask", QUESTION, "--notes", str(seeds)]
    script = [sys.executable, "-m", "tests.bench.stock_script", str(seeds), QUESTION]
    pairs = [(_wall(ours), _wall(script)) for _ in range(STARTS)]
    our_times, script_times = zip(*pairs, strict=True)
    return {
        "prbot_seconds": quantile(our_times, 0.5),
        "script_seconds": quantile(script_times, 0.5),
    }


def _wall(command: Sequence[str], extra: dict[str, str] | None = None) -> float:
    started = time.perf_counter()
    env = os.environ | ONE_THREAD | (extra or {})
    subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True)
    return time.perf_counter() - started


def machine() -> Figures:
    """What the figures were made on."""
    found = {}
    for name in ("numpy", "rank-bm25", "tantivy", "bm25s", "numba", "jieba", "rjieba"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load_before": os.getloadavg()[0],
        "versions": found,
    }


def draw(rows: Sequence[Figures], path: Path) -> None:
    """Draw the curves, if that can be done here."""
    if importlib.util.find_spec("matplotlib"):
        report.draw(rows, path)
    else:
        tell(f"{path} is not drawn: matplotlib is not installed (dependency group `bench`)")


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.run", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--curves", type=Path, metavar="FILE", help="draw them: .svg or .png")
    parser.add_argument(
        "--sizes",
        type=lambda text: [int(part) for part in text.split(",")],
        default=SIZES,
        metavar="N,N",
        help="paragraphs the engines are measured on",
    )
    parser.add_argument(
        "--paragraphs",
        type=int,
        default=PARAGRAPHS,
        metavar="N",
        help="paragraphs the whole program is measured on; 0 to leave it out",
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the tables; 1 where nothing could be measured."""
    args = arguments().parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="prbot-bench-") as name:
        folder = Path(name)
        figures: Figures = {"machine": machine()}
        figures["engines"] = measure_engines(folder, args.sizes)
        figures["whole"] = measure_whole(folder, args.paragraphs) if args.paragraphs else {}
    print(report.show(figures))
    if args.json:
        text = json.dumps(figures, ensure_ascii=False, indent=1)
        args.json.write_text(f"{text}\n", encoding="utf-8")
    if args.curves:
        draw(figures["engines"], args.curves)
    return 0 if figures["engines"] or figures["whole"] else 1


if __name__ == "__main__":
    sys.exit(main())
