"""Near spellings: what a word that no note holds was probably meant to be.

Latin names only, by their characters (rapidfuzz): "FlashInfra" is near FlashInfer. A typo seldom
changes the first letter, and a short word is near too many. A name with other digits is another
thing (Kimi-K2, Kimi-K3): worth showing, never sure.
"""

from collections.abc import Iterable, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

SURE = 0.8
"""From this likeness on a word is searched for under its near spelling."""

NEAR = 0.66
"""From this likeness on a spelling is worth showing."""

_SHORTEST = 4


def near_spellings(word: str, chunks: Iterable[str], *, limit: int = 3) -> list[tuple[str, float]]:
    """The chunks that are spelt most like a word, best first, each with its likeness (0 to 1).

    Args:
        word: A Latin word as typed.
        chunks: Latin chunks as notes write them; of two that differ in case the later counts.
        limit: How many at most.
    """
    lower = word.lower()
    if len(lower) < _SHORTEST or not lower.isascii():
        return []
    first = lower[0]
    candidates = {
        chunk.lower(): chunk
        for chunk in chunks
        if abs(len(chunk) - len(lower)) <= len(lower) // 3 and chunk[0].lower() == first
    }
    keys: Sequence[str] = [key for key in candidates if key != lower]
    found = process.extract(
        lower, keys, scorer=OSA.normalized_similarity, limit=limit, score_cutoff=NEAR
    )
    return [(candidates[key], likeness) for key, likeness, _ in found]


def is_sure(word: str, spelling: str, likeness: float) -> bool:
    """Whether a near spelling is what was meant."""
    return likeness >= SURE and _digits(word) == _digits(spelling)


def _digits(word: str) -> str:
    return "".join(char for char in word if char.isdigit())
