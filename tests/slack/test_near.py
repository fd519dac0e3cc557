"""Near notes in Slack: counted apart from those that answer, and standing below a line."""

import re
from typing import Any

import pytest

from bot.notes.model import Paragraph
from bot.search.results import Outcome, Results
from bot.slack.actions import Action, Ask, ask, unpack
from bot.slack.sentences import Language
from tests.fakes.slack import BOT
from tests.slack.conftest import Start, answering
from tests.slack.notes import hit, note, results
from tests.slack.test_answer import drawn, marked_up, pressed

LINE = "以下接近，但不能完整回答"
ASKED = ask("FlashInfer 相关的 PR", Language.ZH)
IN_ENGLISH = ask("PRs about FlashInfer", Language.EN)
MISSPELT: dict[str, Any] = {
    "outcome": Outcome.CORRECTED,
    "corrections": (("FlashInfra", "FlashInfer"),),
}
FULL, NEAR = "说的是修复 CI 失败。", "CI failure 的记录。"
CI_NOTES = tuple(
    note(
        number,
        title=f"第 {number} 条",
        paragraphs=(Paragraph(FULL if number <= 3 else NEAR, 3),),
        labels=("甲" if number % 2 else "乙",),
        repo="acme/rocket" if number < 6 else "acme/engine",
    )
    for number in range(1, 10)
)
OTHERS = tuple(note(number, title=f"别的 {number}", paragraphs=()) for number in range(10, 40))


@pytest.mark.parametrize(
    ("found", "asked", "heading"),
    [
        (results(hit(1), total=4, full=1), ASKED, "找到 1 条相关评审，另有 3 条接近"),
        (results(hit(1), total=4, full=4), ASKED, "找到 4 条相关评审"),
        (results(hit(1), total=4, full=1), IN_ENGLISH, "Related reviews: 1. Coming close: 3"),
        (
            results(hit(1), total=3, full=2, **MISSPELT),
            ASKED,
            "没有评审提到「FlashInfra」，按「FlashInfer」找到 2 条，另有 1 条接近",
        ),
        (
            results(hit(1), total=3, full=2, **MISSPELT),
            IN_ENGLISH,
            "No review mentions “FlashInfra”. Reviews for “FlashInfer”: 2. Coming close: 1",
        ),
        (
            results(hit(1), total=4, outcome=Outcome.CLOSEST),
            ASKED,
            "没有评审能完整回答，最接近的有 4 条",
        ),
    ],
)
def test_a_heading_counts_near_notes_apart(found: Results, asked: Ask, heading: str) -> None:
    """In the blocks, and in the text for notifications and screen readers."""
    message = drawn(found, asked)

    assert f"*{heading}*" == next(marked_up(message.blocks))
    assert heading == message.text.splitlines()[0]


@pytest.mark.parametrize(
    ("offset", "shown", "above"),
    [(0, 5, [None] * 5), (2, 5, [None] * 5), (5, 5, [None, None, LINE, None, None]),
     (7, 3, [LINE, None, None]), (9, 1, [LINE])],
)  # fmt: skip
def test_a_line_tells_where_the_answers_end(
    offset: int, shown: int, above: list[str | None]
) -> None:
    """Above the first near note of each page, so that no page takes them for answers."""
    hits = (hit(offset + number + 1) for number in range(shown))
    message = drawn(results(*hits, total=10, full=7), ASKED.at(offset))
    expected = [
        kind
        for place, line in enumerate(above, offset + 1)
        for kind in ([LINE] if line else []) + [f"{place}."]
    ]

    assert expected == _order(list(marked_up(message.blocks)))
    assert expected == _order(message.text.splitlines())


def _order(texts: list[str]) -> list[str]:
    """The numbers of the hits, with the line where it stands."""
    found = (re.match(rf"\*?(?:(\d+\.)|({LINE}))", text) for text in texts)
    return [match[1] or match[2] for match in found if match]


def test_no_line_is_drawn_where_all_notes_are_alike() -> None:
    """The heading has said what they are."""
    pages = (drawn(results(hit(1), hit(2))), drawn(results(hit(1), outcome=Outcome.CLOSEST)))

    assert [] == [text for page in pages for text in marked_up(page.blocks) if LINE in text]


@pytest.mark.parametrize("full", [1, 2, 3, 4])
def test_no_page_ends_with_the_line(full: int) -> None:
    """Where the first near note has no room, the line opens the next page with it."""
    long = {"title": "长" * 2_000, "url": "https://notes.example/" + "p" * 2_700}
    message = drawn(results(*(hit(number, **long) for number in range(1, 6)), full=full))
    order = _order(list(marked_up(message.blocks)))
    (following,) = pressed(message, Action.PAGE)

    assert f"{len(message.shown)}." == order[-1]
    assert len(message.shown) == unpack(following).offset < 5


@pytest.mark.parametrize("question", ["what fixes a CI failure?", "CI 失败是怎么修复的？"])
def test_a_button_to_narrow_says_what_pressing_it_gives(question: str) -> None:
    """The number on it is the one the heading then begins with, and near notes are not in it."""
    desk = answering((*CI_NOTES, *OTHERS))
    answer = desk.answer(desk.ask(question), None)
    on_buttons = {way.name: way.count for way in answer.narrowings}
    pressed = {way.name: desk.answer(way.asked, None).heading() for way in answer.narrowings}

    assert (3, 6) == (answer.results.found, answer.results.near)
    assert {"acme/rocket": 3, "甲": 2, "乙": 1} == on_buttons
    assert on_buttons == {
        name: int(re.findall(r"\d+", heading)[0]) for name, heading in pressed.items()
    }


def test_the_next_page_says_again_where_the_answers_end(start: Start) -> None:
    """The message that is changed holds near notes alone, and says so above them."""
    desk = start((*CI_NOTES, *OTHERS))
    asker = desk.slack.user("U1")
    question = asker.says("C1", f"<@{BOT}> CI 失败是怎么修复的？")
    answer = desk.slack.wait_for(lambda: desk.slack.answers(question))[0]
    first = _order(answer.text.splitlines())
    asker.press(answer, Action.PAGE)
    desk.slack.wait_for(lambda: _order(answer.text.splitlines()) != first)

    assert ["1.", "2.", "3.", LINE, "4.", "5."] == first
    assert [LINE, "6.", "7.", "8.", "9."] == _order(answer.text.splitlines())
    assert answer.text.startswith("找到 3 条相关评审，另有 6 条接近\n")
