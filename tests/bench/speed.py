"""Measure one engine on one corpus, in this process alone: times and memory, as a line of JSON.

    python -m tests.bench.speed ENGINE FOLDER SIZE

`tests.bench.run` starts one such process after another, so that peaks of memory are the engine's
own. Memory is told above what the process held before it began to build.
"""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.bench.corpora import Corpus
from tests.bench.engines import ENGINES, Engine, Ours, unequal
from tests.bench.measures import quantile

QUERIES = 500
WARM_UP = 50


@dataclass(frozen=True, slots=True)
class Speed:
    """What one engine did.

    Args:
        engine: Its name.
        size: How many paragraphs.
        queries: How many queries were timed.
        build_s: Seconds from terms to searchable.
        p50_ms: Half of the queries took no longer.
        p95_ms: Nineteen in twenty took no longer.
        peak_mb: The most memory it held, building and searching.
        searching_mb: What it holds while it searches.
        unequal: Queries whose ten best differ from the exhaustive ones; of ours only.
    """

    engine: str
    size: int
    queries: int
    build_s: float
    p50_ms: float
    p95_ms: float
    peak_mb: float
    searching_mb: float
    unequal: int | None


def memory(field: str) -> float:
    """A figure of this process's memory as the kernel tells it, in megabytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith(f"{field}:")]
    return int(line.split()[1]) / 1024


def measure(name: str, corpus: Corpus) -> Speed:
    """Build, warm up, and time each query once."""
    warm_up = corpus.queries(WARM_UP, seed=2)
    queries = corpus.queries(QUERIES)
    before = memory("VmRSS")
    engine = ENGINES[name]()
    started = time.perf_counter()
    engine.build(corpus)
    build_s = time.perf_counter() - started
    query_times(engine, warm_up)
    times = query_times(engine, queries)
    return Speed(
        engine=name,
        size=corpus.size,
        queries=len(queries),
        build_s=build_s,
        p50_ms=quantile(times, 0.5),
        p95_ms=quantile(times, 0.95),
        peak_mb=memory("VmHWM") - before,
        searching_mb=memory("VmRSS") - before,
        unequal=unequal(engine.index, queries) if isinstance(engine, Ours) else None,
    )


def query_times(engine: Engine, queries: Sequence[Sequence[str]]) -> list[float]:
    """Milliseconds of each query."""
    times = []
    for terms in queries:
        started = time.perf_counter()
        engine.search(terms)
        times.append((time.perf_counter() - started) * 1000)
    return times


def main(argv: Sequence[str]) -> int:
    """Measure, and print the figures."""
    name, folder, size = argv
    print(json.dumps(asdict(measure(name, Corpus(Path(folder), int(size))))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
