"""`prbot index`: what was read, what was skipped and why."""

import json
from pathlib import Path

import pytest

from bot.cli import main
from tests.cli.process import SEEDS


def test_the_seeds_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """Twenty-four notes in three files, each of one paragraph; nothing skipped."""
    status = main(["index", "--notes", str(SEEDS)])

    out = capsys.readouterr().out
    assert 0 == status
    assert out.startswith("Read 3 files: 24 notes, 24 paragraphs, ")
    assert 1 == out.count("\n")


def test_programs_get_the_same_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One object, in which what was skipped is a list."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_text('{"title": "a b"}\nno JSON\n', encoding="utf-8")

    status = main(["index", "--notes", "a.jsonl", "--json"])

    report = json.loads(capsys.readouterr().out)
    assert 0 == status
    assert (1, 1) == (report["files"], report["notes"])
    assert report["took_ms"] > 0
    assert [("a.jsonl", 2)] == [(problem["path"], problem["line"]) for problem in report["skipped"]]
    assert report["skipped"][0]["reason"]


@pytest.mark.parametrize("paths", [["--notes", "a.md", "b.md"], ["--notes=a.md", "--notes=b.md"]])
def test_several_places_may_be_named(
    paths: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One after the other, or by an option each."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(f"# {name}\n\ntext\n", encoding="utf-8")

    main(["index", *paths, "--json"])

    assert 2 == json.loads(capsys.readouterr().out)["notes"]
