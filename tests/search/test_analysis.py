"""Terms and their places: what is found in a text stands where it is said to stand."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given

from bot.search.analysis import Kind, analyze, chunks_of, tokens, word_bounds
from bot.search.folding import fold_text
from tests.search.texts import MANY, SOME, TEXTS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("？！…—", []),
        ("___", []),
        ("修复 FlashInfer", [(Kind.HAN, "修复"), (Kind.LATIN, "FlashInfer")]),
        ("KV缓存", [(Kind.LATIN, "KV"), (Kind.HAN, "缓存")]),
        (
            "`_is_masked_mha_available` 中",
            [(Kind.LATIN, "_is_masked_mha_available"), (Kind.HAN, "中")],
        ),
        ("GLM-5.3-Flash。", [(Kind.LATIN, "GLM-5.3-Flash")]),
        ("a/b.py, v4.7.1.", [(Kind.LATIN, "a/b.py"), (Kind.LATIN, "v4.7.1")]),
        ("without_piecewise()", [(Kind.LATIN, "without_piecewise")]),
        ("#55385", [(Kind.NUMBER, "#55385")]),
        ("(#55385)", [(Kind.NUMBER, "#55385")]),
        ("#55385合入", [(Kind.NUMBER, "#55385"), (Kind.HAN, "合入")]),
        ("＃５５３８５", [(Kind.NUMBER, "#55385")]),
        ("o/n#12", [(Kind.LATIN, "o/n"), (Kind.NUMBER, "#12")]),
        ("#abc", [(Kind.LATIN, "abc")]),
        ("_ 0 __", [(Kind.LATIN, "0")]),
        ("C++ C# F#", [(Kind.LATIN, "C++"), (Kind.LATIN, "C#"), (Kind.LATIN, "F#")]),
        ("don't", [(Kind.LATIN, "don't")]),
        ("한국어 עברית", [(Kind.LATIN, "한국어"), (Kind.LATIN, "עברית")]),
        ("𠮷野", [(Kind.HAN, "𠮷野")]),
        ("時々", [(Kind.HAN, "时々")]),
        ("\ud83dx", [(Kind.LATIN, "x")]),
    ],
)
def test_tokens(text: str, expected: list[tuple[Kind, str]]) -> None:
    """Runs of Han, numbers with their sign, and chunks that separators hold together."""
    assert expected == [(token.kind, token.text) for token in tokens(text)]


@pytest.mark.parametrize(
    ("text", "words", "bigrams"),
    [
        ("#55385", ["#55385", "55385"], []),
        ("FlashInfer", ["flashinf", "flash", "infer"], []),
        ("预填充", ["预", "填充"], ["预填", "填充"]),
        ("编译器", ["编译", "编译器"], ["编译", "译器"]),
        ("图", ["图"], ["图"]),
        ("GPU memory 图", ["gpu", "memori", "图"], ["gpu memori", "memori 图", "图"]),
        ("图GPU", ["图", "gpu"], ["图", "图 gpu"]),
        ("GPU, memory", ["gpu", "memori"], []),
        ("GPU  memory", ["gpu", "memori"], []),
    ],
)
def test_the_two_fields(text: str, words: list[str], bigrams: list[str]) -> None:
    """Words whole and in parts; pairs of Han, of Latin words, and where the two meet."""
    found = analyze(text)

    assert words == [term.text for term in found.words]
    assert bigrams == [term.text for term in found.bigrams]


def test_exact_numbers_come_first() -> None:
    """The number with its sign stands before the bare one."""
    assert ["#55385", "55385"] == [term.text for term in analyze("#55385").words]


def test_a_pair_is_of_joined_forms() -> None:
    """`GPU memories` is the pair of `gpu memory`."""
    first, second = (analyze(text).bigrams for text in ("GPU memory", "gpu memories"))

    assert [term.text for term in first] == [term.text for term in second]


def test_chunks_are_taken_up_as_they_are_written() -> None:
    """For near spellings: case kept, Han left out."""
    texts = ["修复 FlashInfer 的 kv-cache #12", "FlashInfer"]

    assert {"FlashInfer", "kv-cache", "#12"} == chunks_of(texts)


@MANY
@given(TEXTS)
def test_tokens_slice_back_to_their_text(text: str) -> None:
    """The copy of a token's stretch of the original holds the token; alone, where it can be."""
    is_normal = unicodedata.is_normalized("NFKC", text)
    for token in tokens(text):
        assert 0 <= token.start < token.end <= len(text)
        copy = fold_text(text[token.start : token.end])
        assert token.text == copy if is_normal else token.text in copy


@MANY
@given(TEXTS)
def test_tokens_stand_in_order(text: str) -> None:
    """They overlap only where one character of the original gave several (½)."""
    found = tokens(text)

    for before, after in pairwise(found):
        assert (before.start, before.end) <= (after.start, after.end)
        if unicodedata.is_normalized("NFKC", text):
            assert before.end <= after.start


@MANY
@given(TEXTS)
def test_terms_stand_inside_their_tokens(text: str) -> None:
    """The place of a term is a place in a token; a Han term slices back to itself."""
    found = analyze(text)
    bounds = {place for token in tokens(text) for place in range(token.start, token.end + 1)}

    for term in found.words + found.bigrams:
        assert 0 <= term.start < term.end <= len(text)
        assert term not in found.words or {term.start, term.end} <= bounds
        if "\u4e00" <= term.text[0] <= "\u9fff" and " " not in term.text:
            assert term.text in fold_text(text[term.start : term.end])


@SOME
@given(TEXTS)
def test_the_width_of_a_text_does_not_matter(text: str) -> None:
    """A text and its folded copy have the same terms."""
    first, second = (analyze(each) for each in (text, fold_text(text)))

    assert [term.text for term in first.words] == [term.text for term in second.words]
    assert [term.text for term in first.bigrams] == [term.text for term in second.bigrams]


@SOME
@given(TEXTS)
def test_words_start_and_end_at_bounds(text: str) -> None:
    """Every token's ends are bounds, and every bound is in the text."""
    found = tokens(text)
    bounds = word_bounds(found)

    assert {place for token in found for place in (token.start, token.end)} <= bounds
