"""Arithmetic on arrays of numbers that several parts of the index need."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


def ranges(starts: Numbers, ends: Numbers) -> Numbers:
    """All numbers of some ranges, one range behind the other; no end lies before its start."""
    sizes = ends - starts
    offsets = np.cumsum(sizes) - sizes
    return np.repeat(starts - offsets, sizes) + np.arange(int(sizes.sum()))


def ascending(lists: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """All numbers of some lists once each, ascending.

    By sorting: `np.unique` hashes where it need not say more, which takes several times as long.
    """
    both = np.sort(np.concatenate(lists)) if lists else np.empty(0, np.int32)
    is_first = np.ones(len(both), np.bool_)
    is_first[1:] = both[1:] != both[:-1]
    return both[is_first]
