"""What buttons carry."""

import datetime as dt
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.actions import (
    Ask,
    Judged,
    Kind,
    NoteAt,
    OutdatedButtonError,
    ask,
    can_carry,
    can_open,
    pack,
    pack_judged,
    pack_note,
    unpack,
    unpack_judged,
    unpack_note,
)
from bot.slack.limits import BUTTON_VALUE, size
from bot.slack.sentences import Language
from tests.slack.notes import hostile_asks, patient, texts


@patient
@given(hostile_asks())
def test_a_button_carries_the_whole_question(asked: Ask) -> None:
    """Question, place and narrowing come back from a button as they went in, and fit."""
    value = pack(asked)

    assert asked == unpack(value)
    assert size(value) <= BUTTON_VALUE


@patient
@given(st.text())
def test_a_long_question_is_cut_once_and_for_all(text: str) -> None:
    """A question that a button has carried is cut no further: all pages answer the same one."""
    made = ask(text * 50, Language.EN)

    assert made == ask(made.question, Language.EN)


@patient
@given(hostile_asks(), st.lists(st.text(max_size=300), max_size=20))
def test_a_vote_carries_what_fits(asked: Ask, shown: list[str]) -> None:
    """A vote always fits a button: the notes that do not fit are left out, the question stays."""
    value = pack_judged(Judged(asked, tuple(shown)))
    judged = unpack_judged(value)

    assert size(value) <= BUTTON_VALUE
    assert (asked, tuple(shown[: len(judged.shown)])) == (judged.asked, judged.shown)


def test_a_plain_vote_carries_all_that_was_shown() -> None:
    """A page of notes fits with an ordinary question."""
    shown = tuple(f"{number:016x}" for number in range(10))

    assert shown == unpack_judged(pack_judged(Judged(ask("FlashInfer", Language.ZH), shown))).shown


def test_a_details_button_carries_note_language_and_part() -> None:
    """The modal opens in the language of the answer, at the part that was asked for."""
    note = NoteAt("0123456789abcdef", Language.EN, 2)

    assert note == unpack_note(pack_note(note))


@pytest.mark.parametrize(
    "value",
    ["", "not json", "[]", "{}", '{"v":0,"q":"x","g":"zh","k":"q","o":0}', '{"v":1}',
     '{"v":1,"g":"zh","k":"q","o":"x"}', '{"v":1,"g":"fr","k":"q","o":0}', '{"v":1,"n":1}',
     '{"v":1,"g":"zh","k":"q","o":0,"s":"someday"}', '{"v":1,"g":"zh","k":"q","o":0,"i":3}'],
)  # fmt: skip
@pytest.mark.parametrize("read", [unpack, unpack_note, unpack_judged])
def test_a_button_of_another_version_says_so(value: str, read: object) -> None:
    """What cannot be read is one error, whatever is wrong with it."""
    if read is unpack and value.endswith('"i":3}'):
        return  # a question reads past what a vote adds
    with pytest.raises(OutdatedButtonError):
        read(value)  # type: ignore[operator]


@patient
@given(texts)
def test_a_name_too_long_for_a_button_is_not_offered(name: str) -> None:
    """A repository or label that could crowd out the question is never put on a button."""
    assert can_carry(name) == (0 < size(json.dumps(name, ensure_ascii=False)) <= 100)
    assert not can_carry(None)
    assert not can_open("i" * 400)


def test_narrowing_is_a_filter() -> None:
    """What the buttons narrowed becomes the search's own filters."""
    day = dt.date(2026, 11, 1)
    asked = Ask("q", Language.ZH, Kind.QUESTION, 0, "a/b", "ROCm", day)
    filters = asked.filters

    assert (("a/b",), ("ROCm",), day) == (filters.repos, filters.labels, filters.since)
    assert [True, False] == [asked.is_narrowed, ask("q", Language.ZH).is_narrowed]
