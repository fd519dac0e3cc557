"""How a listener's failure ends: a sentence for the person, a line for the log."""

import logging

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from bot.slack.actions import OutdatedButtonError
from bot.slack.errors import Redaction, meet, redacted, sentence_for
from bot.slack.payloads import Call
from bot.slack.publisher import AnswerUnsureError
from bot.state.errors import StateUnavailableError
from tests.slack.conftest import Start

CALL = Call("U1", channel="C1", text="FlashInfer 相关的 PR")


def refusal(error: str, status: int = 200, **more: str) -> SlackApiError:
    response = SlackResponse(
        client=None,
        http_verb="POST",
        api_url="",
        req_args={},
        data={"ok": False, "error": error, **more},
        headers={},
        status_code=status,
    )
    return SlackApiError("The request failed.", response)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (refusal("not_in_channel"), "/invite"),
        (refusal("channel_not_found"), "/invite"),
        (refusal("is_archived"), "归档"),
        (refusal("missing_scope", needed="commands"), "commands"),
        (refusal("restricted_action"), "不允许应用发言"),
        (refusal("ratelimited", 429), "限制"),
        (refusal("fatal_error"), "没有确认"),
        (refusal("internal_error", 500), "没有确认"),
        (ConnectionResetError(), "没有确认"),
        (AnswerUnsureError("key"), "没有确认"),
        (OutdatedButtonError("{}"), "太旧"),
        (KeyError("secret"), "出了点问题"),
        (StateUnavailableError("secret", "the disk is full"), "出了点问题"),
        (refusal("something_new"), "出了点问题"),
    ],
)
def test_each_failure_has_a_sentence_that_says_what_to_do(
    start: Start, error: Exception, expected: str
) -> None:
    """Never the failure's own words."""
    said = sentence_for(error, "0a1b2c3d", CALL, start().deps).text

    assert expected in said
    assert "secret" not in said
    assert "0a1b2c3d" in said or isinstance(error, OutdatedButtonError)


def test_the_log_has_the_id_and_the_cause_in_one_line(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    """What the person is told can be found."""
    desk = start()
    meet(refusal("something_new"), CALL, desk.client, desk.deps)
    (said,) = desk.slack.ephemerals("U1")
    (record,) = [record for record in caplog.records if record.name == "bot.slack.errors"]

    assert "something_new" in record.getMessage()
    assert "\n" not in record.getMessage()
    assert record.getMessage().split()[1].rstrip(":") in said.text


def test_a_refused_token_is_one_line_and_no_message(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    """However often it is refused."""
    desk = start()
    for _ in range(5):
        meet(refusal("token_revoked"), CALL, desk.client, desk.deps)

    assert 1 == caplog.text.count("token_revoked")
    assert [] == desk.slack.ephemerals("U1")

    desk.deps.tokens.taken()

    assert "" == desk.deps.tokens.refusal


def test_what_cannot_be_told_is_logged(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    """The edge has no edge of its own: a failure there raises nothing."""
    desk = start()
    meet(KeyError(), Call("U1", channel="C404"), desk.client, desk.deps)
    meet(KeyError(), Call("U1"), desk.client, desk.deps)

    assert "could not be told" in caplog.text


@pytest.mark.parametrize("token", ["xoxb-1-fake", "xapp-1-A-fake", "xoxe.xoxp-1-fake"])
def test_no_token_reaches_the_log(token: str) -> None:
    """In a message, in its arguments, in an exception."""
    record = logging.LogRecord("x", logging.ERROR, "", 1, "token %s", (token,), None)
    Redaction().filter(record)
    fault = ValueError(token)
    raised = logging.LogRecord("x", 40, "", 1, "failed", (), (ValueError, fault, None))
    Redaction().filter(raised)

    assert "fake" not in redacted(f"a {token} b")
    assert "fake" not in record.getMessage()
    assert raised.exc_info is None
