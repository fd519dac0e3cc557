"""A vocabulary that grew answers as the dictionary it stands for."""

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bot.search.pairs import PairTerms, pairs_of_texts
from bot.search.stored_terms import StoredTerms, pack
from bot.search.vocabulary import GrownTerms, terms_with
from tests.search.texts import SOME

if TYPE_CHECKING:
    from collections.abc import Mapping

TERMS = st.lists(st.sampled_from("abcdefgh"), unique=True)


@SOME
@given(TERMS, TERMS, st.sets(st.integers(0, 15)))
def test_it_is_a_mapping_of_what_occurs(base: list[str], more: list[str], gone: set[int]) -> None:
    """Terms of before and new ones, less those that are gone; a number is kept for those."""
    new = [term for term in more if term not in base]
    numbers = {term: number for number, term in enumerate([*base, *new])}
    gone &= set(numbers.values())
    terms = GrownTerms(
        {term: numbers[term] for term in base}, {term: numbers[term] for term in new}, gone
    )
    expected = {term: number for term, number in numbers.items() if number not in gone}

    assert expected == dict(terms)
    assert len(expected) == len(terms)
    for term in "abcdefghi":
        assert (term in expected) == (term in terms)
        assert expected.get(term) == terms.get(term)
        assert numbers.get(term) == terms.number(term)


@SOME
@given(
    st.sets(st.text("一二三a ", min_size=1, max_size=3)),
    st.sets(st.integers(0, 5)),
    st.text("一a", min_size=1, max_size=1),
)
def test_terms_are_found_by_a_character(terms: set[str], gone: set[int], char: str) -> None:
    """However a vocabulary is kept."""
    numbers = {term: number for number, term in enumerate(sorted(terms))}
    pairs = np.unique(
        pairs_of_texts(" ".join(term for term in terms if term in {"一", "一二", "二一"}))[0]
    )
    stored = pack(numbers)
    stored["bounds"] = stored.pop("term_bounds")
    others = {
        term: number
        for number, term in enumerate(
            term for term in numbers if term not in set(PairTerms({}, pairs))
        )
    }
    new = {"一新": len(numbers), "新": len(numbers) + 1}
    vocabularies: list[Mapping[str, int]] = [
        numbers,
        PairTerms(others, pairs),
        StoredTerms(**stored),  # type: ignore[arg-type]
        GrownTerms(numbers, new, gone & set(numbers.values())),
    ]

    for vocabulary in vocabularies:
        assert [term for term in vocabulary if char in term] == terms_with(vocabulary, char)
