"""How the app is installed: its tokens, and what its manifest asked for.

What the manifest leaves out does not exist: no event is sent that it does not subscribe to, and
no command, shortcut or Home can be used that it does not declare.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

MINIMUM_SCOPES = frozenset({"app_mentions:read", "chat:write", "commands", "im:history"})

EVENT_SCOPES: dict[str, str] = {
    "app_mention": "app_mentions:read",
    "message.im": "im:history",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
}


@dataclass
class Installation:
    """The app in this workspace.

    Args:
        scopes: What the bot token may do.
        events: What is sent to the app.
        commands: Slash commands, with their slash.
        shortcuts: Callback ids of message shortcuts.
        home: Whether the app has a Home tab.
        interactive: Whether presses reach the app.
        revoked: The error every call with the bot token gets from now on, if any.
    """

    bot_token: str = "xoxb-fake"
    app_token: str = "xapp-fake"
    signing_secret: str = "fake-signing-secret"
    scopes: set[str] = field(default_factory=lambda: set(MINIMUM_SCOPES))
    events: set[str] = field(
        default_factory=lambda: {"app_mention", "message.im", "app_home_opened"},
    )
    commands: set[str] = field(default_factory=lambda: {"/prnotes"})
    shortcuts: set[str] = field(default_factory=lambda: {"find_related"})
    home: bool = True
    interactive: bool = True
    revoked: str | None = None

    @classmethod
    def from_manifest(cls, manifest: Mapping[str, Any]) -> Self:
        """Install the app as its manifest describes it."""
        features, settings = manifest.get("features", {}), manifest.get("settings", {})
        return cls(
            scopes=set(manifest["oauth_config"]["scopes"]["bot"]),
            events=set(settings.get("event_subscriptions", {}).get("bot_events", ())),
            commands={command["command"] for command in features.get("slash_commands", ())},
            shortcuts={
                shortcut["callback_id"]
                for shortcut in features.get("shortcuts", ())
                if shortcut["type"] == "message"
            },
            home=features.get("app_home", {}).get("home_tab_enabled", False),
            interactive=settings.get("interactivity", {}).get("is_enabled", False),
        )

    def hears(self, event: str) -> bool:
        """Whether the app is sent this kind of event."""
        needed = EVENT_SCOPES.get(event)
        return event in self.events and (needed is None or needed in self.scopes)
