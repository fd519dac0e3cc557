"""What every method is given, and what several of them check."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.slack import limits
from tests.fakes.slack.blocks import block_complaints, texts_of
from tests.fakes.slack.installation import Installation
from tests.fakes.slack.refusal import RefusalError, bad_shape
from tests.fakes.slack.workspace import BOT, Channel, Json, Kind, Message, Workspace


@dataclass
class Desk:
    """Where calls are handled.

    Args:
        workspace: What Slack remembers.
        installation: What the app may do.
        socket_url: Makes the address of one Socket Mode connection.
        posted: Told of every message the app posts.
        changed: Told of every message the app changes.
        posts_a_second: How many posts a channel takes within a second, if that is looked at.
    """

    workspace: Workspace
    installation: Installation
    socket_url: Callable[[], str] = lambda: ""
    posted: list[Callable[[Message], None]] = field(default_factory=list)
    changed: list[Callable[[Message], None]] = field(default_factory=list)
    posts_a_second: int | None = None


@dataclass(frozen=True)
class Method:
    """One method of the Web API.

    Args:
        run: Does it.
        scopes: Any one of these is enough; none are needed where it is empty.
        needs: The scope that the arguments decide, where they do.
        app_token: Whether it takes the app-level token instead of the bot's.
    """

    run: Callable[[Desk, Json], Json]
    scopes: tuple[str, ...] = ()
    needs: Callable[[Desk, Json], str | None] | None = None
    app_token: bool = False


HISTORY = {
    Kind.PUBLIC: "channels:history",
    Kind.PRIVATE: "groups:history",
    Kind.DIRECT: "im:history",
}
READ = {Kind.PUBLIC: "channels:read", Kind.PRIVATE: "groups:read", Kind.DIRECT: "im:read"}


def require(args: Json, *names: str) -> None:
    """Refuse a call that lacks an argument."""
    missing = [name for name in names if not args.get(name)]
    if missing:
        complaints = [f"[ERROR] missing required field: {name}" for name in missing]
        raise bad_shape("invalid_arguments", complaints)


def visible_channel(desk: Desk, args: Json) -> Channel:
    """Return the channel meant, if the app may know of it at all."""
    require(args, "channel")
    channel = desk.workspace.channels.get(args["channel"])
    if channel is None or (channel.kind is not Kind.PUBLIC and BOT not in channel.members):
        raise RefusalError("channel_not_found")
    return channel


def readable_channel(desk: Desk, args: Json) -> Channel:
    """Return the channel meant, if the app may read it."""
    channel = visible_channel(desk, args)
    if BOT not in channel.members:
        raise RefusalError("not_in_channel")
    return channel


def writable_channel(desk: Desk, args: Json) -> Channel:
    """Return the channel meant, if the app may write there; a person's id means their DM."""
    if args.get("channel") in desk.workspace.users:
        return desk.workspace.direct(args["channel"])
    channel = visible_channel(desk, args)
    if channel.archived:
        raise RefusalError("is_archived")
    may_write = BOT in channel.members or (
        channel.kind is Kind.PUBLIC and "chat:write.public" in desk.installation.scopes
    )
    if not may_write:
        raise RefusalError("not_in_channel")
    return channel


def check_message(args: Json, error: str = "invalid_blocks") -> None:
    """Refuse what Slack would not take as a message's text and blocks."""
    text, blocks = args.get("text") or "", args.get("blocks") or []
    if not text and not blocks and not args.get("attachments"):
        raise RefusalError("no_text")
    complaints = block_complaints(blocks, limits.MESSAGE_BLOCKS)
    if complaints:
        raise bad_shape(error, complaints)
    if len(text) > limits.MESSAGE_TEXT:
        raise RefusalError("msg_too_long")
    if sum(map(len, texts_of(blocks))) > limits.MESSAGE_BLOCKS_TEXT:
        raise RefusalError("msg_blocks_too_long")


def page_of(found: list[Json], args: Json, name: str) -> Json:
    """Return one page of a list, with the cursor of the next."""
    size = min(int(args.get("limit") or 100), 1_000)
    start = int(args.get("cursor") or 0)
    following = start + size
    cursor = str(following) if following < len(found) else ""
    return {
        name: found[start:following],
        "has_more": bool(cursor),
        "response_metadata": {"next_cursor": cursor},
    }
