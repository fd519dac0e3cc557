"""Figures as Markdown: what a reader of the page will compare."""

import json
from pathlib import Path

import pytest

from tests.bench.tables import main, tables


def test_an_ablation_shows_moves_in_thousandths() -> None:
    """A part that moves nothing leaves its cell empty."""
    (table,) = tables(
        {"all parts": {"c1": 0.8, "seeds.dev": 1.0}, "no stems": {"c1": 0.75, "seeds.dev": 1.0}}
    )

    assert [
        "|  | c1 | seeds |",
        "| --- | --- | --- |",
        "| all parts | .800 | 1.000 |",
        "| no stems | −50 |  |",
    ] == table.splitlines()


def test_quality_stands_beside_what_is_promised() -> None:
    """A type that nothing is promised of has dashes."""
    row = {"kind": "c1", "queries": 9, "stock": 0.388, "ours": 0.8}
    (table,) = tables([row, row | {"kind": "new", "stock": None}])

    assert [
        "| c1 | 9 | .388 | .479 | .720 | .800 |",
        "| new | 9 | – | – | – | .800 |",
    ] == table.splitlines()[2:]


def test_speed_is_told_over_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Engines, the whole program and the journey come as three tables."""
    row = {"engine": "prbot", "size": 10_000, "queries": 500, "p50_ms": 0.1, "p95_ms": 0.2}
    row |= {"build_s": 1.0, "peak_mb": 2000.0, "searching_mb": 50.0, "unequal": 0}
    peer = row | {"engine": "tantivy", "p50_ms": 0.25, "unequal": None}
    whole = {
        "ask": {"prbot_seconds": 0.3, "script_seconds": 0.8},
        "where_time_goes": {"seeds": {"search": 1.0, "all": 4.0}},
    }
    path = tmp_path / "figures.json"
    path.write_text(json.dumps({"engines": [row, peer], "whole": whole}), encoding="utf-8")
    status = main([str(path)])
    lines = capsys.readouterr().out.splitlines()

    assert 0 == status
    assert (
        "| 10,000 | prbot | 0.100 (1.0 ×) | 0.200 (1.0 ×) | 1.0 | 2,000 / 50 | 500 of 500 |"
        in lines
    )
    assert "| 10,000 | tantivy | 0.250 (2.5 ×) | 0.200 (1.0 ×) | 1.0 | 2,000 / 50 | – |" in lines
    assert (
        "| prbot ask on the seeds: ≤ 0.5 × the ten-line script | 0.30 of 0.80 s | kept |" in lines
    )
    assert "| search | 1.00 (25%) |" in lines
