"""Words out of runs of Han; the two libraries that can cut them promise the same words."""

import logging
import re
import subprocess
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import jieba
import pytest
import rjieba
from hypothesis import given
from hypothesis import strategies as st

from bot.search.han import bigrams, coarse_words, cutter, placed_words
from tests.search.texts import SOME

RUN = re.compile(r"[\u4e00-\u9fff]+")
RUNS = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=30)
SEEDS = Path(__file__).parents[2] / "seeds"


@cache
def all_runs() -> tuple[str, ...]:
    """All runs of Han of the seeds and of the glossary."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(SEEDS.iterdir())]
    texts.append(files("bot.search").joinpath("glossary.txt").read_text(encoding="utf-8"))
    return tuple(sorted({run for text in texts for run in RUN.findall(text)}))


@pytest.fixture(scope="module")
def quiet_jieba() -> Any:
    jieba.setLogLevel(logging.WARNING)
    return jieba


def test_both_libraries_give_the_same_words(quiet_jieba: Any) -> None:
    """Search mode, on every run of Han of the seeds: the promise of the `fast` extra."""
    assert len(all_runs()) > 1000
    assert [] == [
        run
        for run in all_runs()
        if list(quiet_jieba.cut_for_search(run)) != list(rjieba.cut_for_search(run))
    ]


@pytest.mark.parametrize(("mode", "guess"), [("search", True), ("default", False)])
def test_both_libraries_give_the_same_places(
    quiet_jieba: Any,
    mode: str,
    guess: bool,  # noqa: FBT001  a column of the table
) -> None:
    """As terms are placed, and as questions are read."""
    assert [] == [
        run
        for run in all_runs()
        if list(quiet_jieba.tokenize(run, mode, guess)) != list(rjieba.tokenize(run, mode, guess))
    ]


def test_without_the_fast_extra_jieba_serves_and_is_silent() -> None:
    """The same words, and no word of its cache on stderr."""
    script = (
        "import sys; sys.modules['rjieba'] = None\n"
        "from bot.search.han import coarse_words, cutter, placed_words\n"
        "assert cutter().__name__ == 'jieba'\n"
        "run = '修复投机解码的预填充'\n"
        "print([list(cutter().cut_for_search(run)), placed_words(run), coarse_words(run)])"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "ignore", "-c", script],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=SEEDS.parent,
    )
    run = "修复投机解码的预填充"

    assert (0, "") == (done.returncode, done.stderr)
    assert (
        f"{[list(cutter().cut_for_search(run)), placed_words(run), coarse_words(run)]}\n"
        == done.stdout
    )


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("图", ["图"]),
        ("缓存", ["缓存"]),
        ("升级到", ["升级", "级到"]),
        ("投机解码", ["投机", "机解", "解码"]),
    ],
)
def test_bigrams(run: str, expected: list[str]) -> None:
    """Each pair of neighbours; a lone character is its own term."""
    assert expected == bigrams(run)


@SOME
@given(RUNS)
def test_places_slice_back_to_words(run: str) -> None:
    """`placed_words` gives the words of the cut, each where it stands."""
    placed = placed_words(run)

    assert list(cutter().cut_for_search(run)) == [word for word, _, _ in placed]
    assert all(word == run[start:end] for word, start, end in placed)


@SOME
@given(RUNS)
def test_coarse_words_leave_nothing_out(run: str) -> None:
    """They stand side by side, without overlaps, and are the whole run."""
    cut = coarse_words(run)

    assert run == "".join(word for word, _, _ in cut)
    assert [0, *(end for _, _, end in cut)][:-1] == [start for _, start, _ in cut]
