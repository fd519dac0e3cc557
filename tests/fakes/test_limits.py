"""The fake's limits bite where Slack's do, and one below they do not."""

from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from tests.fakes.slack import FakeSlack, blocks
from tests.fakes.slack.blocks import block_complaints

Json = dict[str, Any]


def section(length: int) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": "x" * length}}


def fields(count: int, length: int) -> Json:
    return {"type": "section", "fields": [{"type": "mrkdwn", "text": "x" * length}] * count}


def header(length: int) -> Json:
    return {"type": "header", "text": {"type": "plain_text", "text": "x" * length}}


def button(**changes: Any) -> Json:
    text = {"type": "plain_text", "text": "x" * changes.pop("text", 5)}
    return {"type": "button", "text": text, "action_id": "a", **changes}


def actions(*elements: Json) -> Json:
    return {"type": "actions", "elements": list(elements)}


def buttons(count: int) -> Json:
    return actions(*(button(action_id=f"a{number}") for number in range(count)))


def context(count: int) -> Json:
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": "x"}] * count}


def overflow(count: int) -> Json:
    options = [
        {"text": {"type": "plain_text", "text": "x"}, "value": str(number)}
        for number in range(count)
    ]
    return actions({"type": "overflow", "action_id": "a", "options": options})


LIMITS = [
    pytest.param(section(3_000), section(3_001), id="section text 3000"),
    pytest.param(section(1), section(0), id="section text not empty"),
    pytest.param(fields(10, 5), fields(11, 5), id="section fields 10"),
    pytest.param(fields(1, 2_000), fields(1, 2_001), id="field text 2000"),
    pytest.param(header(150), header(151), id="header 150"),
    pytest.param(context(10), context(11), id="context elements 10"),
    pytest.param(buttons(25), buttons(26), id="actions elements 25"),
    pytest.param(overflow(5), overflow(6), id="overflow options 5"),
    pytest.param(actions(button(text=75)), actions(button(text=76)), id="button text 75"),
    pytest.param(
        actions(button(value="x" * 2_000)), actions(button(value="x" * 2_001)), id="value 2000"
    ),
    pytest.param(
        actions(button(url="https://" + "x" * 2_992)),
        actions(button(url="https://" + "x" * 2_993)),
        id="url 3000",
    ),
    pytest.param(
        actions(button(action_id="x" * 255)),
        actions(button(action_id="x" * 256)),
        id="action id 255",
    ),
    pytest.param(
        {**section(1), "block_id": "x" * 255},
        {**section(1), "block_id": "x" * 256},
        id="block id 255",
    ),
    pytest.param(
        {"type": "markdown", "text": "x" * 12_000},
        {"type": "markdown", "text": "x" * 12_001},
        id="markdown 12000",
    ),
]


@pytest.mark.parametrize(("longest", "too_long"), LIMITS)
def test_a_block_at_its_limit_is_taken_and_one_beyond_is_refused(
    client: WebClient, longest: Json, too_long: Json
) -> None:
    """Each limit of a block is exact."""
    client.chat_postMessage(channel="C1", text="x", blocks=[longest])

    with pytest.raises(SlackApiError) as refusal:
        client.chat_postMessage(channel="C1", text="x", blocks=[too_long])

    assert "invalid_blocks" == refusal.value.response["error"]
    assert "json-pointer:/blocks/0" in refusal.value.response["response_metadata"]["messages"][0]


@pytest.mark.parametrize(
    ("text", "blocks", "error"),
    [
        ("x" * 4_001, [], "msg_too_long"),
        ("x", [section(2_600)] * 5 + [section(1)], "msg_blocks_too_long"),
        ("x", [{"type": "divider"}] * 51, "invalid_blocks"),
    ],
)
def test_a_message_beyond_its_limits_is_refused(
    client: WebClient, text: str, blocks: list[Json], error: str
) -> None:
    """4,000 characters of text, 13,000 in all blocks, 50 blocks."""
    with pytest.raises(SlackApiError) as refusal:
        client.chat_postMessage(channel="C1", text=text, blocks=blocks)

    assert error == refusal.value.response["error"]


