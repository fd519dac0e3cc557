"""Votes are kept with the question and the notes shown."""

from dataclasses import replace

import pytest

from bot.state.feedback import Vote
from bot.state.stores import Stores
from tests.state.clock import SetClock

VOTE = Vote(
    workspace="T1",
    channel="C1",
    message="1.2",
    user="U1",
    at=SetClock().now,
    helpful=False,
    question="FlashInfer 相关的 PR",
    shown=("n1", "n2"),
)


def test_vote_comes_back_as_it_was_given(stores: Stores) -> None:
    """Nothing of a vote is lost."""
    stores.feedback.put(VOTE)

    assert (VOTE,) == stores.feedback.newest()


def test_second_vote_of_one_person_takes_the_place_of_the_first(stores: Stores) -> None:
    """Who presses the other button has changed their mind."""
    second = replace(VOTE, helpful=True, at=SetClock().forward(minutes=1))
    stores.feedback.put(VOTE)
    stores.feedback.put(second)

    assert (second,) == stores.feedback.newest()


def test_votes_of_two_people_both_count(stores: Stores) -> None:
    """One answer can have many votes, the newest first."""
    other = replace(VOTE, user="U2", at=SetClock().forward(minutes=1))
    stores.feedback.put(VOTE)
    stores.feedback.put(other)

    assert (other, VOTE) == stores.feedback.newest()


def test_unhelpful_votes_can_be_asked_for_alone(stores: Stores) -> None:
    """What people found wrong is what one looks for."""
    liked = replace(VOTE, user="U2", helpful=True)
    stores.feedback.put(VOTE)
    stores.feedback.put(liked)

    assert ((VOTE,), (liked,)) == (
        stores.feedback.newest(helpful=False),
        stores.feedback.newest(helpful=True),
    )


@pytest.mark.parametrize("question", ["a\0b", "\ud83d half", "x" * 100_000, "", "'; DROP TABLE"])
def test_any_question_can_be_kept(stores: Stores, question: str) -> None:
    """What a database cannot hold costs those characters, not the vote."""
    stores.feedback.put(replace(VOTE, question=question))
    kept = stores.feedback.newest()[0].question

    assert question.replace("\0", "").replace("\ud83d", "?") == kept
