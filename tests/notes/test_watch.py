"""`bot.notes.watch`: notes that stay fresh while questions are asked."""

import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.errors import NotesPathError
from bot.notes.library import Library
from bot.notes.rereading import NoteFiles
from bot.notes.watch import LiveNotes, Watcher

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Titles:
    """Answers with all titles: as much of a searcher as a reload needs."""

    titles: tuple[str, ...]


def build(library: Library, _: Titles | None) -> Titles:
    return Titles(tuple(note.title for note in library.notes))


def write(path: Path, title: str, text: str = "A paragraph.") -> None:
    path.write_text(f"# {title}\n\n{text}\n", encoding="utf-8")


def save_atomically(path: Path, title: str) -> None:
    """Save as editors do: another file first, then a rename over the old one."""
    write(path.with_suffix(".md.tmp"), title)
    path.with_suffix(".md.tmp").replace(path)


class Observed(LiveNotes[Titles]):
    """Live notes that tell when they were reloaded."""

    def __init__(self, files: NoteFiles) -> None:
        self.reloads = 0
        self.ticked = threading.Event()
        self._changed = threading.Condition()
        super().__init__(files, build, lambda: NOW)

    def reload(self, touched: object = ()) -> bool:
        is_changed = super().reload(touched)  # type: ignore[arg-type]
        with self._changed:
            self.reloads += is_changed
            self._changed.notify_all()
        return is_changed

    def wait_for_problem(self, word: str) -> None:
        def is_told() -> bool:
            return any(word in problem.reason for problem in self.current.library.problems)

        with self._changed:
            assert self._changed.wait_for(is_told, 30)

    def wait_for(self, is_so: Callable[[tuple[str, ...]], bool]) -> tuple[str, ...]:
        with self._changed:
            arrived = self._changed.wait_for(lambda: is_so(self.current.searcher.titles), 30)
        assert arrived, self.current.searcher.titles
        return self.current.searcher.titles


@contextmanager
def watched(*paths: Path, arriving: tuple[Path, ...] = ()) -> Iterator[Observed]:
    live = Observed(NoteFiles(paths, arriving))
    watcher = Watcher(live, [*paths, *(path.parent for path in arriving)])
    watcher.start()
    try:
        yield live
    finally:
        watcher.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in "abc":
        write(folder / f"{name}.md", f"Title {name}")
    return folder


def test_every_kind_of_change_is_served(folder: Path) -> None:
    """Added, changed, saved atomically, renamed, deleted: each is seen without a restart."""
    with watched(folder) as live:
        write(folder / "d.md", "Title d")
        live.wait_for(lambda titles: "Title d" in titles)
        write(folder / "a.md", "Title a, changed")
        live.wait_for(lambda titles: "Title a, changed" in titles)
        save_atomically(folder / "b.md", "Title b, saved")
        live.wait_for(lambda titles: "Title b, saved" in titles and "Title b" not in titles)
        (folder / "c.md").rename(folder / "z.md")
        live.wait_for(lambda titles: titles[-1] == "Title c")
        (folder / "d.md").unlink()
        left = live.wait_for(lambda titles: "Title d" not in titles)

    assert left == ("Title a, changed", "Title b, saved", "Title c")


def test_a_new_folder_with_notes_is_served(folder: Path) -> None:
    """Folders made later are watched as well."""
    with watched(folder) as live:
        (folder / "deep" / "er").mkdir(parents=True)
        write(folder / "deep" / "er" / "x.md", "Title x")
        live.wait_for(lambda titles: "Title x" in titles)
        write(folder / "deep" / "er" / "y.md", "Title y")

        live.wait_for(lambda titles: "Title y" in titles)


def test_a_single_file_survives_an_atomic_save(folder: Path) -> None:
    """A path that is a file is followed through renames over it."""
    with watched(folder / "a.md") as live:
        save_atomically(folder / "a.md", "Title one")
        live.wait_for(lambda titles: titles == ("Title one",))
        save_atomically(folder / "a.md", "Title two")

        live.wait_for(lambda titles: titles == ("Title two",))


