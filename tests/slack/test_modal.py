"""The modal with the whole review, and Home: within Slack's limits, whatever notes hold."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.links import Links
from bot.notes.model import Note, Paragraph, Reference
from bot.search.topics import Topic
from bot.slack import limits
from bot.slack.actions import Action
from bot.slack.blocks import Message, text_size
from bot.slack.home import Home, Stock
from bot.slack.modal import Detail
from bot.slack.review import pieces
from bot.slack.sentences import Language
from tests.fakes.slack.blocks import block_complaints
from tests.slack.notes import few, hostile_notes, lines, note
from tests.slack.test_answer import PING, labels, marked_up

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
LINKS = Links()


def detail(shown: Note, part: int = 0, *related: Note) -> dict[str, Any]:
    return Detail(shown, LINKS, Language.ZH, related, part).view()


def text_of(view: dict[str, Any]) -> str:
    return "\n".join(marked_up(view["blocks"]))


@few
@given(hostile_notes(), st.lists(hostile_notes(), max_size=2), st.integers(0, 3))
def test_no_review_breaks_the_modal(shown: Note, related: list[Note], part: int) -> None:
    """Blocks, texts and all text together stay within limits; nobody is pinged."""
    view = detail(shown, part, *related)

    assert [] == block_complaints(view["blocks"], limits.VIEW_BLOCKS)
    assert sum(map(text_size, view["blocks"])) <= limits.MESSAGE_BLOCKS_TEXT
    assert [] == [text for text in marked_up(view["blocks"]) if PING.search(text)]
    assert len(view["title"]["text"]) <= limits.VIEW_TITLE


def test_a_long_review_is_read_in_parts() -> None:
    """Nothing of it is lost, and each part leads to the next and back."""
    sentences = [f"第 {number} 句话说的是一件事。" for number in range(2_000)]
    paragraphs = tuple(
        Paragraph("".join(sentences[start : start + 50]), start + 1)
        for start in range(0, 2_000, 50)
    )
    shown = note(1, paragraphs=paragraphs)
    parts = [detail(shown, part) for part in range(20)]
    seen = "".join(text_of(view) for view in parts)

    assert [] == [sentence for sentence in sentences if sentence not in seen]
    assert ["继续阅读 ›"] == [x for x in labels_of(parts[0]) if x != "详情"]
    assert ["‹ 上一部分", "继续阅读 ›"] == labels_of(parts[1])
    assert ["‹ 上一部分"] == labels_of(parts[-1])


def labels_of(view: dict[str, Any]) -> list[str]:
    return labels(Message("", tuple(view["blocks"])))


def test_a_review_reads_as_it_was_written() -> None:
    """Markdown is drawn in Slack's markup: code, bold, lists, links, PRs, headings."""
    text = (
        "**值得精读**，看 `mask_mod` 和 #55385。\n\n"
        "- 一\n- 二\n  1. 甲\n  2. 乙\n\n"
        "> 引用\n\n"
        "[文档](https://docs.example/x) ![图](https://img.example/y)\n\n"
        "```python\nx = `1`  # <!channel>\n```"
    )
    shown = note(
        1,
        paragraphs=(Paragraph(text, 3, "设计 / 取舍"),),
        references=(Reference("#55385", 55385, "vllm-project/vllm"),),
    )

    assert (
        "*设计 / 取舍*",
        (
            "*值得精读*\u200b，看 `mask_mod` 和 "
            "<https://github.com/vllm-project/vllm/pull/55385|#55385>\u200b。"
        ),
        "• 一\n• 二\n    1. 甲\n    2. 乙",
        "> 引用",
        "<https://docs.example/x|文档> 图",
        "```\nx = `1`  # &lt;!channel&gt;\n```",
    ) == pieces(shown, LINKS)


@few
@given(st.text(max_size=300))
def test_any_markdown_can_be_drawn(text: str) -> None:
    """Whatever it is, it comes out in pieces that fit a section."""
    shown = note(1, paragraphs=(Paragraph(text, 1),))

    assert all(len(piece) <= limits.SECTION_TEXT for piece in pieces(shown, LINKS))


def test_a_note_without_a_review_says_so() -> None:
    """The summary, its facts, and a sentence in place of the review."""
    view = detail(note(1, paragraphs=()))

    assert "这条记录只有摘要，没有评审正文。" in text_of(view)


def test_references_and_source_are_linked() -> None:
    """All that the note names, and where it stands."""
    named = tuple(Reference(f"#{n}", n, "a/b") for n in range(1, 4))
    view = detail(note(1, references=named), 0, note(2))

    for expected in (
        "<https://github.com/a/b/pull/3|#3>",
        "a.txt:1 · <https://notes.example/1|打开原文>",
        "第 2 个问题",
    ):
        assert expected in text_of(view)


@few
@given(st.lists(hostile_notes(), max_size=5), st.lists(lines, max_size=12))
def test_no_note_breaks_home(latest: list[Note], topics: list[str]) -> None:
    """Within limits, and nobody is pinged."""
    named = [Topic(text, 3) for text in topics]
    home = Home(Stock(3, 9, NOW), latest, named, LINKS, Language.EN, NOW).view()

    assert [] == block_complaints(home["blocks"], limits.VIEW_BLOCKS)
    assert [] == [text for text in marked_up(home["blocks"]) if PING.search(text)]


def test_an_empty_home_says_what_to_do() -> None:
    """No notes: the maintainer is told where to look."""
    home = Home(Stock(0, 0), (), (), LINKS, Language.ZH, NOW).view()

    assert "PRBOT_NOTES" in text_of(home)
    assert Action.TOPIC not in str(home)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (-5, "刚刚读取"),
        (119, "刚刚读取"),
        (120, "2 分钟前读取"),
        (7_199, "119 分钟前读取"),
        (7_200, "2 小时前读取"),
        (172_799, "47 小时前读取"),
        (3 * 86_400, "3 天前读取"),
    ],
)
def test_home_says_how_long_ago_in_fitting_units(seconds: int, expected: str) -> None:
    """Notes that did not change for days were not read 4320 minutes ago."""
    stock = Stock(3, 9, NOW - timedelta(seconds=seconds))
    home = Home(stock, (), (), LINKS, Language.ZH, NOW).view()

    assert f" · {expected}" in str(home["blocks"])
