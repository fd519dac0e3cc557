"""Measure one thing of the whole program, in this process alone, and print it as a line of JSON.

    python -m tests.bench.whole MEASURE FOLDER

`tests.bench.run` starts one such process for each measure. FOLDER holds made-up notes.
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.measures import quantile
from tests.bench.prose import texts
from tests.bench.speed import memory

if TYPE_CHECKING:
    from bot.notes.watch import LiveNotes
    from bot.search.searcher import Searcher

Figures = Mapping[str, Any]

SEEDS = Path(__file__).resolve().parents[2] / "seeds"
ENOUGH_FOR_JIEBA = 10_000  # paragraphs: its speed does not change with more
QUESTIONS = ("batch scheduler 的问题", "优化 attention 性能", "memory", "修复建设错误")
NEW_WORD = "zyzzyva"  # in no made-up note
MOST_SECONDS = 60.0


def index_fast(folder: Path) -> Figures:
    """From the notes' text to a searcher, with the `fast` extra."""
    import rjieba  # noqa: F401  fails here where it is missing, not silently slow later

    return _index(folder)


def index_plain(folder: Path) -> Figures:
    """The same with jieba alone."""
    sys.modules["rjieba"] = None  # type: ignore[assignment]  # importing it fails from here on
    return _index(folder)


def _index(folder: Path) -> Figures:
    from bot.notes.library import read_library
    from bot.search.glossary import Glossary
    from bot.search.han import cutter
    from bot.search.searcher import Searcher

    notes = read_library([folder]).notes
    characters = sum(len(note.title) + len(note.text) for note in notes)
    list(cutter().cut_for_search("预热"))  # loading a dictionary is part of starting, not of this
    before = memory("VmRSS")
    started = time.perf_counter()
    searcher = Searcher.build(notes, Glossary.load())
    seconds = time.perf_counter() - started
    return {
        "paragraphs": searcher.stats.paragraphs,
        "seconds": seconds,
        "characters_per_second": characters / seconds,
        "searching_mb": memory("VmRSS") - before,
    }


def jieba_alone(folder: Path) -> Figures:
    """What jieba's own cutting takes of that."""
    import jieba

    jieba.initialize()
    some = list(islice(texts(folder), ENOUGH_FOR_JIEBA))
    started = time.perf_counter()
    for text in some:
        jieba.lcut(text)
    seconds = time.perf_counter() - started
    return {"characters_per_second": sum(map(len, some)) / seconds}


def where_time_goes(folder: Path) -> Figures:
    """From the bytes of a Slack event to the posted blocks, over the seeds and over many notes."""
    from bot.notes.library import read_library
    from bot.search.glossary import Glossary
    from bot.search.searcher import Searcher
    from tests.bench.journey import journey
    from tests.bench.slack_load import QUESTIONS as OF_SEEDS

    seeds, many = (
        Searcher.build(read_library([path]).notes, Glossary.load()) for path in (SEEDS, folder)
    )
    return {"seeds": journey(seeds, OF_SEEDS), "made up": journey(many, QUESTIONS)}


def arrival(folder: Path) -> Figures:
    """A new note among many: from its file's landing until an answer holds it.

    Another thread asks all the while, as people would.
    """
    from bot.app import build_live, build_watcher
    from bot.settings import Settings

    settings = Settings(notes=(folder,), cache=folder.parent / "cache")
    live = build_live(settings)
    watcher = build_watcher(live, settings)
    watcher.start()
    time.sleep(2)  # the watch is in place, and nothing is left to reload
    asking = _Asking(lambda question: _answers(live, question))
    asking.start()
    started = time.perf_counter()
    row = {"id": "arrived", "title": f"{NEW_WORD} 的新笔记", "text": "刚刚写下。"}
    (folder / "arrived.jsonl").write_text(json.dumps(row, ensure_ascii=False), encoding="utf-8")
    while not _answers(live, NEW_WORD) and time.perf_counter() - started < MOST_SECONDS:
        time.sleep(0.01)
    seconds = time.perf_counter() - started
    asking.stop()
    watcher.stop()
    return {
        "seconds": seconds,
        "answers_meanwhile": len(asking.times),
        "p50_ms": quantile(asking.times, 0.5),
        "slowest_ms": max(asking.times),
    }


def _answers(live: "LiveNotes[Searcher]", question: str) -> bool:
    """Whether a question is answered in full by what is served now."""
    from bot.search.query import parse_query
    from bot.search.results import Outcome

    found = live.current.searcher.search(parse_query(question, today=date.today()))  # noqa: DTZ011
    return found.outcome is Outcome.MATCHED


class _Asking:
    """Asks one question after another in a thread, and notes how long each answer took."""

    def __init__(self, ask: Callable[[str], object]) -> None:
        self.times: list[float] = []
        self._ask = ask
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(0.005):
            started = time.perf_counter()
            self._ask(QUESTIONS[len(self.times) % len(QUESTIONS)])
            self.times.append((time.perf_counter() - started) * 1000)


MEASURES: Mapping[str, Callable[[Path], Figures]] = {
    "index_fast": index_fast,
    "index_plain": index_plain,
    "jieba_alone": jieba_alone,
    "arrival": arrival,
    "where_time_goes": where_time_goes,
}


def main(argv: Sequence[str]) -> int:
    """Measure, and print the figures."""
    name, folder = argv
    print(json.dumps(MEASURES[name](Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
