"""The app installed with the least: what it can do with four scopes, and what it leaves alone."""

from collections.abc import Iterator

import pytest

from bot.slack.actions import COMMAND
from tests.fakes.slack import BOT, FakeSlack, connection_reset, server_error
from tests.fakes.slack.faults import Fault
from tests.fakes.slack.installation import MINIMUM_SCOPES
from tests.serve.meeting import QUESTION, Meeting, installation

FOUND = "找到 2 条相关评审"


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with FakeSlack(installation()) as running:
        yield running


def test_four_scopes_answer_wherever_people_ask(one: Meeting) -> None:
    """Mention, direct message and command; no call lacks a scope."""
    slack = one.slack
    mentioned = one.asked()
    slack.user("U1").dm(QUESTION)
    direct = slack.wait_for(lambda: slack.messages("DU1", by=BOT))[0]
    slack.user("U2").command(COMMAND, QUESTION)
    commanded = one.told("U2")
    slack.user("U1").opens_home()
    slack.wait_for(lambda: slack.home("U1"))
    one.end()

    assert direct.thread_ts is None
    assert MINIMUM_SCOPES == slack.installation.scopes
    assert [FOUND] * 3 == [m.text.split("\n")[0] for m in (mentioned, direct, commanded)]
    assert {"ok"} == {call.outcome for call in slack.web_api.calls}


def test_a_follow_up_is_not_heard(one: Meeting) -> None:
    """Without its scope nothing but mentions reaches the bot in a channel."""
    slack = one.slack
    question = one.ask()
    one.answer(question)
    slack.user("U1").says("C1", QUESTION, thread=question.ts)
    one.end()

    assert 1 == len(slack.said_by_bot())


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(server_error(503, after=True), id="5xx after"),
        pytest.param(connection_reset(after=True), id="reset after"),
    ],
)
def test_a_doubt_is_told_to_the_asker_and_not_posted_again(one: Meeting, fault: Fault) -> None:
    """The channel cannot be read back, so it is left at one answer and a word to the asker."""
    one.slack.fail("chat.postMessage", fault)
    question = one.ask()
    told = one.told("U1")
    one.end()

    assert "没有确认" in told.text
    assert 1 == len(one.slack.answers(question))
