"""What people do, and which payloads follow from it."""

from typing import Any

import pytest
from slack_sdk import WebClient

from tests.fakes.slack import BOT, FakeSlack, Installation, Message, action_ids, blocks_of


def events(slack: FakeSlack) -> list[dict[str, Any]]:
    found = [delivery.payload for delivery in slack.courier.deliveries]
    return [payload["event"] for payload in found if payload.get("type") == "event_callback"]


def kinds(slack: FakeSlack) -> list[str]:
    return [event.get("subtype") or event["type"] for event in events(slack)]


def hear_everything(slack: FakeSlack) -> None:
    slack.installation.events |= {"message.channels", "message.groups"}
    slack.installation.scopes |= {"channels:history", "groups:history"}


def test_what_is_said_without_a_mention_is_not_heard(slack: FakeSlack) -> None:
    """Minimum scopes let the app hear mentions and direct messages alone."""
    slack.user("U1").says("C1", "hello")
    slack.user("U1").says("C3", f"<@{BOT}> not a member here")

    assert [] == kinds(slack)


def test_the_app_hears_its_own_posts(slack: FakeSlack, client: WebClient) -> None:
    """With `bot_id`, as any other bot's: silence is the app's own duty."""
    hear_everything(slack)
    client.chat_postMessage(channel="C1", text=f"<@{BOT}> myself")
    slack.bot_says("C1", "another bot")

    assert ["message", "message"] == kinds(slack)
    assert ["BBOT", "BOTHER"] == [event["bot_id"] for event in events(slack)]


def test_edits_unfurls_replies_and_deletions_are_changes(slack: FakeSlack) -> None:
    """Each of them is a `message` with a subtype."""
    hear_everything(slack)
    message = slack.user("U1").says("C1", "one")
    slack.user("U1").edits(message, "two")
    slack.unfurls(message)
    slack.user("U2").says("C1", "reply", thread=message.ts)
    slack.user("U1").deletes(message)

    changed = "message_changed"
    assert ["message", changed, changed, "message", changed, "message_deleted"] == kinds(slack)


def test_a_guest_comes_with_their_team(slack: FakeSlack) -> None:
    """In a shared channel, the event says where its author belongs."""
    slack.user("U9").says("C9", f"<@{BOT}> hello")
    payload = slack.courier.deliveries[0].payload

    assert "T9" == payload["event"]["user_team"]
    assert payload["is_ext_shared_channel"]
    assert "T1" == payload["team_id"]


def test_what_the_manifest_leaves_out_cannot_be_used(slack: FakeSlack) -> None:
    """No command, no shortcut, no Home, no event that is not declared."""
    slack.install(Installation.from_manifest({"oauth_config": {"scopes": {"bot": ["chat:write"]}}}))
    ann = slack.user("U1")
    post = ann.says("C1", f"<@{BOT}> hello")
    ann.opens_home()

    with pytest.raises(LookupError):
        ann.command("/prnotes", "x")
    with pytest.raises(LookupError):
        ann.shortcut("find_related", post)
    assert [] == slack.courier.deliveries


def test_a_manifest_is_read(slack: FakeSlack) -> None:
    """What it declares can be used."""
    slack.install(
        Installation.from_manifest(
            {
                "features": {
                    "app_home": {"home_tab_enabled": True},
                    "slash_commands": [{"command": "/ask"}],
                    "shortcuts": [
                        {"type": "message", "callback_id": "related"},
                        {"type": "global", "callback_id": "everywhere"},
                    ],
                },
                "oauth_config": {"scopes": {"bot": ["app_mentions:read"]}},
                "settings": {
                    "event_subscriptions": {"bot_events": ["app_mention", "app_home_opened"]},
                    "interactivity": {"is_enabled": True},
                },
            }
        )
    )
    ann = slack.user("U1")
    post = ann.says("C1", f"<@{BOT}> hello")
    ann.command("/ask", "x")
    ann.shortcut("related", post)
    ann.opens_messages()

    assert ["app_mention", "app_home_opened"] == kinds(slack)
    assert 4 == len(slack.courier.deliveries)
    with pytest.raises(LookupError):
        ann.shortcut("everywhere", post)


def posted(slack: FakeSlack, client: WebClient) -> Message:
    buttons = [
        {
            "type": "button",
            "action_id": name,
            "value": name,
            "text": {"type": "plain_text", "text": text},
        }
        for name, text in (("page", "Back"), ("page:2", "Next"))
    ]
    options = [{"text": {"type": "plain_text", "text": "vLLM"}, "value": "vllm"}]
    menu = {"type": "overflow", "action_id": "narrow", "options": options}
    text = {"type": "mrkdwn", "text": "hit"}
    blocks: list[dict[str, Any]] = [
        {"type": "actions", "elements": buttons},
        {"type": "section", "text": text, "accessory": menu},
    ]
    client.chat_postMessage(channel="C1", text="x", blocks=blocks)
    return slack.messages("C1")[0]


def test_a_press_tells_which_button_of_which_message(slack: FakeSlack, client: WebClient) -> None:
    """Buttons of one family are told apart by what stands on them."""
    message = posted(slack, client)
    payload = slack.user("U1").press(message, "page", text="Next").payload

    assert ["page:2"] == [action["action_id"] for action in payload["actions"]]
    assert message.ts == payload["container"]["message_ts"]
    assert "block_actions" == payload["type"]
    assert payload["response_url"].startswith(slack.web_api.url)
    assert ["page", "page:2", "narrow"] == action_ids(message)
    assert 2 == len(blocks_of(message))


def test_a_choice_tells_the_option(slack: FakeSlack, client: WebClient) -> None:
    """A menu's option is found by its value; what is not offered cannot be chosen."""
    message = posted(slack, client)
    payload = slack.user("U1").choose(message, "narrow", "vllm").payload

    assert "vllm" == payload["actions"][0]["selected_option"]["value"]
    with pytest.raises(LookupError, match="sglang"):
        slack.user("U1").choose(message, "narrow", "sglang")
    with pytest.raises(LookupError, match="page"):
        slack.user("U1").press(message, "share")


def test_a_press_on_what_one_person_sees_shows_no_message(
    slack: FakeSlack, client: WebClient
) -> None:
    """Slack sends an ephemeral's place, never its content."""
    button = {
        "type": "button",
        "action_id": "share",
        "text": {"type": "plain_text", "text": "Share"},
    }
    blocks = [{"type": "actions", "elements": [button]}]
    client.chat_postEphemeral(channel="C1", user="U1", text="x", blocks=blocks)
    payload = slack.user("U1").press(slack.ephemerals("U1")[0], "share").payload

    assert payload["container"]["is_ephemeral"]
    assert "message" not in payload


def test_waiting_in_vain_says_what_was_seen(slack: FakeSlack, client: WebClient) -> None:
    """A wait that fails tells the last calls."""
    client.auth_test()

    with pytest.raises(AssertionError, match=r"auth\.test=ok"):
        slack.wait_for(lambda: slack.messages("C1"), timeout=0.01)
