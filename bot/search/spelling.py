"""Near spellings: what a word that no note holds was probably meant to be.

Latin names only, by their characters (rapidfuzz): "FlashInfra" is near FlashInfer. A typo seldom
changes the first letter, and a short word is near too many. A name with other digits is another
thing (Kimi-K2, Kimi-K3): worth showing, never sure.
"""

from collections.abc import Iterable, Sequence

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
    if longer := [chunk for chunk in chunks if _goes_on(lower, chunk.lower())]:
        return [(chunk, 1.0) for chunk in sorted(longer, key=len)[:limit]]
    if len(lower) < _SHORTEST or not lower.isascii():
        return []
    first = lower[0]
    candidates = {
        chunk.lower(): chunk
        for chunk in chunks
        if abs(len(chunk) - len(lower)) <= len(lower) // 3 and chunk[0].lower() == first
    }
    # Loaded for the first word that no note holds: most runs of `prbot ask` meet none.
    from rapidfuzz import process  # noqa: PLC0415  as said
    from rapidfuzz.distance import OSA  # noqa: PLC0415  as said

    keys: Sequence[str] = [key for key in candidates if key != lower]
    found = process.extract(
        lower, keys, scorer=OSA.normalized_similarity, limit=limit, score_cutoff=NEAR
    )
    return [(candidates[key], likeness) for key, likeness, _ in found]


def is_sure(word: str, spelling: str, likeness: float) -> bool:
    """Whether a near spelling is what was meant."""
    is_same_number = _digits(word) == _digits(spelling)
    return likeness >= SURE and (is_same_number or _goes_on(word.lower(), spelling.lower()))


def _goes_on(word: str, chunk: str) -> bool:
    """Whether a name is the beginning of a longer one, up to a mark in it: DSV4 of DSV4.1."""
    is_start = len(word) > 1 and len(chunk) > len(word) and chunk.startswith(word)
    return is_start and not chunk[len(word)].isalnum()


def _digits(word: str) -> str:
    return "".join(char for char in word if char.isdigit())
