"""BM25 over posting arrays: rank-bm25's model and interface, without its walk over documents.

`PostingIndex` is rank_bm25's `BM25` with BM25+'s formula, kept as one sorted array of document
numbers and one of ready-made term scores ("impacts") for each term. Nothing outside this module
knows posting arrays: callers see terms, document numbers and scores.

Three traps of the library are mended here, and tests hold each against its own scores: an empty
corpus divides by zero; `BM25Plus` adds its δ to every document, so that δ never ranks (true BM25+
gives it to documents that hold the term); and an idf can fall to zero or below, which would rank
a note that matches behind one that does not.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25

Ids = npt.NDArray[np.int32]
Scores = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term stands.

    Args:
        ids: Numbers of the documents that hold it, ascending; shape (df,).
        impacts: What it adds to each one's score, idf and all; shape (df,).
    """

    ids: Ids
    impacts: Scores


_NOWHERE = Postings(np.empty(0, np.int32), np.empty(0, np.float32))


class PostingIndex(BM25):  # type: ignore[misc]  # the library carries no types
    """BM25+ (Lv and Zhai, "Lower-bounding term frequency normalization", CIKM 2011).

    A term q that occurs f times in a document of l terms adds
    idf(q) · (δ + f · (k1 + 1) / (k1 · (1 − b + b · l / avgdl) + f)), with
    idf(q) = ln((N + 1) / df(q)), which is positive for every term that occurs.

    Args:
        corpus: The terms of each document.
        k1: Saturation of frequency.
        b: Share of length normalisation, 0 to 1.
        delta: What a term adds for being there at all.
    """

    def __init__(
        self,
        corpus: Iterable[Sequence[str]],
        *,
        k1: float = 1.2,
        b: float = 0.75,
        delta: float = 1.0,
    ) -> None:
        self.k1 = k1
        self.b = b
        self.delta = delta
        self._numbers: dict[str, int] = {}
        super().__init__(corpus)

    def _initialize(self, corpus: Iterable[Sequence[str]]) -> npt.NDArray[np.int64]:
        """Count terms into arrays; what the library keeps as a dict a document is not kept.

        Returns:
            In how many documents each term occurs, by term number.
        """
        numbers = self._numbers
        sequence: list[int] = []
        lengths: list[int] = []
        for document in corpus:
            sequence += [numbers.setdefault(term, len(numbers)) for term in document]
            lengths.append(len(document))
        self.corpus_size = len(lengths)
        self.doc_len = np.asarray(lengths, np.int32)
        self.avgdl = float(self.doc_len.mean()) if lengths else 0.0
        terms, ids, counts = _count(np.asarray(sequence, np.int64), self.doc_len)
        frequency = np.bincount(terms, minlength=len(numbers))
        self._bounds = np.concatenate(([0], np.cumsum(frequency)))
        self._ids = ids
        self._counts = counts
        return frequency

    def _calc_idf(self, nd: npt.NDArray[np.int64]) -> None:
        """The idf of every term, and with it the impact of every posting."""
        weights = np.log((self.corpus_size + 1) / nd) if len(nd) else np.empty(0)
        self.idf = _Column(self._numbers, weights)
        lengths = self.doc_len[self._ids] / (self.avgdl or 1.0)
        counts = self._counts.astype(np.float64)
        saturated = counts * (self.k1 + 1) / (self.k1 * (1 - self.b + self.b * lengths) + counts)
        self._impacts = (np.repeat(weights, nd) * (self.delta + saturated)).astype(np.float32)
        del self._counts

    def postings(self, term: str) -> Postings:
        """Where a term stands; empty where it is unknown."""
        number = self._numbers.get(term)
        if number is None:
            return _NOWHERE
        cut = slice(self._bounds[number], self._bounds[number + 1])
        return Postings(self._ids[cut], self._impacts[cut])

    def frequency(self, term: str) -> int:
        """In how many documents a term occurs."""
        number = self._numbers.get(term)
        return 0 if number is None else int(self._bounds[number + 1] - self._bounds[number])

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Every term that occurs, with its number."""
        return self._numbers

    def get_scores(self, query: Sequence[str]) -> npt.NDArray[np.float64]:
        """The score of every document; shape (corpus_size,). A repeated term counts again."""
        scores = np.zeros(self.corpus_size)
        for term in query:
            found = self.postings(term)
            scores[found.ids] += found.impacts
        return scores

    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]:
        """The scores of some documents, in the order given."""
        batch: list[float] = self.get_scores(query)[np.asarray(doc_ids, np.int64)].tolist()
        return batch


class _Column(Mapping[str, float]):
    """One number a term, read as the dict that the library's interface has."""

    def __init__(self, numbers: Mapping[str, int], values: npt.NDArray[np.float64]) -> None:
        self._numbers = numbers
        self._values = values

    def __getitem__(self, term: str) -> float:
        return float(self._values[self._numbers[term]])

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def unseen_idf(size: int) -> float:
    """The idf a term would have that stood in one document: the most a word can weigh."""
    return math.log(size + 1)


def _count(
    sequence: npt.NDArray[np.int64], lengths: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int64], Ids, npt.NDArray[np.int32]]:
    """Postings out of the terms of all documents in a row: by term, then by document.

    Returns:
        Term numbers, document numbers and frequencies, each of shape (number of postings,).
    """
    size = max(len(lengths), 1)
    documents = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    keys, counts = np.unique(sequence * size + documents, return_counts=True)
    return keys // size, (keys % size).astype(np.int32), counts.astype(np.int32)
