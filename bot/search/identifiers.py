"""The parts of a Latin word: what `FlashInfer`, `a/b.py` and `v4.7.1` can be found by.

A *chunk* is a run of letters, digits and `_` that `.`, `-`, `/`, `+` or `:` may join. It gives its
*joined* form (separators dropped, lower case: `flash_infer`, `flash-infer` and `FlashInfer` are
one), each piece between separators, and the parts of a piece by its capitals.
"""

import re
from functools import lru_cache

from bot.search.stemming import stem

_SEPARATORS = re.compile(r"[^\w.]+|_+|(?<![0-9])\.+|\.+(?![0-9])")
"""What parts the pieces of a chunk; a dot between two digits is part of a number."""

_CAPITALS = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[^\WA-Z_0-9]+[0-9]*|[0-9]+(?:\.[0-9]+)*|.")
_LETTERS_THEN_DIGITS = re.compile(r"([^\W\d_]{3,})[0-9][0-9.]*")
_PLURAL = re.compile(r"[A-Z]{2,}s")  # GPUs, IDs
_MARKS = "+#"  # C++ and C# are not C
_VERSION = re.compile(r"v([0-9]+(?:\.[0-9]+)+)")
_SHORT = 2  # letters: Mo, Ro, v, W; longer parts stand on their own
_WORD = re.compile(r"[^\W\d_]+")


def is_identifier(chunk: str) -> bool:
    """Whether a chunk is a name by its looks: digits, `_`, inner capitals, separators."""
    return not _WORD.fullmatch(chunk) or not (chunk.islower() or chunk[1:].islower())


@lru_cache(maxsize=1 << 18)
def latin_terms(chunk: str) -> tuple[str, ...]:
    """All terms of a chunk, without duplicates: the joined form first, then pieces and parts.

    >>> latin_terms("FlashInfer")
    ('flashinfer', 'flash', 'infer')
    """
    if chunk[-1] in _MARKS:
        return (chunk.lower(),)
    pieces = [piece for piece in _SEPARATORS.split(chunk) if piece]
    terms = [joined(chunk)]
    for piece in pieces:
        if piece != chunk:  # else it is the joined form
            terms.append(_term(piece))
        terms += [_term(part) for part in _parts(piece)]
    if version := _VERSION.fullmatch(chunk.lower()):
        terms.append(version[1])
    return tuple(dict.fromkeys(term for term in terms if term))


@lru_cache(maxsize=1 << 18)
def joined(chunk: str) -> str:
    """The chunk as one term: pieces put together; a plain word is stemmed."""
    return chunk.lower() if chunk[-1] in _MARKS else _term("".join(_SEPARATORS.split(chunk)))


@lru_cache(maxsize=1 << 17)
def _term(piece: str) -> str:
    """One piece or part as a term; names are many, but what they are made of comes again."""
    lower = piece[:-1].lower() if _PLURAL.fullmatch(piece) else piece.lower()
    return stem(lower) if _WORD.fullmatch(lower) else lower


def _parts(piece: str) -> list[str]:
    """Parts by capitals, then by a long word before digits (`murmur3` is found by `murmur`)."""
    if "." in piece or _PLURAL.fullmatch(piece):  # a number, or one acronym
        return []
    parts = _by_capitals(piece)
    words = [match[1] for part in parts if (match := _LETTERS_THEN_DIGITS.fullmatch(part))]
    return (parts if len(parts) > 1 else []) + words


def _by_capitals(piece: str) -> list[str]:
    """The parts of a piece by its capitals, where short ones stay with their neighbour.

    `FusedMoE` gives Fused and MoE, `RoPE`, `vLLM` and `W4A16` stay whole, and the lone letters
    of `kNumHeadsQPadded` give nothing.
    """
    parts: list[str] = []
    for part in _CAPITALS.findall(piece):
        if parts and _belongs(parts[-1], part):
            parts[-1] += part
        else:
            parts.append(part)
    return [part for part in parts if len(part) > 1]


def _belongs(before: str, part: str) -> bool:
    """Whether a part is the rest of the one before it: `E` of `MoE`, `PE` of `RoPE`."""
    letters = sum(char.isalpha() for char in before)
    is_tail = part.upper() == part or sum(char.isalpha() for char in part) == 1
    return is_tail and letters <= _SHORT and len(before) - letters <= _SHORT
