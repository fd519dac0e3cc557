"""Which messages are heard, and how they are read."""

from typing import Any

import pytest

from bot.slack.hygiene import Heard, Me, Way, heard, readable, unpacked

ME = Me("T1", "UBOT", "BBOT")


def body(**event: Any) -> dict[str, Any]:
    plain = {"type": "message", "user": "U1", "channel": "C1", "ts": "1.1", "text": "hi"}
    return {"team_id": "T1", "event": {**plain, **event}}


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"type": "app_mention"}, Way.MENTION),
        ({"type": "app_mention", "thread_ts": "1.0"}, Way.MENTION),
        ({"channel": "D1", "channel_type": "im"}, Way.DIRECT),
        ({"channel": "D1", "type": "app_mention"}, Way.DIRECT),
        ({"thread_ts": "1.0"}, Way.FOLLOW_UP),
        ({}, None),
        ({"thread_ts": "1.1"}, None),
        ({"thread_ts": "1.0", "text": "<@UBOT> x"}, None),
        ({"thread_ts": "1.0", "text": "<@U2> x"}, None),
        ({"subtype": "message_changed"}, None),
        ({"type": "app_mention", "subtype": "bot_message"}, None),
        ({"type": "app_mention", "bot_id": "B1"}, None),
        ({"type": "app_mention", "bot_profile": {"id": "B1"}}, None),
        ({"type": "app_mention", "edited": {"user": "U1"}}, None),
        ({"type": "app_mention", "user": "UBOT"}, None),
        ({"type": "app_mention", "user": None}, None),
        ({"type": "app_mention", "user": "USLACKBOT"}, None),
        ({"type": "app_mention", "ts": None}, None),
        ({"type": "reaction_added"}, None),
    ],
)
def test_only_a_persons_plain_message_is_heard(event: dict[str, Any], expected: Way | None) -> None:
    """Mentions, direct messages and follow-ups of people; no machine, no edit, no aside."""
    found = heard(body(**event), ME)

    assert expected == (found.way if found else None)


def test_an_event_without_an_event_is_not_heard() -> None:
    """Nonsense is met with silence."""
    assert heard({}, ME) is None


def test_deliveries_of_one_message_have_one_key() -> None:
    """Whichever event it came in and whatever its id: team, channel and `ts` make the key."""
    mention = heard({**body(type="app_mention"), "event_id": "Ev1"}, ME)
    again = heard({**body(type="app_mention"), "event_id": "Ev2"}, ME)
    other = heard(body(type="app_mention", ts="1.2"), ME)

    assert mention is not None
    assert again is not None
    assert other is not None
    assert mention.key == again.key != other.key


def test_a_guests_team_is_known() -> None:
    """In a shared channel Slack says whose person it is."""
    found = heard(body(type="app_mention", team="T1", user_team="T9"), ME)

    assert "T9" == (found.user_team if found else None)


def test_fields_of_another_kind_do_no_harm() -> None:
    """A number is read as its digits; whose team cannot be told is of no team that is known."""
    found = heard(body(type="app_mention", text=5, thread_ts=6, user_team=["T1"]), ME)

    assert found is not None
    assert ("5", "6", "['T1']") == (found.text, found.thread, found.user_team)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<@UBOT> FlashInfer", "FlashInfer"),
        ("<@UBOT|prbot>\u00a0FlashInfer", "FlashInfer"),
        ("看看 <@UBOT> FlashInfer 吧", "看看 FlashInfer 吧"),
        ("<@U2> said", "<@U2> said"),
        ("<https://github.com/a/b/pull/55385|a PR>", "#55385"),
        ("<https://github.com/a/b/issues/7#c1>", "#7"),
        ("<https://gitlab.example/a/b/-/merge_requests/9>", "#9"),
        ("<https://docs.example/x|the docs>", "the docs"),
        ("<https://docs.example/x>", "https://docs.example/x"),
        ("in <#C1|general> <!here>", "in general"),
        ("a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"),
        ("  two\nlines ", "two lines"),
        ("<!subteam^S1|@infra> FlashInfer", "FlashInfer"),
        ("\u202eFlash\u2066Infer", "FlashInfer"),
        ("Flash\x00Infer \ud800", "FlashInfer"),
        ("", ""),
    ],
)
def test_slacks_markup_is_undone(text: str, expected: str) -> None:
    """The app's own name goes, other people's stay; links read as what they say or lead to."""
    assert expected == readable(text, ME)


def test_a_message_can_be_put_away_and_found_again() -> None:
    """What one process keeps, another reads; what another version kept is nothing."""
    message = Heard(Way.DIRECT, "T1", "D1", "1.1", "U1", "中文", None, "T1")

    assert message == unpacked(message.packed())
    assert [None, None, None] == [unpacked(text) for text in ("", "[]", '{"way":"smoke"}')]
