"""Repeats are kept out, by the store and without it."""

from collections.abc import Collection
from datetime import UTC, datetime

import pytest

from bot.errors import BotError
from bot.slack.once import Once

MOMENT = datetime(2026, 12, 1, tzinfo=UTC)


class Store:
    """Remembers what it was asked, and fails when it is told to."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.done: set[str] = set()
        self.renewed: list[tuple[str, ...]] = []
        self.left: tuple[tuple[str, str], ...] = ()
        self.is_away = False

    def _check(self) -> None:
        if self.is_away:
            raise BotError("the state is away")

    def first_time(self, key: str, question: str | None = None) -> bool:
        del question
        self._check()
        is_new = key not in self.taken
        self.taken.add(key)
        return is_new

    def answered(self, key: str) -> None:
        self._check()
        self.done.add(key)

    def release(self, key: str) -> None:
        self._check()
        self.taken.discard(key)

    def is_answered(self, key: str) -> bool:
        self._check()
        return key in self.done

    def renew(self, keys: Collection[str]) -> None:
        self.renewed.append(tuple(keys))

    def left_over(self, since: datetime) -> tuple[tuple[str, str], ...]:
        del since
        return self.left


def test_a_key_is_let_through_once() -> None:
    """Eleven deliveries, one answer; the store is asked once."""
    store = Store()
    once = Once(store)

    assert [True] + [False] * 10 == [once.first_time("a") for _ in range(11)]


def test_what_another_process_took_is_not_taken_again() -> None:
    """The store decides between processes."""
    store = Store()
    first, second = Once(store), Once(store)

    assert [True, False] == [first.first_time("a"), second.first_time("a")]


def test_a_store_that_is_away_makes_nobody_silent(caplog: pytest.LogCaptureFixture) -> None:
    """This process keeps watch alone meanwhile, and says so once."""
    store = Store()
    once = Once(store)
    store.is_away = True
    taken = [once.first_time(key) for key in ("a", "a", "b")]
    once.answered("a")

    assert [True, False, True] == taken
    assert "the state is away" in once.trouble
    assert 1 == caplog.text.count("the state is away")

    store.is_away = False
    once.answered("b")

    assert "" == once.trouble


def test_memory_is_bounded() -> None:
    """The oldest key is forgotten first; the store still knows it."""
    store = Store()
    once = Once(store, most=2)
    for key in ("a", "b", "c"):
        once.first_time(key)

    assert not once.first_time("a")
    assert 2 == len(once._keys)


def test_what_is_given_back_can_be_taken_again() -> None:
    """A share that failed may be pressed again."""
    once = Once(Store())
    once.first_time("a")
    once.give_back("a")

    assert once.first_time("a")


def test_only_what_is_in_hand_is_renewed() -> None:
    """A question without its answer keeps other processes away; an answered one does not."""
    store = Store()
    once = Once(store)
    once.first_time("a", "question")
    once.first_time("b", "question")
    once.first_time("c")
    once.answered("a")
    once.renew()

    assert [("b",)] == store.renewed


def test_what_is_in_hand_here_is_not_taken_over_here() -> None:
    """A slow answer is no dead process."""
    store = Store()
    once = Once(store)
    once.first_time("mine", "question")
    store.left = (("mine", "question"), ("theirs", "question"))

    assert (("theirs", "question"),) == once.left_over(MOMENT)
    assert once.is_answered("theirs") is False


def test_a_store_that_can_only_be_read_stays_in_trouble() -> None:
    """Where a disk is full, looking something up works still, and is no good news."""
    store = Store()
    once = Once(store)
    store.is_away = True
    once.first_time("a")
    store.is_away = False
    once.is_answered("a")
    once.left_over(MOMENT)
    after_reading = once.trouble
    once.answered("a")

    assert after_reading
    assert "" == once.trouble
