"""Where people ask and where the answer stands: in both modes, from the real process."""

import pytest

from bot.slack.actions import COMMAND, SHORTCUT, Action
from tests.fakes.slack import BOT
from tests.serve.meeting import ASKED, QUESTION, Meeting

FOUND = "找到 2 条相关评审"


def test_a_mention_is_answered_in_its_thread(meeting: Meeting) -> None:
    """The answer hangs below the question, and stands nowhere else."""
    question = meeting.slack.user("U1").says("C1", ASKED)
    answer = meeting.answer(question)

    assert question.ts == answer.thread_ts
    assert FOUND in answer.text
    assert FOUND in answer.everything.replace(answer.text, "", 1)
    assert "FlashInfer" in answer.text


@pytest.mark.parametrize(
    "text",
    [
        f"{QUESTION} <@{BOT}>",
        f"<@{BOT}|prbot>\u00a0{QUESTION}",
        f"请问\u00a0<@{BOT}>\u00a0{QUESTION}？",
        f"<@{BOT}> <@{BOT}> {QUESTION}",
    ],
)
def test_a_mention_can_stand_anywhere(meeting: Meeting, text: str) -> None:
    """In front, in the middle, behind, with a name and with a space that does not break."""
    question = meeting.slack.user("U1").says("C1", text)

    assert FOUND in meeting.answer(question).text


@pytest.mark.parametrize("ping", ["<@U2>", "<!here>", "<!channel|channel>", "<!subteam^S1>"])
def test_nobody_is_called_up_by_an_answer(meeting: Meeting, ping: str) -> None:
    """What a question says is said back without waking anyone."""
    question = meeting.slack.user("U1").says("C1", f"<@{BOT}> {ping} qwxzy vkjqx")

    assert () == meeting.answer(question).pings


def test_a_question_in_a_thread_is_answered_there(meeting: Meeting) -> None:
    """A mention below somebody's message is answered below that message."""
    root = meeting.slack.user("U2").says("C2", "something else")
    question = meeting.slack.user("U1").says("C2", ASKED, thread=root.ts)

    assert root.ts == meeting.answer(question).thread_ts


def test_a_direct_message_is_answered_in_its_own_thread(meeting: Meeting) -> None:
    """Each direct message roots its thread, as the agent view wants it."""
    question = meeting.slack.user("U1").dm(QUESTION)
    answer = meeting.answer(question)

    assert "DU1" == answer.channel
    assert FOUND in answer.text


def test_a_follow_up_needs_no_mention(meeting: Meeting) -> None:
    """In a thread the bot has answered, the next question is heard; in others it is not."""
    ann = meeting.slack.user("U1")
    question = ann.says("C1", ASKED)
    meeting.answer(question)
    other = meeting.slack.user("U2").says("C1", "a thread of others")
    unheard = ann.says("C1", QUESTION, thread=other.ts)
    following = ann.says("C1", "ROCm 相关的 PR", thread=question.ts)

    assert "ROCm" in meeting.answer(following).text
    assert [] == meeting.slack.answers(unheard)


def test_english_is_answered_in_english(meeting: Meeting) -> None:
    """The sentences around an answer are in the question's language."""
    question = meeting.slack.user("U1").says("C1", f"<@{BOT}> which PRs are about FlashInfer?")

    assert "Related reviews: 2" in meeting.answer(question).text


def test_a_miss_is_an_honest_no(meeting: Meeting) -> None:
    """A question no note answers is told so, in its thread."""
    question = meeting.slack.user("U1").says("C1", f"<@{BOT}> 今天天气怎么样")

    assert "没有找到" in meeting.answer(question).text


def test_a_near_word_is_a_button(meeting: Meeting) -> None:
    """A misspelt word offers its neighbour, or is answered as the neighbour."""
    question = meeting.slack.user("U1").says("C1", f"<@{BOT}> FlashInfra 相关的 PR")

    assert "FlashInfer" in meeting.answer(question).everything


def test_a_command_is_answered_to_the_asker_alone(meeting: Meeting) -> None:
    """Nobody else sees it, until the asker shares it with the channel."""
    slack, before = meeting.slack, len(meeting.slack.messages("C2"))
    slack.user("U2").command(COMMAND, QUESTION, channel="C2")
    answer = slack.wait_for(lambda: slack.ephemerals("U2", "C2"))[-1]

    assert FOUND in answer.text
    assert [] == slack.ephemerals("U1", "C2")
    assert before == len(slack.messages("C2"))

    slack.user("U2").press(answer, Action.SHARE)
    shared = slack.wait_for(lambda: slack.messages("C2")[before:])[0]

    assert "FlashInfer" in shared.everything
    assert () == shared.pings


@pytest.mark.parametrize("text", ["", "   ", "help", "帮助"])
def test_an_empty_command_tells_how_to_ask(meeting: Meeting, text: str) -> None:
    """A command without a question is answered with examples, not with silence."""
    slack, before = meeting.slack, len(meeting.slack.ephemerals("U3", "C2"))
    slack.user("U3").command(COMMAND, text, channel="C2")
    answer = slack.wait_for(lambda: slack.ephemerals("U3", "C2")[before:])[0]

    assert answer.text.strip()


def test_a_command_works_where_the_bot_is_no_member(meeting: Meeting) -> None:
    """A command's answer needs no invitation."""
    slack = meeting.slack
    slack.user("U1").command(COMMAND, QUESTION, channel="C3")

    assert FOUND in slack.wait_for(lambda: slack.ephemerals("U1", "C3"))[0].text


def test_a_message_leads_to_related_reviews(meeting: Meeting) -> None:
    """The shortcut shows the asker alone what a message is about."""
    slack = meeting.slack
    post = slack.user("U2").says(
        "C1", "FlashInfer 的 MLA decode 在 SM90 上有问题，谁看过相关的评审？"
    )
    before = len(slack.messages("C1"))
    seen = len(slack.ephemerals("U3"))
    slack.user("U3").shortcut(SHORTCUT, post)
    shown = meeting.told("U3", after=seen)

    assert "FlashInfer" in shown.text
    assert before == len(slack.messages("C1"))


def test_every_message_carries_plain_text_and_unfurls_nothing(meeting: Meeting) -> None:
    """Notifications and screen readers get words, and no link opens itself."""
    meeting.slack.settle()
    posts = [call for call in meeting.slack.calls("chat.postMessage") if call.outcome == "ok"]

    assert posts
    for call in posts:
        assert call.args["text"].strip()
        assert call.args["unfurl_links"] in (False, "0")
        assert call.args["unfurl_media"] in (False, "0")


def test_everything_was_acknowledged_in_time(meeting: Meeting) -> None:
    """Not one payload of all the tests before this one had to come twice."""
    meeting.slack.settle()

    assert all(len(delivery.attempts) == 1 for delivery in meeting.slack.courier.deliveries)
