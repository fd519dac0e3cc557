"""What was counted, read back into plain Python, for tests to compare."""

import numpy as np

from bot.search.counting import Counted


def counts_of(counted: Counted) -> dict[str, list[tuple[int, int]]]:
    """Where each term stands, and how often."""
    bounds = [0, *np.cumsum(counted.frequency).tolist()]
    return {
        term: list(
            zip(
                counted.ids[bounds[number] : bounds[number + 1]].tolist(),
                counted.counts[bounds[number] : bounds[number + 1]].tolist(),
                strict=True,
            )
        )
        for term, number in counted.numbers.items()
    }
