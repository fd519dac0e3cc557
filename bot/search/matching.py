"""Which notes answer: decided by the concepts a note holds, apart from its score.

Holding is kept as one number a concept for every note, so the rule is arithmetic on a few arrays.
A name, a number or a phrase must be there. Of a short question every other word must be there too;
of a long one enough of them. What falls short of that but holds a fair share comes *near*.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.search.concepts import Concept, Question, Role
from bot.search.numbers import ascending
from bot.search.scoring import Holding
from bot.search.tuning import Tuning

Numbers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Shares = npt.NDArray[np.float64]

_UNSEEN = 0.5  # notes: what none holds is rarer than what one holds
_ALL = 1 - 1e-6  # shares are sums of 32-bit numbers


@dataclass(frozen=True, slots=True)
class Match:
    """The notes that are worth ranking, and how each one fits.

    Args:
        notes: Note numbers, ascending; shape (n,).
        is_full: Whether each answers the question; shape (n,).
        is_literal: Whether it does so in the asker's own words; shape (n,).
        share: Which share of the question (by idf) each one holds, 0 to 1; shape (n,).
        is_open: Whether near notes are welcome beside those that answer: the question is long or
            a sentence, not the name of a subject.
    """

    notes: Numbers
    is_full: Bools
    is_literal: Bools
    share: Shares
    is_open: bool


def match(
    question: Question,
    own: Sequence[Holding],
    held: Sequence[Holding],
    size: int,
    tuning: Tuning,
) -> Match:
    """Decide which notes answer, and which come near.

    Args:
        question: What is asked.
        own: For each concept, which notes hold it in the asker's own words.
        held: For each concept, which notes hold it in any form.
        size: How many notes there are.
        tuning: The thresholds.
    """
    concepts = question.concepts
    weights = concept_weights(concepts, held, size)
    is_long = int((weights > 0).sum()) >= tuning.long_question
    notes = _union(held)
    table = _table(notes, held)
    share = table @ weights / (float(weights.sum()) or 1.0)
    is_required = np.asarray([concept.role is Role.REQUIRED for concept in concepts], np.bool_)
    enough = tuning.enough if is_long else 1.0
    is_full = _is_full(table, is_required, weights, enough)
    is_literal = is_full & _is_full(_table(notes, own), is_required, weights, enough)
    is_open = is_long or question.is_sentence
    floor = tuning.closest_long if is_long else tuning.closest
    rarest = tuning.rarest_open if is_open else tuning.rarest
    is_near = _is_near(table, weights, share, floor, rarest)
    if is_full.any():
        is_near &= share >= tuning.beside
    keep = is_full | is_near
    return Match(notes[keep], is_full[keep], is_literal[keep], share[keep], is_open)


def concept_weights(concepts: Sequence[Concept], held: Sequence[Holding], size: int) -> Shares:
    """What each concept weighs in a share: its idf over notes; nothing where it is quiet.

    Where a question has only quiet words, they are what is asked for.
    """
    found = np.asarray([max(len(holding.whole), _UNSEEN) for holding in held], np.float64)
    weights: Shares = np.log((size + 1) / found)
    is_quiet = np.asarray([concept.role is Role.QUIET for concept in concepts], np.bool_)
    if len(weights) and not is_quiet.all():
        weights[is_quiet] = 0.0
    return weights


def _union(held: Sequence[Holding]) -> Numbers:
    if not held:
        return np.empty(0, np.int64)
    return ascending([holding.ids for holding in held]).astype(np.int64)


def _table(notes: Numbers, held: Sequence[Holding]) -> npt.NDArray[np.float32]:
    """How much each note holds of each concept; shape (notes, concepts)."""
    table = np.zeros((len(notes), len(held)), np.float32)
    for place, holding in enumerate(held):
        table[np.searchsorted(notes, holding.ids), place] = holding.shares
    return table


def _is_full(
    table: npt.NDArray[np.float32], is_required: Bools, weights: Shares, enough: float
) -> Bools:
    """All names, numbers and phrases, and enough of the other words."""
    is_whole = table >= _ALL
    has_required = is_whole[:, is_required].all(axis=1)
    words = ~is_required & (weights > 0)
    if not words.any():
        return np.asarray(has_required)
    share = is_whole[:, words] @ weights[words] / weights[words].sum()
    return np.asarray(has_required & (share >= enough * _ALL))


def _is_near(
    table: npt.NDArray[np.float32], weights: Shares, share: Shares, floor: float, rarest: float
) -> Bools:
    """A fair share of the question; or less, with the rarest thing it asks for.

    What no note holds counts as rarest too: to "Kubernetes operator" a note on operators is no
    answer, not even a near one, where no note speaks of Kubernetes.
    """
    is_rarest = weights >= weights.max(initial=0.0) * rarest
    has_rarest = (table[:, is_rarest] >= _ALL).any(axis=1)
    return np.asarray((share >= floor) | has_rarest)
