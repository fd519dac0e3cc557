"""Looks at a live workspace: what is wrong with the app's set-up, and what to do about each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from http.client import HTTPException

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.slack.failures import error_of
from bot.slack.features import Feature, scopes
from bot.slack.identity import Identity

_CLOCKS_APART = timedelta(minutes=1)
_READS = ("channels:read", "groups:read")


class State(StrEnum):
    """How a thing is that was looked at."""

    WELL = "ok"
    WRONG = "WRONG"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Args:
        state: How it is.
        what: What was looked at.
        told: What was found and, where it is not well, what to do.
    """

    state: State
    what: str
    told: str


@dataclass(frozen=True, slots=True)
class Checkup:
    """What is looked at.

    Args:
        client: With the bot token.
        identity: What Slack says of the app.
        features: What is chosen beyond asking.
        app_token: For Socket Mode; `None` in HTTP mode.
        channels: The channels of digests.
        now: Our clock.
    """

    client: WebClient
    identity: Identity
    features: frozenset[Feature]
    app_token: str | None
    channels: Sequence[str]
    now: datetime

    def findings(self) -> Iterator[Finding]:
        """Look at one thing after the other."""
        me, team = self.identity.me, self.identity.team_name
        told = f"the app is {me.user} in {team or me.team} ({me.team})"
        yield Finding(State.WELL, "bot token", told)
        yield self._scopes()
        yield self._clock()
        if self.app_token is not None:
            yield self._connection(self.app_token)
        for channel in self.channels:
            yield self._channel(channel)

    def _scopes(self) -> Finding:
        has, wanted = self.identity.scopes, scopes(self.features)
        if has is None:
            return Finding(State.UNKNOWN, "scopes", "Slack did not say which scopes the token has")
        lacking = [scope for scope in wanted if scope not in has]
        if not lacking:
            return Finding(State.WELL, "scopes", f"all {len(wanted)} are there")
        return Finding(
            State.WRONG,
            "scopes",
            f"{', '.join(lacking)} lacking: put the output of `prbot manifest` in place of the"
            " app's manifest, then reinstall the app in the workspace",
        )

    def _clock(self) -> Finding:
        slack = self.identity.slack_time
        if slack is None:
            return Finding(State.UNKNOWN, "clock", "Slack did not say what time it is")
        apart = abs(self.now - slack)
        if apart <= _CLOCKS_APART:
            return Finding(State.WELL, "clock", f"{apart.total_seconds():.0f} s off Slack's")
        return Finding(
            State.WRONG,
            "clock",
            f"{apart.total_seconds():.0f} s off Slack's: set it by NTP, else signed requests are"
            " refused and digests come at the wrong time",
        )

    def _connection(self, app_token: str) -> Finding:
        try:
            self.client.apps_connections_open(app_token=app_token)
        except (SlackClientError, OSError, HTTPException) as fault:
            told = (
                f"Slack gives no connection ({error_of(fault)}): SLACK_APP_TOKEN must be an"
                " app-level token with connections:write"
            )
            return Finding(State.WRONG, "app token", told)
        return Finding(State.WELL, "app token", "Socket Mode can connect")

    def _channel(self, channel: str) -> Finding:
        what = f"channel {channel}"
        try:
            found = self.client.conversations_info(channel=channel)["channel"]
        except SlackApiError as fault:
            return _unseen(what, error_of(fault))
        name = f"#{found.get('name', channel)}"
        if found.get("is_archived"):
            told = f"{name} is archived: choose another one for its digest"
            return Finding(State.WRONG, what, told)
        is_public = not found.get("is_private")
        if found.get("is_member") or (is_public and Feature.PUBLIC in self.features):
            return Finding(State.WELL, what, f"{name} can be posted to")
        told = f"the app is not in {name}: say `/invite @prbot` there"
        return Finding(State.WRONG, what, told)


def _unseen(what: str, error: str) -> Finding:
    if error == "missing_scope":
        told = f"cannot be looked at without {' and '.join(_READS)}: PRBOT_FEATURES=names"
        return Finding(State.UNKNOWN, what, told)
    told = f"{error}: it does not exist, or it is private and the app is not in it (/invite it)"
    return Finding(State.WRONG, what, told)
