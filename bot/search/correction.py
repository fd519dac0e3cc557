"""Words that no note holds: what was probably meant, and what is worth asking instead.

Pure: concepts in, concepts out. Whether an answer to the mended question is better than the first
is for `bot.search.searcher`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from bot.search.concepts import Concept, word_form
from bot.search.spelling import is_sure, near_spellings


@dataclass(frozen=True, slots=True)
class Correction:
    """A question with its unknown words under other spellings.

    Args:
        concepts: The question's, mended.
        replaced: Pairs (as asked, as searched), those that were sure.
        near: All near spellings, the best of each word first.
    """

    concepts: tuple[Concept, ...]
    replaced: tuple[tuple[str, str], ...]
    near: tuple[str, ...]


def correct(
    concepts: Sequence[Concept], unknown: Collection[str], chunks: Iterable[str]
) -> Correction:
    """Look for near spellings of the words that no note holds.

    Args:
        concepts: The question's.
        unknown: The texts of those that no note holds.
        chunks: Latin chunks as notes write them.
    """
    mended: list[Concept] = []
    replaced: list[tuple[str, str]] = []
    near: list[str] = []
    for concept in concepts:
        found = near_spellings(concept.text, chunks) if concept.text in unknown else []
        near += [spelling for spelling, _ in found]
        if found and is_sure(concept.text, *found[0]):
            spelling = found[0][0]
            replaced.append((concept.text, spelling))
            mended.append(replace(concept, text=spelling, forms=(word_form(spelling),)))
        else:
            mended.append(concept)
    return Correction(tuple(mended), tuple(replaced), tuple(near))
