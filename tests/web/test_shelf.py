"""`bot.web.shelf`: the notes arranged for reading."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Event
from typing import Any

from bot.notes.library import Library
from bot.notes.watch import Served
from bot.search.topics import Topic
from bot.web.shelf import Shelf

ROCM, CUDA = Topic("ROCm", 2), Topic("CUDA", 3)
WAIT = 30


class Counted:
    """Counts topics as slowly as the test wants it to."""

    def __init__(self, topics: Iterable[Topic]) -> None:
        self._topics = tuple(topics)
        self.may_end, self.began = Event(), Event()
        self.may_end.set()
        self.times = 0

    def topics(self, _: int) -> tuple[Topic, ...]:
        self.times += 1
        self.began.set()
        assert self.may_end.wait(WAIT)
        return self._topics


def shelf(searcher: Counted, before: Shelf | None = None) -> Shelf:
    served: Served[Any] = Served(Library(()), searcher, datetime(2026, 3, 1, tzinfo=UTC))
    return Shelf(served, before)


def test_topics_are_counted_once_a_state() -> None:
    """Each state has its own, whoever asks first."""
    first, second = Counted([ROCM]), Counted([CUDA])
    before = shelf(first)

    assert [(ROCM,), (ROCM,)] == [before.topics for _ in range(2)]
    assert [(CUDA,), (CUDA,)] == [shelf(second, before).topics for _ in range(2)]
    assert first.times == 1


def test_one_reader_waits_for_topics_and_not_all() -> None:
    """While they are counted anew, others see those of the state before."""
    slow = Counted([CUDA])
    slow.may_end.clear()
    before = shelf(Counted([ROCM]))
    before.topics  # noqa: B018  counted here
    now = shelf(slow, shelf(Counted([]), before))  # of a state that nobody looked at
    with ThreadPoolExecutor() as readers:
        waiting = readers.submit(lambda: now.topics)
        began = slow.began.wait(WAIT)
        meanwhile = now.topics
        slow.may_end.set()

        assert began
        assert meanwhile == (ROCM,)
        assert waiting.result(WAIT) == (CUDA,)
