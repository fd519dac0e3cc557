"""The team's glossary is followed while questions are answered."""

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from bot.app import build_live, build_team_glossary
from bot.app.notes import now
from bot.app.team_glossary import TeamGlossary
from bot.digest.stock import CurrentStock
from bot.notes.rereading import NoteFiles
from bot.notes.watch import LiveNotes
from bot.search.glossary import Glossary, GlossaryError
from bot.search.query import parse_query
from bot.search.results import Outcome
from bot.search.searcher import Searcher
from bot.settings import Settings

SHIPPED = len(Glossary.load().groups)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Two notes, and a glossary that knows nothing of one of them yet."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("# FlashInfer 缓存键\n\n一段话。\n", encoding="utf-8")
    (notes / "b.md").write_text("# Triton 后端\n\n一段话。\n", encoding="utf-8")
    glossary = tmp_path / "team.txt"
    glossary.write_text("北极星 = polaris\n", encoding="utf-8")
    return Settings(notes=(notes,), glossary=glossary)


@pytest.fixture
def live(settings: Settings) -> LiveNotes[Searcher]:
    return build_live(settings)


@pytest.fixture
def team(live: LiveNotes[Searcher], settings: Settings) -> TeamGlossary:
    team = build_team_glossary(live, settings)
    assert team
    return team


@pytest.fixture
def path(settings: Settings) -> Path:
    assert settings.glossary
    return settings.glossary


def settle(team: TeamGlossary) -> None:
    """Look as often as it takes to believe what is there."""
    team.look()
    team.look()


def found(live: LiveNotes[Searcher], question: str = "闪推") -> list[str]:
    results = live.current.searcher.search(parse_query(question, today=date(2026, 12, 1)))
    return [hit.note.title for hit in results.hits] if results.outcome is Outcome.MATCHED else []


def told(caplog: pytest.LogCaptureFixture, level: int = logging.WARNING) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno == level]


def edit(path: Path) -> None:
    path.write_text("闪推 = flashinfer\n", encoding="utf-8")


