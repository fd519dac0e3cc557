"""`chat.*`: posting, changing, and what only one person sees."""

import json
from typing import Any

from tests.fakes.slack import limits
from tests.fakes.slack.methods.desk import (
    Desk,
    Method,
    check_message,
    readable_channel,
    require,
    visible_channel,
    writable_channel,
)
from tests.fakes.slack.refusal import RefusalError
from tests.fakes.slack.workspace import BOT, BOT_ID, Channel, Json, Message


def _message(args: Json, channel: str) -> Message:
    return Message(
        channel=channel,
        ts="",
        user=BOT,
        text=args.get("text") or "",
        blocks=[dict(block) for block in args.get("blocks") or ()],
        thread_ts=args.get("thread_ts"),
        bot_id=BOT_ID,
        metadata=args.get("metadata"),
    )


def _check_metadata(metadata: Any) -> None:
    if metadata is None:
        return
    if not isinstance(metadata, dict) or not metadata.keys() >= {"event_type", "event_payload"}:
        raise RefusalError("invalid_metadata_format")
    if len(json.dumps(metadata).encode()) > limits.METADATA_BYTES:
        raise RefusalError("metadata_too_large")


def _check_pace(desk: Desk, channel: Channel) -> None:
    if desk.posts_a_second is None:
        return
    a_second_ago = desk.workspace.clock.now() - 1
    latest = [m for m in channel.messages[-50:] if m.user == BOT and m.posted_at > a_second_ago]
    if len(latest) >= desk.posts_a_second:
        raise RefusalError("ratelimited")


def post_message(desk: Desk, args: Json) -> Json:
    channel = writable_channel(desk, args)
    check_message(args)
    _check_metadata(args.get("metadata"))
    root = args.get("thread_ts")
    if root and desk.workspace.find(channel.id, root) is None:
        raise RefusalError("thread_not_found")
    _check_pace(desk, channel)
    message = desk.workspace.post(_message(args, channel.id))
    if args.get("reply_broadcast"):
        message.subtype = "thread_broadcast"
    for told in desk.posted:
        told(message)
    return {"channel": channel.id, "ts": message.ts, "message": message.as_json()}


def post_ephemeral(desk: Desk, args: Json) -> Json:
    require(args, "channel", "user")
    channel = writable_channel(desk, args)
    if args["user"] not in channel.members:
        raise RefusalError("user_not_in_channel")
    check_message(args)
    message = _message(args, channel.id)
    message.only_for = args["user"]
    desk.workspace.post(message)
    return {"message_ts": message.ts}


def update(desk: Desk, args: Json) -> Json:
    require(args, "channel", "ts")
    channel = readable_channel(desk, args)
    message = desk.workspace.find(channel.id, args["ts"])
    if message is None or message.only_for is not None:
        raise RefusalError("message_not_found")
    if message.user != BOT:
        raise RefusalError("cant_update_message")
    check_message(args)
    blocks = [dict(block) for block in args.get("blocks") or ()]
    desk.workspace.change(message, args.get("text") or message.text, blocks)
    message.edited = True
    for told in desk.changed:
        told(message)
    return {
        "channel": channel.id,
        "ts": message.ts,
        "text": message.text,
        "message": message.as_json(),
    }


def delete(desk: Desk, args: Json) -> Json:
    require(args, "channel", "ts")
    channel = readable_channel(desk, args)
    message = desk.workspace.find(channel.id, args["ts"])
    if message is None or message.user != BOT:
        raise RefusalError("message_not_found" if message is None else "cant_delete_message")
    message.deleted = True
    return {"channel": channel.id, "ts": message.ts}


def permalink(desk: Desk, args: Json) -> Json:
    require(args, "channel", "message_ts")
    channel = visible_channel(desk, args)
    message = desk.workspace.find(channel.id, args["message_ts"])
    if message is None:
        raise RefusalError("message_not_found")
    place = f"archives/{channel.id}/p{message.ts.replace('.', '')}"
    return {"channel": channel.id, "permalink": f"https://example.slack.com/{place}"}


METHODS = {
    "chat.postMessage": Method(post_message, ("chat:write",)),
    "chat.postEphemeral": Method(post_ephemeral, ("chat:write",)),
    "chat.update": Method(update, ("chat:write",)),
    "chat.delete": Method(delete, ("chat:write",)),
    "chat.getPermalink": Method(permalink),
}
