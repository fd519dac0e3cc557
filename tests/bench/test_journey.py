"""A question's way through the program, timed step by step."""

from time import perf_counter

import pytest

from bot.notes.model import Note, Paragraph, Source
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.slack.answering import PAGE
from tests.bench.journey import STEPS, Timed, Watch, journey

NOTES = [
    Note(
        f"n{number}",
        "修复内存泄漏",
        (Paragraph("释放没有归还的缓冲区。", 1),),
        Source("n.jsonl", 1),
    )
    for number in range(PAGE + 1)
]


def test_every_step_is_timed() -> None:
    """A mention arrives as bytes, and its answer stands in Slack; no step is left out."""
    searcher = Searcher.build(NOTES, Glossary.load())
    times = journey(searcher, ["内存泄漏"], rounds=2, warm_up=0)

    assert {*STEPS, "all"} == set(times)
    assert all(times.values())
    assert times["all"] > max(times[step] for step in STEPS)


def test_a_step_does_not_count_the_steps_inside_it() -> None:
    """So what all steps took adds up to the whole."""
    watch = Watch()
    started = perf_counter()
    with watch.step("outer"), watch.step("inner"):
        while perf_counter() - started < 0.02:
            pass
    whole = 1000 * (perf_counter() - started)
    taken = watch.taken()

    assert 0 < taken["outer"] < taken["inner"]
    assert taken["outer"] + taken["inner"] <= whole
    assert {} == watch.taken()


def test_a_timed_part_is_the_part() -> None:
    """Values pass through, calls are answered and fail as before, and are timed all the same."""
    watch = Watch()
    words = Timed(["a", "b"], watch, "words", {"copy": "copies"})

    assert 1 == words.index("b")
    assert 2 == words.copy().__len__()
    with pytest.raises(ValueError, match="is not in list"):
        words.index("c")
    assert {"words", "copies"} == set(watch.taken())
