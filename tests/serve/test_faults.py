"""What Slack does wrong, and what the bot makes of it: each fault with its figure."""

import re
import sqlite3
from pathlib import Path

import pytest

from bot.slack.actions import COMMAND, Action
from tests.fakes.slack import (
    FakeSlack,
    Gate,
    connection_reset,
    held,
    rate_limited,
    refused,
    server_error,
    slow,
)
from tests.fakes.slack.faults import Fault
from tests.serve.meeting import QUESTION, Meeting, Start

POST = "chat.postMessage"
ERROR_ID = re.compile(r"\b[0-9a-f]{8}\b")


def outcomes(slack: FakeSlack, method: str = POST) -> list[str]:
    return [call.outcome for call in slack.calls(method)]


@pytest.mark.parametrize("retry_after", [1, 2, None])
def test_a_429_is_waited_out_and_answered_once(one: Meeting, retry_after: int | None) -> None:
    """With `Retry-After` not before its time; without it, too; never twice."""
    one.slack.fail(POST, rate_limited(retry_after))
    question = one.ask()
    one.answer(question)
    first, second = one.slack.calls(POST)

    one.end()
    assert 1 == len(one.slack.answers(question))
    assert ["ratelimited", "ok"] == [first.outcome, second.outcome]
    assert (retry_after or 0) <= second.at - first.at


def test_three_429_in_a_row_are_waited_out(one: Meeting) -> None:
    """Slack may say it again."""
    one.slack.fail(POST, rate_limited(1), times=3)
    question = one.ask()
    one.answer(question)

    one.end()
    assert 1 == len(one.slack.answers(question))


def test_a_burst_in_one_channel_is_answered_at_slacks_pace(one: Meeting) -> None:
    """Eight questions at once where one message a second is taken: eight answers, none twice."""
    one.slack.desk.posts_a_second = 1
    questions = [one.ask() for _ in range(8)]
    for question in questions:
        one.answer(question)
    one.end()

    assert [1] * 8 == [len(one.slack.answers(question)) for question in questions]


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(server_error(503), id="5xx before"),
        pytest.param(connection_reset(), id="reset before"),
    ],
)
def test_a_post_that_failed_before_anything_was_done(one: Meeting, fault: Fault) -> None:
    """The person gets the answer, or is told; never two answers."""
    one.slack.fail(POST, fault)
    question = one.ask()
    one.slack.wait_for(lambda: one.slack.answers(question) or one.slack.ephemerals("U1"))

    one.end()
    assert len(one.slack.answers(question)) <= 1


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(server_error(503, after=True), id="5xx after"),
        pytest.param(connection_reset(after=True), id="reset after"),
    ],
)
def test_a_post_whose_answer_was_lost_is_not_posted_again(one: Meeting, fault: Fault) -> None:
    """The message stands although Slack did not say so: one answer, not two."""
    one.slack.fail(POST, fault)
    question = one.ask()
    one.answer(question)

    one.end()
    assert 1 == len(one.slack.answers(question))


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(server_error(503, after=True), id="5xx after"),
        pytest.param(connection_reset(after=True), id="reset after"),
        pytest.param(rate_limited(1), id="429"),
    ],
)
def test_the_answer_to_a_command_is_shown_once(one: Meeting, fault: Fault) -> None:
    """A `response_url` knows no second time either: whatever is lost, one answer is shown."""
    one.slack.fail("response_url", fault)
    one.slack.user("U1").command(COMMAND, QUESTION)
    one.told("U1")
    one.end()

    assert 1 == len([m for m in one.slack.ephemerals("U1") if "FlashInfer" in m.text])


def test_a_slow_slack_does_not_delay_the_acknowledgement(fresh: Meeting) -> None:
    """Four seconds for each call: the event is acknowledged in time and answered once."""
    for method in (POST, "chat.postEphemeral", "users.info", "conversations.info", "auth.test"):
        fresh.slack.fail(method, slow(4), times=2)
    question = fresh.ask()
    fresh.answer(question)
    fresh.slack.settle()
    deliveries = fresh.slack.deliveries(question)

    assert [1, 1] == [len(delivery.attempts) for delivery in deliveries]
    taken = [delivery.ack_seconds for delivery in deliveries]
    assert [] == [seconds for seconds in taken if seconds is None or seconds >= 3]
    fresh.end()
    assert 1 == len(fresh.slack.answers(question))


