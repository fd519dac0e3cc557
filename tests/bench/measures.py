"""How a ranking is judged: nDCG@k, and quantiles of times."""

from collections.abc import Mapping, Sequence
from math import ceil, log2


def dcg(gains: Sequence[float]) -> float:
    """Discounted cumulated gain: each gain divided by log2(rank + 1), ranks counted from 1.

    Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4),
    2002, in the form that trec_eval and BEIR use: linear gains, rank 1 undiscounted.
    """
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, 1))


def ndcg(ranked: Sequence[str], relevant: Mapping[str, float], k: int = 10) -> float:
    """DCG of the first `k` ids over the best DCG that any ranking of `k` could have.

    An id that comes a second time earns nothing again: else one good note, answered ten times,
    would beat the perfect ranking.

    Args:
        ranked: Ids as they were answered, best first.
        relevant: Gain of each id that is relevant.
        k: How many places count.

    Returns:
        0 to 1; 0 where nothing is relevant.
    """
    firsts = {name: rank for rank, name in reversed(list(enumerate(ranked)))}
    gains = [
        relevant.get(name, 0.0) if firsts[name] == rank else 0.0
        for rank, name in enumerate(ranked[:k])
    ]
    best = dcg(sorted(relevant.values(), reverse=True)[:k])
    return dcg(gains) / best if best else 0.0


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(ceil(share * len(ordered)) - 1, 0)]
