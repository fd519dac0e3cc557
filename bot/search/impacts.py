"""What a posting adds to a score: BM25+, posting by posting, with nothing left for the question.

A term that occurs f times in a document of l terms adds
idf · (δ + f · (k1 + 1) / (k1 · (1 − b + b · l / avgdl) + f)), where idf = ln((N + 1) / df)
(Lv and Zhai, "Lower-bounding term frequency normalization", CIKM 2011).

Every step is done to each posting apart and in 32 bits, so a list that is worked out alone has the
same impacts, to the last bit, as when all lists are worked out at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.search.counting import Counted

Scores = npt.NDArray[np.float32]

_STEP = 4_000_000  # postings worked on at a time


@dataclass(frozen=True, slots=True)
class Model:
    """The numbers of BM25+.

    Args:
        k1: Saturation of frequency.
        b: Share of length normalisation, 0 to 1.
        delta: What a term adds for being there at all.
    """

    k1: float
    b: float
    delta: float


def idf(size: int, frequency: Any) -> npt.NDArray[np.float64]:
    """The idf of terms, by the number of documents that each stands in; positive."""
    return np.log((size + 1) / np.asarray(frequency))


def all_impacts(counted: Counted, model: Model) -> Scores:
    """The impact of every posting; shape (postings,)."""
    weights = idf(len(counted.lengths), counted.frequency).astype(np.float32)
    norms = _norms(counted, model)
    bounds = np.concatenate(([0], np.cumsum(counted.frequency)))
    impacts = np.empty(len(counted.ids), np.float32)
    for first, last in pairwise(_cuts(bounds, _STEP)):
        cut = slice(bounds[first], bounds[last])
        repeated = np.repeat(weights[first:last], counted.frequency[first:last])
        impacts[cut] = _impacts(counted, cut, norms, model) * repeated
    return impacts


def impacts_of_lists(counted: Counted, model: Model) -> Callable[[slice, int], Scores]:
    """What works out one list: takes where it lies and how long it is."""
    norms = _norms(counted, model)
    size = len(counted.lengths)

    def work_out(cut: slice, frequency: int) -> Scores:
        weight = idf(size, np.asarray([frequency])).astype(np.float32)
        return _impacts(counted, cut, norms, model) * weight

    return work_out


def _norms(counted: Counted, model: Model) -> Scores:
    """What stands beside f below the line, by document; shape (documents,)."""
    lengths = counted.lengths
    mean = float(lengths.mean()) if len(lengths) else 0.0
    norms = model.k1 * (1 - model.b + model.b * lengths / (mean or 1.0))
    return np.asarray(norms, np.float32)


def _impacts(counted: Counted, cut: slice, norms: Scores, model: Model) -> Scores:
    """The impacts of a stretch of postings, their idf left out."""
    impacts = counted.counts[cut].astype(np.float32)
    below = norms[counted.ids[cut]]
    below += impacts
    impacts *= np.float32(model.k1 + 1)
    impacts /= below
    impacts += np.float32(model.delta)
    return impacts


def _cuts(bounds: npt.NDArray[np.int64], step: int) -> list[int]:
    """Term numbers at which to pause, some `step` postings apart.

    What the arithmetic needs in between is not held for all postings at once.
    """
    terms = len(bounds) - 1
    wanted = np.searchsorted(bounds, np.arange(step, bounds[-1], step))
    # By a set: `np.unique` loads numpy's masked arrays, which takes longer than a small index.
    return [0, *sorted(set(wanted[wanted < terms].tolist())), terms]
