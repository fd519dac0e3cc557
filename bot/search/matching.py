"""Which notes answer: decided by the concepts a note holds, apart from its score.

Presence is kept as one bit a concept for every note, so the rule is arithmetic on a few arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.search.concepts import Concept, Role
from bot.search.tuning import Tuning

Notes = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Match:
    """The notes that are worth ranking, and how each one fits.

    Args:
        notes: Note numbers, ascending; shape (n,).
        is_full: Whether each answers the question; shape (n,).
        share: Which share of the question (by idf) each one holds, 0 to 1; shape (n,).
    """

    notes: Notes
    is_full: npt.NDArray[np.bool_]
    share: Shares


def match(
    concepts: Sequence[Concept],
    holders: Sequence[Notes],
    size: int,
    tuning: Tuning,
) -> Match:
    """Decide which notes answer, and which come near.

    Args:
        concepts: The question's.
        holders: For each concept the numbers of the notes that hold it, ascending.
        size: How many notes there are.
        tuning: The thresholds.
    """
    weights = concept_weights(concepts, holders, size)
    notes = np.unique(np.concatenate(holders)) if holders else np.empty(0, np.int64)
    held = np.zeros((len(notes), len(concepts)), np.bool_)
    for place, holding in enumerate(holders):
        held[np.searchsorted(notes, holding), place] = True
    total = float(weights.sum()) or 1.0
    share = held @ weights / total
    is_full = _is_full(concepts, held, weights, tuning)
    counted = int((weights > 0).sum())
    floor = tuning.closest_long if counted >= tuning.long_question else tuning.closest
    keep = is_full | (share >= floor)
    return Match(notes[keep], is_full[keep], share[keep])


def concept_weights(
    concepts: Sequence[Concept], holders: Sequence[Notes], size: int
) -> npt.NDArray[np.float64]:
    """What each concept weighs in a share: its idf over notes; nothing where it is quiet.

    Where a question has only quiet words, they are what is asked for.
    """
    found = np.asarray([max(len(holding), 0.5) for holding in holders], np.float64)
    weights: npt.NDArray[np.float64] = np.log((size + 1) / found) if len(found) else found
    is_quiet = np.asarray([concept.role is Role.QUIET for concept in concepts], np.bool_)
    if len(weights) and not is_quiet.all():
        weights[is_quiet] = 0.0
    return weights


def _is_full(
    concepts: Sequence[Concept],
    held: npt.NDArray[np.bool_],
    weights: npt.NDArray[np.float64],
    tuning: Tuning,
) -> npt.NDArray[np.bool_]:
    """All names, numbers and phrases, and enough of the other words."""
    is_required = np.asarray([concept.role is Role.REQUIRED for concept in concepts], np.bool_)
    has_required = held[:, is_required].all(axis=1)
    words = ~is_required & (weights > 0)
    if not words.any():
        return np.asarray(has_required)
    share = held[:, words] @ weights[words] / weights[words].sum()
    enough = tuning.enough if words.sum() >= tuning.long_question else 1.0
    return np.asarray(has_required & (share >= enough - 1e-9))
