"""Which channels get a digest: those that asked for it in Slack, and those of the settings.

What a channel last said in Slack goes before the settings, so `off` turns off either. Pure.
"""

import logging
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.digest.rule import Rule, from_json, to_json
from bot.digest.rule_words import RuleError, read_rule
from bot.errors import BotError
from bot.state.subscriptions import Kept

_LOG = logging.getLogger(__name__)
_CHANNEL = re.compile(r"[CG][A-Z0-9]{1,20}$")


class DigestsSettingError(BotError, ValueError):
    """`PRBOT_DIGESTS` cannot be read."""

    def __init__(self, line: str, reason: str) -> None:
        super().__init__(f"PRBOT_DIGESTS: {line.strip()[:120]!r}: {reason}")


@dataclass(frozen=True, slots=True)
class Subscription:
    """A channel's wish for a digest.

    Args:
        workspace: The team.
        channel: The channel.
        rule: When, and which notes.
        subscriber: The user who asked for it; empty where the settings did.
        since: When it was asked for: what was due before is not sent.
    """

    workspace: str
    channel: str
    rule: Rule
    subscriber: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Configured:
    """A channel of the settings, whose team only Slack knows."""

    channel: str
    rule: Rule


def read_configured(text: str | None, *, zone: str, language: str) -> tuple[Configured, ...]:
    """Read the setting: channels with their rules, parted by `;` or line ends.

    Raises:
        DigestsSettingError: A part cannot be read, or a channel stands there twice.
    """
    found: dict[str, Configured] = {}
    for line in re.split(r"[;\n]", text or ""):
        channel, _, words = line.strip().partition(" ")
        if not channel:
            continue
        if not _CHANNEL.match(channel):
            raise DigestsSettingError(line, f"{channel!r} is no channel id such as C0123456789")
        if channel in found:
            raise DigestsSettingError(line, f"{channel} stands there twice")
        try:
            found[channel] = Configured(channel, read_rule(words, zone=zone, language=language))
        except RuleError as fault:
            raise DigestsSettingError(line, str(fault)) from None
    return tuple(found.values())


def kept(subscription: Subscription, *, changed_at: datetime, is_on: bool = True) -> Kept:
    """Make what is kept of a wish that was spoken in Slack."""
    return Kept(
        workspace=subscription.workspace,
        channel=subscription.channel,
        is_on=is_on,
        rule=to_json(subscription.rule),
        changed_by=subscription.subscriber,
        changed_at=changed_at,
    )


def subscription_of(row: Kept) -> Subscription:
    """Read a wish from what was kept."""
    return Subscription(
        row.workspace, row.channel, from_json(row.rule), row.changed_by, row.changed_at
    )


def _readable(row: Kept) -> Subscription | None:
    """A wish as it was kept; one that cannot be read costs its own channel alone."""
    try:
        wish = subscription_of(row)
        ZoneInfo(wish.rule.schedule.zone)
    except (LookupError, ValueError, TypeError, OSError) as fault:
        _LOG.error(
            "the digest of %s is kept in a way that cannot be read (%s: %s): turn it on again",
            row.channel, type(fault).__name__, fault,
        )  # fmt: skip
        return None
    return wish


def all_subscriptions(
    workspace: str, rows: Iterable[Kept], configured: Sequence[Configured]
) -> tuple[Subscription, ...]:
    """Join what was said in Slack with the settings."""
    said = {row.channel: row for row in rows if row.workspace == workspace}
    spoken = [wish for row in said.values() if row.is_on and (wish := _readable(row)) is not None]
    silent = [each for each in configured if each.channel not in said]
    return (*spoken, *(Subscription(workspace, each.channel, each.rule) for each in silent))
