"""What a person gets without this project: stock `rank_bm25` over `jieba.lcut`, as it comes."""

import logging
from collections.abc import Sequence

import jieba
import numpy as np
from rank_bm25 import BM25Okapi

from tests.bench.sets import RetrievalSet


class StockSearch:
    """Okapi BM25 with the library's defaults over the words of title and text."""

    def __init__(self, documents: Sequence[tuple[str, str]]) -> None:
        jieba.setLogLevel(logging.WARNING)
        self._ids = [name for name, _ in documents]
        self._index = BM25Okapi([jieba.lcut(text) for _, text in documents])

    def search(self, query: str, limit: int) -> list[str]:
        """Ids by falling score; where scores are equal, in the order of the corpus."""
        scores = self._index.get_scores(jieba.lcut(query))
        return [self._ids[place] for place in np.argsort(-scores, kind="stable")[:limit]]


def stock_answers(judged: RetrievalSet, limit: int) -> list[list[str]]:
    """The answers to all queries of a set."""
    search = StockSearch(list(judged.documents()))
    return [search.search(query.text, limit) for query in judged.queries]
