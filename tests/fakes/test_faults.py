"""What goes wrong on demand, as the SDK sees it: limits, errors, resets, delays."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import (
    ConnectionErrorRetryHandler,
    RateLimitErrorRetryHandler,
    ServerErrorRetryHandler,
)
from slack_sdk.http_retry.builtin_interval_calculators import FixedValueRetryIntervalCalculator

from tests.fakes.slack import (
    BOT,
    FakeSlack,
    Gate,
    connection_reset,
    held,
    rate_limited,
    refused,
    server_error,
    slow,
)

Call = Callable[[WebClient], Any]


def error_of(call: Call, client: WebClient) -> Any:
    with pytest.raises(SlackApiError) as refusal:
        call(client)
    return refusal.value.response


def fixed(seconds: float) -> FixedValueRetryIntervalCalculator:
    return FixedValueRetryIntervalCalculator(seconds)


def test_a_429_tells_when_to_come_back_or_does_not(client: WebClient, slack: FakeSlack) -> None:
    """`Retry-After` is there on demand only."""
    slack.fail("chat.postMessage", rate_limited(7))
    slack.fail("chat.postMessage", rate_limited())
    told = error_of(lambda api: api.chat_postMessage(channel="C1", text="x"), client)
    untold = error_of(lambda api: api.chat_postMessage(channel="C1", text="x"), client)
    client.chat_postMessage(channel="C1", text="x")

    assert (429, "7") == (told.status_code, told.headers["Retry-After"])
    assert (429, False) == (untold.status_code, "Retry-After" in untold.headers)
    assert 1 == len(slack.messages("C1"))


def test_the_sdk_waits_out_a_429(client: WebClient, slack: FakeSlack) -> None:
    """Its retry handler understands the fake."""
    client.retry_handlers.append(RateLimitErrorRetryHandler(max_retry_count=1))
    slack.fail("chat.postMessage", rate_limited(1))

    client.chat_postMessage(channel="C1", text="x")

    assert ["ratelimited", "ok"] == [call.outcome for call in slack.calls("chat.postMessage")]
    assert 1 == len(slack.messages("C1"))


def test_a_channel_takes_so_many_posts_a_second(client: WebClient, slack: FakeSlack) -> None:
    """Where the pace is looked at, the next post is told to come back after a second."""
    slack.desk.posts_a_second = 1
    client.chat_postMessage(channel="C1", text="one")
    early = error_of(lambda api: api.chat_postMessage(channel="C1", text="two"), client)
    client.chat_postMessage(channel="C2", text="elsewhere")
    slack.clock.advance(1)
    client.chat_postMessage(channel="C1", text="two")

    assert (429, "1") == (early.status_code, early.headers["Retry-After"])
    assert ["one", "two"] == [message.text for message in slack.messages("C1")]


@pytest.mark.parametrize("after", [False, True])
def test_a_5xx_comes_before_or_after_the_deed(
    client: WebClient, slack: FakeSlack, *, after: bool
) -> None:
    """Lost afterwards, the message stands although the caller was told otherwise."""
    slack.fail("chat.postMessage", server_error(503, after=after))

    answer = error_of(lambda api: api.chat_postMessage(channel="C1", text="x"), client)

    assert 503 == answer.status_code
    assert int(after) == len(slack.messages("C1"))


@pytest.mark.parametrize("after", [False, True])
def test_a_reset_comes_before_or_after_the_deed(
    client: WebClient, slack: FakeSlack, *, after: bool
) -> None:
    """The caller sees a broken line."""
    client.retry_handlers = []
    slack.fail("chat.postMessage", connection_reset(after=after))

    with pytest.raises(OSError, match="reset"):
        client.chat_postMessage(channel="C1", text="x")

    assert int(after) == len(slack.messages("C1"))


def test_the_sdk_retries_resets_and_5xx(client: WebClient, slack: FakeSlack) -> None:
    """Its handlers for both find what they look for."""
    client.retry_handlers = [
        ConnectionErrorRetryHandler(max_retry_count=2, interval_calculator=fixed(0.01)),
        ServerErrorRetryHandler(max_retry_count=2, interval_calculator=fixed(0.01)),
    ]
    slack.fail("auth.test", connection_reset())
    slack.fail("auth.test", server_error())

    client.auth_test()

    assert ["reset", "internal_error", "ok"] == [c.outcome for c in slack.calls("auth.test")]


def test_an_error_of_choice_is_given(client: WebClient, slack: FakeSlack) -> None:
    """Any of Slack's errors can be had."""
    slack.fail("auth.test", refused("fatal_error"))

    assert "fatal_error" == error_of(lambda api: api.auth_test(), client)["error"]


def test_a_slow_answer_outlasts_a_short_patience(slack: FakeSlack) -> None:
    """The deed is done, the answer comes too late."""
    client = WebClient("xoxb-fake", base_url=slack.api_url, timeout=1)
    slack.fail("chat.postMessage", slow(2))

    with pytest.raises(TimeoutError):
        client.chat_postMessage(channel="C1", text="x")

    assert 1 == len(slack.messages("C1"))


def test_a_held_call_waits_for_the_test(client: WebClient, slack: FakeSlack) -> None:
    """The test stands in the middle of a call and lets it go."""
    gate, done = Gate(), []
    slack.fail("auth.test", held(gate))
    caller = Thread(target=lambda: done.append(client.auth_test()["user_id"]))
    caller.start()

    assert gate.reached.wait(30)
    assert [] == done
    gate.release()
    caller.join(30)
    assert [BOT] == done
