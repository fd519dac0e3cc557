"""A vocabulary that grew answers as the dictionary it stands for."""

from hypothesis import given
from hypothesis import strategies as st

from bot.search.vocabulary import GrownTerms
from tests.search.texts import SOME

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
