"""`conversations.*`: reading channels back, each by the scope of its kind."""

from tests.fakes.slack.methods.desk import (
    HISTORY,
    READ,
    Desk,
    Method,
    page_of,
    readable_channel,
    require,
    visible_channel,
)
from tests.fakes.slack.refusal import RefusalError
from tests.fakes.slack.workspace import BOT, Json, Kind, Message


def _yes(args: Json, name: str) -> bool:
    return args.get(name) in (True, 1, "1", "true", "True")


def _by_kind(scopes: dict[Kind, str], desk: Desk, args: Json) -> str | None:
    channel = desk.workspace.channels.get(args.get("channel", ""))
    return scopes[channel.kind] if channel else None


def _needs_history(desk: Desk, args: Json) -> str | None:
    return _by_kind(HISTORY, desk, args)


def _needs_read(desk: Desk, args: Json) -> str | None:
    return _by_kind(READ, desk, args)


def _within(message: Message, args: Json) -> bool:
    ts, inclusive = float(message.ts), _yes(args, "inclusive")
    oldest, latest = float(args.get("oldest") or 0), float(args.get("latest") or "inf")
    return oldest <= ts <= latest if inclusive else oldest < ts < latest


def _stands(message: Message) -> bool:
    return message.only_for is None and not message.deleted


def history(desk: Desk, args: Json) -> Json:
    channel = readable_channel(desk, args)
    with_metadata = _yes(args, "include_all_metadata")
    found = [
        message.as_json(with_metadata=with_metadata)
        for message in reversed(channel.messages)
        if _stands(message)
        and _within(message, args)
        and (message.thread_ts in (None, message.ts) or message.subtype == "thread_broadcast")
    ]
    return page_of(found, args, "messages")


def replies(desk: Desk, args: Json) -> Json:
    require(args, "channel", "ts")
    channel = readable_channel(desk, args)
    message = desk.workspace.find(channel.id, args["ts"])
    if message is None:
        raise RefusalError("thread_not_found")
    root = desk.workspace.find(channel.id, message.thread_ts or message.ts) or message
    thread = [root, *desk.workspace.replies(channel.id, root.ts)]
    with_metadata = _yes(args, "include_all_metadata")
    found = [
        reply.as_json(with_metadata=with_metadata)
        for reply in thread
        if _stands(reply) and (reply is root or _within(reply, args))
    ]
    return page_of(found, args, "messages")


def info(desk: Desk, args: Json) -> Json:
    return {"channel": visible_channel(desk, args).as_json()}


def _kinds(args: Json) -> set[Kind]:
    names = {"public_channel": Kind.PUBLIC, "private_channel": Kind.PRIVATE, "im": Kind.DIRECT}
    asked = (args.get("types") or "public_channel").split(",")
    return {names[name.strip()] for name in asked if name.strip() in names}


def _listing_scope(desk: Desk, args: Json) -> str | None:
    needed = sorted(READ[kind] for kind in _kinds(args))
    missing = [scope for scope in needed if scope not in desk.installation.scopes]
    return missing[0] if missing else None


def _listed(desk: Desk, args: Json, *, only_own: bool) -> Json:
    kinds = _kinds(args)
    found = [
        channel.as_json()
        for channel in desk.workspace.channels.values()
        if channel.kind in kinds
        and (BOT in channel.members or (not only_own and channel.kind is Kind.PUBLIC))
        and not (_yes(args, "exclude_archived") and channel.archived)
    ]
    return page_of(found, args, "channels")


def list_channels(desk: Desk, args: Json) -> Json:
    return _listed(desk, args, only_own=False)


def own_channels(desk: Desk, args: Json) -> Json:
    return _listed(desk, args, only_own=True)


def members(desk: Desk, args: Json) -> Json:
    people = sorted(visible_channel(desk, args).members)
    page = page_of([{"id": person} for person in people], args, "members")
    return {**page, "members": [person["id"] for person in page["members"]]}


def open_direct(desk: Desk, args: Json) -> Json:
    require(args, "users")
    people = args["users"].split(",") if isinstance(args["users"], str) else args["users"]
    if len(people) != 1:
        raise RefusalError("not_enough_users" if not people else "method_not_supported")
    if people[0] not in desk.workspace.users:
        raise RefusalError("user_not_found")
    return {"channel": {"id": desk.workspace.direct(people[0]).id}}


METHODS = {
    "conversations.history": Method(history, needs=_needs_history),
    "conversations.replies": Method(replies, needs=_needs_history),
    "conversations.info": Method(info, needs=_needs_read),
    "conversations.list": Method(list_channels, needs=_listing_scope),
    "conversations.members": Method(members, needs=_needs_read),
    "conversations.open": Method(open_direct, ("im:write", "mpim:write")),
    "users.conversations": Method(own_channels, needs=_listing_scope),
}
