"""`bot.notes.rereading`: reading again at the price of what changed."""

import os
import shutil
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import NotesPathError
from bot.notes.library import Library, read_library
from bot.notes.rereading import NoteFiles


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in "abc":
        write(folder / f"{name}.md", f"Title {name}")
    return folder


def write(path: Path, title: str, text: str = "A paragraph.") -> None:
    path.write_text(f"# {title}\n\n{text}\n", encoding="utf-8")


def titles(library: Library) -> list[str]:
    return [note.title for note in library.notes]


def told(library: Library) -> list[str]:
    return [problem.reason for problem in library.problems]


def test_the_first_read_is_the_library_s_own(folder: Path) -> None:
    """Read this way or that, the notes are the same."""
    assert read_library([folder]) == NoteFiles([folder]).read()


def test_added_changed_renamed_deleted(folder: Path) -> None:
    """Each change arrives with the next read."""
    files = NoteFiles([folder])
    files.read()
    write(folder / "d.md", "Title d")
    write(folder / "a.md", "Title a, better")
    (folder / "b.md").rename(folder / "e.md")
    (folder / "c.md").unlink()

    assert ["Title a, better", "Title d", "Title b"] == titles(files.read())


def test_only_what_changed_is_read(folder: Path) -> None:
    """A file that stands as it stood is not parsed again: its notes are the very same."""
    files = NoteFiles([folder])
    before = files.read().notes
    write(folder / "b.md", "Title b, longer")
    after = files.read().notes

    same = [one is other for one, other in zip(before, after, strict=True)]
    assert same == [True, False, True]