def test_a_folder_that_another_replaces_is_followed(folder: Path, tmp_path: Path) -> None:
    """Deleted and made again, or a link that leads elsewhere now: its name counts."""
    current, other = tmp_path / "current", tmp_path / "other"
    other.mkdir()
    write(other / "o.md", "Title o")
    current.symlink_to(folder)
    with watched(current) as live:
        (tmp_path / "next").symlink_to(other)
        (tmp_path / "next").replace(current)
        live.wait_for(lambda titles: titles == ("Title o",))
        shutil.rmtree(other)
        live.wait_for_problem("gone")
        other.mkdir()
        write(other / "p.md", "Title p")
        live.wait_for(lambda titles: titles == ("Title p",))
        write(other / "q.md", "Title q")

        live.wait_for(lambda titles: titles == ("Title p", "Title q"))


def test_a_source_s_first_pull_is_served(folder: Path, tmp_path: Path) -> None:
    """What a source leaves in its folder is noticed like any other change."""
    notes = tmp_path / "source" / "notes.jsonl"
    notes.parent.mkdir()
    with watched(folder, arriving=(notes,)) as live:
        notes.with_suffix(".new").write_text('{"id": "x", "title": "Title x"}\n', encoding="utf-8")
        notes.with_suffix(".new").replace(notes)

        live.wait_for(lambda titles: "Title x" in titles)


def test_a_change_before_the_watch_is_in_place_is_served(folder: Path) -> None:
    """Nothing falls between the first read and the watch."""
    live = Observed(NoteFiles([folder]))
    write(folder / "d.md", "Title d")
    watcher = Watcher(live, [folder])
    watcher.start()
    try:
        live.wait_for(lambda titles: "Title d" in titles)
    finally:
        watcher.stop()


def test_a_checkout_of_a_thousand_files_is_few_reloads(folder: Path) -> None:
    """A burst of changes is gathered, not answered one by one."""
    with watched(folder) as live:
        for number in range(1000):
            write(folder / f"n{number:04}.md", f"Title {number}")
        live.wait_for(lambda titles: len(titles) == 1003)

    assert live.reloads <= 5


def test_a_file_seen_half_written_ends_whole(folder: Path) -> None:
    """What is read too early is read again; in between its last good notes are served."""
    with watched(folder) as live:
        path = folder / "a.md"
        with path.open("w", encoding="utf-8") as file:
            file.flush()
            os.fsync(file.fileno())
            live.reload({path})
            while_empty = live.current.searcher.titles
            file.write("# Title a, whole\n\nText.\n")
        live.wait_for(lambda titles: "Title a, whole" in titles)

    assert while_empty[0] == "Title a"


def test_polling_serves_changes_too(folder: Path) -> None:
    """Where the system cannot tell of changes, the files are looked at."""
    live = Observed(NoteFiles([folder]))
    watcher = Watcher(live, [folder], is_polling=True)
    watcher.start()
    try:
        write(folder / "d.md", "Title d")
        live.wait_for(lambda titles: "Title d" in titles)
    finally:
        watcher.stop()


def test_a_reload_that_fails_leaves_what_is_served(folder: Path) -> None:
    """A fault while building is logged, the old notes answer on, and the next reload is tried."""
    faults = [MemoryError()]

    def failing(library: Library, before: Titles | None) -> Titles:
        if before is not None and faults:
            raise faults.pop()
        return build(library, before)

    live = LiveNotes(NoteFiles([folder]), failing, lambda: NOW)
    write(folder / "d.md", "Title d")
    with pytest.raises(MemoryError):
        live.reload()
    during = live.current.searcher.titles
    live.reload()

    assert "Title d" not in during
    assert "Title d" in live.current.searcher.titles


