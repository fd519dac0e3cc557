"""The renderer: what an answer shows, and what no answer ever does."""

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.links import Links
from bot.search.glossary import Glossary
from bot.search.results import Outcome, Results
from bot.search.searcher import Searcher
from bot.slack import limits
from bot.slack.actions import Action, Ask, Kind, ask, unpack
from bot.slack.answer import IN_CHANNEL, IN_MODAL, ONLY_YOU, Answer, Surface
from bot.slack.blocks import Message, text_size
from bot.slack.limits import size
from bot.slack.narrowing import Narrowing, common_among, common_of, narrowings
from bot.slack.sentences import Language
from tests.fakes.slack.blocks import block_complaints, elements_of
from tests.slack.notes import TODAY, few, hit, hostile_asks, hostile_results, note, results

LINKS = Links()
QUESTION = ask("FlashInfer 相关的 PR", Language.ZH)
KINDS = st.tuples(
    st.sampled_from([None, *(f"acme/r{number}" for number in range(9))]),
    st.lists(st.sampled_from([f"label {number}" for number in range(9)]), unique=True, max_size=3),
)
PING = re.compile(r"<!|<@|<#|@(?:here|channel|everyone)\b", re.IGNORECASE)
LINK = re.compile(r"<([^<>|]*)\|([^<>]*)>")


def ways_of(found: Results, asked: Ask) -> tuple[Narrowing, ...]:
    """The ways to narrow the notes at hand, counted among themselves."""
    notes = [each.note for each in found.hits]

    def search(narrowed: Ask) -> Results:
        kept = [
            place
            for place, note in enumerate(notes)
            if narrowed.repo in (None, note.repo)
            and (narrowed.label is None or narrowed.label in note.labels)
            and (narrowed.since is None or (note.date or dt.date.min) >= narrowed.since)
        ]
        full = sum(place < found.full for place in kept)
        return dataclasses.replace(found, total=len(kept), full=full)

    return narrowings(common_of(notes), asked, search(asked.at(0)), TODAY, search)


def drawn(found: Results, asked: Ask = QUESTION, surface: Surface = IN_CHANNEL) -> Message:
    ways = ways_of(found, asked)
    return Answer(found, asked, LINKS, narrowings=ways, examples=("一", "二")).drawn(surface)


def strings(value: Any, *names: str) -> Iterator[str]:
    """Every string under one of some keys."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in names and isinstance(inner, str):
                yield inner
            yield from strings(inner, *names)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner, *names)


def marked_up(value: Any) -> Iterator[str]:
    """Every text that Slack reads as markup."""
    if isinstance(value, dict):
        if value.get("type") == "mrkdwn":
            yield value["text"]
        for inner in value.values():
            yield from marked_up(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from marked_up(inner)


def labels(message: Message) -> list[str]:
    return [
        element["text"]["text"]
        for block in message.blocks
        for element in elements_of(block)
        if element["type"] == "button"
    ]


def pressed(message: Message, action: Action) -> list[str]:
    return [
        element["value"]
        for block in message.blocks
        for element in elements_of(block)
        if element.get("action_id", "").split(":")[0] == action
    ]


surfaces = st.sampled_from((IN_CHANNEL, ONLY_YOU, IN_MODAL))


@few
@given(hostile_results(), hostile_asks(), surfaces)
def test_no_answer_breaks_a_limit(found: Results, asked: Ask, surface: Surface) -> None:
    """Whatever notes and questions hold, Slack takes the answer: blocks, texts, values, in all."""
    ways = ways_of(found, asked)
    answer = Answer(found, asked, LINKS, narrowings=ways, examples=("a", "b"))
    message = answer.drawn(surface)

    assert [] == block_complaints(list(message.blocks), surface.most_blocks)
    assert sum(map(text_size, message.blocks)) <= limits.MESSAGE_BLOCKS_TEXT
    assert 0 < size(message.text) <= limits.MESSAGE_TEXT
    assert [] == [t for t in strings(message.blocks, "text") if size(t) > limits.SECTION_TEXT]


@few
@given(hostile_results(), hostile_asks(), surfaces)
def test_no_answer_pings_anyone(found: Results, asked: Ask, surface: Surface) -> None:
    """Nothing a note or a question holds becomes a mention, a broadcast or a channel's link."""
    message = drawn(found, asked, surface)

    assert [] == [text for text in marked_up(message.blocks) if PING.search(text)]
    assert PING.search(message.text) is None


