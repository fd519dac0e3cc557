"""A start takes over what the last one made of the same notes, and of no others."""

import json
import os
import shutil
from pathlib import Path

import pytest

from bot.app.warm_start import LEAST_BYTES, WarmStart
from bot.notes.library import Library, read_library
from bot.notes.rereading import Kept, NoteFiles
from bot.search.glossary import Glossary
from bot.search.query import parse_query
from bot.search.searcher import Searcher
from tests.cli.process import SEEDS, prbot
from tests.search.asking import TODAY

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


def test_a_look_is_for_one_purpose(notes: Path) -> None:
    """Dates are others where it is known when a note was first met."""
    looks = [WarmStart(notes.parent, (notes,), purpose).look() for purpose in ("ask", "serve")]

    assert 2 == len({look.name for look in looks if look})


def test_nothing_is_taken_over_without_all_files(notes: Path) -> None:
    """Where a path is missing, there is no telling what an index would be of."""
    assert WarmStart(notes.parent, (notes, notes / "nowhere")).look() is None


def _started(notes: Path, kept: Kept | None = None) -> tuple[NoteFiles, Library, Searcher]:
    """What a start reads and builds."""
    files = NoteFiles([notes], kept=kept)
    library = files.read()
    return files, library, Searcher.build(library.notes, Glossary.load())


def test_notes_that_changed_meanwhile_are_not_kept(notes: Path, tmp_path: Path) -> None:
    """What was read may be neither the old nor the new."""
    start = WarmStart(tmp_path / "snapshots", (notes,))
    look = start.look()
    files, library, searcher = _started(notes)
    (notes / "one.md").write_text("# 别的\n", encoding="utf-8")

    start.keep(look, library, searcher, files.readings)

    assert not (tmp_path / "snapshots").exists()


@pytest.fixture
def start(notes: Path, tmp_path: Path) -> WarmStart:
    """A start that finds what one before it kept."""
    start = WarmStart(tmp_path / "snapshots", (notes,))
    look = start.look()
    files, library, searcher = _started(notes)
    start.keep(look, library, searcher, files.readings)
    return start


def test_what_did_not_change_is_taken_over_whole(start: WarmStart) -> None:
    """Library, index, and what each file gave: nothing is read again."""
    before = start.restore(start.look(), Glossary.load())

    assert before is not None
    assert before.is_current
    files, library, _ = _started(start.paths[0], before.kept)
    assert (library.notes, library.problems) == (before.library.notes, before.library.problems)
    assert files.readings == _started(start.paths[0])[0].readings


def test_of_changed_notes_the_rest_is_taken_over(start: WarmStart) -> None:
    """One file is other, one is new, one is gone: the others are not read again."""
    (notes,) = start.paths
    (notes / "one.md").write_text("# FlashInfer 的别名\n", encoding="utf-8")
    (notes / "two.md").write_text("# zyzzyva\n", encoding="utf-8")
    (notes / "broken.jsonl").unlink()
    before = start.restore(start.look(), Glossary.load())

    assert before is not None
    assert not before.is_current
    assert [notes / "filler.jsonl"] == list(before.kept.readings())
    _, library, built = _started(notes, before.kept)
    assert read_library([notes]) == library
    revised = before.searcher.revised(library.notes)
    for question in ("FlashInfer", "zyzzyva", "autotune", "KV cache"):
        query = parse_query(question, today=TODAY)
        assert built.search(query) == revised.search(query)


def test_a_start_knows_how_much_it_takes_over(start: WarmStart) -> None:
    """Of three files one is other: two of three hold what they held."""
    (start.paths[0] / "one.md").write_text("# 别的\n", encoding="utf-8")
    before = start.restore(start.look(), Glossary.load())

    assert before is not None
    assert before.share == pytest.approx(2 / 3)


def test_a_file_that_changes_after_the_look_is_read(start: WarmStart) -> None:
    """What the look found is believed for as long as the file stays as it was."""
    (notes,) = start.paths
    before = start.restore(start.look(), Glossary.load())
    assert before is not None
    (notes / "one.md").write_text("# FlashInfer 的别名，长了\n", encoding="utf-8")

    _, library, _ = _started(notes, before.kept)

    assert "FlashInfer 的别名，长了" in [note.title for note in library.notes]


def test_an_index_of_other_places_is_left_alone(start: WarmStart, tmp_path: Path) -> None:
    """Snapshots of two libraries may lie in one folder."""
    other = tmp_path / "others"
    shutil.copytree(start.paths[0], other)
    elsewhere = WarmStart(start.folder, (other,))

    assert elsewhere.restore(elsewhere.look(), Glossary.load()) is None
