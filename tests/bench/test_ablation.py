"""The ablation over a few notes whose answers are known."""

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from bot.notes.model import Note, Paragraph, Source
from bot.search.tuning import Tuning
from tests.bench.ablation import PARTS, ablate, chosen, means, show
from tests.bench.sets import JudgedQuery, RetrievalSet
from tests.bench.steps import STEPS

ROOT = Path(__file__).resolve().parents[2]


def query(text: str, kind: str = "c1", **relevant: float) -> JudgedQuery:
    return JudgedQuery(text, kind, relevant)


def note(name: str, title: str, text: str) -> Note:
    return Note(name, title, (Paragraph(text, 1),), Source("notes.jsonl", 1))


NOTES = (
    note("leak", "修复内存泄漏", "释放没有归还的缓冲区。"),
    note("lock", "修复死锁", "两个线程互相等待。"),
    note("speed", "提升吞吐", "合并小的请求。"),
)


def test_parts_are_numbers_of_the_tuning() -> None:
    """A part that `Tuning` no longer has would be switched off in name only."""
    known = {field.name for field in fields(Tuning)}

    assert set() == {name for changes in PARTS.values() for name in changes} - known


def test_every_variant_changes_something() -> None:
    """A variant with the served values would show that its part is worth nothing."""
    served = Tuning()

    assert ["all parts"] == [
        name
        for name, changes in PARTS.items()
        if name not in STEPS
        and all(getattr(served, key) == value for key, value in changes.items())
    ]


def test_the_glossary_is_worth_what_it_finds() -> None:
    """An English question finds its Chinese note by the glossary alone."""
    asked = [query("memory leak", leak=1.0)]

    assert {"c1": 1.0} == means(NOTES, asked, Tuning())
    assert {"c1": 0.0} == means(NOTES, asked, Tuning(loose_weight=0.0, group_weight=0.0))


@pytest.mark.parametrize(
    ("step", "question"),
    [
        ("no bigrams at all", "张量"),
        ("no stems", "locking"),
        ("traditional stays traditional", "鎖"),
        ("names whole, not in parts", "Infer"),
    ],
)
def test_a_step_is_worth_what_it_finds(tmp_path: Path, step: str, question: str) -> None:
    """With it the note is found; without it, in a process of its own, it is not."""
    corpus = tmp_path / "notes.jsonl"
    row = {"id": "n1", "title": "FlashInfer locks", "text": "锁被占用，走非张量化路径。"}
    corpus.write_text(json.dumps(row), encoding="utf-8")
    judged = RetrievalSet("set", corpus, (query(question, n1=1.0),))
    figures = ablate([judged], most=0, parts={"all parts": {}, step: {}})

    assert {"all parts": {"c1": 1.0}, step: {"c1": 0.0}} == figures


def test_queries_are_chosen_over_the_whole_of_each_type() -> None:
    """Two of four are the first and the third; a type with fewer is kept whole."""
    asked = [query(str(number)) for number in range(4)] + [query("x", "c2num")]

    assert ["0", "2", "x"] == [one.text for one in chosen(asked, 2)]
    assert asked == chosen(asked, 0)


def test_the_table_shows_differences() -> None:
    """The first line has the means, each further one what its part adds or takes."""
    table = show({"all parts": {"c1": 0.8}, "no glossary": {"c1": 0.5}})

    assert ["c1", "all parts 0.800", "no glossary -0.300"] == [
        " ".join(line.split()) for line in table.splitlines()
    ]


def test_a_variant_is_the_command_without_a_part(tmp_path: Path) -> None:
    """The same command line, and answers as they would be."""
    notes = tmp_path / "notes.jsonl"
    notes.write_text(
        json.dumps({"id": "n1", "title": "改进", "text": "修复内存泄漏。"}), encoding="utf-8"
    )
    command = ["ask", "memory leak", "--json", "--notes", str(notes)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.variant", "no glossary", *command],
        capture_output=True,
        check=False,
        cwd=ROOT,
    )

    assert [] == json.loads(done.stdout)["hits"]