@few
@given(hostile_results(), hostile_asks())
def test_no_answer_loses_a_link(found: Results, asked: Ask) -> None:
    """Each note that is shown is linked in whole, or opens by its button; no link is broken."""
    message = drawn(found, asked)
    linked = {url for text in marked_up(message.blocks) for url, _ in LINK.findall(text)}
    shown = found.hits[: len(message.shown)]

    for text in marked_up(message.blocks):
        assert re.findall("[<>]", re.sub("^> ", "", LINK.sub("", text), flags=re.MULTILINE)) == []
    for each in shown:
        url = LINKS.note(each.note, each.paragraph, each.matched)
        assert url is None or size(url) > 2_800 or url in linked


@few
@given(hostile_results())
def test_pages_lead_through_all_hits(found: Results) -> None:
    """The next page begins behind what was shown, so no hit is skipped however few fit."""
    message = drawn(found)
    following = [unpack(v).offset for v in pressed(message, Action.PAGE)]

    has_more = 0 < len(message.shown) < found.total
    assert ([len(message.shown)] if has_more else []) == following
    assert message.shown or not found.hits


def test_a_plain_answer_reads_well() -> None:
    """A heading with the count, then each note: linked summary, snippet with bold, its facts."""
    message = drawn(results(hit(1), hit(2)))
    texts = list(marked_up(message.blocks))

    assert "*找到 2 条相关评审*" == texts[0]
    assert "都提到了：FlashInfer" == texts[1]
    assert (
        "*1.* *<https://notes.example/1|修复 FlashInfer 预填的第 1 个问题>*\n"
        "> 值得精读。\u200b*FlashInfer* 的改动 1。\n"
        "值得精读 · ROCm · 2026-11-30 · vllm-project/vllm · "
        "<https://github.com/vllm-project/vllm/pull/50001|#50001>"
    ) == texts[2]
    assert message.text.splitlines() == [
        "找到 2 条相关评审",
        "1. <https://notes.example/1|修复 FlashInfer 预填的第 1 个问题>",
        "2. <https://notes.example/2|修复 FlashInfer 预填的第 2 个问题>",
    ]


def test_an_english_question_has_an_english_answer() -> None:
    """All that is not the note's own is said in English."""
    message = drawn(results(hit(1)), ask("PRs about FlashInfer", Language.EN))
    texts = list(marked_up(message.blocks))

    assert ["*Related reviews: 1*", "All of them mention: FlashInfer"] == texts[:2]
    assert "\nworth a close read · ROCm" in texts[2]
    assert ["Details", "Why these", "👍 Helpful", "👎 Not helpful"] == labels(message)


def test_words_that_a_note_lacks_are_told_beside_it() -> None:
    """As soon as one note lacks a word, each says what it holds and what it lacks."""
    half = dataclasses.replace(hit(1), matched=("FlashInfer",), missing=("ROCm",))
    texts = list(marked_up(drawn(results(half, outcome=Outcome.CLOSEST)).blocks))

    assert "*没有评审能完整回答，最接近的有 1 条*" == texts[0]
    assert "\n提到：FlashInfer · 未提到：ROCm · 值得精读" in texts[1]


def test_a_note_without_an_address_is_bold_and_opens_by_its_button() -> None:
    """No dead link: the summary is plain bold, its place in the files is told."""
    message = drawn(results(hit(1, url=None, pr=None)))
    texts = list(marked_up(message.blocks))

    assert texts[2].startswith("*1.* *修复 FlashInfer 预填的第 1 个问题*\n")
    assert texts[2].endswith("a.txt:1")
    assert 1 == len(pressed(message, Action.DETAILS))


def test_a_miss_offers_near_terms() -> None:
    """An honest no, with near terms as buttons that ask again."""
    found = results(outcome=Outcome.NOTHING, suggestions=("FlashInfer", "FlashMLA"))
    message = drawn(found, ask("FlashInfra", Language.ZH))
    asked = [unpack(value).question for value in pressed(message, Action.SUGGESTION)]

    assert "*没有找到与「FlashInfra」有关的评审*" == next(marked_up(message.blocks))
    assert ["FlashInfer", "FlashMLA"] == asked


