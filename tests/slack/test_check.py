"""`prbot check` against the fake Slack: each thing wrong is found, with what to do."""

from datetime import timedelta

import pytest

from bot.slack.check import Checkup, State
from bot.slack.client import web_client
from bot.slack.features import Feature
from bot.slack.identity import SlackUnreachableError, TokenRefusedError, identify
from tests.fakes.slack import FakeSlack


def states(slack: FakeSlack, **changes: object) -> dict[str, tuple[State, str]]:
    client = web_client(slack.installation.bot_token, slack.api_url)
    identity = identify(client)
    assert identity.slack_time is not None
    facts = {
        "client": client,
        "identity": identity,
        "features": frozenset(Feature),
        "app_token": slack.installation.app_token,
        "channels": (),
        "now": identity.slack_time,
    }
    checkup = Checkup(**{**facts, **changes})  # type: ignore[arg-type]  # each test says what
    return {found.what: (found.state, found.told) for found in checkup.findings()}


def test_a_sound_set_up_is_all_well(slack: FakeSlack) -> None:
    """Every feature's scopes, the clock, the socket, the channels it is in."""
    found = states(slack, channels=("C1", "G1"))

    assert {State.WELL} == {state for state, _ in found.values()}
    assert {"bot token", "scopes", "clock", "app token", "channel C1", "channel G1"} == set(found)


def test_missing_scopes_are_named(slack: FakeSlack) -> None:
    """With the way to get them."""
    slack.installation.scopes -= {"assistant:write", "users:read"}
    state, told = states(slack)["scopes"]

    assert State.WRONG is state
    assert told.startswith("assistant:write, users:read lacking")
    assert "prbot manifest" in told


@pytest.mark.parametrize(
    ("off", "expected"), [(59, State.WELL), (-59, State.WELL), (90, State.WRONG)]
)
def test_a_clock_that_is_off_is_told(slack: FakeSlack, off: int, expected: State) -> None:
    """By more than a minute, either way."""
    client = web_client(slack.installation.bot_token, slack.api_url)
    now = identify(client).slack_time
    assert now is not None

    assert expected is states(slack, now=now + timedelta(seconds=off))["clock"][0]


@pytest.mark.parametrize(
    ("channel", "features", "expected", "words"),
    [
        ("C3", frozenset(), State.WRONG, "/invite"),
        ("C3", frozenset({Feature.PUBLIC}), State.WELL, "#random"),
        ("C4", frozenset(), State.WRONG, "archived"),
        ("G2", frozenset(), State.WRONG, "/invite"),
        ("C404", frozenset(), State.WRONG, "does not exist"),
    ],
)
def test_channels_it_cannot_post_in_are_told(
    slack: FakeSlack, channel: str, features: frozenset[Feature], expected: State, words: str
) -> None:
    """Not in it, archived, unknown: each with what to do."""
    found = states(slack, channels=(channel,), features=features)
    state, told = found[f"channel {channel}"]

    assert expected is state
    assert words in told


def test_channels_that_may_not_be_looked_at_are_unknown(slack: FakeSlack) -> None:
    """Neither well nor wrong, and how to know."""
    slack.installation.scopes -= {"channels:read"}
    state, told = states(slack, channels=("C1",))["channel C1"]

    assert State.UNKNOWN is state
    assert "PRBOT_FEATURES=names" in told


def test_a_wrong_app_token_is_told(slack: FakeSlack) -> None:
    """Socket Mode could not connect."""
    state, told = states(slack, app_token="xapp-wrong")["app token"]

    assert State.WRONG is state
    assert "connections:write" in told
    assert "app token" not in states(slack, app_token=None)


def test_a_wrong_bot_token_ends_it(slack: FakeSlack) -> None:
    """One sentence that says where the right one is."""
    with pytest.raises(TokenRefusedError, match="OAuth & Permissions"):
        identify(web_client("xoxb-wrong", slack.api_url))


def test_an_address_that_nobody_listens_at_ends_it() -> None:
    """One sentence that names it."""
    client = web_client("xoxb-fake", "http://127.0.0.1:9/api/")
    client.retry_handlers.clear()
    with pytest.raises(SlackUnreachableError, match=r"127\.0\.0\.1:9"):
        identify(client)
