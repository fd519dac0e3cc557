"""Two hundred hits of hostile notes: pages that break no limit, call up nobody and lose nothing."""

import json
from pathlib import Path

from bot.slack.actions import COMMAND, Action
from tests.fakes.slack import BOT, FakeSlack, Message
from tests.fakes.slack.blocks import elements_of
from tests.serve.meeting import Start

HITS = 200
HOSTILE = (
    "<!channel> <!here> <@U2> <https://example.com|x> &amp; *_~`|",
    "https://example.com/" + "very-long-path/" * 120,
    "```code " * 40,
    "量化" * 900,
    "👩‍👩‍👧‍👦" * 200,
    "[text](https://example.com/a|b?c=<d>)",
)


def write_notes(folder: Path) -> None:
    """Write two hundred notes that all hold one word and much that is hard to show."""
    lines = [
        json.dumps(
            {
                "id": f"note-{number}",
                "title": f"Frobnicate {number} {HOSTILE[number % len(HOSTILE)]}",
                "text": "\n\n".join([f"Frobnicate {part}" for part in HOSTILE]),
                "repo": f"owner/{'long-name-' * (number % 9)}{number % 3}",
                "labels": [f"label-{number % 7}", "<!everyone>", "很长的标签" * 30],
                "date": f"2026-{1 + number % 12:02d}-{1 + number % 28:02d}",
            },
            ensure_ascii=False,
        )
        for number in range(HITS)
    ]
    (folder / "notes.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def details(message: Message) -> list[str]:
    """The values of a message's buttons that open a note: one for each hit shown."""
    found = (element for block in message.blocks for element in elements_of(block))
    return [
        element["value"]
        for element in found
        if element.get("action_id", "").partition(":")[0] == Action.DETAILS
    ]


def next_page(slack: FakeSlack, message: Message) -> bool:
    before = len(message.revisions)
    try:
        slack.user("U1").press(message, Action.PAGE, text="›")
    except LookupError:
        return False
    slack.wait_for(lambda: len(message.revisions) > before, timeout=60)
    return True


def test_two_hundred_hits_are_read_page_by_page(start: Start, tmp_path: Path) -> None:
    """Each of them is shown once; Slack refuses nothing; nobody is called up."""
    notes = tmp_path / "notes"
    notes.mkdir()
    write_notes(notes)
    one = start("http", PRBOT_NOTES=str(notes))
    slack = one.slack
    message = one.asked(f"<@{BOT}> Frobnicate")
    shown = details(message)
    while next_page(slack, message) and len(shown) < 2 * HITS:
        assert () == message.pings
        shown += details(message)

    assert HITS == len(shown)
    assert HITS == len(set(shown))
    assert {"ok"} == {call.outcome for call in slack.web_api.calls}


def test_a_question_of_any_length_is_answered_within_limits(start: Start, tmp_path: Path) -> None:
    """A question as long as Slack lets people write, hostile all over."""
    notes = tmp_path / "notes"
    notes.mkdir()
    write_notes(notes)
    one = start("http", PRBOT_NOTES=str(notes))
    slack = one.slack
    for text in ("Frobnicate " + " ".join(HOSTILE), "量" * 3_900, '"' * 3_000, "<@U2>" * 500):
        assert () == one.asked(f"<@{BOT}> {text}").pings
        slack.user("U1").command(COMMAND, text)
    slack.wait_for(lambda: len(slack.ephemerals("U1")) == 4, timeout=60)

    assert {"ok"} == {call.outcome for call in slack.web_api.calls}
