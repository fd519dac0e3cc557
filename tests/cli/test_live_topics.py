"""Topics are found beside the answers: none waits for them."""

from datetime import date
from pathlib import Path
from threading import Event

import pytest

from bot.app import build_topics
from bot.app.notes import now
from bot.links import Links
from bot.notes.library import Library
from bot.notes.rereading import NoteFiles
from bot.notes.watch import LiveNotes
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.search.topics import Topic
from bot.slack.access import Access
from bot.slack.answering import Answering

WAIT = 30
FORMER, NEW = Topic("ROCm", 3), Topic("FlashInfer", 2)


class Held(Searcher):
    """Finds no topics until it may."""

    began, may_end = Event(), Event()

    def topics(self, limit: int = 20) -> tuple[Topic, ...]:
        self.began.set()
        assert self.may_end.wait(WAIT)
        return super().topics(limit)


class Broken(Searcher):
    """Fails to find topics."""

    failed = Event()

    def topics(self, limit: int = 20) -> tuple[Topic, ...]:
        self.failed.set()
        raise RuntimeError(limit)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Seven notes, of which three say one name."""
    write(tmp_path, *(f"{'ROCm' if number < 3 else '说明'} {number}" for number in range(7)))
    return tmp_path


def write(folder: Path, *titles: str) -> None:
    for title in titles:
        (folder / f"{title}.md").write_text(f"# {title}\n\n一段话。\n", encoding="utf-8")


def serve(folder: Path, then: type[Searcher] = Searcher) -> LiveNotes[Searcher]:
    """Serve notes; what answers after a reload is of another kind."""
    glossary = Glossary.load()

    def build(library: Library, before: Searcher | None) -> Searcher:
        return (Searcher if before is None else then).build(library.notes, glossary)

    return LiveNotes(NoteFiles([folder]), build, now)


def test_an_answer_does_not_wait_for_topics(folder: Path) -> None:
    """After a reload, those of before are suggested until the new ones are found."""
    live = serve(folder, Held)
    topics = build_topics(live)
    topics.find()
    topics.start()
    day = date(2026, 3, 1)
    answering = Answering(
        searcher=lambda: live.current.searcher,
        links=Links(),
        access=Access(),
        today=lambda: day,
        page_size=1,
        topics=topics,
    )
    write(folder, "FlashInfer 7", "FlashInfer 8")
    live.reload()
    began = Held.began.wait(WAIT)
    found = answering.answer(answering.ask("FlashInfer"), None)
    nothing = answering.answer(answering.ask("天气"), None)
    narrowed = answering.answer(answering.ask("ROCm"), None)
    meanwhile = topics()
    Held.may_end.set()
    topics.stop(WAIT)

    assert began
    assert 2 == found.results.total
    assert "ROCm" in nothing.examples[0]
    assert "FlashInfer" not in "".join(nothing.examples)
    assert 3 == narrowed.results.total
    assert (FORMER,) == meanwhile
    assert (FORMER, NEW) == topics()


def test_before_the_first_are_found_there_are_none(folder: Path) -> None:
    """Nobody waits for them at a start, either."""
    topics = build_topics(serve(folder))
    at_first = topics()
    topics.find()

    assert () == at_first
    assert (FORMER,) == topics()


def test_a_fault_leaves_those_of_before(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and the next change is followed all the same."""
    live = serve(folder, Broken)
    topics = build_topics(live)
    topics.find()
    topics.start()
    write(folder, "FlashInfer 7", "FlashInfer 8")
    live.reload()
    failed = Broken.failed.wait(WAIT)
    topics.stop(WAIT)

    assert failed
    assert (FORMER,) == topics()
    assert any("the topics stay as they were" in record.getMessage() for record in caplog.records)
