"""Snippets: flat text, marked places, and a cut that ends where sentences end."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.concepts import Concept, Role, word_form
from bot.search.flat import flatten
from bot.search.folding import fold_text
from bot.search.snippet import Highlighter, Mark, cut, holds_phrase, spans
from tests.search.texts import MANY, PIECES, SOME, TEXTS

WANTED = ["FlashInfer", "kv cache", "投机解码", "图", "#12", "v4.7.1", "C++"]


def highlighter(*wanted: str) -> Highlighter:
    return Highlighter([Concept(text, Role.COUNTED, (word_form(text),)) for text in wanted])


def marked(text: str, *wanted: str) -> list[str]:
    return [text[mark.start : mark.end] for mark in highlighter(*wanted).marks(text)]


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("用 FlashInfer 和 flash_infer。", ["FlashInfer"], ["FlashInfer", "flash_infer"]),
        ("用 ＦｌａｓｈＩｎｆｅｒ。", ["FlashInfer"], ["ＦｌａｓｈＩｎｆｅｒ"]),
        ("KV cache, kv-cache, KVCache", ["kv cache"], ["KV cache", "kv-cache"]),
        ("投機解碼与投机解码", ["投机解码"], ["投機解碼", "投机解码"]),
        ("图模式与地图", ["图"], ["图", "图"]),
        ("见 #12，不是 #123", ["#12"], ["#12"]),
        ("v4.7.1 与 v4.7.11", ["v4.7.1"], ["v4.7.1"]),
        ("fixes the fix", ["fix"], ["fixes", "fix"]),
        ("prefix", ["fix"], []),
        ("", ["fix"], []),
    ],
)
def test_matched_places(text: str, wanted: list[str], expected: list[str]) -> None:
    """Where the question's words stand in the original, whatever their width and form."""
    assert expected == marked(text, *wanted)


def test_a_place_tells_its_concept() -> None:
    """So that a cut can show the most different ones."""
    marks = highlighter("Triton", "ROCm").marks("ROCm 与 Triton")

    assert [(0, 4, 1), (7, 13, 0)] == [(mark.start, mark.end, mark.concept) for mark in marks]
    assert ((0, 4), (7, 13)) == spans(marks)


@MANY
@given(TEXTS, st.lists(st.sampled_from(WANTED + PIECES), max_size=5))
def test_marks_of_any_text(text: str, wanted: list[str]) -> None:
    """Inside the text, in order, apart from one another, and never empty."""
    marks = highlighter(*wanted).marks(text)

    assert all(0 <= mark.start < mark.end <= len(text) for mark in marks)
    assert all(before.end <= after.start for before, after in pairwise(marks))
    assert all(0 <= mark.concept < len(wanted) for mark in marks)


@SOME
@given(st.lists(st.sampled_from([*WANTED, "，", "。", " ", "x", "缓存"]), max_size=12).map("".join))
def test_what_is_marked_says_what_was_asked(text: str) -> None:
    """A marked stretch, read by itself, holds the word it is marked for."""
    for mark in highlighter("FlashInfer", "图").marks(text):
        wanted = ("flashinfer", "图")[mark.concept]
        assert wanted in fold_text(text[mark.start : mark.end]).lower()


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("短句。", 20, "短句。"),
        ("第一句。第二句。第三句有图。第四句。", 8, "第三句有图。"),
        ("第一句有图。第二句有图。第三句。", 14, "第一句有图。第二句有图。"),
        ("One. Two. Three has 图. Four.", 14, "Three has 图."),
        ("v4.7.1 有图。下一句。", 12, "v4.7.1 有图。"),
        ("他说：“有图！”然后走了。", 8, "他说：“有图！”"),
        ("很长的一个句子，中间有图，后面还有很多很多的字。", 8, "中间有图，"),
        ("没有标点也没有空格的一段话里面有图字这个字", 8, "面有图字这个字"),
        ("没有词。另一句。", 5, "没有词。"),
    ],
)
def test_a_cut_ends_where_sentences_end(text: str, length: int, expected: str) -> None:
    """At a clause where a sentence is too long, and anywhere where a clause is."""
    assert expected == cut(text, highlighter("图").marks(text), length=length).text


