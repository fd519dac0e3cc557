"""Whether the `fast` extra cuts the texts of retrieval sets into the same words as jieba.

The promise is held by a test on the seeds; here it is looked at on more text than a test should
read.
"""

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module, util

from bot.search.analysis import HAN
from bot.search.folding import fold_text
from tests.bench.sets import RetrievalSet

_RUN = re.compile(f"[{HAN}]+")
_SHOWN = 5

Cut = Callable[[str], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many texts two cutters cut alike.

    Args:
        texts: How many were cut.
        differing: The runs of Han that they cut otherwise.
        texts_differing: How many texts have one.
    """

    texts: int
    differing: tuple[str, ...]
    texts_differing: int

    def __str__(self) -> str:
        same = self.texts - self.texts_differing
        line = f"rjieba gives jieba's words in {same:,} of {self.texts:,} texts"
        shown = "、".join(self.differing[:_SHOWN])
        return f"{line}; not in {shown}" if shown else line


def agreement(texts: Iterable[str], one: Cut, other: Cut) -> Agreement:
    """Cut every run of Han of some texts by two cutters, each different run once."""
    same: dict[str, bool] = {}
    count = odd = 0
    for text in texts:
        runs = _RUN.findall(fold_text(text))
        for run in runs:
            if run not in same:
                same[run] = list(one(run)) == list(other(run))
        count += 1
        odd += not all(same[run] for run in runs)
    return Agreement(count, tuple(run for run, is_same in same.items() if not is_same), odd)


def agreement_on(sets: Sequence[RetrievalSet]) -> Agreement | None:
    """How far jieba and rjieba agree on all documents of sets; `None` without the extra."""
    if util.find_spec("rjieba") is None:
        return None
    jieba, rjieba = import_module("jieba"), import_module("rjieba")
    jieba.setLogLevel(logging.WARNING)
    texts = (text for judged in sets for _, text in judged.documents())
    return agreement(texts, jieba.cut_for_search, rjieba.cut_for_search)
