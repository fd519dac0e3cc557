"""The engines that are measured, each behind the same two calls: build, and search.

Every engine gets the same terms, so that neither a tokenizer nor a stemmer is measured, and is
set up as its own documentation would for this use: ranked search over short texts, ten results.
Each import stands in the engine that needs it: a process measures one engine and loads no other.
"""

import tempfile
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from tests.bench.corpora import Corpus

TOP = 10


class Engine(Protocol):
    """What is measured."""

    def build(self, corpus: Corpus) -> None:
        """Index all paragraphs."""

    def search(self, terms: Sequence[str]) -> Any:
        """The ten best paragraphs for some terms, in whatever form the engine gives them."""


class Ours:
    """This project's index."""

    def build(self, corpus: Corpus) -> None:
        from bot.search.index import PostingIndex

        self.index = PostingIndex(corpus.documents())
        self.index.warm()

    def search(self, terms: Sequence[str]) -> Any:
        return self.index.top_k([(term, 1.0) for term in terms], TOP)


class RankBm25:
    """rank_bm25's Okapi, the library that the owner of this project chose for its model."""

    def build(self, corpus: Corpus) -> None:
        from rank_bm25 import BM25Okapi

        self._index = BM25Okapi(list(corpus.documents()))
        self._numbers = range(corpus.size)

    def search(self, terms: Sequence[str]) -> Any:
        return self._index.get_top_n(list(terms), self._numbers, TOP)


class Tantivy:
    """tantivy: an index in one folder, frequencies without positions, ranked by its BM25.

    `count=False` lets it skip what cannot reach the first ten (block-max WAND).
    """

    def build(self, corpus: Corpus) -> None:
        import tantivy

        fields = tantivy.SchemaBuilder()
        fields.add_text_field("text", tokenizer_name="whitespace", index_option="freq")
        self._schema = fields.build()
        self._folder = tempfile.TemporaryDirectory()
        index = tantivy.Index(self._schema, path=self._folder.name)
        writer = index.writer(heap_size=512_000_000, num_threads=1)
        for terms in corpus.documents():
            writer.add_document(tantivy.Document(text=" ".join(terms)))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()
        self._query: Any = tantivy.Query
        self._should = tantivy.Occur.Should

    def search(self, terms: Sequence[str]) -> Any:
        parts = [
            (self._should, self._query.term_query(self._schema, "text", term, "freq"))
            for term in terms
        ]
        return self._searcher.search(self._query.boolean_query(parts), TOP, count=False).hits


class Bm25s:
    """bm25s, on numpy or numba: scores computed while indexing, summed while searching."""

    def __init__(self, backend: str) -> None:
        self._backend = backend

    def build(self, corpus: Corpus) -> None:
        import bm25s

        numbers: dict[str, int] = {}
        ids = [
            [numbers.setdefault(term, len(numbers)) for term in terms]
            for terms in corpus.documents()
        ]
        self._index = bm25s.BM25(backend=self._backend)
        self._index.index((ids, numbers), show_progress=False)

    def search(self, terms: Sequence[str]) -> Any:
        return self._index.retrieve([list(terms)], k=TOP, show_progress=False)


ENGINES: dict[str, Callable[[], Engine]] = {
    "prbot": Ours,
    "tantivy": Tantivy,
    "bm25s numpy": lambda: Bm25s("numpy"),
    "bm25s numba": lambda: Bm25s("numba"),
    "rank_bm25": RankBm25,
}
LARGEST = {"rank_bm25": 100_000}
"""Beyond this an engine is not measured: a query takes a second, the lists do not fit."""


def unequal(index: Any, queries: Sequence[Sequence[str]]) -> int:
    """For how many queries the ten best are not those of the exhaustive scores, bit for bit.

    The order is by falling score, and by place where scores are equal.
    """
    return sum(not _same_best(index, terms) for terms in queries)


def _same_best(index: Any, terms: Sequence[str]) -> bool:
    scores = index.get_scores(terms)
    expected = np.argsort(-scores, kind="stable")[:TOP]
    expected = expected[scores[expected] > 0]
    ids, found = index.top_k([(term, 1.0) for term in terms], TOP)
    return np.array_equal(ids, expected) and np.array_equal(found, scores[expected])
