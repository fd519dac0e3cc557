"""The payloads Slack sends, made from what the workspace holds."""

import secrets
from typing import Any

from tests.fakes.slack.workspace import (
    APP,
    BOT,
    TEAM,
    Channel,
    Json,
    Message,
    User,
    View,
    Workspace,
)

_TEAM = {"id": TEAM, "domain": "example"}


def event_callback(workspace: Workspace, event: Json, **outer: Any) -> Json:
    """Wrap an event; every wrapping has an event id of its own."""
    return {
        "token": "verification",
        "team_id": TEAM,
        "context_team_id": TEAM,
        "context_enterprise_id": None,
        "api_app_id": APP,
        "event": event,
        "type": "event_callback",
        "event_id": workspace.next_id("Ev"),
        "event_time": int(workspace.clock.now()),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": TEAM,
                "user_id": BOT,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": False,
        "event_context": "4-context",
        **outer,
    }


def message_event(workspace: Workspace, channel: Channel, message: Message) -> Json:
    """Return the `message` event of what was said."""
    event = message.as_json() | {
        "channel": channel.id,
        "event_ts": message.ts,
        "channel_type": channel.kind.value,
    }
    if message.bot_id is None:
        event |= {"client_msg_id": secrets.token_hex(16)}
    if message.thread_ts and message.thread_ts != message.ts:
        root = workspace.find(channel.id, message.thread_ts)
        event["parent_user_id"] = root.user if root else BOT
    if message.team != TEAM:
        event |= {"user_team": message.team, "source_team": message.team}
        event["user_profile"] = {"name": message.user, "team": message.team}
    return event


def mention_event(workspace: Workspace, channel: Channel, message: Message) -> Json:
    """Return the `app_mention` event of the same message."""
    event = message_event(workspace, channel, message) | {"type": "app_mention"}
    del event["channel_type"]
    return event


def changed_event(channel: Channel, message: Message, ts: str, before: Json) -> Json:
    """Return the `message_changed` event that edits, unfurls and replies cause alike."""
    return {
        "type": "message",
        "subtype": "message_changed",
        "hidden": True,
        "message": message.as_json(),
        "previous_message": before,
        "channel": channel.id,
        "ts": ts,
        "event_ts": ts,
        "channel_type": channel.kind.value,
    }


def deleted_event(channel: Channel, message: Message, ts: str) -> Json:
    return {
        "type": "message",
        "subtype": "message_deleted",
        "hidden": True,
        "deleted_ts": message.ts,
        "previous_message": message.as_json(),
        "channel": channel.id,
        "ts": ts,
        "event_ts": ts,
        "channel_type": channel.kind.value,
    }


def home_event(channel: Channel, user: User, tab: str, view: View | None, ts: str) -> Json:
    """Return the event of someone opening the app: its Home, or the agent view (`messages`)."""
    event: Json = {
        "type": "app_home_opened",
        "user": user.id,
        "channel": channel.id,
        "tab": tab,
        "event_ts": ts,
    }
    return event | {"view": view.as_json()} if view and tab == "home" else event


def command_form(channel: Channel, user: User, name: str, text: str, ways: Json) -> Json:
    """Return the form of a slash command."""
    return {
        "token": "verification",
        "team_id": user.team,
        "team_domain": "example",
        "channel_id": channel.id,
        "channel_name": channel.name or "directmessage",
        "user_id": user.id,
        "user_name": user.name,
        "command": name,
        "text": text,
        "api_app_id": APP,
        "is_enterprise_install": "false",
        **ways,
    }


def interaction(kind: str, user: User, ways: Json) -> Json:
    """Return what every interaction holds."""
    return {
        "type": kind,
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": user.team},
        "api_app_id": APP,
        "token": "verification",
        "team": _TEAM,
        "enterprise": None,
        "is_enterprise_install": False,
        **ways,
    }


def message_place(channel: Channel, message: Message) -> Json:
    """Return where a pressed message stands; an ephemeral one is not shown, as in Slack."""
    container: Json = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": channel.id,
        "is_ephemeral": message.only_for is not None,
    }
    if message.thread_ts:
        container["thread_ts"] = message.thread_ts
    place: Json = {
        "container": container,
        "channel": {"id": channel.id, "name": channel.name or "directmessage"},
    }
    return place if message.only_for else place | {"message": message.as_json()}


def view_place(view: View) -> Json:
    return {"container": {"type": "view", "view_id": view.id}, "view": view.as_json()}


def action(block: Json, element: Json, chosen: Json, ts: str) -> Json:
    """Return one action: the element pressed, and what was chosen in it."""
    kept = ("type", "action_id", "text", "value", "style", "placeholder")
    pressed = {name: element[name] for name in kept if name in element}
    return pressed | {"block_id": block.get("block_id", ""), "action_ts": ts} | chosen
