"""Reloads while people ask: no question fails, and no answer is of two states of the notes."""

import random
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Event

import pytest

from bot.notes.library import Library
from bot.notes.rereading import NoteFiles
from bot.notes.watch import LiveNotes, Served, Watcher
from bot.search.glossary import Glossary
from bot.search.query import Query, parse_query
from bot.search.searcher import Searcher

NOTES = 1000
QUESTIONS = 10_000
GENERATIONS = 5
WORDS = ("kernel", "缓存", "FlashInfer", "ROCm", "prefill", "量化", "scheduler", "attention")


def publish(root: Path, generation: int) -> None:
    """Change every note at once: one file by one rename, so a state is of one generation."""
    lines = (
        f'{{"id": "n{n}", "title": "Note {n} of generation{generation}", '
        f'"text": "{WORDS[n % 8]} and {WORDS[n // 8 % 8]} in generation{generation}"}}\n'
        for n in range(NOTES)
    )
    fresh = root.with_suffix(".new")
    fresh.write_text("".join(lines), encoding="utf-8")
    fresh.replace(root / "notes.jsonl")


def generations(served: Served[Searcher], query: Query) -> set[str]:
    """The generations of which an answer speaks: in titles, snippets, library and related notes."""
    results = served.searcher.search(query, limit=5)
    assert len(results.hits) == 5
    texts = [hit.note.title for hit in results.hits]
    texts += [hit.snippet.text for hit in results.hits]
    texts += [served.library.get(hit.note.id).title for hit in results.hits]
    return {text.rpartition("generation")[2] for text in texts}


class Observed(LiveNotes[Searcher]):
    """Live notes that can be waited for."""

    changed = Event()

    def reload(self, touched: Collection[Path] = ()) -> bool:
        is_changed = super().reload(touched)
        self.changed.set()
        return is_changed

    def wait_for(self, generation: int) -> None:
        while not self.current.library.notes[0].title.endswith(f"generation{generation}"):
            assert self.changed.wait(60)
            self.changed.clear()


@pytest.mark.timeout(300)
def test_ten_thousand_questions_while_a_thousand_notes_change(tmp_path: Path) -> None:
    """None fails and none mixes old and new, with eight people asking at a time."""
    root = tmp_path / "root"
    root.mkdir()
    publish(root, 0)
    glossary = Glossary.load(None)
    queries = [parse_query(word, today=date(2026, 3, 1)) for word in WORDS]

    def build(library: Library, _: Searcher | None) -> Searcher:
        return Searcher.build(library.notes, glossary)

    live = Observed(NoteFiles([root]), build, lambda: datetime(2026, 3, 1, tzinfo=UTC))
    watcher = Watcher(live, [root])
    watcher.start()

    def ask(number: int) -> set[str]:
        return generations(live.current, random.Random(number).choice(queries))  # noqa: S311

    answers: list[set[str]] = []
    with ThreadPoolExecutor(8) as pool:
        for generation in range(1, GENERATIONS + 1):
            publish(root, generation)
            part = QUESTIONS // GENERATIONS
            answers += pool.map(ask, range(part * (generation - 1), part * generation))
            live.wait_for(generation)
    watcher.stop()
    answers.append(ask(0))

    assert len(answers) == QUESTIONS + 1
    assert [answer for answer in answers if len(answer) != 1] == []
    assert len(set.union(*answers)) > 1
    assert {str(GENERATIONS)} == answers[-1]
