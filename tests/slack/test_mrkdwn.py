"""Slack's markup: what is escaped, what is bold, and where text is cut."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.limits import URL, size
from bot.slack.mrkdwn import (
    bold,
    cut,
    escape,
    link,
    literal,
    quoted,
    split,
    unescape,
)
from bot.slack.runs import highlighted
from tests.slack.notes import lines, patient, spans_of, texts

JOINER = "\u2060"
ZWSP = "\u200b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"),
        ("<!channel>", "&lt;!channel&gt;"),
        ("&lt;", "&amp;lt;"),
        ("中文 *x* _y_", "中文 *x* _y_"),
    ],
)
def test_exactly_three_characters_are_escaped(text: str, expected: str) -> None:
    """`&`, `<` and `>` are escaped, once each, and nothing else is."""
    assert expected == escape(text)


@patient
@given(st.text())
def test_unescaping_undoes_escaping(text: str) -> None:
    """What Slack escapes in a message is read back as it was typed."""
    assert text == unescape(escape(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@here", f"@{JOINER}here"),
        ("@Channel!", f"@{JOINER}Channel!"),
        ("me@everyone.example", f"me@{JOINER}everyone.example"),
        ("@herein", "@herein"),
        ("ratio 3:100:5", f"ratio 3:{JOINER}100:5"),
        ("12:30", "12:30"),
        ("a `lone tick", "a 'lone tick"),
    ],
)
def test_what_parsers_act_on_without_markup_is_broken(text: str, expected: str) -> None:
    """Names that ping, emoji codes and lone backticks lose their power and stay readable."""
    assert expected == literal(text)


@pytest.mark.parametrize(
    ("url", "label", "expected"),
    [
        ("https://a.example/x", "标题", "<https://a.example/x|标题>"),
        ("https://a.example/x|y>z", "a > b", "<https://a.example/x%7Cy%3Ez|a &gt; b>"),
        ("https://a.example/?a=1&b=2", "two\nlines", "<https://a.example/?a=1&b=2|two lines>"),
        ("javascript:alert(1)", "no", "no"),
        (None, "no", "no"),
        ("https://a.example/" + "x" * URL, "too long", "too long"),
        ("https://a.example/x", "  ", "<https://a.example/x|https://a.example/x>"),
    ],
)
def test_a_link_is_whole_or_none_at_all(url: str | None, label: str, expected: str) -> None:
    """A link holds no character that ends it early; an address Slack refuses leaves the label."""
    assert expected == link(url, label)


def test_bold_is_left_off_where_it_would_end_early() -> None:
    """A star inside would close the bold in the middle, so such text stays as it is."""
    assert ["*a*", "a*b", ""] == [bold("a"), bold("a*b"), bold("")]


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        ("FlashInfer 预填", ((0, 10),), "*FlashInfer* 预填"),
        ("对FlashInfer的改动", ((1, 11),), f"对{ZWSP}*FlashInfer*{ZWSP}的改动"),
        ("投机解码", ((0, 2), (2, 4)), "*投机解码*"),
        ("看 `mask_mod` 的预热", ((3, 7),), "看 *`mask_mod`* 的预热"),
        ("用了lru_cache缓存", (), f"用了{ZWSP}`lru_cache`{ZWSP}缓存"),
        ("约 ~7 s，降 2*3", (), "约 ~7 s，降 2*3"),
        ("`a` 与 `b", (), "`a` 与 'b"),
        ("一 二", ((0, 3),), "*一 二*"),
        ("a\nb", (), "a b"),
    ],
)
def test_what_matched_is_bold_and_code_is_code(
    text: str, spans: tuple[tuple[int, int], ...], expected: str
) -> None:
    """Bold stands apart from the Han around it, and words that hold a mark are code."""
    assert expected == highlighted(text, spans)


@patient
@given(lines.flatmap(lambda text: st.tuples(st.just(text), spans_of(text))))
def test_highlighting_changes_nothing_that_is_read(
    case: tuple[str, tuple[tuple[int, int], ...]],
) -> None:
    """Without marks and invisible characters, a drawn line reads as the note does."""
    text, spans = case
    drawn = unescape(highlighted(text, spans))

    assert _read(text) == _read(drawn)


def _read(text: str) -> str:
    return re.sub(f"[*`'\n{ZWSP}{JOINER}]", "", text)


def test_each_line_of_a_quote_has_its_bar() -> None:
    """A quote is marked line by line."""
    assert "> a\n> b" == quoted("a\nb")


@patient
@given(texts, st.integers(10, 400))
def test_pieces_join_to_the_whole_and_fit(text: str, limit: int) -> None:
    """Splitting loses nothing and no piece is longer than the limit."""
    pieces = split(text, limit)

    assert text == "".join(pieces)
    assert [] == [piece for piece in pieces if size(piece) > limit]


ATOMS = ("<https://a.example/x|标题 一>", "`code span`", "&amp;", "👩‍👩‍👧", "🇨🇳", "e\u0301", "👍🏽")


@patient
@given(st.lists(st.sampled_from((*ATOMS, "一句话。", "word ", "，", "字")), max_size=40))
def test_nothing_that_belongs_together_is_cut(parts: list[str]) -> None:
    """A cut never falls inside a link, a code span, an entity or a character."""
    limit = 40
    text, inside = "", set[int]()
    for part in parts:
        if part in ATOMS:
            inside |= set(range(len(text) + 1, len(text) + len(part)))
        text += part
    cuts, place = [], 0
    for piece in split(text, limit):
        place += len(piece)
        cuts.append(place)

    assert set() == inside & set(cuts)


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("第一句话说完了。第二句还很长很长", 12, ["第一句话说完了。", "第二句还很长很长"]),
        ("One sentence. Another one", 16, ["One sentence.", " Another one"]),
        ("v4.7.1 is out and about", 12, ["v4.7.1 is ", "out and ", "about"]),
        ("一二三四五六七八九十", 4, ["一二三四", "五六七八", "九十"]),
        ("", 4, []),
    ],
)
def test_pieces_end_where_a_sentence_ends(text: str, limit: int, expected: list[str]) -> None:
    """A sentence's end is the best place to cut, then a pause, then any place."""
    assert expected == split(text, limit)


def test_a_cut_text_says_that_it_goes_on() -> None:
    """What does not fit ends with an ellipsis inside the limit; what fits stays."""
    assert ["短", "第一句。…"] == [cut("短", 5), cut("第一句。第二句话很长", 6)]


def test_characters_piled_up_without_end_are_cut_at_last() -> None:
    """A character under thousands of accents does not make a piece too long."""
    pieces = split("e" + "\u0301" * 1_000, 100)

    assert max(map(size, pieces)) <= 100
