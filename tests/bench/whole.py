"""Measure one thing of the whole program, in this process alone, and print it as a line of JSON.

    python -m tests.bench.whole MEASURE FOLDER

`tests.bench.run` starts one such process for each measure. FOLDER holds made-up notes.
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

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
LANDINGS = 9
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
    """New notes among many, one after the other: from each file's landing until an answer holds it.

    Another thread asks all the while, as people would.
    """
    with _serving(folder) as live:
        for thread in threading.enumerate():
            if thread.name == "prbot-keep":  # a first start writes its index down beside
                thread.join()
        asking = _Asking(lambda question: _answers(live, question))
        asking.start()
        times = [_landing(folder, live, number) for number in range(LANDINGS)]
        asking.stop()
    return {
        "seconds": quantile(times, 0.5),
        "slowest_seconds": max(times),
        "answers_meanwhile": len(asking.times),
        "p50_ms": quantile(asking.times, 0.5),
        "slowest_ms": max(asking.times),
    }


def arrival_at_start(folder: Path) -> Figures:
    """A note that lands in the moment a restarted server is ready: it reads what was kept first."""
    with _serving(folder, settled=False) as live:
        return {"seconds": _landing(folder, live, 0)}


@contextmanager
def _serving(folder: Path, *, settled: bool = True) -> Iterator["LiveNotes[Searcher]"]:
    """The notes as a server keeps them, with its state; what landed is removed at the end.

    Args:
        folder: The notes.
        settled: Whether to wait until the watcher has looked at all files once.
    """
    from bot.app import build_live, build_stores, build_watcher
    from bot.settings import Settings

    beside = folder.parent
    settings = Settings(
        notes=(folder,),
        cache=beside / "cache",
        snapshots=beside / "snapshots",
        state=SecretStr(str(beside / "arrival.sqlite3")),
    )
    live = build_live(settings, first_seen=build_stores(settings).first_seen.days)
    read_at = live.current.read_at
    watcher = build_watcher(live, settings)
    watcher.start()
    try:
        _wait(lambda: not settled or live.current.read_at != read_at)
        yield live
    finally:
        watcher.stop()
        for landed in folder.glob("landed-*.jsonl"):
            landed.unlink()


def _landing(folder: Path, live: "LiveNotes[Searcher]", number: int) -> float:
    """Seconds from a file's landing to an answer that holds its note."""
    before, word = live.current, f"{NEW_WORD}{number}"
    row = {"id": f"landed-{number}", "title": f"{word} 的新笔记", "text": "刚刚写下。"}
    started = time.perf_counter()
    (folder / f"landed-{number}.jsonl").write_text(json.dumps(row), encoding="utf-8")
    _wait(lambda: live.current is not before and _answers(live, word))
    return time.perf_counter() - started


def _wait(is_there: Callable[[], bool]) -> None:
    """Look every few milliseconds, for a minute at most."""
    started = time.perf_counter()
    while not is_there():
        if time.perf_counter() - started > MOST_SECONDS:
            raise TimeoutError("nothing came within a minute")
        time.sleep(0.005)


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
    "arrival_at_start": arrival_at_start,
    "where_time_goes": where_time_goes,
}


def main(argv: Sequence[str]) -> int:
    """Measure, and print the figures."""
    name, folder = argv
    print(json.dumps(MEASURES[name](Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
