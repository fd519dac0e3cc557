"""Flat text: what is taken out of a paragraph of Markdown, and where it may be cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.flat import Seams, flatten
from tests.search.texts import MANY, SOME, TEXTS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("plain", "plain"),
        ("**bold** and *it* and ***both***", "bold and it and both"),
        ("这是**粗体**文字，", "这是粗体文字，"),
        ("- one\n- two\n  * three\n1. four\n2) five", "one two three four five"),
        ("## Head\ntext", "Head text"),
        ("> quote\n> more", "quote more"),
        ("[text](https://a.example/b) end", "text end"),
        ("[text](https://a.example/b_(c)) end", "text end"),
        ('[text](https://a.example "title") end', "text end"),
        ("![picture](x.png) end", "picture end"),
        ("[**bold**](u) [`code`](u)", "bold `code`"),
        ("[文字](u)，后", "文字，后"),
        ("[ref][1] and [x](y)", "[ref][1] and x"),
        ("[a](b) (c)", "a (c)"),
        ("a [1] b", "a [1] b"),
        ("`**kwargs` and `*args`", "`**kwargs` and `*args`"),
        ("`kernel[grid](x)`", "`kernel[grid](x)`"),
        ("``a ` b`` *c*", "``a ` b`` c"),
        ("`x` - y", "`x` - y"),
        ("`open *mark*", "`open mark"),
        ("```python\nx = 1\n```", "```python x = 1 ```"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("a*b*c", "a*b*c"),
        ("snake_case __init__", "snake_case __init__"),
        ("3.5 版本", "3.5 版本"),
        ("a  \n\tb", "a b"),
    ],
)
def test_a_paragraph_on_one_line(text: str, expected: str) -> None:
    """Markdown's marks are gone; what they marked, and code as it was written, stay."""
    assert expected == flatten(text)


@MANY
@given(TEXTS)
def test_flat_text_is_one_line_of_the_same_characters(text: str) -> None:
    """Flattening takes away and adds nothing."""
    flat = flatten(text)
    rest = iter(text)

    assert flat == " ".join(flat.split())
    assert all(char in rest for char in flat if char != " ")


@pytest.mark.parametrize(
    "hostile",
    [
        "`" * 50_000,
        "`a" * 50_000,
        "[" * 100_000,
        "[](" * 40_000,
        "[a](b" * 20_000,
        "*" * 100_000,
        "\n" * 100_000,
        "# " * 50_000,
        "- " * 50_000,
        "> " * 50_000,
        "(" * 100_000,
        "![" * 50_000,
        " " * 100_000,
        "a* " * 30_000,
    ],
    ids=lambda hostile: repr(hostile[:4]),
)
def test_hostile_paragraphs_are_flattened_in_time(hostile: str) -> None:
    """A rule that reads to the end from every place would not come back from these."""
    assert len(flatten(hostile)) <= len(hostile)


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("ab", 9, [0, 1, 2]),
        ("a`b c`d", 9, [0, 1, 6, 7]),
        ("a`b c`d", 3, [0, 1, 2, 3, 4, 5, 6, 7]),
        ("xe\u0301y", 9, [0, 1, 3, 4]),
        ("👍🏽!", 9, [0, 2, 3]),
        ("👩\u200d👧", 9, [0, 3]),
        ("🇨🇳🇯🇵", 9, [0, 2, 4]),
        ("x🇨🇳🇯", 9, [0, 1, 3, 4]),
        ("‼\ufe0f。", 9, [0, 2, 3]),
    ],
)
def test_seams(text: str, length: int, expected: list[int]) -> None:
    """Not inside code that fits a cut, nor inside what is one character to a reader."""
    seams = Seams(text, length)

    assert expected == [place for place in range(len(text) + 1) if place in seams]


@SOME
@given(TEXTS, st.integers(1, 60), st.data())
def test_the_seam_before_a_place(text: str, length: int, data: st.DataObject) -> None:
    """It is a seam behind the least, or the place itself where there is none between."""
    flat = flatten(text)
    least = data.draw(st.integers(0, len(flat)))
    place = data.draw(st.integers(least, len(flat)))
    seams = Seams(flat, length)
    found = seams.before(place, least)
    between = [at for at in range(least + 1, place + 1) if at in seams]

    assert (between[-1] if between else place) == found
