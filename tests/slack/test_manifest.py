"""The manifest holds what the listeners need, and nothing beyond."""

from typing import Any

import pytest

from bot.slack import app as slack_app
from bot.slack.actions import COMMAND, SHORTCUT
from bot.slack.features import SURFACES, Feature, Kind, granted, scopes
from bot.slack.manifest import manifest
from tests.slack.conftest import Start

MINIMUM = ["app_mentions:read", "chat:write", "commands", "im:history"]


def test_the_minimum_is_asked_for_by_default() -> None:
    """Four scopes, no more; Socket Mode; no address."""
    made = manifest(frozenset())

    assert MINIMUM == made["oauth_config"]["scopes"]["bot"]
    assert made["settings"]["socket_mode_enabled"]
    assert "request_url" not in str(made)
    assert "agent_view" not in made["features"]


@pytest.mark.parametrize("feature", Feature)
def test_each_feature_adds_its_own_scopes(feature: Feature) -> None:
    """What a feature asks for is there with it and not without it."""
    own = {s for each in SURFACES if each.feature is feature for s in each.scopes}
    made = manifest(frozenset({feature}))

    assert own
    assert sorted({*MINIMUM, *own}) == made["oauth_config"]["scopes"]["bot"]


def test_over_http_every_way_in_has_the_address() -> None:
    """Events, interactions and commands arrive at one place."""
    made = manifest(frozenset(Feature), "https://bot.example/")
    url = "https://bot.example/slack/events"
    settings = made["settings"]

    assert not settings["socket_mode_enabled"]
    assert {url} == {
        settings["event_subscriptions"]["request_url"],
        settings["interactivity"]["request_url"],
        made["features"]["slash_commands"][0]["url"],
    }


def test_the_agent_view_is_never_the_old_one() -> None:
    """`assistant_view` is for apps of yesterday."""
    made = manifest(frozenset({Feature.AGENT}))

    assert made["features"]["agent_view"]["suggested_prompts"]
    assert "assistant_view" not in str(made)


class Recorder:
    """Stands where the Bolt app does, and writes down what is listened for."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Any]] = []

    def __getattr__(self, kind: str) -> Any:
        def listen(name: Any = None, *_: Any) -> Any:
            self.heard.append((kind, name))
            return lambda function: function

        return listen


def test_every_listener_is_in_the_manifest(start: Start) -> None:
    """Each event, command and shortcut that is listened for is asked for, and the other way."""
    desk, recorder = start(), Recorder()
    for module in slack_app.LISTENERS:
        module.register(recorder, desk.deps)
    made = manifest(frozenset(Feature))
    events = set(made["settings"]["event_subscriptions"]["bot_events"])

    assert {name.partition(".")[0] for name in events} == {
        name for kind, name in recorder.heard if kind == "event"
    }
    assert {COMMAND} == {name for kind, name in recorder.heard if kind == "command"}
    assert {SHORTCUT} == {name for kind, name in recorder.heard if kind == "shortcut"}
    assert {COMMAND} == {each["command"] for each in made["features"]["slash_commands"]}
    assert {SHORTCUT} == {each["callback_id"] for each in made["features"]["shortcuts"]}


def test_features_follow_the_scopes_that_were_granted() -> None:
    """What the token may do is what the running bot does."""
    assert frozenset() == granted(frozenset(MINIMUM))
    assert frozenset({Feature.AGENT}) == granted(frozenset({*MINIMUM, "assistant:write"}))
    assert frozenset(Feature) == granted(frozenset(scopes(frozenset(Feature))))


def test_every_way_in_names_its_kind() -> None:
    """The table holds each event once."""
    events = [each.name for each in SURFACES if each.kind is Kind.EVENT]

    assert sorted(set(events)) == sorted(events)


def test_the_app_is_made_without_a_call_beyond_its_own(start: Start) -> None:
    """Making it asks Slack who it is, and nothing else."""
    desk = start()

    assert {"auth.test"} == {call.method for call in desk.slack.web_api.calls}
