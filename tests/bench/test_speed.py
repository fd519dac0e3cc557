"""The speed measurement itself: what it times, what it calls equal, what it promises."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.bench.corpora import make_corpus
from tests.bench.engines import unequal
from tests.bench.report import COLOURS, engine_goals, show, whole_goals
from tests.bench.speed import main, memory


class FixedIndex:
    """An index whose scores are given, and whose ten best are too."""

    def __init__(self, scores: Sequence[float], best: Sequence[int]) -> None:
        self._scores = np.asarray(scores, np.float64)
        self._best = np.asarray(best, np.int64)

    def get_scores(self, _: Sequence[str]) -> npt.NDArray[np.float64]:
        return self._scores

    def top_k(self, _: Sequence[tuple[str, float]], count: int) -> tuple[Any, Any]:
        best = self._best[:count]
        return best, self._scores[best]


@pytest.mark.parametrize(
    ("best", "expected"),
    [
        ([2, 0, 1], 0),
        ([2, 1, 0], 1),
        ([2, 0], 1),
        ([2, 0, 1, 3], 1),
    ],
)
def test_the_ten_best_are_held_against_all_scores(best: list[int], expected: int) -> None:
    """Another order of equal scores, one too few, or one that scores nothing is a difference."""
    assert expected == unequal(FixedIndex([1.0, 1.0, 2.0, 0.0], best), [["a"]])


def test_one_engine_is_measured_in_its_process(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line of JSON has what the tables are made of."""
    corpus = make_corpus(tmp_path, 200)

    assert main(["rank_bm25", str(corpus.folder), "200"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert ("rank_bm25", 200, None) == (figures["engine"], figures["size"], figures["unequal"])
    assert 0 < figures["p50_ms"] <= figures["p95_ms"]


def test_memory_is_told_in_megabytes() -> None:
    """A Python process with numpy holds tens of megabytes, and its peak is no less."""
    assert 10 < memory("VmRSS") <= memory("VmHWM") < 100_000


def row(engine: str, size: int, p50: float, p95: float, **others: float) -> dict[str, Any]:
    return {
        "engine": engine,
        "size": size,
        "queries": 500,
        "p50_ms": p50,
        "p95_ms": p95,
        "build_s": 1.0,
        "peak_mb": 100.0,
        "searching_mb": 50.0,
        "unequal": 0 if engine == "prbot" else None,
        **others,
    }


def test_promises_are_held_against_the_fastest_peer() -> None:
    """At a million paragraphs half the p50 of the fastest is promised, and no more than its p95."""
    rows = [
        row("prbot", 100_000, 0.2, 0.9, searching_mb=90),
        row("prbot", 1_000_000, 0.6, 1.0, searching_mb=2_000),
        row("tantivy", 1_000_000, 1.0, 4.0),
        row("bm25s numba", 1_000_000, 1.5, 2.0),
    ]
    goals = {promise: is_kept for promise, _, is_kept in engine_goals(rows)}

    assert {
        "100,000: the ten best equal the exhaustive ones": True,
        "1,000,000: p50 at most 0.5 × that of tantivy": False,
        "1,000,000: p95 at most 1 × that of bm25s numba": True,
        "1,000,000: the ten best equal the exhaustive ones": True,
        "p50 grows from 100,000 to 1,000,000 at most 4-fold": True,
        "1,000,000 paragraphs: ≤ 1 GB searching, ≤ 3 GB building": False,
    } == goals


def test_small_corpora_are_held_against_tantivy() -> None:
    """At ten thousand paragraphs no worse than tantivy is promised, whatever numba does."""
    rows = [row(name, 10_000, 0.1, 0.2) for name in ("prbot", "tantivy")]
    rows.append(row("bm25s numba", 10_000, 0.01, 0.02))
    promises = [promise for promise, _, is_kept in engine_goals(rows) if is_kept]

    assert "10,000: p50 at most 1 × that of tantivy" in promises
    assert not any("numba" in promise for promise in promises)


def test_what_was_not_measured_is_not_promised() -> None:
    """A failed or left-out measure gives no line, kept or not, nor does a tiny corpus."""
    whole = {
        "index_fast": None,
        "ask": {"prbot_seconds": 0.3, "script_seconds": 0.8},
        "arrival": {"seconds": 1.2, "slowest_seconds": 1.4, "answers_meanwhile": 40},
    }

    alone = {
        "index_fast": {"characters_per_second": 1.2e6},
        "jieba_alone": {"characters_per_second": 3e5},
    }

    assert [("1.20 M/s (4.0 × jieba)", True)] == [told[1:] for told in whole_goals(alone)]
    assert [] == list(engine_goals([row("prbot", 500, 1, 1), row("tantivy", 500, 2, 2)]))
    assert [] == list(whole_goals({}))
    assert [True, False] == [is_kept for _, _, is_kept in whole_goals(whole)]


def test_tables_compare_every_engine() -> None:
    """Each has a line below its size: its times, those over ours, and of ours what is equal."""
    rows = [row(name, 10_000, 1, 2) for name in COLOURS] + [row("prbot", 20_000, 1, 2, unequal=3)]
    rows[1] = row("tantivy", 10_000, 2.5, 3)
    lines = show({"engines": rows, "whole": {}}).splitlines()

    assert all(any(name in line for line in lines) for name in ("10,000 paragraphs", *COLOURS))
    assert "tantivy 2.500 2.5 3.000 1.5 1.0 100 50 –" in [" ".join(line.split()) for line in lines]
    assert [["500", "of", "500"], ["497", "of", "500"]] == [
        line.split()[-3:] for line in lines if "prbot" in line
    ]


def test_the_journey_is_told_in_shares() -> None:
    """One column a set of notes."""
    times = {"search": 1.0, "posting": 3.0, "all": 4.0}
    lines = show({"engines": [], "whole": {"where_time_goes": {"seeds": times}}}).splitlines()

    assert ["search 1.00 25%", "posting 3.00 75%", "all 4.00 100%"] == [
        " ".join(line.split()) for line in lines[2:5]
    ]