def test_a_slow_slack_does_not_delay_commands_and_presses(fresh: Meeting) -> None:
    """They are acknowledged first and served afterwards."""
    slack = fresh.slack
    answer = fresh.asked()
    for method in (POST, "chat.update", "chat.postEphemeral", "response_url", "users.info"):
        slack.fail(method, slow(4), times=2)
    pressed = slack.user("U1").press(answer, Action.HELPFUL)
    commanded = slack.user("U1").command(COMMAND, QUESTION)
    slack.settle()

    assert all((delivery.ack_seconds or 99) < 3 for delivery in (pressed, commanded))


def test_an_error_of_slack_gives_the_person_a_number(fresh: Meeting) -> None:
    """A sentence with an id in Slack; the id with its cause in the log; no more than that."""
    fresh.slack.fail(POST, refused("ekm_access_denied"))
    question = fresh.ask()
    said = fresh.slack.wait_for(
        lambda: [*fresh.slack.ephemerals("U1"), *fresh.slack.answers(question)]
    )[0]
    number = ERROR_ID.search(said.text)

    assert number is not None
    line = fresh.bot.line_with(number[0])
    assert "ekm_access_denied" in line
    assert "ekm_access_denied" not in said.everything
    assert "Traceback" not in said.everything
    assert_no_secret(fresh)


def test_a_fault_of_our_own_gives_the_person_a_number(start: Start, tmp_path: Path) -> None:
    """The state is gone under the bot's feet: a vote cannot be kept."""
    one = start("http", PRBOT_STATE=str(tmp_path / "state.sqlite3"))
    answer = one.asked()
    break_votes(tmp_path / "state.sqlite3")
    one.slack.user("U2").press(answer, Action.HELPFUL)
    said = one.slack.wait_for(lambda: one.slack.ephemerals("U2"))[0]
    number = ERROR_ID.search(said.text)

    assert number is not None
    assert one.bot.line_with(number[0])
    for word in ("sqlite", "Traceback", "Operational", "table"):
        assert word not in said.everything
    assert one.bot.running
    assert_no_secret(one)


def break_votes(state: Path) -> None:
    """Take the table of votes away."""
    with sqlite3.connect(state) as database:
        found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [name for (name,) in found if "feedback" in name or "vote" in name]
        for name in names:
            database.execute(f"DROP TABLE {name}")
    database.close()
    assert names


def assert_no_secret(meeting: Meeting) -> None:
    """No token and no secret stands in the log or in Slack."""
    app = meeting.slack.installation
    seen = [meeting.bot.log, *(m.everything for m in meeting.slack.workspace.everything())]
    for secret in (app.bot_token, app.app_token, app.signing_secret):
        assert not [text for text in seen if secret in text]


def test_a_bot_ended_over_an_answer_finishes_it(fresh: Meeting) -> None:
    """SIGTERM while Slack holds the post: it is drained, and the exit is 0."""
    gate = Gate()
    fresh.slack.fail(POST, held(gate))
    question = fresh.ask()
    assert gate.reached.wait(60)
    fresh.bot.terminate()
    gate.release()

    assert 0 == fresh.bot.wait()
    assert ["ok"] == outcomes(fresh.slack)
    assert 1 == len(fresh.slack.answers(question))
    assert "Traceback" not in fresh.bot.log


def test_a_revoked_token_is_one_clear_line_and_red_health(fresh: Meeting) -> None:
    """However many questions come: one line that says what to do, and health is red."""
    slack = fresh.slack
    assert 200 == fresh.bot.health()[0]
    slack.revoke_token("token_revoked")
    questions = [fresh.ask() for _ in range(5)]
    slack.wait_for(lambda: len([o for o in outcomes(slack) if o == "token_revoked"]) >= 1)
    slack.settle()
    fresh.bot.wait_for_health(503)
    clear = fresh.bot.line_with("SLACK_BOT_TOKEN")

    assert "token_revoked" in clear
    assert [] == [answer for question in questions for answer in slack.answers(question)]
    assert 0 == fresh.bot.stop()
    # The digests' own loop may have met the token first: it speaks for the digests alone.
    said = [line for line in fresh.bot.lines if "token_revoked" in line and "digest" not in line]
    assert [clear] == said
    assert "Traceback" not in fresh.bot.log
