"""BM25 over posting arrays: rank-bm25's model and interface, without its walk over documents.

`PostingIndex` is rank_bm25's `BM25` with BM25+'s formula, kept as one sorted array of document
numbers and one of ready-made term scores ("impacts") for each term. Nothing outside this module
knows posting arrays: callers see terms, document numbers and scores.

Three traps of the library are mended here, and tests hold each against its own scores: an empty
corpus divides by zero; `BM25Plus` adds its δ to every document, so that δ never ranks (true BM25+
gives it to documents that hold the term); and an idf can fall to zero or below, which would rank
a note that matches behind one that does not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25

from bot.search.counting import Counted, count_terms
from bot.search.impacts import Model, all_impacts, idf, impacts_of_lists
from bot.search.postings import Ids, Limits, OpenArrays, PostingArrays, Scores, TermLists
from bot.search.topk import Asked, top_k


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term stands.

    Args:
        ids: Numbers of the documents that hold it, ascending; shape (df,).
        impacts: What it adds to each one's score, idf and all; shape (df,).
    """

    ids: Ids
    impacts: Scores


@dataclass(frozen=True, slots=True)
class Stored:
    """All that an index is made of: what to store, and what to restore it from.

    Args:
        numbers: Term to term number, numbers in order.
        lengths: Terms of each document; shape (documents,).
        counts: How often the term of each posting stands there; shape (postings,).
        arrays: Where the terms stand. Its arrays may lie in a file that is mapped, as plain
            `ndarray` (`np.asarray`): to slice a `memmap` takes ten times as long.
    """

    numbers: Mapping[str, int]
    lengths: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]
    arrays: PostingArrays | OpenArrays

    @property
    def counted(self) -> Counted:
        """What was counted of the documents: what a revision begins with."""
        frequency = np.diff(self.arrays.bounds)
        return Counted(self.numbers, self.lengths, frequency, self.arrays.ids, self.counts)


_NOWHERE = Postings(np.empty(0, np.int32), np.empty(0, np.float32))


class PostingIndex(BM25):  # type: ignore[misc]  # the library carries no types
    """BM25+ (Lv and Zhai, "Lower-bounding term frequency normalization", CIKM 2011).

    `bot.search.impacts` has the formula; its idf is positive for every term that occurs.

    Args:
        corpus: The terms of each document, or what was counted of them, or a stored index.
        k1: Saturation of frequency.
        b: Share of length normalisation, 0 to 1.
        delta: What a term adds for being there at all.
        limits: From which sizes on which way of searching is taken.
    """

    def __init__(
        self,
        corpus: Iterable[Sequence[str]] | Counted | Stored,
        *,
        k1: float = 1.2,
        b: float = 0.75,
        delta: float = 1.0,
        limits: Limits = Limits(),  # noqa: B008  frozen
    ) -> None:
        self.k1 = k1
        self.b = b
        self.delta = delta
        super().__init__(corpus)
        self._limits = limits
        self._lists = TermLists(self.stored.arrays, limits)
        self.idf = _Idf(self.stored)
        self.doc_len = self.stored.lengths

    def _initialize(self, corpus: Iterable[Sequence[str]] | Counted | Stored) -> Counted | Stored:
        """Count terms into arrays; what the library keeps as a dict a document is not kept."""
        counted = corpus if isinstance(corpus, Counted | Stored) else count_terms(corpus)
        self.corpus_size = len(counted.lengths)
        self.avgdl = float(counted.lengths.mean()) if self.corpus_size else 0.0
        return counted

    def _calc_idf(self, nd: Counted | Stored) -> None:
        """The impact of every posting, idf and all."""
        if isinstance(nd, Stored):
            self.stored = nd
            return
        model = Model(self.k1, self.b, self.delta)
        bounds = np.concatenate(([0], np.cumsum(nd.frequency)))
        arrays = PostingArrays.of(self.corpus_size, bounds, nd.ids, all_impacts(nd, model))
        self.stored = Stored(nd.numbers, nd.lengths, nd.counts, arrays)

    def warm(self) -> None:
        """Make what `top_k` needs for frequent terms, else made when they are first asked for."""
        self._lists.warm()

    def postings(self, term: str) -> Postings:
        """Where a term stands; empty where it is unknown."""
        number = self.vocabulary.get(term)
        if number is None:
            return _NOWHERE
        return Postings(*self.stored.arrays.list_of(number))

    def frequency(self, term: str) -> int:
        """In how many documents a term occurs."""
        return len(self.postings(term).ids)

    def top_k(self, terms: Iterable[tuple[str, float]], k: int) -> tuple[Ids, Scores]:
        """The best documents, those that exhaustive scoring would give.

        Args:
            terms: Terms with what the question weighs each with, above 0.
            k: How many.

        Returns:
            Document numbers and scores, best first, ties by the lower number.
        """
        numbers = ((self.vocabulary.get(term), weight) for term, weight in terms)
        asked = [
            Asked(self._lists.of(number), weight)
            for number, weight in numbers
            if number is not None
        ]
        return top_k(asked, k, self.corpus_size, self._limits)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Every term that occurs, with its number."""
        return self.stored.numbers

    def get_scores(self, query: Sequence[str]) -> Scores:
        """The score of every document; shape (corpus_size,). A repeated term counts again.

        Of 32 bits, as those of `top_k`, so that the two are equal and not only near.
        """
        scores = np.zeros(self.corpus_size, np.float32)
        for term in query:
            found = self.postings(term)
            scores[found.ids] += found.impacts
        return scores

    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]:
        """The scores of some documents, in the order given."""
        batch: list[float] = self.get_scores(query)[np.asarray(doc_ids, np.int64)].tolist()
        return batch


def left_open(counted: Counted, model: Model) -> Stored:
    """What an index is made of whose impacts are worked out list by list, when first asked for.

    They are those of an index made at once, and this one is there at once.
    """
    bounds = np.concatenate(([0], np.cumsum(counted.frequency)))
    work_out = impacts_of_lists(counted, model)
    arrays = OpenArrays(len(counted.lengths), bounds, counted.ids, work_out)
    return Stored(counted.numbers, counted.lengths, counted.counts, arrays)


class _Idf(Mapping[str, float]):
    """The idf of every term, read as the dict that the library's interface has."""

    def __init__(self, stored: Stored) -> None:
        self._numbers = stored.numbers
        self._arrays = stored.arrays

    def __getitem__(self, term: str) -> float:
        number = self._numbers[term]
        bounds = self._arrays.bounds
        return float(idf(self._arrays.size, bounds[number + 1] - bounds[number]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)
