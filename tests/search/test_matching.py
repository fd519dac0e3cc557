"""The rule that decides which notes answer, on tables of who holds what."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.concepts import Concept, Form, Question, Role
from bot.search.matching import Match, concept_weights, match
from bot.search.scoring import Holding
from bot.search.tuning import Tuning
from tests.search.texts import SOME

R, C, Q = Role.REQUIRED, Role.COUNTED, Role.QUIET
NOTES = 10


def holding(shares: dict[int, float]) -> Holding:
    return Holding(
        np.asarray(sorted(shares), np.int64),
        np.asarray([shares[number] for number in sorted(shares)], np.float32),
    )


def decide(*asked: tuple[Role, dict[int, float]], is_sentence: bool = False) -> Match:
    """The match of a question, whose concepts come with who holds how much of each."""
    concepts = tuple(
        Concept(str(number), role, (Form(str(number), (str(number),)),))
        for number, (role, _) in enumerate(asked)
    )
    held = [holding(shares) for _, shares in asked]
    return match(Question(concepts, is_sentence), held, held, NOTES, Tuning())


def full(found: Match) -> list[int]:
    numbers: list[int] = found.notes[found.is_full].tolist()
    return numbers


def whole(*numbers: int) -> dict[int, float]:
    return dict.fromkeys(numbers, 1.0)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ([(R, whole(1, 2))], [1, 2]),
        ([(C, whole(1, 2))], [1, 2]),
        ([(Q, whole(1, 2))], [1, 2]),
        ([(R, whole(1, 2)), (R, whole(2, 3))], [2]),
        ([(R, whole(1)), (R, whole(2))], []),
        ([(C, whole(1, 2)), (C, whole(2, 3))], [2]),
        ([(R, whole(1, 2)), (C, whole(2, 3))], [2]),
        ([(R, whole(1, 2)), (Q, whole(2, 3))], [1, 2]),
        ([(C, whole(1, 2)), (Q, whole())], [1, 2]),
        ([(Q, whole(1, 2)), (Q, whole(2, 3))], [2]),
        ([(C, whole(1)), (C, whole())], []),
        ([(C, {1: 0.5, 2: 1.0})], [2]),
        ([(R, whole(1)), (C, whole(1, 2)), (C, whole(1, 2)), (C, whole(2)), (C, whole(1))], [1]),
        ([], []),
    ],
)
def test_who_answers(asked: list[tuple[Role, dict[int, float]]], expected: list[int]) -> None:
    """All names, numbers and phrases, and all other words of a short question; quiet ones aside."""
    assert expected == full(decide(*asked))


def test_of_a_long_question_enough_is_enough() -> None:
    """Not of its names: those must all be there."""
    words = [(C, whole(1, 2)), (C, whole(1)), (C, whole(1)), (C, whole(2))]

    assert [1] == full(decide(*words))
    assert [] == full(decide(*words, (R, whole(3))))


def test_rare_words_weigh_more() -> None:
    """Two common words are less of a question than the two rare ones."""
    common, rare = (C, whole(0, *range(1, 9))), (C, whole(9))
    found = decide(common, common, rare, rare)

    assert [9] == full(found)
    assert [9] == found.notes.tolist()


def test_quiet_words_weigh_nothing_beside_others() -> None:
    """Where there are only quiet ones, they are what is asked for."""
    asked = [Concept("a", C, ()), Concept("b", Q, ())]
    held = [holding(whole(1)), holding(whole(2))]
    weights = concept_weights(asked, held, NOTES)
    alone = concept_weights(asked[1:], held[1:], NOTES)

    assert weights[0] > 0 == weights[1]
    assert alone[0] > 0


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ([(R, whole(1)), (R, whole(2))], [1, 2]),
        ([(R, whole(*range(9))), (R, whole(9))], [9]),
        ([(C, whole()), (C, whole(1, 2, 3))], []),
        ([(C, {1: 0.6})], [1]),
        ([(C, {1: 0.2})], []),
    ],
)
def test_who_comes_near(asked: list[tuple[Role, dict[int, float]]], expected: list[int]) -> None:
    """A fair share, or the rarest thing; what no note holds counts as the rarest."""
    found = decide(*asked)

    assert [] == full(found)
    assert expected == found.notes.tolist()


def test_near_notes_are_welcome_to_open_questions() -> None:
    """Long ones, and sentences: not to the name of a subject."""
    asked = [(C, whole(1)), (C, whole(1, 2))]

    assert not decide(*asked).is_open
    assert decide(*asked, is_sentence=True).is_open
    assert decide(*asked * 2).is_open


def test_own_words_are_told_from_translations() -> None:
    """A note may answer in any form; whether in the asker's own is kept."""
    concepts = (Concept("a", C, (Form("a", ("a",)), Form("b", ("b",)))),)
    own, held = [holding(whole(1))], [holding(whole(1, 2))]
    found = match(Question(concepts), own, held, NOTES, Tuning())

    assert ([1, 2], [True, True], [True, False]) == (
        found.notes.tolist(),
        found.is_full.tolist(),
        found.is_literal.tolist(),
    )


SHARES = st.dictionaries(st.integers(0, NOTES - 1), st.floats(0.5, 1.0, width=32), max_size=NOTES)
ASKED = st.lists(st.tuples(st.sampled_from(Role), SHARES), max_size=6)


@SOME
@given(ASKED, st.booleans())
def test_any_match_is_sound(asked: list[tuple[Role, dict[int, float]]], is_sentence: bool) -> None:  # noqa: FBT001
    """Ascending numbers that hold something; shares from 0 to 1; who answers lacks no name."""
    found = decide(*asked, is_sentence=is_sentence)
    numbers = found.notes.tolist()

    assert sorted(set(numbers)) == numbers
    assert all(any(number in shares for _, shares in asked) for number in numbers)
    assert ((found.share >= 0) & (found.share <= 1 + 1e-6)).all()
    assert not (found.is_literal & ~found.is_full).any()
    for number in full(found):
        assert all(shares.get(number, 0) > 1 - 1e-5 for role, shares in asked if role is R)


@SOME
@given(ASKED, st.integers(0, NOTES - 1))
def test_to_hold_more_never_costs_a_note_its_answer(
    asked: list[tuple[Role, dict[int, float]]], number: int
) -> None:
    """A note that holds all of everything answers."""
    asked = [(role, {**shares, number: 1.0}) for role, shares in asked]

    assert not asked or number in full(decide(*asked))
