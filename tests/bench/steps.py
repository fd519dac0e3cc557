"""Steps of reading a text that no number of `Tuning` switches off, each left out of a process.

Such a step is no choice of the program, so nothing in it can turn it off. Here its function is
exchanged, in a process of its own (`alone`), before that has read a word: caches then know nothing
else, and nothing is left of it afterwards.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")


def without_stems() -> None:
    """English words are searched for as they are written, in lower case."""
    exchange("bot.search.identifiers", "stem", _unchanged)


def without_simplified() -> None:
    """Traditional characters stay what they are."""
    table = import_module("bot.search.folding")._table()
    table._simplified.clear()


def without_parts() -> None:
    """A name is found whole or not at all: `FlashInfer` by `flashinfer`, not by `flash`."""
    for module in ("bot.search.analysis", "bot.search.concepts"):
        exchange(module, "latin_terms", _whole)


def without_bigrams() -> None:
    """A note holds a word of Han where jieba cuts it out, and a term of two words in any order."""
    analysis = import_module("bot.search.analysis")
    exchange("bot.search.concepts", "analyze", partial(_words_alone, analysis.analyze))


STEPS: Mapping[str, Callable[[], None]] = {
    "no bigrams at all": without_bigrams,
    "no stems": without_stems,
    "traditional stays traditional": without_simplified,
    "names whole, not in parts": without_parts,
}


def alone(step: str, work: Callable[..., T], *args: Any) -> T:
    """Do some work in a new process that lacks a step."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_without, step, work, *args).result()


def _without(step: str, work: Callable[..., T], *args: Any) -> T:
    STEPS[step]()
    return work(*args)


def exchange(module: str, name: str, value: object) -> None:
    """Put a value in the place of one that is there."""
    place = vars(import_module(module))
    if name not in place:
        raise AttributeError(f"{module} has no {name} any more")
    place[name] = value


def _unchanged(word: str) -> str:
    return word


def _words_alone(analyze: Callable[[str], Any], text: str) -> Any:
    return replace(analyze(text), bigrams=())


def _whole(chunk: str) -> tuple[str, ...]:
    from bot.search.identifiers import joined

    return (joined(chunk),)
