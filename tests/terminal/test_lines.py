"""Text is cut to the width of a terminal, in cells, and cannot command the terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bot.terminal.lines import (
    Run,
    Style,
    cells,
    clipped,
    harmless,
    indented,
    padded,
    plain,
    wrap,
)

TEXTS = st.text(alphabet=st.sampled_from("ab_/ 中文字，。（）“”「」…é\u0301👍#1.-"), max_size=120)


def _wrapped(text: str, width: int) -> list[str]:
    return [plain(line) for line in wrap([Run(text)], width)]


@given(TEXTS, st.integers(min_value=2, max_value=40))
def test_no_line_is_wider_than_asked(text: str, width: int) -> None:
    """Whatever the text, each line fits in the width."""
    assert [] == [line for line in wrap([Run(text)], width) if cells(line) > width]


@given(TEXTS, st.integers(min_value=2, max_value=40))
def test_nothing_but_blanks_is_lost(text: str, width: int) -> None:
    """The lines put together are the text, save for blanks where lines end."""
    assert text.replace(" ", "") == "".join(_wrapped(text, width)).replace(" ", "")


@given(st.lists(st.tuples(TEXTS, st.sampled_from(Style)), max_size=6), st.integers(2, 40))
def test_styles_stay_with_their_text(parts: list[tuple[str, Style]], width: int) -> None:
    """Each character keeps the style of its run, wherever the lines end."""
    runs = [Run(text, style) for text, style in parts]
    wanted = [(c, run.style) for run in runs for c in run.text if c != " "]

    lines = wrap(runs, width)

    assert wanted == [
        (c, run.style) for line in lines for run in line for c in run.text if c != " "
    ]


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        pytest.param("中文换行", 4, ["中文", "换行"], id="between any two Han"),
        pytest.param("中文，换行", 4, ["中", "文，", "换行"], id="a comma opens no line"),
        pytest.param("见（甲乙）", 4, ["见", "（甲", "乙）"], id="a bracket closes no line"),
        pytest.param("说“好”吧", 5, ["说", "“好”", "吧"], id="quotes hold to what they quote"),
        pytest.param("用 pin_memory 拷贝", 12, ["用", "pin_memory", "拷贝"], id="words stay whole"),
        pytest.param("abcdefgh", 3, ["abc", "def", "gh"], id="a word longer than the line"),
        pytest.param("一FlashInfer二", 10, ["一", "FlashInfer", "二"], id="Han beside Latin"),
        pytest.param("中中中", 5, ["中中", "中"], id="half a character does not fit"),
        pytest.param("a  b", 1, ["a", "b"], id="blanks at a line's end go"),
        pytest.param("ｅ\u0301中", 2, ["ｅ\u0301", "中"], id="marks stay with their letter"),
        pytest.param("", 10, [""], id="no text is one empty line"),
    ],
)
def test_lines_end_where_a_reader_expects(text: str, width: int, expected: list[str]) -> None:
    """Chinese breaks between characters, never before a comma; Latin words stay whole."""
    assert expected == _wrapped(text, width)


def test_without_a_width_nothing_is_cut() -> None:
    """In a pipe a paragraph is one line."""
    text = "很长的一段 " * 100

    assert [text.rstrip()] == [plain(line) for line in wrap([Run(text)], None)]


def test_a_link_cut_in_two_leads_to_the_same_place() -> None:
    """Each part of a link that spans lines has the whole address."""
    lines = wrap([Run("https://example.org/abc", Style.LINK, "https://example.org/abc")], 10)

    assert ["https://example.org/abc"] * 3 == [run.link for line in lines for run in line]


@given(st.text(alphabet=st.characters(codec=None)))
def test_harmless_text_has_nothing_a_terminal_obeys(text: str) -> None:
    """What is left has the same length and neither control characters nor lone surrogates."""
    safe = harmless(text)

    assert len(text) == len(safe)
    assert [] == [c for c in safe if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x1b]8;;http://evil\x07", "␛]8;;http://evil␇"),
        ("a\tb\nc\r", "a b c "),
        ("\x9b31m\x7f", "\ufffd31m␡"),
        ("safe\u202egnp.exe", "safe\ufffdgnp.exe"),
        ("\ud800\udcff", "\ufffd\ufffd"),
        ("中文 👍 é", "中文 👍 é"),
    ],
)
def test_control_characters_are_shown_as_signs(text: str, expected: str) -> None:
    """An escape sequence is seen, not obeyed; other text is left as it is."""
    assert expected == harmless(text)


@pytest.mark.parametrize(("text", "expected"), [("abcd", "abcd"), ("abcde", "abc…")])
def test_long_text_is_cut_and_says_so(text: str, expected: str) -> None:
    """Four characters fit into four; five do not."""
    assert expected == clipped(text, 4)


@given(TEXTS)
def test_padding_counts_cells(text: str) -> None:
    """A padded text has the width asked for, on either side."""
    width = cell_len(text) + 3

    assert [width, width] == [
        cell_len(padded(text, width)),
        cell_len(padded(text, width, is_number=True)),
    ]


def test_the_first_line_may_carry_a_number() -> None:
    """Later lines stand under the text, not under the number."""
    lines = indented([(Run("one"),), (Run("two"),)], 3, Run("1. "))

    assert ["1. one", "   two"] == [plain(line) for line in lines]
