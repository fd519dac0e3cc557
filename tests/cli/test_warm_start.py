"""A start takes over what the last one made of the same notes, and of no others."""

import json
import os
from pathlib import Path

import pytest

from bot.app.warm_start import LEAST_BYTES, WarmStart
from tests.cli.process import SEEDS, prbot

FILLER = "预热编译 内核 调度 KV cache 的笔记。" * 40


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Enough notes to be worth keeping: a file of filler, and one that speaks of FlashInfer."""
    folder = tmp_path / "notes"
    folder.mkdir()
    rows = LEAST_BYTES // len(FILLER.encode()) + 1
    filler = (json.dumps({"title": f"第 {row} 条", "text": FILLER}) for row in range(rows))
    (folder / "filler.jsonl").write_text("\n".join(filler), encoding="utf-8")
    (folder / "one.md").write_text("# FlashInfer 缓存键\n\n优化 autotune。\n", encoding="utf-8")
    (folder / "broken.jsonl").write_text("{\n", encoding="utf-8")
    return folder


def titles(folder: Path, question: str = "FlashInfer") -> list[str]:
    """What is answered, by one run of the program."""
    done = prbot("ask", "--json", question, "--notes", folder, cwd=folder.parent)
    return [hit["title"] for hit in json.loads(done.out)["hits"]]


def kept(folder: Path) -> list[Path]:
    return sorted((folder.parent / "var" / "snapshots").glob("*/table.json"))


def test_the_second_start_answers_the_same(notes: Path) -> None:
    """From what the first one kept, what could not be read included."""
    first = prbot("ask", "FlashInfer", "--notes", notes, cwd=notes.parent)
    snapshot = kept(notes)
    second = prbot("ask", "FlashInfer", "--notes", notes, cwd=notes.parent)

    assert 1 == len(snapshot)
    assert first == second
    assert "1 file could not be read in full" in second.err
    assert snapshot == kept(notes)


def test_a_changed_file_is_read(notes: Path) -> None:
    """A snapshot of other words is not for these notes."""
    assert ["FlashInfer 缓存键"] == titles(notes)

    (notes / "one.md").write_text("# FlashInfer 的别名\n", encoding="utf-8")

    assert ["FlashInfer 的别名"] == titles(notes)
    assert 2 == len(kept(notes))


def test_a_torn_snapshot_is_made_anew(notes: Path) -> None:
    """The answer is the same, whatever happened to the folder."""
    titles(notes)
    (table,) = kept(notes)
    (table.parent / "words.ids").write_bytes(b"")

    assert ["FlashInfer 缓存键"] == titles(notes)


def test_a_torn_snapshot_is_replaced(notes: Path) -> None:
    """Else each start would write one, and none would ever start on it."""
    titles(notes)
    (table,) = kept(notes)
    torn = table.parent / "words.ids"
    whole = torn.read_bytes()
    torn.write_bytes(b"")
    titles(notes)

    assert whole == torn.read_bytes()


def test_what_a_killed_start_left_is_removed(notes: Path) -> None:
    """What may still be in the writing stays."""
    left, writing = (notes.parent / "var" / "snapshots" / f".new-{name}" for name in "ab")
    for folder in (left, writing):
        folder.mkdir(parents=True)
        (folder / "words.ids").write_bytes(b"half")
    os.utime(left, (0, 0))
    titles(notes)

    assert not left.exists()
    assert writing.exists()


def test_a_folder_that_cannot_be_made_costs_only_the_time(notes: Path) -> None:
    """The question is answered all the same, and a line says what could not be kept."""
    (notes.parent / "var").write_text("a file where a folder should be")

    done = prbot("ask", "FlashInfer", "--notes", notes, cwd=notes.parent)

    assert 0 == done.status
    assert "the index is not kept for the next start" in done.err


def test_few_notes_leave_nothing_behind(tmp_path: Path) -> None:
    """A question about the seeds writes no file."""
    prbot("ask", "FlashInfer", "--notes", SEEDS, cwd=tmp_path)

    assert [] == list(tmp_path.iterdir())


def test_a_key_is_of_one_purpose(notes: Path) -> None:
    """Dates are others where it is known when a note was first met."""
    keys = {WarmStart(notes.parent, (notes,), purpose).key() for purpose in ("ask", "serve")}

    assert 2 == len(keys - {None})


def test_no_key_without_all_files(notes: Path) -> None:
    """Where a path is missing, nothing is taken over."""
    assert WarmStart(notes.parent, (notes, notes / "nowhere")).key() is None


def test_notes_that_changed_meanwhile_are_not_kept(notes: Path, tmp_path: Path) -> None:
    """What was read may be neither the old nor the new."""
    from bot.notes.library import read_library  # noqa: PLC0415  only here
    from bot.search.glossary import Glossary  # noqa: PLC0415
    from bot.search.searcher import Searcher  # noqa: PLC0415

    start = WarmStart(tmp_path / "snapshots", (notes,))
    key = start.key()
    library = read_library([notes])
    (notes / "one.md").write_text("# 别的\n", encoding="utf-8")

    start.keep(key, library, Searcher.build(library.notes, Glossary.load()))

    assert not (tmp_path / "snapshots").exists()