def test_the_most_different_concepts_are_shown() -> None:
    """Two words once beat one word twice."""
    text = "图图图。图与缓存。缓存缓存。"

    assert "图与缓存。" == cut(text, highlighter("图", "缓存").marks(text), length=6).text


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("看 `a; b? c` 的图。别的一句话在这里。", 16, "看 `a; b? c` 的图。"),
        ("说明文字在前面，`f(a, b)` 画图，后面也有字。", 16, "`f(a, b)` 画图，"),
    ],
)
def test_code_is_not_torn(text: str, length: int, expected: str) -> None:
    """A sign inside code ends no sentence and no clause."""
    assert expected == cut(text, highlighter("图").marks(text), length=length).text


@pytest.mark.parametrize("char", ["e\u0301", "👩\u200d👧", "👍🏽", "ก็", "が", "🇨🇳"])
@pytest.mark.parametrize("before", range(4))
def test_a_character_is_not_torn(char: str, before: int) -> None:
    """What is one character to a reader stays one, however many it is to Python."""
    cluster = unicodedata.normalize("NFD", char)
    text = "x" * before + cluster * 20
    shown = cut(text, [], length=9).text

    assert len(shown) <= 9
    assert "" == shown[before:].replace(cluster, "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("前。有图。后。", (True, True)),
        ("有图。后。", (False, True)),
        ("前。有图。", (True, False)),
        ("有图。", (False, False)),
    ],
)
def test_what_is_left_out_is_told(text: str, expected: tuple[bool, bool]) -> None:
    """In front and behind, for the ellipses."""
    snippet = cut(text, highlighter("图").marks(text), length=3)

    assert expected == (snippet.starts_inside, snippet.ends_inside)


@MANY
@given(TEXTS, st.integers(1, 60), st.lists(st.sampled_from(WANTED + PIECES), max_size=4))
def test_any_cut_keeps_its_promises(text: str, length: int, wanted: list[str]) -> None:
    """A stretch of the flat text, never too long, its spans in order and on matched places."""
    flat = flatten(text)
    marks = highlighter(*wanted).marks(flat)
    snippet = cut(flat, marks, length=length)

    assert len(snippet.text) <= length
    assert snippet.text in flat
    assert all(0 <= start < end <= len(snippet.text) for start, end in snippet.spans)
    assert all(before[1] <= after[0] for before, after in pairwise(snippet.spans))
    assert {snippet.text[slice(*span)] for span in snippet.spans} <= {
        flat[mark.start : mark.end] for mark in marks
    }


@SOME
@given(TEXTS, st.integers(1, 60))
def test_what_fits_is_shown_whole(text: str, length: int) -> None:
    """Nothing is left out of a text that is short enough."""
    flat = flatten(text)[:length].strip()
    snippet = cut(flat, [], length=length)

    assert (flat, False, False) == (snippet.text, snippet.starts_inside, snippet.ends_inside)


@SOME
@given(st.lists(st.integers(0, 300), min_size=1, max_size=5), st.integers(10, 60))
def test_a_match_is_shown_wherever_it_stands(gaps: list[int], length: int) -> None:
    """Also in a text without any sign or space to cut at."""
    text = "".join("字" * gap + "图" for gap in gaps)

    assert cut(text, highlighter("图").marks(text), length=length).spans


def test_a_mark_longer_than_a_cut_is_no_fault() -> None:
    """It is cut off, unmarked."""
    snippet = cut("x" * 50, [Mark(0, 50, 0)], length=10)

    assert ("x" * 10, ()) == (snippet.text, snippet.spans)


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("the full decode graph", "full decode", True),
        ("the Full\nDecode graph", "full decode", True),
        ("ｆｕｌｌ　ｄｅｃｏｄｅ", "full decode", True),
        ("the **full** decode", "full decode", True),
        ("full-decode", "full decode", True),
        ("decode full", "full decode", False),
        ("full of decode", "full decode", False),
        ("投機解碼的", "投机解码", True),
        ("投机地解码", "投机解码", False),
        ("v4.7.11", "v4.7.1", False),
        ("`kernel[grid](x)`", "kernel[grid](x)", True),
        ("anything", "", False),
    ],
)
def test_phrases_as_they_are_written(text: str, phrase: str, expected: bool) -> None:  # noqa: FBT001
    """But for case, width, line breaks, marks and hyphens."""
    assert expected is holds_phrase(text, phrase)


@SOME
@given(TEXTS, TEXTS)
def test_any_phrase_in_any_text(text: str, phrase: str) -> None:
    """A phrase is no pattern."""
    assert isinstance(holds_phrase(text, phrase), bool)
