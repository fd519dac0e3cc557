"""Who the app is: one call that tells its team, its scopes and Slack's clock."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.errors import BotError
from bot.slack.failures import error_of
from bot.slack.hygiene import Me


class TokenRefusedError(BotError, PermissionError):
    """Slack does not take the bot token."""

    def __init__(self, error: str) -> None:
        super().__init__(
            f"Slack refuses SLACK_BOT_TOKEN ({error}): install the app in the workspace, and copy"
            " the bot token (xoxb-…) from its page OAuth & Permissions"
        )


class SlackUnreachableError(BotError, ConnectionError):
    """Slack's API does not answer."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(
            f"Slack's API at {address} cannot be reached ({reason}): check the network, a proxy,"
            " and SLACK_API_URL"
        )


@dataclass(frozen=True, slots=True)
class Identity:
    """What Slack says of the app.

    Args:
        me: Its ids.
        team_name: What its team is called.
        scopes: What its token may do; `None` where Slack does not say.
        slack_time: Slack's clock, where it says it.
    """

    me: Me
    team_name: str
    scopes: frozenset[str] | None
    slack_time: datetime | None


def identify(client: WebClient) -> Identity:
    """Ask Slack who the app is.

    Raises:
        TokenRefusedError: It is nobody.
        SlackUnreachableError: There is no answer.
    """
    try:
        answer = client.auth_test()
    except SlackApiError as fault:
        raise TokenRefusedError(error_of(fault)) from None
    except (SlackClientError, OSError, HTTPException) as fault:
        raise SlackUnreachableError(client.base_url, str(fault)) from None
    headers = {name.lower(): value for name, value in answer.headers.items()}
    me = Me(
        team=str(answer["team_id"]),
        user=str(answer["user_id"]),
        bot=str(answer.get("bot_id") or ""),
        enterprise=answer.get("enterprise_id"),
    )
    return Identity(me, str(answer.get("team") or ""), _scopes(headers), _time(headers))


def _scopes(headers: Mapping[str, object]) -> frozenset[str] | None:
    told = headers.get("x-oauth-scopes")
    if told is None:
        return None
    text = told[0] if isinstance(told, list) else told
    return frozenset(part.strip() for part in str(text).split(",") if part.strip())


def _time(headers: Mapping[str, object]) -> datetime | None:
    told = headers.get("date")
    text = told[0] if isinstance(told, list) else told
    try:
        return parsedate_to_datetime(str(text)) if text else None
    except ValueError:
        return None
