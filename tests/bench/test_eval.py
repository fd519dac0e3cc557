"""The evaluation, run over a small set with a stand-in for the command it measures."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.bench.eval import GOALS, Row, main, show
from tests.bench.sets import read_sets

FIRST_TWO = """
import json, sys
for line in sys.stdin:
    hits = [{"id": name} for name in ("d1", "d2")]
    print(json.dumps({"query": line.strip(), "hits": hits, "took_ms": 2.0}))
"""
SILENT = "import sys; sys.exit('no notes')"


def command(program: str) -> str:
    return shlex.join([sys.executable, "-c", program])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One set: a query whose note the stand-in puts first, one second, one not at all."""
    place = tmp_path / "sets" / "small"
    place.mkdir(parents=True)
    documents = {"d1": "索引", "d2": "事务", "d3": "死锁"}
    rows = [json.dumps({"id": name, "title": text, "text": ""}) for name, text in documents.items()]
    (place / "corpus.jsonl").write_text("\n".join(rows), encoding="utf-8")
    queries = [
        {"id": "q1", "text": "索引\n是什么", "type": "c1"},
        {"id": "q2", "text": "事务", "type": "c1"},
        {"id": "q3", "text": "死锁", "type": "c2num"},
    ]
    (place / "queries.dev.jsonl").write_text("\n".join(map(json.dumps, queries)), encoding="utf-8")
    (place / "qrels.dev.tsv").write_text(
        "query_id\tdoc_id\trelevance\nq1\td1\t1\nq2\td2\t1\nq3\td3\t1\n", encoding="utf-8"
    )
    return place.parent


def test_queries_are_read_on_one_line_with_their_judgements(folder: Path) -> None:
    """A line break inside a query would shift every answer behind it."""
    (judged,) = read_sets(folder)

    assert ("small", 3) == (judged.name, len(judged.queries))
    assert ("索引 是什么", {"d1": 1.0}) == (judged.queries[0].text, judged.queries[0].relevant)
    assert read_sets(folder / "small") == (judged,)


def test_the_table_has_a_row_a_type(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Means are by type of query, and a missed goal is named and told by the exit code."""
    kept = tmp_path / "figures.json"
    args = [str(folder), "--no-stock", "--prbot", command(FIRST_TWO), "--json", str(kept)]

    assert main(args) == 1
    rows = {row["kind"]: row for row in json.loads(kept.read_text(encoding="utf-8"))}
    assert (1 + 0.6309) / 2 == pytest.approx(rows["c1"]["ours"], abs=1e-4)
    assert (0.0, 1, 2.0) == (rows["c2num"]["ours"], rows["c2num"]["queries"], rows["c2num"]["ms"])
    assert "0.815" in capsys.readouterr().out


def test_stock_search_is_computed_beside_ours(folder: Path, tmp_path: Path) -> None:
    """Stock BM25 finds the note of each query, three documents with a word each."""
    kept = tmp_path / "figures.json"
    main([str(folder), "--prbot", command(FIRST_TWO), "--json", str(kept)])

    assert [1.0, 1.0] == [row["stock"] for row in json.loads(kept.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        (["--prbot", command(SILENT)], "0 answers to 3 queries\nno notes"),
        (["--set", "large"], "no set named large in"),
    ],
)
def test_what_cannot_be_measured_is_no_figure(
    folder: Path, capsys: pytest.CaptureFixture[str], extra: list[str], sentence: str
) -> None:
    """A command that fails, or a set that is not there: a sentence and exit code 2."""
    assert main([str(folder), "--no-stock", *extra]) == 2
    assert sentence in capsys.readouterr().err


def test_gold_questions_beside_the_sets_are_scored(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`score.py` runs the command itself; its last line has the mean."""
    gold = folder.parent / "gold"
    gold.mkdir()
    (gold / "seeds.dev.jsonl").write_text("{}\n{}\n", encoding="utf-8")
    (gold / "score.py").write_text("print('x\\n0.750 over 2 queries (bar 0.95)')", "utf-8")
    main([str(folder), "--no-stock", "--prbot", command(FIRST_TWO)])

    (line,) = [line for line in capsys.readouterr().out.splitlines() if "seeds.dev" in line]
    assert ["seeds.dev", "seeds", "2", "–", "–", "0.980", "0.750", "short"] == line.split()[:8]


@pytest.mark.parametrize(("ours", "is_short"), [(0.7199, False), (0.7194, True), (0.8, False)])
def test_goals_are_compared_in_three_places(ours: float, *, is_short: bool) -> None:
    """The table shows three places; a figure that reads as the goal has reached it."""
    row = Row("small", "c1", 1, ours, None, 0.0, None)

    assert GOALS["c1"].reach == 0.72
    assert is_short == row.falls_short == ("short" in show([row]))
