"""Words out of runs of Han: jieba's search mode, by rjieba where it is installed.

The two give the same words on Han runs (rjieba is a port of the same algorithm over the same
dictionary); rjieba starts at once and is about 25 times as fast, so it is the `fast` extra.
"""

import logging
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Protocol

_GUESS = True  # both libraries take it by place, under different names


class _Cutter(Protocol):
    """What both libraries offer, by the same names."""

    def cut_for_search(self, text: str) -> Iterable[str]:
        """Words, the parts of a long one before itself."""

    def tokenize(
        self,
        text: str,
        mode: str,
        hmm: bool,  # noqa: FBT001  as the libraries have it
        /,
    ) -> Iterable[tuple[str, int, int]]:
        """Words with their places.

        Args:
            text: A run of Han.
            mode: `default` (without overlaps) or `search`.
            hmm: Whether words that the dictionary lacks are guessed from their characters.
        """


@cache
def cutter() -> _Cutter:
    """The installed cutter, loaded on the first call (jieba takes about a second)."""
    try:
        found: _Cutter = import_module("rjieba")
    except ImportError:
        jieba = import_module("jieba")
        jieba.setLogLevel(logging.WARNING)  # it tells of its cache on stderr
        found = jieba
    return found


def placed_words(run: str) -> list[tuple[str, int, int]]:
    """The same words, each with its place in the run."""
    return [(run, 0, 1)] if len(run) == 1 else list(cutter().tokenize(run, "search", _GUESS))


def coarse_words(run: str) -> list[tuple[str, int, int]]:
    """The words of a run that do not overlap, each with its place: how a question is read.

    By the dictionary alone: guessed words take the small words of a question in (司马 / 晏是 / 谁).
    """
    return [(run, 0, 1)] if len(run) == 1 else list(cutter().tokenize(run, "default", not _GUESS))


def bigrams(run: str) -> list[str]:
    """Each pair of neighbours in one run of Han; a lone character is its own term."""
    return [run] if len(run) == 1 else [run[place : place + 2] for place in range(len(run) - 1)]
