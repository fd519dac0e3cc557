"""Posting once, whatever Slack says of it."""

import pytest

from bot.slack.blocks import Message
from bot.slack.publisher import AnswerUnsureError, Place, Publisher, ResponseUrlError
from tests.fakes.slack import (
    FakeSlack,
    connection_reset,
    rate_limited,
    refused,
    server_error,
)
from tests.fakes.slack.faults import Fault
from tests.slack.conftest import Desk, Start

SAID = Message("answer", ({"type": "section", "text": {"type": "mrkdwn", "text": "answer"}},))
UNSURE = [
    pytest.param(server_error(503, after=True), 1, id="5xx after"),
    pytest.param(server_error(503), 2, id="5xx before"),
    pytest.param(connection_reset(after=True), 1, id="reset after"),
    pytest.param(connection_reset(), 2, id="reset before"),
    pytest.param(refused("fatal_error"), 2, id="fatal_error"),
]


def post(desk: Desk) -> str:
    question = desk.slack.user("U1").says("C1", "question")
    place = Place("C1", question.ts)
    return desk.deps.publisher.post(desk.client, place, SAID, "key", since=question.ts)


@pytest.mark.parametrize(("fault", "calls"), UNSURE)
def test_an_unsure_post_is_read_back_before_it_is_repeated(
    start: Start, fault: Fault, calls: int
) -> None:
    """One message in the end; a second call only where the first surely left none."""
    desk = start()
    desk.slack.fail("chat.postMessage", fault)
    ts = post(desk)

    assert [ts] == [message.ts for message in desk.slack.said_by_bot()]
    assert calls == len(desk.slack.calls("chat.postMessage"))


@pytest.mark.parametrize(("fault", "calls"), UNSURE)
def test_where_nothing_can_be_read_back_a_doubt_is_raised(
    start: Start, slack: FakeSlack, fault: Fault, calls: int
) -> None:
    """Without the scope the post is not repeated: one message at most."""
    desk = start()
    slack.installation.scopes -= {"channels:history"}
    slack.fail("chat.postMessage", fault)
    with pytest.raises(AnswerUnsureError):
        post(desk)

    assert 2 - calls == len(slack.said_by_bot())
    assert 1 == len(slack.calls("chat.postMessage"))


def test_two_unsure_posts_in_a_row_end_in_a_doubt(start: Start) -> None:
    """It is not tried for ever."""
    desk = start()
    desk.slack.fail("chat.postMessage", server_error(500), times=2)
    with pytest.raises(AnswerUnsureError):
        post(desk)

    assert [1.0, 2.0, 3.0] * 2 == desk.pauses


def test_a_rate_limit_is_waited_out(start: Start) -> None:
    """Nothing was posted, so it is posted again, once."""
    desk = start()
    desk.slack.fail("chat.postMessage", rate_limited(1))
    post(desk)

    assert 1 == len(desk.slack.said_by_bot())


def test_a_response_url_that_is_used_up_is_an_error() -> None:
    """Its answer is looked at: the SDK raises nothing by itself."""
    with FakeSlack() as slack, pytest.raises(ResponseUrlError, match="answered 404"):
        Publisher.respond(f"{slack.web_api.url}/response/gone", SAID)
