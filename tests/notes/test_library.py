"""Reading a library from files, with all that can be wrong with them."""

import os
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.errors import NoteNotFoundError, NotesPathError
from bot.notes import files
from bot.notes.library import Library, read_library
from bot.notes.model import Note
from bot.notes.parsers.limits import MAX_FILE

VIEW = "a/b · 标签视图\n\n修复崩溃\n\n值得精读。"
MARKDOWN = "---\ntitle: 优化缓存键\nrepo: a/b\n---\n推荐精读。见 #12。"
JSONL = '{"id": "n1", "title": "升级 CUTLASS"}\n{"id": "n2", "title": "新增算子"}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of notes in an empty current folder."""
    monkeypatch.chdir(tmp_path)
    notes = tmp_path / "notes"
    notes.mkdir()
    return notes


@pytest.fixture
def healthy(folder: Path) -> Path:
    """A folder with a healthy file of each format, of four notes in all."""
    (folder / "view.txt").write_text(VIEW, encoding="utf-8")
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "note.md").write_text(MARKDOWN, encoding="utf-8")
    (folder / "lines.jsonl").write_text(JSONL, encoding="utf-8")
    return folder


def titles(library: Library) -> list[str]:
    return [note.title for note in library.notes]


def test_folder(healthy: Path) -> None:
    """A folder is read with all that is below it, in the order of its names."""
    library = read_library([healthy])

    assert ["优化缓存键", "升级 CUTLASS", "新增算子", "修复崩溃"] == titles(library)
    assert ("notes/deep/er/note.md", "notes/lines.jsonl", "notes/view.txt") == library.files
    assert () == library.problems


def test_file_and_folder_name_a_file_twice(healthy: Path) -> None:
    """A file that two of the paths lead to is read once, at the first."""
    library = read_library([healthy / "view.txt", healthy, healthy / "view.txt"])

    assert ["修复崩溃", "优化缓存键", "升级 CUTLASS", "新增算子"] == titles(library)


def test_what_else_lies_in_a_folder(healthy: Path) -> None:
    """Hidden files and folders, and files of other kinds, are left alone."""
    (healthy / ".hidden.md").write_text("# 藏着", encoding="utf-8")
    (healthy / ".git").mkdir()
    (healthy / ".git" / "note.md").write_text("# 藏着", encoding="utf-8")
    (healthy / "picture.png").write_bytes(b"\x89PNG\0")
    (healthy / "script.py").write_text("a = 1", encoding="utf-8")

    library = read_library([healthy])

    assert 4 == len(library.notes)
    assert () == library.problems


def test_links_in_circles(healthy: Path) -> None:
    """Links that lead in circles are followed once."""
    (healthy / "deep" / "up").symlink_to(healthy, target_is_directory=True)
    (healthy / "again.txt").symlink_to(healthy / "view.txt")
    (healthy / "self.md").symlink_to(healthy / "self.md")

    library = read_library([healthy])

    assert 4 == len(library.notes)
    assert ["notes/self.md"] == [problem.path for problem in library.problems]


def test_deep_folders(folder: Path) -> None:
    """Folders within folders, deeper than calls may be, are read."""
    deep = [folder]
    for _ in range(1200):
        deep.append(deep[-1] / "d")
        deep[-1].mkdir()
    view = deep[-1] / "view.txt"
    view.write_text(VIEW, encoding="utf-8")

    found = titles(read_library([folder]))

    view.unlink()
    for each in reversed(deep):  # what cleans up behind the tests is not made for this depth
        each.rmdir()
    assert ["修复崩溃"] == found


