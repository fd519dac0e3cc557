"""The app's manifest: what Slack is told once, when the app is made."""

from typing import Any

from bot.slack.actions import COMMAND, SHORTCUT
from bot.slack.features import Feature, Kind, scopes, surfaces
from bot.slack.sentences import Language, Say

NAME = "prbot"
EVENTS_PATH = "/slack/events"
SHORTCUT_NAME = "Find related reviews"
_ABOUT = "Answers questions about recent PR reviews, with links to the source notes"


def manifest(features: frozenset[Feature], url: str | None = None) -> dict[str, Any]:
    """Make the manifest.

    Args:
        features: What is chosen beyond asking.
        url: Where Slack reaches the app over HTTP; Socket Mode where there is none.
    """
    request_url = None if url is None else url.rstrip("/") + EVENTS_PATH
    return {
        "display_information": {"name": NAME, "description": _ABOUT},
        "features": _features(features, request_url),
        "oauth_config": {"scopes": {"bot": list(scopes(features))}},
        "settings": _settings(features, request_url),
    }


def _features(features: frozenset[Feature], request_url: str | None) -> dict[str, Any]:
    command = {
        "command": COMMAND,
        "description": "Ask about PR reviews; only you see the answer",
        "usage_hint": "FlashInfer 相关的 PR | digest status",
        "should_escape": True,
        **({"url": request_url} if request_url else {}),
    }
    shortcut = {
        "name": SHORTCUT_NAME,
        "type": "message",
        "callback_id": SHORTCUT,
        "description": "Finds reviews related to a message; only you see them",
    }
    made: dict[str, Any] = {
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "bot_user": {"display_name": NAME, "always_online": True},
        "slash_commands": [command],
        "shortcuts": [shortcut],
    }
    if Feature.AGENT in features:
        made["agent_view"] = {"agent_description": _ABOUT, "suggested_prompts": _prompts()}
    return made


def _prompts() -> list[dict[str, str]]:
    """What the agent view offers before the app has said anything of its own."""
    said = (Say.EXAMPLE_LATEST(Language.ZH), Say.EXAMPLE_ADVICE(Language.EN))
    return [{"title": text, "message": text} for text in said]


def _settings(features: frozenset[Feature], request_url: str | None) -> dict[str, Any]:
    address = {"request_url": request_url} if request_url else {}
    events = [each.name for each in surfaces(features) if each.kind is Kind.EVENT]
    return {
        "event_subscriptions": {**address, "bot_events": sorted(events)},
        "interactivity": {"is_enabled": True, **address},
        "org_deploy_enabled": False,
        "socket_mode_enabled": request_url is None,
        "token_rotation_enabled": False,
    }
