"""English word forms made one: fix, fixes, fixed, fixing.

Snowball's English stemmer, for words of Latin letters only; identifiers never come here whole.
"""

from functools import cache, lru_cache
from importlib import import_module
from typing import Protocol

_SHORTEST = 4  # "has", "bus", "gas": three letters say too little to cut one off


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str:  # noqa: N802  the library's own name
        """Cut a word to its stem."""


@cache
def _stemmer() -> _Stemmer:
    """PyStemmer where it is installed: the same algorithm in C, about 70 times as fast."""
    try:
        stemmer: _Stemmer = import_module("Stemmer").Stemmer("english")
    except ImportError:
        stemmer = import_module("snowballstemmer").stemmer("english")
    return stemmer


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """The stem of a lower-case word; anything but a–z comes back as it is."""
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()):
        return word
    return _stemmer().stemWord(word)
