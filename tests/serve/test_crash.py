"""A bot that was killed over an answer: what it had in hand is settled by the next, once."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.slack import BOT, FakeSlack, Gate, Message, held
from tests.fakes.slack.faults import Fault
from tests.serve.meeting import Start, installation, installed

POST = "chat.postMessage"


@pytest.fixture(params=["every feature", "least"])
def slack(request: pytest.FixtureRequest) -> Iterator[FakeSlack]:
    """With leave to read channels back, and without."""
    made = installed() if request.param == "every feature" else FakeSlack(installation())
    with made as running:
        yield running


def killed_over(start: Start, mode: str, fault: Fault, state: Path) -> Message:
    """Kill a bot while Slack holds its answer, and let its lease on the question run out."""
    gate = fault.gate
    assert gate is not None
    meeting = start(mode, PRBOT_STATE=str(state))
    meeting.slack.fail(POST, fault)
    question = meeting.ask()
    assert gate.reached.wait(60)
    meeting.slack.settle()
    meeting.bot.kill()
    gate.release()
    with sqlite3.connect(state) as database:
        database.execute("UPDATE seen_events SET lease_until = seen_at")
    database.close()
    return question


def may_read_back(slack: FakeSlack) -> bool:
    return "channels:history" in slack.installation.scopes


def test_an_answer_that_stands_is_left_alone(start: Start, tmp_path: Path) -> None:
    """It was posted before the end came: nothing is posted again, by retries neither."""
    state = tmp_path / "state.sqlite3"
    question = killed_over(start, "socket", held(Gate()), state)
    second = start("socket", PRBOT_STATE=str(state))
    second.bot.line_with("taking over")
    if not may_read_back(second.slack):
        assert "重启" in second.told("U1").text
    with second.slack.changed:
        second.slack.events.said(question, copies=3)
    second.end()

    assert 1 == len(second.slack.answers(question))


def test_an_answer_that_was_never_posted_is_given(start: Start, tmp_path: Path) -> None:
    """Or, where Slack may not be read back, the asker alone is told to ask again."""
    state = tmp_path / "state.sqlite3"
    question = killed_over(start, "http", Fault(gate=Gate(), reset=True), state)
    second = start("http", PRBOT_STATE=str(state))
    second.bot.line_with("taking over")
    slack = second.slack
    if may_read_back(slack):
        second.answer(question)
    else:
        assert "重启" in second.told("U1").text
    second.end()

    assert int(may_read_back(slack)) == len(slack.answers(question))
    assert [] == [message for message in slack.said_by_bot() if f"<@{BOT}>" in message.text]