def test_a_change_the_clock_did_not_see_is_read_when_told(folder: Path) -> None:
    """Same size, same time: the watcher's word is enough."""
    files = NoteFiles([folder])
    files.read()
    before = (folder / "a.md").stat()
    write(folder / "a.md", "Title z")
    os.utime(folder / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    unseen = titles(files.read())
    seen = titles(files.read({(folder / "a.md").absolute()}))

    assert ("Title a", "Title z") == (unseen[0], seen[0])


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\x00\x01\x02\xff" * 99])
def test_a_broken_file_keeps_its_last_good_notes_and_is_named(folder: Path, content: bytes) -> None:
    """A half-written or damaged file costs nothing, and people learn of it."""
    files = NoteFiles([folder])
    files.read()
    (folder / "b.md").write_bytes(content)
    library = files.read()

    assert ["Title a", "Title b", "Title c"] == titles(library)
    assert "its notes of before are served until it can be read again" in told(library)


def test_a_broken_file_that_heals_is_named_no_more(folder: Path) -> None:
    """The next good content is served."""
    files = NoteFiles([folder])
    files.read()
    (folder / "b.md").write_bytes(b"")
    files.read()
    files.read()
    write(folder / "b.md", "Title b again")
    library = files.read()

    assert "Title b again" in titles(library)
    assert told(library) == []


def test_a_broken_file_that_is_deleted_is_gone(folder: Path) -> None:
    """Deletion takes out even what was kept."""
    files = NoteFiles([folder])
    files.read()
    (folder / "b.md").write_bytes(b"")
    files.read()
    (folder / "b.md").unlink()

    assert ["Title a", "Title c"] == titles(files.read())


def test_a_file_that_opens_for_nobody_keeps_its_notes(folder: Path) -> None:
    """What cannot be opened is a fault of the file, not the end of its notes."""
    files = NoteFiles([folder])
    files.read()
    (folder / "b.md").unlink()
    (folder / "b.md").symlink_to(folder / "b.md")  # a circle: it is there, and opens for nobody
    broken = files.read()
    (folder / "b.md").unlink()
    deleted = files.read()

    assert ["Title a", "Title b", "Title c"] == sorted(titles(broken))
    assert len(told(broken)) == 1
    assert ["Title a", "Title c"] == titles(deleted)


def test_a_path_that_is_gone_keeps_its_notes_until_it_is_back(folder: Path) -> None:
    """A drive that was unplugged does not empty the bot."""
    files = NoteFiles([folder])
    files.read()
    folder.rename(folder.with_name("away"))
    gone = files.read()
    folder.with_name("away").rename(folder)
    write(folder / "c.md", "Title c, back")
    back = files.read()

    assert ["Title a", "Title b", "Title c"] == titles(gone)
    assert told(gone) == ["the path is gone; its notes are served until it is back"]
    assert ["Title a", "Title b", "Title c, back"] == titles(back)
    assert told(back) == []


def test_a_folder_below_that_is_deleted_takes_its_notes_along(folder: Path) -> None:
    """Deleting a folder deletes what is in it."""
    (folder / "deep").mkdir()
    write(folder / "deep" / "x.md", "Title x")
    files = NoteFiles([folder])
    files.read()
    shutil.rmtree(folder / "deep")

    assert ["Title a", "Title b", "Title c"] == titles(files.read())


def test_a_path_that_never_was_is_an_error(tmp_path: Path) -> None:
    """The command itself is wrong, and says so."""
    with pytest.raises(NotesPathError):
        NoteFiles([tmp_path / "absent"]).read()


def test_what_may_arrive_later_does(folder: Path, tmp_path: Path) -> None:
    """A source that was not pulled yet is no error, and its notes come when they are there."""
    late = tmp_path / "late" / "notes.jsonl"
    files = NoteFiles([folder], [late])
    before = titles(files.read())
    late.parent.mkdir()
    late.write_text('{"id": "x", "title": "Title x"}\n', encoding="utf-8")

    assert ["Title a", "Title b", "Title c"] == before
    assert [*before, "Title x"] == titles(files.read())


def test_what_arrived_and_vanishes_keeps_its_notes(folder: Path, tmp_path: Path) -> None:
    """A source's files that are being replaced are not missed."""
    late = tmp_path / "notes.jsonl"
    late.write_text('{"id": "x", "title": "Title x"}\n', encoding="utf-8")
    files = NoteFiles([folder], [late])
    files.read()
    late.unlink()

    assert "Title x" in titles(files.read())


def test_a_file_reached_twice_counts_once(folder: Path) -> None:
    """The folder, and a file in it, given side by side."""
    assert ["Title a", "Title b", "Title c"] == titles(NoteFiles([folder, folder / "b.md"]).read())


def test_days_of_first_sight_are_kept_for_new_notes_alone(folder: Path) -> None:
    """The keeper of days is told each note once, when it is first met."""
    days: dict[str, date] = {}
    asked: list[int] = []

    def first_seen(new: Sequence[str]) -> dict[str, date]:
        if new:
            asked.append(len(new))
        days.update(dict.fromkeys(new, date(2026, 1, len(asked) or 1)))
        return days

    files = NoteFiles([folder], first_seen=first_seen)
    files.read()
    write(folder / "d.md", "Title d")
    library = files.read()

    assert asked == [3, 1]
    assert [1, 1, 1, 2] == [note.date.day for note in library.notes if note.date]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["write", "delete", "rename"]), st.integers(0, 4), st.integers(0, 4)
        ),
        max_size=12,
    )
)
def test_however_files_change_rereading_equals_reading(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, int]]
) -> None:
    """After any run of changes, what was kept and what is read afresh make the same library."""
    folder = tmp_path_factory.mktemp("notes")
    files = NoteFiles([folder])
    for count, (kind, one, other) in enumerate(steps):
        path = folder / f"{one}.md"
        if kind == "write":
            write(path, f"Title {one}", f"Version {count}.")
        elif kind == "delete":
            path.unlink(missing_ok=True)
        elif path.exists():
            path.rename(folder / f"{other}.md")
        library = files.read()

        assert read_library([folder]) == library


def test_progress_is_told_in_bytes(folder: Path) -> None:
    """From the first file to the last."""
    told: list[tuple[int, int]] = []
    NoteFiles([folder]).read(progress=lambda done, total: told.append((done, total)))

    size = sum(path.stat().st_size for path in folder.iterdir())
    assert (size, size) == told[-1]
    assert len(told) == 3


def test_a_file_that_grows_beyond_all_measure_keeps_its_notes(folder: Path) -> None:
    """A log written into the wrong place is not read, and named."""
    files = NoteFiles([folder])
    files.read()
    os.truncate(folder / "b.md", 2 * 2**30)  # a hole: it takes no room on the disk
    library = files.read()

    assert ["Title a", "Title b", "Title c"] == titles(library)
    assert any("larger than" in reason for reason in told(library))


def test_a_folder_nobody_may_look_into_keeps_its_notes(folder: Path) -> None:
    """A name too long to be asked for is there or not: nobody can say, so nothing is taken out."""
    files = NoteFiles([folder])
    files.read()
    hidden = folder / "b.md"
    hidden.unlink()
    hidden.symlink_to("x" * 255 + "/" + "y" * 255)
    library = files.read()

    assert "Title b" in titles(library)