def test_the_watcher_outlives_a_reload_that_fails(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a reload raises is logged, and the next change is served."""
    faults: list[Exception] = [ValueError("odd"), NotesPathError("gone")]

    class Failing(Observed):
        def reload(self, touched: object = ()) -> bool:
            self.ticked.set()
            if faults:
                raise faults.pop()
            return super().reload(touched)

    live = Failing(NoteFiles([folder]))
    watcher = Watcher(live, [folder])
    watcher.start()
    try:
        while faults:
            assert live.ticked.wait(30)
            live.ticked.clear()
            write(folder / f"n{len(faults)}.md", f"Title {len(faults)}")
        write(folder / "z.md", "Title z")
        live.wait_for(lambda titles: "Title z" in titles)
    finally:
        watcher.stop()

    told = [record.getMessage() for record in caplog.records]
    assert any("no notes at gone" in text for text in told)
    assert any("a fault nobody thought of" in text for text in told)


def test_a_problem_that_the_log_tells_is_served(folder: Path) -> None:
    """Who reads of it there finds it among the problems, and not only soon after."""
    live = LiveNotes(NoteFiles([folder]), build, lambda: NOW)
    told: dict[str, list[str]] = {}

    class Listening(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            served = live.current.library.problems
            told[record.getMessage()] = [str(problem) for problem in served]

    (folder / "d.md").write_bytes(b"")
    log, listening = logging.getLogger("bot.notes.watch"), Listening()
    log.addHandler(listening)
    live.reload()
    log.removeHandler(listening)
    empty = f"{folder / 'd.md'}: the file is empty"

    assert {empty: [empty]} == told


def test_nothing_new_builds_nothing(folder: Path) -> None:
    """A file touched without a change keeps the index as it is."""
    live = LiveNotes(NoteFiles([folder]), build, lambda: NOW)
    before = live.current.searcher
    is_changed = live.reload({folder / "a.md"})

    assert not is_changed
    assert live.current.searcher is before


def test_the_predecessor_is_handed_on(folder: Path) -> None:
    """An index may be made from the one before it."""
    handed: list[Titles | None] = []

    def noting(library: Library, before: Titles | None) -> Titles:
        handed.append(before)
        return build(library, before)

    live = LiveNotes(NoteFiles([folder]), noting, lambda: NOW)
    first = live.current.searcher
    write(folder / "d.md", "Title d")
    live.reload()

    assert [None, first] == handed


def test_what_answers_is_exchanged_beside_the_notes(folder: Path) -> None:
    """The notes and when they were read stay; whoever took the former answers on by it."""
    live = LiveNotes(NoteFiles([folder]), build, lambda: NOW)
    before = live.current
    live.exchange(lambda served: Titles(tuple(title.upper() for title in served.titles)))

    assert ("TITLE A", "TITLE B", "TITLE C") == live.current.searcher.titles
    assert (before.library, before.read_at) == (live.current.library, live.current.read_at)
    assert ("Title a", "Title b", "Title c") == before.searcher.titles


def test_an_exchange_amid_a_reload_is_of_the_new_notes(folder: Path) -> None:
    """It waits for the reload: neither undoes the other."""
    threads: list[threading.Thread] = []

    def exchange() -> None:
        live.exchange(lambda served: Titles((*served.titles, "exchanged")))

    def meanwhile(library: Library, before: Titles | None) -> Titles:
        if before is not None:
            threads.append(threading.Thread(target=exchange))
            threads[0].start()
        return build(library, before)

    live = LiveNotes(NoteFiles([folder]), meanwhile, lambda: NOW)
    write(folder / "d.md", "Title d")
    live.reload()
    threads[0].join()

    assert ("Title a", "Title b", "Title c", "Title d", "exchanged") == live.current.searcher.titles


def test_who_follows_is_told_of_each_other_searcher(folder: Path) -> None:
    """After it is served; not of files that gave nothing new."""
    live = LiveNotes(NoteFiles([folder]), build, lambda: NOW)
    told: list[int] = []
    live.follow(lambda: told.append(len(live.current.searcher.titles)))
    live.reload({folder / "a.md"})
    write(folder / "d.md", "Title d")
    live.reload()
    live.exchange(lambda served: Titles((*served.titles, "exchanged")))

    assert [4, 5] == told
