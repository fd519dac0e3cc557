"""The search copy: what it makes one, and the way back from each of its characters."""

import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opencc import OpenCC

from bot.search.folding import fold, fold_text
from tests.search.texts import MANY, TEXTS

FORMS: list[Literal["NFC", "NFD", "NFKC"]] = ["NFC", "NFD", "NFKC"]
TWICE_SIMPLIFIED = {"藴"}  # OpenCC itself gives another character that it would simplify again


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("plain ASCII", "plain ASCII"),
        ("ＦｌａｓｈＩｎｆｅｒ", "FlashInfer"),
        ("＃５５３８５", "#55385"),
        ("ｖ４．７．１", "v4.7.1"),
        ("投機解碼", "投机解码"),
        ("Case Is Kept", "Case Is Kept"),
        ("e\u0301", "é"),
        ("a\u0323\u0307b", "ạ\u0307b"),
        ("ｶﾞ", "ガ"),
        ("ﾊﾟｲﾌﾟ", "パイプ"),
        ("\u1112\u1161\u11ab", "한"),
        ("\u1112\u1161", "하"),
        ("ﾡￂ", "가"),
        ("①②", "12"),
        ("ﬁx", "fix"),
        ("㎞", "km"),
        ("㍿", "株式会社"),
        ("\u3000", " "),
        ("\u09c7\u09be", "\u09cb"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("🇨🇳", "🇨🇳"),
        ("\ud83d x", "\ud83d x"),
        ("𠮷", "𠮷"),
        ("前…后", "前 后"),
    ],
)
def test_what_is_written_in_two_ways_is_searched_in_one(text: str, expected: str) -> None:
    """Widths, compositions and traditional characters are made one; case is not."""
    assert expected == fold_text(text)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("x ㎞", (2, 4), (2, 3)),
        ("x ㎞", (3, 4), (2, 3)),
        ("ｶﾞx", (0, 1), (0, 2)),
        ("ｶﾞx", (1, 2), (2, 3)),
        ("e\u0301x", (0, 1), (0, 2)),
        ("㍿は", (4, 5), (1, 2)),
        ("投機", (1, 2), (1, 2)),
    ],
)
def test_a_place_of_the_copy_leads_back(
    text: str, place: tuple[int, int], expected: tuple[int, int]
) -> None:
    """Where one character became several, or several one, the whole source is meant."""
    assert expected == fold(text).span(*place)


@MANY
@given(TEXTS)
def test_each_character_comes_from_its_span(text: str) -> None:
    """The span of a character of the copy, folded alone, holds that character."""
    copy = fold(text)

    for place, char in enumerate(copy.text):
        start, end = copy.span(place, place + 1)
        assert 0 <= start < end <= len(text)
        assert char in fold_text(text[start:end])


@MANY
@given(TEXTS)
def test_spans_follow_one_another(text: str) -> None:
    """Sources stand in the order of their copies, and together leave nothing of the text out."""
    copy = fold(text)
    spans = [copy.span(place, place + 1) for place in range(len(copy.text))]

    assert sorted(spans) == spans
    assert set(range(len(text))) == {place for span in spans for place in range(*span)}


@MANY
@given(TEXTS)
def test_the_copy_is_normal(text: str) -> None:
    """The copy is NFKC, however the text was composed."""
    copy = fold_text(text)

    assert copy == unicodedata.normalize("NFKC", copy)


@MANY
@given(TEXTS.filter(lambda text: not TWICE_SIMPLIFIED & set(text)))
def test_folding_twice_is_folding_once(text: str) -> None:
    """A copy of a copy is the copy."""
    once = fold_text(text)

    assert once == fold_text(once)


@MANY
@given(TEXTS, st.sampled_from(FORMS))
def test_the_form_of_composition_does_not_matter(
    text: str, form: Literal["NFC", "NFD", "NFKC"]
) -> None:
    """A text and its other normal forms have one copy, but for the ellipsis (see the code)."""
    text = text.replace("…", "")
    other = unicodedata.normalize(form, text)

    assert fold_text(text) == fold_text(other)


def test_simplified_characters_are_opencc_s() -> None:
    """For each single Han character the copy is what OpenCC's t2s gives."""
    convert = OpenCC("t2s").convert
    blocks = [(0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x323B0)]
    chars = [chr(code) for first, last in blocks for code in range(first, last)]

    assert [] == [
        (char, expected, fold_text(char))
        for char in chars
        if unicodedata.is_normalized("NFKC", char)
        and (expected := convert(char)) != fold_text(char)
    ]


def test_each_simplified_character_is_one() -> None:
    """The data file pairs characters: two lines of one length, no source twice."""
    chars = [chr(code) for code in range(0x3400, 0xA000)]

    assert {1} == {len(fold_text(char)) for char in chars}
