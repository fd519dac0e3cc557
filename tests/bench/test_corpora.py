"""The made-up corpora: the same for everyone, and with the statistics they claim."""

from pathlib import Path

import numpy as np
import pytest

from tests.bench.corpora import ASKED, Corpus, make_corpus
from tests.bench.prose import PARAGRAPHS, texts, write_notes


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return make_corpus(tmp_path_factory.mktemp("corpus"), 12_000)


def test_a_corpus_is_the_same_for_every_engine(corpus: Corpus, tmp_path: Path) -> None:
    """Two draws of one size are equal, and reading gives every paragraph once."""
    again = make_corpus(tmp_path, 12_000)

    assert list(corpus.documents()) == list(again.documents())
    assert 12_000 == sum(1 for _ in corpus.id_lists())


def test_paragraphs_have_the_length_and_the_terms_of_prose(corpus: Corpus) -> None:
    """Sixty terms in the mean, the most frequent 3–5 % of all, most terms rare."""
    lists = list(corpus.id_lists())
    counts = np.sort(np.bincount(np.concatenate(lists)))[::-1]

    assert np.mean([len(ids) for ids in lists]) == pytest.approx(60, rel=0.05)
    assert 0.03 < counts[0] / counts.sum() < 0.05
    assert np.median(counts[counts > 0]) <= 3


def test_queries_are_terms_of_one_paragraph(corpus: Corpus) -> None:
    """Two to five different terms that stand together somewhere, none of them a rarity."""
    paragraphs = [set(terms) for terms in corpus.documents()]
    queries = corpus.queries(40)

    assert 40 == len(queries)
    assert {2, 3, 4, 5} == {len(query) for query in queries}
    assert all(len(query) == len(set(query)) for query in queries)
    assert all(any(set(query) <= terms for terms in paragraphs) for query in queries)
    assert max(int(term[1:]) for query in queries for term in query) < ASKED


def test_queries_differ_by_seed_only(corpus: Corpus) -> None:
    """The warm-up asks other questions than those that are timed."""
    assert corpus.queries(20) == corpus.queries(20)
    assert corpus.queries(20) != corpus.queries(20, seed=2)


def test_notes_are_written_in_full(tmp_path: Path) -> None:
    """So many paragraphs, each Chinese with Latin names in it."""
    write_notes(tmp_path / "notes", 40 * PARAGRAPHS)
    written = list(texts(tmp_path / "notes"))

    assert 40 * PARAGRAPHS == len(written)
    assert all(any("\u4e00" <= char <= "\u9fff" for char in text) for text in written)
    assert 0.5 < np.mean([any(char.isascii() and char.isalpha() for char in t) for t in written])