def test_an_empty_message_is_refused(client: WebClient) -> None:
    """Something has to be said."""
    with pytest.raises(SlackApiError) as refusal:
        client.api_call("chat.postMessage", json={"channel": "C1", "text": "", "blocks": []})

    assert "no_text" == refusal.value.response["error"]


def test_a_message_at_its_limits_is_taken(client: WebClient, slack: FakeSlack) -> None:
    """4,000 characters of text, 13,000 in blocks and 50 blocks pass."""
    most = [section(2_600)] * 5 + [{"type": "divider"}] * 45

    client.chat_postMessage(channel="C1", text="x" * 4_000, blocks=most)

    assert 50 == len(slack.messages("C1")[0].blocks)


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ({"type": "sections"}, "unsupported type of block: sections"),
        ({"type": "divider", "colour": 1}, "invalid additional property: colour"),
        ({"type": "section"}, "a section needs text or fields"),
        ({"type": "header", "text": {"type": "mrkdwn", "text": "x"}}, "valid enum value"),
        (actions(button(style="loud")), "valid enum value"),
        (actions(button(url="javascript:x")), "invalid url"),
        (actions(button(), button()), "action_id 'a' already exists"),
        (actions({"type": "button", "action_id": "a"}), "missing required field: text"),
        (actions({"type": "plain_text_input"}), "unsupported type of element"),
        ({"type": "actions", "elements": []}, "no fewer than 1 items"),
        ({"type": "context", "elements": ["x"]}, "unsupported type of element"),
        ("x", "unsupported type of block"),
    ],
)
def test_a_badly_made_block_is_named(block: Any, complaint: str) -> None:
    """What is unknown, missing, empty or doubled is said, with its place."""
    found = block_complaints([block], 50)

    assert complaint in found[0]
    assert "[json-pointer:/blocks/0" in found[0]


def test_a_block_id_stands_once_in_a_message() -> None:
    """Two blocks cannot share an id."""
    named = {"type": "divider", "block_id": "b"}

    assert ["block_id 'b' already exists" in line for line in block_complaints([named] * 2, 50)]


def test_texts_and_urls_are_found_wherever_they_stand() -> None:
    """The total counts every text, fields and buttons included."""
    everything = [header(3), fields(2, 4), actions(button(url="https://x"))]

    assert ["xxx", "xxxx", "xxxx", "xxxxx"] == list(blocks.texts_of(everything))
    assert ["https://x"] == list(blocks.urls_of(everything))


def modal(**changes: Any) -> Json:
    title = {"type": "plain_text", "text": "x" * changes.pop("title", 24)}
    dividers = [{"type": "divider"}] * changes.pop("blocks", 100)
    return {"type": "modal", "title": title, "blocks": dividers, **changes}


@pytest.mark.parametrize(
    ("taken", "refused"),
    [
        (modal(), modal(title=25)),
        (modal(), modal(blocks=101)),
        (modal(private_metadata="x" * 3_000), modal(private_metadata="x" * 3_001)),
        (modal(callback_id="x" * 255), modal(callback_id="x" * 256)),
        (modal(), modal(colour="red")),
        (modal(), {"type": "home", "blocks": []}),
    ],
)
def test_a_modal_beyond_its_limits_is_refused(
    client: WebClient, slack: FakeSlack, taken: Json, refused: Json
) -> None:
    """24 characters of title, 100 blocks, 3,000 of private metadata."""
    post = slack.user("U1").says("C1", "x")
    slack.user("U1").shortcut("find_related", post)
    slack.user("U1").shortcut("find_related", post)
    first, second = slack.workspace.triggers

    client.views_open(trigger_id=first, view=taken)
    with pytest.raises(SlackApiError) as refusal:
        client.views_open(trigger_id=second, view=refused)

    assert "invalid_arguments" == refusal.value.response["error"]
    assert 1 == len(slack.modals("U1"))


def test_metadata_has_room_for_4000_bytes(client: WebClient) -> None:
    """Bytes are counted, not characters."""
    wide = {"event_type": "x", "event_payload": {"text": "投" * 700}}

    with pytest.raises(SlackApiError) as refusal:
        client.chat_postMessage(channel="C1", text="x", metadata=wide)

    assert "metadata_too_large" == refusal.value.response["error"]