def test_a_greeting_gets_examples_and_no_vote() -> None:
    """A hello is answered with a line of help and questions to press."""
    message = drawn(results(outcome=Outcome.GREETING), ask("你好", Language.ZH))

    assert ["一", "二"] == labels(message)


def test_a_corrected_answer_says_what_was_searched() -> None:
    """The word that is nowhere and the one searched in its place are both named."""
    found = results(hit(1), outcome=Outcome.CORRECTED, corrections=(("FlashInfra", "FlashInfer"),))

    assert "*没有评审提到「FlashInfra」，按「FlashInfer」找到 1 条*" == next(
        marked_up(drawn(found).blocks)
    )


@pytest.mark.parametrize(
    ("offset", "expected"),
    [(0, ["下一页 ›"]), (5, ["‹ 上一页", "下一页 ›"]), (10, ["‹ 上一页"])],
)
def test_pages_have_a_way_on_and_a_way_back(offset: int, expected: list[str]) -> None:
    """The first page leads on, the last leads back, those between lead both ways."""
    count = min(5, 12 - offset)
    found = results(*(hit(offset + n + 1) for n in range(count)), total=12)
    message = drawn(found, QUESTION.at(offset))

    assert expected == [label for label in labels(message) if "页" in label]
    assert f"第 {offset + 1}–{offset + count} 条，共 12 条" in list(marked_up(message.blocks))


def test_a_page_of_one_note_says_its_place() -> None:
    """From one to itself is no range."""
    pages = [
        drawn(results(hit(6), total=6), asked.at(5))
        for asked in (QUESTION, ask("PRs about FlashInfer", Language.EN))
    ]

    assert ["第 6 条，共 6 条", "6 of 6"] == [list(marked_up(page.blocks))[-1] for page in pages]


def test_only_what_one_person_sees_can_be_shared() -> None:
    """An answer for the asker alone offers to share it; one in a modal asks for no vote."""
    found = results(hit(1))

    assert "分享到频道" in labels(drawn(found, surface=ONLY_YOU))
    assert "分享到频道" not in labels(drawn(found))
    assert ["详情", "为何匹配"] == labels(drawn(found, surface=IN_MODAL))


def test_narrowing_tells_the_hits_apart() -> None:
    """Repositories, labels and times that some hits have and others lack, with their counts."""
    old = dt.date(2026, 9, 1)
    hits = (hit(1), hit(2, repo="a/b", labels=("ROCm", "bugfix")), hit(3, date=old))
    found = results(*hits, total=12)

    assert [
        "vllm-project/vllm · 2", "a/b · 1", "bugfix · 1", "近 7 天 · 2", "近 30 天 · 2",
    ] == [label for label in labels(drawn(found)) if "·" in label]  # fmt: skip


@few
@given(st.lists(KINDS, max_size=30))
def test_what_is_common_among_all_notes(had: list[tuple[str | None, list[str]]]) -> None:
    """Told by the index, it is what a look at each note tells."""
    notes = [note(n, repo=repo, labels=tuple(labels)) for n, (repo, labels) in enumerate(had)]
    indexed = Searcher.build(notes, Glossary.load())

    assert common_of(notes) == common_among(indexed.collection)


def test_narrowing_can_be_taken_back() -> None:
    """What an answer is narrowed to is told, and one press widens it again."""
    asked = Ask("FlashInfer", Language.ZH, repo="vllm-project/vllm", since=dt.date(2026, 11, 24))
    message = drawn(results(hit(1)), asked)

    assert "✕ vllm-project/vllm" in labels(message)
    assert "只看：vllm-project/vllm、2026-11-24 以来" in "".join(marked_up(message.blocks))
    assert [None, "vllm-project/vllm"] == [
        unpack(value).repo for value in pressed(message, Action.NARROW)[:2]
    ]


def test_related_reviews_are_called_so() -> None:
    """Notes for a message are not said to answer a question."""
    asked = ask("一条长消息", Language.ZH, Kind.RELATED)

    assert "*与这条消息相关的评审：1 条*" == next(marked_up(drawn(results(hit(1)), asked).blocks))
