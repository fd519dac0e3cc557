"""What must not be answered, and what must not be answered twice."""

import pytest

from tests.fakes.slack import BOT, BOT_ID, Message
from tests.serve.meeting import ASKED, Meeting, Start


def finished(meeting: Meeting) -> list[Message]:
    """Ask once more, wait for that answer, end the bot, and return all it has ever posted.

    A bot that was asked to end has done all it had in hand, so what is not there now never comes.
    """
    last = meeting.asked(f"<@{BOT}> ROCm 相关的 PR", user="U3", channel="C2")
    meeting.end()
    return [message for message in meeting.slack.said_by_bot() if message is not last]


def test_one_mention_delivered_eleven_times_is_answered_once(fresh: Meeting) -> None:
    """Eleven event ids, one message: one answer."""
    question = fresh.slack.user("U1").says("C1", ASKED, copies=11)

    assert [question.ts] == [message.thread_ts for message in finished(fresh)]
    assert 22 == len(fresh.slack.deliveries(question))
    assert all(delivery.acknowledged for delivery in fresh.slack.deliveries(question))


def test_a_direct_message_delivered_eleven_times_is_answered_once(fresh: Meeting) -> None:
    """The same holds where no mention is."""
    question = fresh.slack.user("U1").dm("FlashInfer 相关的 PR", copies=11)

    assert [question.ts] == [message.thread_ts for message in finished(fresh)]


def test_a_mention_that_is_also_a_message_is_answered_once(fresh: Meeting) -> None:
    """Slack sends both kinds of event for it."""
    question = fresh.ask()
    kinds = [delivery.payload["event"]["type"] for delivery in fresh.slack.deliveries(question)]

    assert ["app_mention", "message"] == kinds
    assert [question.ts] == [message.thread_ts for message in finished(fresh)]


def test_a_follow_up_with_a_mention_is_answered_once(fresh: Meeting) -> None:
    """In a thread the bot knows, both kinds of event could be answered."""
    slack = fresh.slack
    first = fresh.ask()
    slack.wait_for(lambda: slack.answers(first))
    slack.user("U1").says("C1", ASKED, thread=first.ts)

    assert [first.ts, first.ts] == [message.thread_ts for message in finished(fresh)]


def test_a_storm_of_changes_is_met_with_silence(fresh: Meeting) -> None:
    """Fifty edits and unfurls of a question, answered or not, change nothing."""
    slack, ann = fresh.slack, fresh.slack.user("U1")
    question = ann.says("C1", ASKED)
    slack.wait_for(lambda: slack.answers(question))
    direct = ann.dm("FlashInfer 相关的 PR")
    slack.wait_for(lambda: slack.answers(direct))
    for number in range(50):
        ann.edits(question, f"{ASKED} {number}")
        ann.edits(direct, f"ROCm {number}")
        slack.unfurls(question)
    ann.deletes(question)

    assert 2 == len(finished(fresh))


@pytest.mark.parametrize(
    "event",
    [
        pytest.param({"bot_id": "BOTHER"}, id="another bot"),
        pytest.param({"bot_id": BOT_ID, "user": BOT}, id="itself"),
        pytest.param({"user": BOT}, id="its own user"),
        pytest.param({"subtype": "bot_message", "bot_id": "B9"}, id="bot_message"),
        pytest.param({"subtype": "channel_join"}, id="channel_join"),
        pytest.param({"subtype": "channel_topic"}, id="channel_topic"),
        pytest.param({"subtype": "thread_broadcast"}, id="thread_broadcast"),
        pytest.param({"subtype": "assistant_app_thread"}, id="assistant_app_thread"),
        pytest.param({"hidden": True, "subtype": "message_changed"}, id="message_changed"),
        pytest.param({"user": None}, id="nobody"),
        pytest.param({"user": "USLACKBOT"}, id="slackbot"),
    ],
)
@pytest.mark.parametrize("channel_type", ["im", "channel"])
def test_what_people_do_not_say_is_met_with_silence(
    quiet: Meeting, event: dict[str, object], channel_type: str
) -> None:
    """Bots, itself and everything with a subtype."""
    slack, channel = quiet.slack, "C1" if channel_type == "channel" else "DU1"
    slack.workspace.direct("U1")
    message = slack.workspace.post(Message(channel, "", "U1", ASKED))
    before = [call for call in slack.web_api.calls if call.method.startswith("chat.")]
    said = message.as_json() | {"channel": channel, "channel_type": channel_type, **event}
    for kind in ("message", "app_mention"):
        slack.events.emit({**said, "type": kind})
    slack.settle()
    quiet.bot.wait_until_idle()

    assert before == [call for call in slack.web_api.calls if call.method.startswith("chat.")]


def test_the_same_event_said_by_a_person_is_answered(quiet: Meeting) -> None:
    """So the silence above is about who said it, and how."""
    slack = quiet.slack
    message = slack.workspace.post(Message("C1", "", "U1", ASKED))
    slack.events.emit(message.as_json() | {"channel": "C1", "type": "app_mention"})

    assert "FlashInfer" in quiet.answer(message).text


@pytest.fixture(scope="module")
def quiet(meeting: Meeting) -> Meeting:
    return meeting


def test_a_restart_does_not_answer_again(start: Start) -> None:
    """What was seen is kept over an end and a start."""
    first = start("http")
    slack = first.slack
    question = first.ask()
    slack.wait_for(lambda: slack.answers(question))
    first.end()
    second = start("http")
    with slack.changed:
        slack.events.said(question, copies=3)

    assert [question.ts] == [message.thread_ts for message in finished(second)]
