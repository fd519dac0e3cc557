"""A digest in Slack keeps every limit, pings no one, and pages to every note."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.digest.compose import Occasion, compose
from bot.links import Links
from bot.notes.model import Note
from bot.slack.blocks import Message
from bot.slack.digest_blocks import BACK, PAGE, Page, draw_digest, unpack_page
from tests.digest.reviews import review
from tests.fakes.slack.blocks import block_complaints, elements_of, texts_of
from tests.fakes.slack.limits import MESSAGE_BLOCKS, MESSAGE_BLOCKS_TEXT, MESSAGE_TEXT
from tests.slack.notes import few, hostile_notes
from tests.slack.test_answer import PING, marked_up

TODAY = Occasion(date(2026, 12, 1))
LINKS = Links(notes_base_url="https://host.example/notes")


def page_of(notes: list[Note], start: int = 0, top: int = 10, language: str = "zh") -> Message:
    digest = compose(notes, TODAY, top=top, start=start)
    return draw_digest(digest, Page("T1/C1/2026-12-01", start, language), LINKS)


def buttons(message: Message) -> dict[str, Page | None]:
    found: dict[str, Page | None] = {}
    for block in message.blocks:
        for element in elements_of(block):
            if element.get("action_id") in {PAGE, BACK}:
                found[element["action_id"]] = unpack_page(element["value"])
    return found


def drawn(message: Message) -> str:
    return "\n".join(texts_of(list(message.blocks)))


@few
@given(st.lists(hostile_notes(), max_size=24, unique_by=lambda note: note.id), st.integers(1, 30))
def test_no_digest_breaks_a_limit_or_pings_anyone(notes: list[Note], top: int) -> None:
    """Whatever notes hold: Slack takes the message, and nobody is called up."""
    message = page_of(notes, top=top)

    assert [] == block_complaints(list(message.blocks), MESSAGE_BLOCKS)
    assert sum(map(len, texts_of(list(message.blocks)))) <= MESSAGE_BLOCKS_TEXT
    assert 0 < len(message.text) <= MESSAGE_TEXT
    assert not PING.search(message.text)
    assert not any(PING.search(text) for text in marked_up(list(message.blocks)))


@few
@given(st.lists(hostile_notes(), max_size=24, unique_by=lambda note: note.id), st.integers(1, 30))
def test_pages_lead_to_every_note(notes: list[Note], top: int) -> None:
    """Pressing on from page to page shows each note once, however few fit."""
    seen: list[str] = []
    page: Page | None = Page("", 0, "zh")
    while page is not None:
        assert page.start == len(seen)
        message = page_of(notes, page.start, top)
        seen += message.shown
        page = buttons(message).get(PAGE)

    assert sorted(note.id for note in notes) == sorted(seen)


def test_digest_tells_date_count_topic_note_and_reason() -> None:
    """All that is to be read stands there, and in the text for notifications."""
    notes = [review(str(n), f"ROCm 的改动 {n}", advice="精读", pr=n) for n in range(1, 3)]
    notes += [review("n", "别的", text="值得精读。它展示了多层防御的设计。"), review("o", "又一条")]
    message = page_of(notes)
    text = drawn(message)

    for part in ("12 月 1 日 周二 PR 评审日报：4 条新评审", "值得精读 2 条", "*ROCm*", "*其他*"):
        assert part in text
    assert "它展示了多层防御的设计" in text
    assert "<https://github.com/vllm-project/vllm/pull/1|#1>" in text
    assert "ROCm 的改动 1" in message.text
    assert "4 条新评审" in message.text


@pytest.mark.parametrize(("language", "more"), [("zh", "还有 14 条 ›"), ("en", "and 14 more ›")])
def test_rest_is_a_button(language: str, more: str) -> None:
    """Ten of twenty-four, and fourteen more that page."""
    message = page_of([review(f"n{number}") for number in range(24)], language=language)
    labels = [
        element["text"]["text"]
        for block in message.blocks
        for element in elements_of(block)
        if element.get("action_id") == PAGE
    ]

    assert [more] == labels
    assert Page("T1/C1/2026-12-01", 10, language) == buttons(message)[PAGE]


def test_pages_lead_back() -> None:
    """From the second page on, a button goes back."""
    notes = [review(f"n{number:02}") for number in range(24)]

    assert {PAGE} == buttons(page_of(notes)).keys()
    assert {PAGE, BACK} == buttons(page_of(notes, 10)).keys()
    assert {BACK} == buttons(page_of(notes, 20)).keys()
    assert Page("T1/C1/2026-12-01", 10, "zh") == buttons(page_of(notes, 20))[BACK]


def test_note_without_address_has_a_button_instead_of_a_dead_link() -> None:
    """Where there is nothing to open, the details do."""
    digest = compose([review("n")], TODAY, top=10)
    message = draw_digest(digest, Page("", 0, "zh"), Links())
    kinds = [block.get("accessory", {}).get("action_id") for block in message.blocks]

    assert "prbot_details" in kinds
    assert "http" not in drawn(message)


def test_empty_digest_says_so() -> None:
    """A day without news, for channels that want to hear it."""
    message = page_of([])

    assert "今天没有新评审" in message.text
    assert [] == block_complaints(list(message.blocks), MESSAGE_BLOCKS)


@pytest.mark.parametrize(
    "value", ["", "{}", "[]", "null", "no json", '{"v":2,"k":"","o":0,"g":"zh"}', '{"v":1,"k":""}']
)
def test_button_of_another_version_is_known_as_such(value: str) -> None:
    """A value that cannot be read gives no page."""
    assert unpack_page(value) is None


@given(
    st.builds(
        Page,
        st.text(max_size=60),
        st.integers(0, 10_000),
        st.sampled_from(["zh", "en"]),
        st.booleans(),
    )
)
def test_page_survives_its_button(page: Page) -> None:
    """What a button carries is what was put in."""
    assert page == unpack_page(page.pack())