def test_paths_as_shown(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path is shown from the current folder where it is below it, else as it was given."""
    assert "notes/view.txt" == read_library([healthy / "view.txt"]).notes[0].source.path
    assert "notes/view.txt" == read_library([Path("notes/view.txt")]).notes[0].source.path

    monkeypatch.chdir(healthy / "deep")

    assert "../view.txt" == read_library([Path("../view.txt")]).notes[0].source.path
    assert str(healthy / "view.txt") == read_library([healthy / "view.txt"]).notes[0].source.path


@pytest.mark.parametrize(
    "missing", ["nowhere", "nowhere/a.md", "notes/view.txt/a.md", "a\0b", "\ud800"]
)
def test_missing_path(healthy: Path, missing: str) -> None:
    """A path that does not exist is an error that names it."""
    with pytest.raises(NotesPathError, match="does not exist"):
        read_library([healthy, Path(missing)])


def test_link_to_itself(healthy: Path) -> None:
    """A path that is there, but leads nowhere, is a problem; the other paths are read."""
    loop = healthy / "loop"
    loop.symlink_to(loop)

    library = read_library([loop, healthy / "view.txt"])

    assert ["修复崩溃"] == titles(library)
    assert ["notes/loop"] == [problem.path for problem in library.problems]


def test_folder_that_is_named_as_a_file_and_given(healthy: Path) -> None:
    """A folder that was asked for by name is no surprise, whatever its name is."""
    (healthy / "deep").rename(healthy / "deep.md")

    library = read_library([healthy / "deep.md"])

    assert (["优化缓存键"], ()) == (titles(library), library.problems)


def test_empty_folder(folder: Path) -> None:
    """A folder without notes gives an empty library; what to say of it is not decided here."""
    assert Library(()) == read_library([folder])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _binary(path: Path) -> None:
    path.write_bytes(b"\x7fELF\0\0\0")


def _broken_front_matter(path: Path) -> None:
    path.write_text("---\ntitle: [\n---\n正文", encoding="utf-8")


def _strange_encoding(path: Path) -> None:
    path.write_bytes("修復崩潰，值得精讀。重點看三個設計決策。".encode("big5") * 9)


def _long_line(path: Path) -> None:
    path.write_bytes(b"x" * 3_000_000)


def _broken_link(path: Path) -> None:
    path.symlink_to(path.parent / "nothing")


def _folder_named_as_file(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


BAD = [
    (_empty, "empty"),
    (_binary, "binary"),
    (_broken_front_matter, "front matter is broken"),
    (_strange_encoding, "neither UTF-8 nor GB18030"),
    (_long_line, "longer than 2 MiB"),
    (_broken_link, "a link to nothing"),
    (_folder_named_as_file, "a folder with the name of a file"),
    (_pipe, "neither a file nor a folder"),
]


@pytest.mark.parametrize(("spoil", "reason"), BAD, ids=[spoil.__name__ for spoil, _ in BAD])
def test_bad_file(healthy: Path, spoil: object, reason: str) -> None:
    """A file that cannot be read costs only itself: it is named, and all healthy notes served."""
    assert callable(spoil)
    spoil(healthy / "bad.md")

    library = read_library([healthy])

    assert 4 == len(library.notes)
    assert ["notes/bad.md"] == [problem.path for problem in library.problems]
    assert reason in library.problems[0].reason


def test_bad_line(healthy: Path) -> None:
    """A line of JSONL that is not JSON is named with its number."""
    with (healthy / "lines.jsonl").open("a", encoding="utf-8") as lines:
        lines.write('{"title": \n{"id": "n3", "title": "修正"}\n')

    library = read_library([healthy])

    assert 5 == len(library.notes)
    assert ["notes/lines.jsonl:3"] == [str(each).split(": ")[0] for each in library.problems]


@pytest.fixture
def not_root() -> Iterator[Path]:
    """A folder that all may read, while we are someone whom permissions hold back."""
    user = os.geteuid()
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        os.seteuid(user)


@pytest.mark.parametrize(
    ("shut", "mode"), [("shut.md", 0), ("shut.jsonl", 0), ("shut", 0), ("shut", 0o444)]
)
def test_permissions(not_root: Path, shut: str, mode: int) -> None:
    """A file or a folder we may not read is a problem like any other."""
    (not_root / "view.txt").write_text(VIEW, encoding="utf-8")
    (not_root / "shut").mkdir()
    (not_root / "shut" / "note.md").write_text("# 看不到", encoding="utf-8")
    (not_root / "shut.md").write_text("# 看不到", encoding="utf-8")
    (not_root / "shut.jsonl").write_text('{"title": "看不到"}', encoding="utf-8")
    (not_root / shut).chmod(mode)
    if os.geteuid() == 0:
        os.seteuid(65534)

    library = read_library([not_root])
    alone = read_library([not_root / shut])

    assert "修复崩溃" in titles(library)
    for each in (library, alone):
        (problem,) = each.problems
        assert problem.path.startswith(str(not_root / shut))
        assert "permissions" in problem.reason


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (FileNotFoundError(2, "No such file"), "vanished"),
        (PermissionError(13, "Permission denied"), "permissions"),
        (OSError(5, "Input/output error"), "Input/output error"),
    ],
)
def test_why_a_file_was_not_read(error: OSError, reason: str) -> None:
    """What the system says of a file becomes a clause for people."""
    assert reason in files.problem_of("a.md", error).reason


def test_file_vanishes(healthy: Path) -> None:
    """A file that vanishes between being found and being read costs only itself."""
    (healthy / "a.md").write_text("# 一会儿就没了", encoding="utf-8")

    def vanish(_done: int, _total: int) -> None:
        (healthy / "view.txt").unlink(missing_ok=True)

    library = read_library([healthy], progress=vanish)

    assert 4 == len(library.notes)
    assert ["notes/view.txt: it vanished, or is a link to nothing; skipped"] == list(
        map(str, library.problems)
    )


def test_file_too_large(folder: Path) -> None:
    """A file beyond the limit is not even opened for reading to its end."""
    with (folder / "huge.jsonl").open("wb") as huge:
        huge.truncate(MAX_FILE + 1)  # a hole on the disk, no bytes

    library = read_library([folder])

    assert ["notes/huge.jsonl: it cannot be read (it is larger than 1 GiB); skipped"] == list(
        map(str, library.problems)
    )


def test_progress(healthy: Path) -> None:
    """Progress is told in bytes, and ends at all of them."""
    told: list[tuple[int, int]] = []

    read_library([healthy], progress=lambda done, total: told.append((done, total)))

    total = sum(path.stat().st_size for path in healthy.rglob("*.*"))
    assert 3 == len(told)
    assert (total, total) == told[-1]
    assert sorted(told) == told


def test_get(healthy: Path) -> None:
    """A note is found by its id; an id without a note is an error that names it."""
    library = read_library([healthy])

    assert "新增算子" == library.get("n2").title
    with pytest.raises(NoteNotFoundError, match="n9"):
        library.get("n9")


def test_latest(folder: Path) -> None:
    """The newest note is first; notes of one day stay in the order of reading."""
    days = ["2026-01-02", "2026-01-05", "2026-01-02", "2025-12-31"]
    lines = [f'{{"id": "{n}", "title": "标题", "date": "{day}"}}' for n, day in enumerate(days)]
    (folder / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")

    library = read_library([folder])

    assert ["1", "0", "2", "3"] == [note.id for note in library.latest()]


def test_dates(healthy: Path) -> None:
    """A note without a date has the day it was first met, else the day of its file."""
    os.utime(healthy / "view.txt", (0, datetime(2026, 1, 2, 23, 59, tzinfo=UTC).timestamp()))
    note = read_library([healthy / "view.txt"]).notes[0]

    (met,) = read_library([healthy / "view.txt"], first_seen={note.id: date(2026, 1, 1)}).notes

    assert (date(2026, 1, 2), date(2026, 1, 1)) == (note.date, met.date)


def test_ids_outlive_moves(healthy: Path) -> None:
    """Renaming and moving files changes no id; nor does reading them twice."""
    before = read_library([healthy])
    (healthy / "view.txt").rename(healthy / "renamed.md")
    (healthy / "deep").rename(healthy / "zzz")

    after = read_library([healthy])

    assert {note.title: note.id for note in before.notes} == {
        note.title: note.id for note in after.notes
    }
    assert after == read_library([healthy])


def test_same_note_in_two_views(folder: Path) -> None:
    """A note that stands in two label views is one, with both labels."""
    for label, encoding in (("ROCm", "utf-8-sig"), ("MoE", "gb18030")):
        view = VIEW.replace(" · ", f" · {label} · ").replace("\n", "\r\n")
        (folder / f"{label}.txt").write_bytes(view.encode(encoding))

    (note,) = read_library([folder]).notes

    assert ("MoE", "ROCm") == note.labels
    assert "notes/MoE.txt:3" == str(note.source)


def test_facts(healthy: Path) -> None:
    """A note carries the references and the advice of its own words."""
    note = read_library([healthy / "deep"]).notes[0]

    assert ["#12"] == [reference.text for reference in note.references]
    assert note.advice is not None
    assert "推荐精读" == note.advice.text


def test_pr_of_a_title(folder: Path) -> None:
    """A title that ends with a PR's number says which PR it is about."""
    (folder / "a.md").write_text("# Fix the scheduler (#12345)", encoding="utf-8")

    assert [12345] == [note.pr for note in read_library([folder]).notes]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.lists(st.text(alphabet="甲乙值得精读。\n- #12", max_size=40), max_size=6))
def test_reading_twice(folder: Path, bodies: list[str]) -> None:
    """The same files give equal libraries, in which no two notes share an id."""
    for old in folder.iterdir():
        old.unlink()
    for number, body in enumerate(bodies):
        head = "a/b · 标签视图\n\n" if number % 2 else ""
        (folder / f"{number}.md").write_text(head + body, encoding="utf-8")

    library = read_library([folder])

    assert library == read_library([folder])
    assert len({note.id for note in library.notes}) == len(library.notes)
    assert all(library.get(note.id) is note for note in library.notes)
    assert all(isinstance(note, Note) for note in library.latest())
