"""The Web API as the SDK's client sees it: who may do what, and what goes wrong on demand."""

import http.client
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook import WebhookClient

from tests.fakes.slack import (
    FakeSlack,
)

Call = Callable[[WebClient], Any]


def error_of(call: Call, client: WebClient) -> Any:
    with pytest.raises(SlackApiError) as refusal:
        call(client)
    return refusal.value.response


def test_a_post_is_kept_as_it_came(client: WebClient, slack: FakeSlack) -> None:
    """Text, blocks and thread can be read back from the record and from the API."""
    root = client.chat_postMessage(channel="C1", text="根")
    client.chat_postMessage(channel="C1", text="reply", thread_ts=root["ts"])

    assert ["根", "reply"] == [message.text for message in slack.messages("C1")]
    assert ["reply"] == [message.text for message in slack.threads["C1", root["ts"]]]
    assert ["ok", "ok"] == [call.outcome for call in slack.calls("chat.postMessage")]


@pytest.mark.parametrize(
    ("channel", "error"),
    [
        ("C3", "not_in_channel"),
        ("C4", "is_archived"),
        ("G2", "channel_not_found"),
        ("C404", "channel_not_found"),
    ],
)
def test_the_app_writes_only_where_it_may(client: WebClient, channel: str, error: str) -> None:
    """A channel it is not in, an archived one, a private one of others, one that is not there."""
    answer = error_of(lambda api: api.chat_postMessage(channel=channel, text="x"), client)

    assert error == answer["error"]


def test_public_channels_open_with_their_scope(client: WebClient, slack: FakeSlack) -> None:
    """`chat:write.public` is leave to post uninvited."""
    slack.installation.scopes.add("chat:write.public")

    client.chat_postMessage(channel="C3", text="x")

    assert ["x"] == [message.text for message in slack.messages("C3")]


def test_a_person_as_channel_means_their_direct_messages(
    client: WebClient, slack: FakeSlack
) -> None:
    """Posting to U1 lands in the conversation with U1."""
    client.chat_postMessage(channel="U1", text="x")

    assert ["x"] == [message.text for message in slack.messages("DU1")]


@pytest.mark.parametrize(
    ("token", "error"),
    [("", "not_authed"), ("xoxb-other", "invalid_auth"), ("xapp-fake", "not_allowed_token_type")],
)
def test_a_wrong_token_is_refused(slack: FakeSlack, token: str, error: str) -> None:
    """No token, an unknown one, and the app's where the bot's belongs."""
    client = WebClient(token, base_url=slack.api_url)

    assert error == error_of(lambda api: api.auth_test(), client)["error"]


def test_only_the_app_token_opens_a_socket(client: WebClient, slack: FakeSlack) -> None:
    """`apps.connections.open` takes no bot token."""
    answer = error_of(lambda api: api.apps_connections_open(app_token="xoxb-fake"), client)
    opened = client.apps_connections_open(app_token="xapp-fake")

    assert "not_allowed_token_type" == answer["error"]
    assert opened["url"].startswith("ws://127.0.0.1:")
    assert slack.api_url.startswith("http://127.0.0.1:")


def test_a_missing_scope_is_named(client: WebClient) -> None:
    """The answer says what is needed and what there is."""
    answer = error_of(lambda api: api.conversations_history(channel="C1"), client)

    assert "missing_scope" == answer["error"]
    assert "channels:history" == answer["needed"]
    assert "app_mentions:read,chat:write,commands,im:history" == answer["provided"]


def test_scopes_are_told_in_a_header(client: WebClient) -> None:
    """`x-oauth-scopes` lists what the token may do."""
    headers = {name.lower(): value for name, value in client.auth_test().headers.items()}

    assert "app_mentions:read,chat:write,commands,im:history" == headers["x-oauth-scopes"]


def test_a_revoked_token_is_refused(client: WebClient, slack: FakeSlack) -> None:
    """From one call to the next."""
    client.auth_test()
    slack.revoke_token()

    assert "token_revoked" == error_of(lambda api: api.auth_test(), client)["error"]


