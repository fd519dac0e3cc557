"""Made-up paragraphs for measuring speed, as terms, with the statistics of real ones.

Terms are drawn by the Zipf–Mandelbrot law over half a million, and now and then a paragraph
repeats one it has already used, as prose does. Measured on three real corpora of Chinese notes
and encyclopedia text, the most frequent term is 4–6 % of all, the 100th .07–.15 %, the 1,000th
.013 %, the 10,000th .0004–.0013 %; here they are 3.3 %, .094 %, .008 % and .0007 %. The length
is 60 terms in the mean, as that of the seeds' blocks, and log-normal.

A query is two to five different terms of one paragraph, drawn evenly from those that are no
rarities. Their share of documents then spreads as that of the words of real questions does (see
`tests/bench/README.md`), frequent words included.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

VOCABULARY = 500_000
EXPONENT = 1.07
SHIFT = 2.7
MEAN_LENGTH = 60
LENGTH_SPREAD = 0.6  # of the logarithm
REPEATED = 0.15  # share of terms that repeat an earlier one of their paragraph
ASKED = 50_000  # queries are made of the most frequent terms up to this rank
CHUNK = 10_000  # paragraphs made or read at a time

TermIds = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Paragraphs on disk, read piece by piece so that their memory is nobody's.

    Args:
        folder: Where `terms` and `lengths` lie.
        size: How many paragraphs there are.
    """

    folder: Path
    size: int

    def id_lists(self) -> Iterator[TermIds]:
        """The numbers of each paragraph's terms."""
        lengths = np.fromfile(self.folder / "lengths", np.uint32)
        with (self.folder / "terms").open("rb") as file:
            for first in range(0, self.size, CHUNK):
                part = lengths[first : first + CHUNK]
                terms = np.fromfile(file, np.uint32, int(part.sum()))
                yield from np.split(terms, np.cumsum(part)[:-1])

    def documents(self) -> Iterator[list[str]]:
        """Each paragraph's terms; one string object a term, whatever its number of uses."""
        names = [f"t{number}" for number in range(VOCABULARY)]
        for ids in self.id_lists():
            yield [names[number] for number in ids]

    def queries(self, count: int, *, seed: int = 1) -> list[list[str]]:
        """Queries of two to five terms."""
        random = np.random.default_rng(seed)
        wanted = np.sort(random.integers(0, self.size, count))
        chosen: list[list[str]] = []
        for number, ids in enumerate(self.id_lists()):
            while len(chosen) < count and wanted[len(chosen)] == number:
                distinct = np.unique(ids[ids < ASKED])
                length = min(int(random.integers(2, 6)), len(distinct))
                picked = random.choice(distinct, length, replace=False)
                chosen.append([f"t{term}" for term in picked])
        random.shuffle(chosen)
        return chosen


def make_corpus(folder: Path, size: int, *, seed: int = 0) -> Corpus:
    """Draw paragraphs and write them down; the same for the same size and seed."""
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    with (folder / "terms").open("wb") as terms, (folder / "lengths").open("wb") as lengths:
        for first in range(0, size, CHUNK):
            drawn = _draw_lengths(random, min(CHUNK, size - first))
            drawn.tofile(lengths)
            _draw_terms(random, drawn).tofile(terms)
    return Corpus(folder, size)


def _draw_lengths(random: np.random.Generator, count: int) -> npt.NDArray[np.uint32]:
    centre = np.log(MEAN_LENGTH) - LENGTH_SPREAD**2 / 2
    drawn = random.lognormal(centre, LENGTH_SPREAD, count).round()
    return np.maximum(drawn, 5).astype(np.uint32)


def _draw_terms(random: np.random.Generator, lengths: npt.NDArray[np.uint32]) -> TermIds:
    total = int(lengths.sum())
    weights = 1 / (np.arange(VOCABULARY) + 1 + SHIFT) ** EXPONENT
    steps = np.cumsum(weights / weights.sum())
    terms = np.searchsorted(steps, random.random(total)).clip(max=VOCABULARY - 1)
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths).astype(np.int64)
    places = np.arange(total) - starts
    earlier = starts + (random.random(total) * places).astype(np.int64)
    repeats = (random.random(total) < REPEATED) & (places > 0)
    return np.where(repeats, terms[earlier], terms).astype(np.uint32)
