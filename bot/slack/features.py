"""What the app takes part in: one table, for the listeners to register and the manifest to tell.

A feature that is not chosen asks for no scope and hears no event.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.slack.actions import COMMAND, SHORTCUT


class Feature(StrEnum):
    """What a deployment may choose beyond asking; each costs scopes of its own."""

    THREADS = "threads"  # follow-ups without a mention, in threads it has answered in
    AGENT = "agent"  # the agent view, with suggested prompts
    DIGEST = "digest"  # reading a digest back after a crash; a person's time zone
    PUBLIC = "public"  # digests in public channels without an invitation
    NAMES = "names"  # `prbot check` looks whether it is in the channels of digests


class Kind(StrEnum):
    """How Slack calls on the app."""

    EVENT = "event"
    COMMAND = "command"
    SHORTCUT = "message shortcut"


@dataclass(frozen=True, slots=True)
class Surface:
    """One way in, or one thing the app may do.

    Args:
        kind: How Slack calls; `None` for what only the app does by itself.
        name: The event, the command, the callback id.
        scopes: What it needs.
        feature: The feature it belongs to; `None` for what is always there.
    """

    kind: Kind | None
    name: str
    scopes: tuple[str, ...] = ()
    feature: Feature | None = None


MENTION = Surface(Kind.EVENT, "app_mention", ("app_mentions:read", "chat:write"))
DIRECT = Surface(Kind.EVENT, "message.im", ("im:history",))
HOME_OPENED = Surface(Kind.EVENT, "app_home_opened")
REVOKED = Surface(Kind.EVENT, "tokens_revoked")
UNINSTALLED = Surface(Kind.EVENT, "app_uninstalled")
ASK = Surface(Kind.COMMAND, COMMAND, ("commands",))
RELATED = Surface(Kind.SHORTCUT, SHORTCUT, ("commands",))
IN_CHANNEL = Surface(Kind.EVENT, "message.channels", ("channels:history",), Feature.THREADS)
IN_PRIVATE = Surface(Kind.EVENT, "message.groups", ("groups:history",), Feature.THREADS)

SURFACES = (
    *(MENTION, DIRECT, HOME_OPENED, REVOKED, UNINSTALLED, ASK, RELATED, IN_CHANNEL, IN_PRIVATE),
    Surface(None, "suggested prompts", ("assistant:write",), Feature.AGENT),
    Surface(None, "reading channels back", ("channels:history", "groups:history"), Feature.DIGEST),
    Surface(None, "time zones", ("users:read",), Feature.DIGEST),
    Surface(None, "posting uninvited", ("chat:write.public",), Feature.PUBLIC),
    Surface(None, "looking at channels", ("channels:read", "groups:read"), Feature.NAMES),
)


def surfaces(features: frozenset[Feature]) -> tuple[Surface, ...]:
    """What the app takes part in with some features chosen."""
    return tuple(each for each in SURFACES if each.feature is None or each.feature in features)


def scopes(features: frozenset[Feature]) -> tuple[str, ...]:
    """The bot's scopes for some features, each once, in order of the alphabet."""
    return tuple(sorted({scope for each in surfaces(features) for scope in each.scopes}))


def granted(has: frozenset[str]) -> frozenset[Feature]:
    """The features whose scopes the app has."""
    return frozenset(
        feature
        for feature in Feature
        if has.issuperset(s for each in SURFACES if each.feature is feature for s in each.scopes)
    )