def test_metadata_is_read_back_only_when_asked_for(client: WebClient, slack: FakeSlack) -> None:
    """`include_all_metadata` shows the key that a digest was posted with."""
    slack.installation.scopes.add("channels:history")
    key = {"event_type": "digest", "event_payload": {"key": "2026-01-01"}}
    client.chat_postMessage(channel="C1", text="x", metadata=key)

    plain = client.conversations_history(channel="C1")["messages"]
    full = client.conversations_history(channel="C1", include_all_metadata=True)["messages"]

    assert ["metadata" in message for message in plain] == [False]
    assert [key] == [message["metadata"] for message in full]


def test_history_is_newest_first_and_in_pages(client: WebClient, slack: FakeSlack) -> None:
    """A cursor leads on; replies stay in their threads."""
    slack.installation.scopes.add("channels:history")
    for number in range(5):
        client.chat_postMessage(channel="C1", text=str(number))
    root = slack.messages("C1")[0].ts
    client.chat_postMessage(channel="C1", text="reply", thread_ts=root)

    pages = client.conversations_history(channel="C1", limit=2)
    thread = client.conversations_replies(channel="C1", ts=root)

    texts = [message["text"] for page in pages for message in page["messages"]]
    assert ["4", "3", "2", "1", "0"] == texts
    assert ["0", "reply"] == [message["text"] for message in thread["messages"]]


def test_an_ephemeral_is_seen_by_one(client: WebClient, slack: FakeSlack) -> None:
    """Only a member of the channel can be shown something."""
    client.chat_postEphemeral(channel="C1", user="U1", text="x")
    answer = error_of(lambda api: api.chat_postEphemeral(channel="C1", user="U9", text="x"), client)

    assert ["x"] == [message.text for message in slack.ephemerals("U1")]
    assert [] == slack.messages("C1")
    assert "user_not_in_channel" == answer["error"]


def test_an_update_keeps_what_stood_before(client: WebClient, slack: FakeSlack) -> None:
    """The record holds each version of a message."""
    posted = client.chat_postMessage(channel="C1", text="one")
    client.chat_update(channel="C1", ts=posted["ts"], text="two")

    message = slack.messages("C1")[0]
    assert "two" == message.text
    assert ["one"] == [text for text, _ in message.revisions]


def test_lists_respect_membership_and_scope(client: WebClient, slack: FakeSlack) -> None:
    """Private channels of others are never listed."""
    slack.installation.scopes |= {"channels:read", "groups:read"}
    every = client.conversations_list(types="public_channel,private_channel")["channels"]
    own = client.users_conversations(types="public_channel,private_channel")["channels"]

    assert {"C1", "C2", "C3", "C4", "C9", "G1"} == {channel["id"] for channel in every}
    assert {"C1", "C2", "C4", "C9", "G1"} == {channel["id"] for channel in own}