def save_atomically(path: Path) -> None:
    edit(path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def lead_elsewhere(path: Path) -> None:
    edit(path.with_name("other.txt"))
    path.unlink()
    path.symlink_to("other.txt")


@pytest.mark.parametrize("save", [edit, save_atomically, lead_elsewhere])
def test_an_edit_is_answered_by(
    live: LiveNotes[Searcher], team: TeamGlossary, path: Path, save: Callable[[Path], None]
) -> None:
    """In place, by an editor's rename, by a link: what the name leads to now counts."""
    settle(team)
    before = found(live)
    save(path)
    settle(team)

    assert [] == before
    assert ["FlashInfer 缓存键"] == found(live)


def test_nothing_is_indexed_again(
    live: LiveNotes[Searcher], team: TeamGlossary, path: Path
) -> None:
    """Only the searcher is another: over the same collection, of the same library."""
    before = live.current
    edit(path)
    settle(team)

    assert live.current.searcher is not before.searcher
    assert live.current.searcher.collection is before.searcher.collection
    assert live.current.library is before.library


def test_a_file_that_says_the_same_changes_nothing(
    live: LiveNotes[Searcher], team: TeamGlossary, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the first looks, nor a touch, nor another comment: what was worked out stays."""
    caplog.set_level(logging.INFO)
    before = live.current
    settle(team)
    os.utime(path, (1, 1))
    settle(team)
    path.write_text("# ours\n北极星 = polaris\n", encoding="utf-8")
    settle(team)

    assert live.current is before
    assert [] == told(caplog, logging.INFO)


@pytest.mark.parametrize("text", ["", "闪推 = flashinfer\n"])
def test_an_edit_between_the_first_read_and_the_first_look_is_seen(
    live: LiveNotes[Searcher], settings: Settings, path: Path, text: str
) -> None:
    """Nothing falls between the start and what follows the file."""
    before = live.current.searcher.glossary
    path.write_text(text, encoding="utf-8")
    team = build_team_glossary(live, settings)
    assert team
    settle(team)

    assert before != live.current.searcher.glossary == Glossary.load(path)


def test_what_is_still_being_written_is_waited_for(
    live: LiveNotes[Searcher], team: TeamGlossary, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A file is taken when two looks find the same in it: half a line is no fault yet."""
    settle(team)
    path.write_text("闪推 = flashinfer\n半", encoding="utf-8")
    team.look()
    during = found(live)
    path.write_text("闪推 = flashinfer\n半精度 = half\n", encoding="utf-8")
    settle(team)

    assert [] == during
    assert found(live)
    assert [] == told(caplog)


BROKEN = [
    pytest.param(b"a = b\nalone\n", r"team.txt:2: no group", id="a line"),
    pytest.param("a = b\n缓存 = x\n".encode("gb18030"), r"team.txt:2: not UTF-8", id="encoding"),
    pytest.param(None, r"team.txt: cannot be read (No such file", id="deleted"),
]


@pytest.mark.parametrize(("content", "reason"), BROKEN)
def test_a_file_that_cannot_be_read_keeps_the_former_glossary(
    live: LiveNotes[Searcher],
    team: TeamGlossary,
    caplog: pytest.LogCaptureFixture,
    content: bytes | None,
    reason: str,
) -> None:
    """One warning that names file, line and what to do; the team's words still find."""
    edit(team.path)
    settle(team)
    team.path.unlink()
    if content is not None:
        team.path.write_bytes(content)
    settle(team)
    settle(team)

    assert found(live)
    assert [team.problem] == told(caplog)
    assert reason in team.problem
    assert "the glossary of before is used until it can be read" in team.problem


@pytest.mark.parametrize("line", ["闪推 = flashinfer", "快核 = triton"])
def test_a_file_that_heals_is_used_again(
    live: LiveNotes[Searcher], team: TeamGlossary, caplog: pytest.LogCaptureFixture, line: str
) -> None:
    """Put back as it was, or with other words: the problem is over, and that is told too."""
    caplog.set_level(logging.INFO)
    edit(team.path)
    settle(team)
    team.path.unlink()
    settle(team)
    caplog.clear()
    team.path.write_text(f"{line}\n", encoding="utf-8")
    settle(team)
    expected = f"glossary read again: {SHIPPED + 1} groups, those of {team.path} among them"

    assert found(live, line.partition(" ")[0])
    assert "" == team.problem
    assert [expected] == told(caplog, logging.INFO)


def test_the_same_fault_is_told_once(
    team: TeamGlossary, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """However often a broken file is saved; another fault is told as well."""
    for text in ("alone\n", "alone\na = b\n", "a = b\nalone\n"):
        path.write_text(text, encoding="utf-8")
        settle(team)

    assert ["team.txt:1:", "team.txt:2:"] == [
        warning.split("/")[-1].split(" ")[0] for warning in told(caplog)
    ]


def test_a_reload_of_the_notes_keeps_the_newest_glossary(
    live: LiveNotes[Searcher], team: TeamGlossary, settings: Settings, path: Path
) -> None:
    """What is revised for a new note reads questions by what the team says now."""
    edit(path)
    settle(team)
    (settings.notes[0] / "c.md").write_text("# FlashInfer 升级\n\n一段话。\n", encoding="utf-8")
    live.reload()

    assert {"FlashInfer 缓存键", "FlashInfer 升级"} == set(found(live))


def test_topics_follow(live: LiveNotes[Searcher], team: TeamGlossary, path: Path) -> None:
    """What was worked out of the former glossary is worked out anew: heads of its groups."""
    for number in range(12):
        text = f"# 说明 {number}\n\n{'polarisation' if number % 2 else 'birefringence'} 一段话。\n"
        (path.parent / "notes" / f"n{number}.md").write_text(text, encoding="utf-8")
    live.reload()
    stock = CurrentStock(lambda: live.current.searcher)
    before = stock().topics
    path.write_text("偏振 = polarisation\n", encoding="utf-8")
    settle(team)
    after = stock().topics

    assert ("偏振" in before, "偏振" in after) == (False, True)


@contextmanager
def following(team: TeamGlossary) -> Iterator[None]:
    team.start()
    try:
        yield
    finally:
        team.stop()


class Told(logging.Handler):
    """Waits for words of the log."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.changed = threading.Condition()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        with self.changed:
            self.lines.append(record.getMessage())
            self.changed.notify_all()

    def wait_for(self, words: str) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: any(words in line for line in self.lines), 30)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[Told]:
    caplog.set_level(logging.INFO)
    handler = Told()
    logging.getLogger("bot.app.team_glossary").addHandler(handler)
    yield handler
    logging.getLogger("bot.app.team_glossary").removeHandler(handler)


def test_it_looks_by_itself(
    live: LiveNotes[Searcher], team: TeamGlossary, path: Path, log: Told
) -> None:
    """Broken, then mended, without anybody's call."""
    with following(team):
        path.write_text("alone\n", encoding="utf-8")
        log.wait_for("team.txt:1: no group")
        edit(path)
        log.wait_for("glossary read again")

    assert found(live)


def test_a_fault_nobody_thought_of_does_not_end_it(
    live: LiveNotes[Searcher], settings: Settings, path: Path, log: Told
) -> None:
    """It is logged, and the next edit is taken."""
    faults = [MemoryError()]

    class Failing(LiveNotes[Searcher]):
        """Cannot exchange its searcher at first."""

        def exchange(self, make: Callable[[Searcher], Searcher]) -> None:
            if faults:
                raise faults.pop()
            super().exchange(make)

    searcher = live.current.searcher
    failing = Failing(NoteFiles(settings.notes), lambda *_: searcher, now)
    team = TeamGlossary(path, failing)
    with following(team):
        path.write_text("闪推 = triton\n", encoding="utf-8")
        log.wait_for("the glossary stays as it was")
        edit(path)
        log.wait_for("glossary read again")

    assert ["FlashInfer 缓存键"] == found(failing)


def test_without_a_file_there_is_nothing_to_follow(tmp_path: Path) -> None:
    """A deployment without a glossary of its own has no thread for it."""
    (tmp_path / "a.md").write_text("# FlashInfer\n\ntext\n", encoding="utf-8")
    settings = Settings(notes=(tmp_path,))

    assert build_team_glossary(build_live(settings), settings) is None


def test_a_broken_file_stops_the_start(settings: Settings, path: Path) -> None:
    """There is no former glossary then: whoever starts it is told at once."""
    path.write_text("alone\n", encoding="utf-8")

    with pytest.raises(GlossaryError, match=r"team\.txt:1: no group"):
        build_live(settings)
