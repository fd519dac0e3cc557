"""Over any course of meetings and digests, each note is said once, and none is lost."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.digest.window import covered, new_notes
from bot.state.first_seen import Met
from bot.state.ledger import Window
from tests.digest.reviews import review
from tests.state.clock import SetClock

NOW = SetClock().now
# Each step: a note is met by some replica; whether the posting replica has it; whether it posts.
steps = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40)


@given(steps)
def test_each_note_is_in_one_digest(course: list[tuple[bool, bool]]) -> None:
    """Notes that come late to the posting replica are in a later digest."""
    met: dict[str, Met] = {}
    at_hand: list[str] = []
    late: list[str] = []
    said: list[str] = []
    last = Window()
    for number, (is_at_hand, posts) in enumerate([*course, (True, True), (True, True)], 1):
        met[f"n{number}"] = Met(number, NOW)
        (at_hand if is_at_hand else late).append(f"n{number}")
        if posts:
            notes = [review(id_) for id_ in at_hand]
            found, last = new_notes(notes, met, last, NOW)
            said += [note.id for note in found]
            assert [note.id for note in covered(notes, met, last)] == [n.id for n in found]
            at_hand += late
            late = []

    assert sorted(met) == sorted(said)


def test_note_that_never_comes_is_waited_for_a_week() -> None:
    """A deleted note does not stay on the list for ever."""
    met = {"gone": Met(1, NOW), "here": Met(2, NOW)}
    notes = [review("here")]
    _, first = new_notes(notes, met, Window(), NOW)
    _, second = new_notes(notes, met, first, NOW + timedelta(days=8))

    assert (("gone",), ()) == (first.left_behind, second.left_behind)


def test_nothing_met_is_an_empty_window() -> None:
    """Before any note there is nothing to say, and nothing goes wrong."""
    assert ((), Window()) == new_notes([], {}, Window(), NOW)
