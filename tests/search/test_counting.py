"""Counting terms piece by piece, held to counting them by hand."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.counting import count_terms
from tests.search.counts import counts_of
from tests.search.texts import SOME

CORPUS = st.lists(st.lists(st.sampled_from("abcde"), max_size=6), max_size=20)


@pytest.mark.parametrize("piece", [1, 7, 1000])
@SOME
@given(CORPUS)
def test_every_document_s_terms_are_counted(piece: int, corpus: list[list[str]]) -> None:
    """By term, its documents ascending, wherever one piece ends and the next begins."""
    counted = count_terms(corpus, piece)
    expected = {
        term: [
            (number, count[term])
            for number, count in enumerate(map(Counter, corpus))
            if term in count
        ]
        for term in {term for document in corpus for term in document}
    }

    assert list(map(len, corpus)) == counted.lengths.tolist()
    assert expected == counts_of(counted)


def test_terms_are_numbered_as_they_come() -> None:
    """So that the same documents give the same arrays, whatever Python's hashes are."""
    assert ["b", "a", "c"] == list(count_terms([["b", "a"], ["c", "a"]]).numbers)


def test_a_count_has_an_end() -> None:
    """A document that says one word a hundred thousand times costs its own count, nothing else."""
    counted = count_terms([["a"] * 100_000, ["a"]])

    assert [65_535, 1] == counted.counts.tolist()
    assert [100_000, 1] == counted.lengths.tolist()
