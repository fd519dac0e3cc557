"""The index against the library it takes its model from: rank_bm25 is the oracle."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25, BM25Plus

from bot.search.index import PostingIndex
from tests.search.texts import MANY, SOME

TERMS = st.sampled_from(["a", "b", "c", "d", "e", "缓存", "#1", ""])
DOCUMENT = st.lists(TERMS, max_size=12)
CORPUS = st.lists(DOCUMENT, min_size=1, max_size=12).filter(any)
QUERY = st.lists(TERMS | st.just("nowhere"), max_size=6)
MODEL = st.tuples(st.floats(0.01, 3), st.floats(0, 0.99))
"""Short of the ends, where the library divides nothing by nothing for an empty document."""


@MANY
@given(CORPUS, QUERY, MODEL)
def test_scores_are_the_library_s(
    corpus: list[list[str]], query: list[str], model: tuple[float, float]
) -> None:
    """Without δ every document has the score that BM25Plus gives it."""
    k1, b = model
    expected = BM25Plus(corpus, k1=k1, b=b, delta=0).get_scores(query)
    scores = PostingIndex(corpus, k1=k1, b=b, delta=0).get_scores(query)

    np.testing.assert_allclose(scores, expected, rtol=1e-5, atol=1e-6)


@MANY
@given(CORPUS, QUERY, st.floats(0, 2))
def test_delta_is_for_terms_that_are_there(
    corpus: list[list[str]], query: list[str], delta: float
) -> None:
    """With δ the library's score, less the δ it gives for terms that are absent."""
    library = BM25Plus(corpus, k1=1.2, b=0.75, delta=delta)
    unearned = [
        sum(library.idf.get(term, 0.0) * delta for term in query if term not in document)
        for document in corpus
    ]
    scores = PostingIndex(corpus, k1=1.2, b=0.75, delta=delta).get_scores(query)

    np.testing.assert_allclose(scores, library.get_scores(query) - unearned, rtol=1e-5, atol=1e-5)


@SOME
@given(CORPUS)
def test_idf_is_the_library_s_and_positive(corpus: list[list[str]]) -> None:
    """Also for a term that every document holds: a match never scores 0."""
    index = PostingIndex(corpus)
    library = BM25Plus(corpus)

    assert set(library.idf) == set(index.idf)
    for term, idf in library.idf.items():
        assert idf == pytest.approx(index.idf[term])
        assert index.idf[term] > 0


@SOME
@given(CORPUS, TERMS)
def test_postings_name_the_documents_that_hold_a_term(corpus: list[list[str]], term: str) -> None:
    """Ascending, each once, each with what the term adds to its score."""
    index = PostingIndex(corpus)
    found = index.postings(term)
    holders = [number for number, document in enumerate(corpus) if term in document]

    assert holders == found.ids.tolist()
    assert len(holders) == index.frequency(term)
    assert (term in index.vocabulary) == bool(holders)
    np.testing.assert_allclose(found.impacts, index.get_scores([term])[holders], rtol=1e-6)
    assert (found.impacts > 0).all()


@SOME
@given(CORPUS, QUERY)
def test_a_repeated_term_counts_again(corpus: list[list[str]], query: list[str]) -> None:
    """As in the library: twice the question, twice the score."""
    index = PostingIndex(corpus)

    np.testing.assert_allclose(
        index.get_scores(query * 2), 2 * index.get_scores(query), rtol=1e-5, atol=1e-6
    )


@SOME
@given(CORPUS, QUERY, st.randoms(use_true_random=False))
def test_batch_scores_are_picked_from_all(
    corpus: list[list[str]], query: list[str], random: Random
) -> None:
    """In the order given, a document as often as it is named; a plain list."""
    index = PostingIndex(corpus)
    numbers = [random.randrange(len(corpus)) for _ in range(5)]
    batch = index.get_batch_scores(query, numbers)

    assert isinstance(batch, list)
    np.testing.assert_allclose(batch, index.get_scores(query)[numbers], rtol=1e-6)


@SOME
@given(CORPUS, QUERY, st.integers(1, 15))
def test_the_best_documents_are_the_library_s(
    corpus: list[list[str]], query: list[str], count: int
) -> None:
    """`get_top_n` serves as in the library: no document left out scores higher."""
    index = PostingIndex(corpus)
    numbers = list(range(len(corpus)))
    best = index.get_top_n(query, numbers, n=count)
    scores = index.get_scores(query)

    assert min(count, len(corpus)) == len(best) == len(set(best))
    np.testing.assert_allclose(
        sorted(scores[best], reverse=True), np.sort(scores)[::-1][: len(best)], rtol=1e-6
    )


def test_it_is_the_library_s_model() -> None:
    """Who knows rank_bm25 knows this index."""
    index = PostingIndex([["a"], ["a", "b"]])

    assert isinstance(index, BM25)
    assert (2, 1.5, [1, 2]) == (index.corpus_size, index.avgdl, list(index.doc_len))


@pytest.mark.parametrize("corpus", [[], [[]], [[], []]])
def test_a_corpus_without_terms(corpus: Sequence[Sequence[str]]) -> None:
    """The library divides by zero here; we answer with nothing."""
    index = PostingIndex(corpus)

    assert len(corpus) == index.corpus_size
    assert [0.0] * len(corpus) == index.get_scores(["a"]).tolist()
    assert [] == index.postings("a").ids.tolist()
    assert 0 == index.frequency("a") == len(index.idf) == len(index.vocabulary)


def test_documents_may_come_one_by_one() -> None:
    """A corpus may be any iterable."""
    index = PostingIndex(document for document in (["a"], ["b", "a"]))

    assert [0, 1] == index.postings("a").ids.tolist()
