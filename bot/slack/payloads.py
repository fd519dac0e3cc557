"""What a press, a command or a shortcut brings, as plain values. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """Someone did something in Slack that the app must answer.

    Args:
        user: Who.
        user_name: What they are called.
        user_team: Their team, where Slack says it.
        channel: Where; `None` in a view.
        thread: The thread of the message it was done to, if any.
        text: What they typed, or the text of the message.
        value: What the button carries.
        trigger: What a modal can be opened with, for three seconds.
        response_url: Where an answer for them alone goes; empty in a view.
        message: The `ts` of the message it was done to; empty in a view.
        is_ephemeral: Whether only they see that message.
        view: The id of the view it was done in; empty elsewhere.
        view_type: `modal` or `home`; empty elsewhere.
    """

    user: str
    user_name: str = ""
    user_team: str | None = None
    channel: str | None = None
    thread: str | None = None
    text: str = ""
    value: str = ""
    trigger: str = ""
    response_url: str = ""
    message: str = ""
    is_ephemeral: bool = False
    view: str = ""
    view_type: str = ""


def call_of(body: Mapping[str, Any]) -> Call:
    """Read a payload of any kind: a command's form, an interaction, an event."""
    if "command" in body:
        return _command(body)
    if isinstance(body.get("event"), Mapping):
        return _event(body["event"])
    return _interaction(body)


def _command(body: Mapping[str, Any]) -> Call:
    return Call(
        user=body.get("user_id", ""),
        user_name=body.get("user_name", ""),
        user_team=body.get("team_id"),
        channel=body.get("channel_id"),
        text=body.get("text") or "",
        trigger=body.get("trigger_id", ""),
        response_url=body.get("response_url", ""),
    )


def _event(event: Mapping[str, Any]) -> Call:
    return Call(
        user=str(event.get("user") or ""),
        user_team=event.get("user_team") or event.get("team"),
        channel=event.get("channel") if isinstance(event.get("channel"), str) else None,
        thread=event.get("thread_ts") or event.get("ts"),
        text=str(event.get("text") or ""),
        message=str(event.get("ts") or ""),
    )


def _interaction(body: Mapping[str, Any]) -> Call:
    user, container = body.get("user") or {}, body.get("container") or {}
    message, view = body.get("message") or {}, body.get("view") or {}
    action: Mapping[str, Any] = next(iter(body.get("actions") or ()), {})
    return Call(
        user=user.get("id", ""),
        user_name=user.get("name") or user.get("username") or "",
        user_team=user.get("team_id"),
        channel=(body.get("channel") or {}).get("id") or container.get("channel_id"),
        thread=message.get("thread_ts") or container.get("thread_ts"),
        text=message.get("text") or "",
        value=str(action.get("value") or ""),
        trigger=body.get("trigger_id", ""),
        response_url=body.get("response_url") or "",
        message=message.get("ts") or container.get("message_ts") or body.get("message_ts") or "",
        is_ephemeral=bool(container.get("is_ephemeral")),
        view=view.get("id") or "",
        view_type=view.get("type") or "",
    )