def test_a_trigger_opens_one_modal_for_three_seconds(client: WebClient, slack: FakeSlack) -> None:
    """It is spent by its first use, and by time."""
    view = {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": []}
    for _ in range(2):
        slack.user("U1").command("/prnotes", "x")
    first, second = slack.workspace.triggers
    client.views_open(trigger_id=first, view=view)
    again = error_of(lambda api: api.views_open(trigger_id=first, view=view), client)
    slack.clock.advance(3.1)
    late = error_of(lambda api: api.views_open(trigger_id=second, view=view), client)

    assert "exchanged_trigger_id" == again["error"]
    assert "expired_trigger_id" == late["error"]


def test_three_modals_lie_on_each_other(client: WebClient, slack: FakeSlack) -> None:
    """Each press brings one more, and the fourth is refused."""
    view = {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": []}
    for _ in range(4):
        slack.user("U1").command("/prnotes", "x")
    first, second, third, fourth = slack.workspace.triggers
    client.views_open(trigger_id=first, view=view)
    client.views_push(trigger_id=second, view=view)
    top = client.views_push(trigger_id=third, view=view)["view"]
    more = error_of(lambda api: api.views_push(trigger_id=fourth, view=view), client)

    assert slack.modals("U1")[1].id == top["previous_view_id"]
    assert slack.modals("U1")[0].id == top["root_view_id"]
    assert "push_limit_reached" == more["error"]


def response_url(slack: FakeSlack) -> str:
    slack.user("U1").command("/prnotes", "x")
    return str(slack.courier.deliveries[-1].payload["response_url"])


def test_a_response_url_serves_five_times(slack: FakeSlack) -> None:
    """The sixth answer is refused; by default only the asker sees them."""
    webhook = WebhookClient(response_url(slack))
    codes = [webhook.send(text=str(number)).status_code for number in range(6)]

    assert [200, 200, 200, 200, 200, 404] == codes
    assert ["0", "1", "2", "3", "4"] == [message.text for message in slack.ephemerals("U1")]


def test_a_response_url_serves_half_an_hour(slack: FakeSlack) -> None:
    """By the clock that a test can move."""
    webhook = WebhookClient(response_url(slack))
    slack.clock.advance(30 * 60 + 1)

    reply = webhook.send(text="late")

    assert (404, "expired_url") == (reply.status_code, error_in(reply.body))


def error_in(body: str) -> str:
    return body.partition('"error": "')[2].partition('"')[0]


def test_a_response_url_can_speak_to_all_and_checks_blocks(slack: FakeSlack) -> None:
    """`in_channel` is for everybody; the limits are the same."""
    webhook = WebhookClient(response_url(slack))
    webhook.send(text="shared", response_type="in_channel")
    reply = webhook.send(text="x", blocks=[{"type": "header"}])

    assert ["shared"] == [message.text for message in slack.messages("C1")]
    assert (400, "invalid_blocks") == (reply.status_code, error_in(reply.body))


def test_the_date_can_be_off(slack: FakeSlack) -> None:
    """A clock that disagrees by two minutes can be had."""
    address = slack.web_api.url.removeprefix("http://")
    dates = []
    for offset in (0.0, 120.0):
        slack.web_api.date_offset = offset
        connection = http.client.HTTPConnection(address, timeout=10)
        connection.request("GET", "/api/api.test")
        dates.append(connection.getresponse().getheader("Date"))
        connection.close()

    assert dates[0] != dates[1]


def test_unknown_methods_and_paths_are_refused(slack: FakeSlack) -> None:
    """A typing error in a method's name does not pass."""
    client = WebClient("xoxb-fake", base_url=slack.api_url)
    answer = error_of(lambda api: api.api_call("chat.postMassage"), client)
    connection = http.client.HTTPConnection(slack.web_api.url.removeprefix("http://"), timeout=10)
    connection.request("POST", "/elsewhere", b"{}")

    assert "unknown_method" == answer["error"]
    assert HTTPStatus.NOT_FOUND == connection.getresponse().status
    connection.close()


def test_pings_are_seen() -> None:
    """A message that would call people up says whom."""
    with FakeSlack() as slack:
        client = WebClient("xoxb-fake", base_url=slack.api_url)
        blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": "hi <@U2|b> <!here>"}}]
        client.chat_postMessage(channel="C1", text="&lt;!channel&gt; <!everyone>", blocks=blocks)

        assert ("<!everyone>", "<@U2|b>", "<!here>") == slack.messages("C1")[0].pings


def test_agent_view_prompts_are_kept(client: WebClient, slack: FakeSlack) -> None:
    """Four prompts at most, each with a title and a message."""
    slack.installation.scopes.add("assistant:write")
    direct = slack.workspace.direct("U1").id
    prompts = [{"title": "t", "message": "m"}] * 4
    ask = {"channel_id": direct, "prompts": prompts}
    client.api_call("assistant.threads.setSuggestedPrompts", json=ask)
    more = {"channel_id": direct, "prompts": [*prompts, prompts[0]]}
    answer = error_of(
        lambda api: api.api_call("assistant.threads.setSuggestedPrompts", json=more), client
    )

    assert prompts == slack.workspace.prompts[direct]
    assert "invalid_arguments" == answer["error"]
