"""`assistant.threads.*`: what the agent view shows around a conversation."""

from tests.fakes.slack import limits
from tests.fakes.slack.limits import Shape, array, string
from tests.fakes.slack.methods.desk import Desk, Method, readable_channel, require
from tests.fakes.slack.refusal import bad_shape
from tests.fakes.slack.workspace import Json

_PROMPTS = array(
    Shape(required={"title": string(limits.SECTION_TEXT), "message": string(limits.SECTION_TEXT)}),
    most=limits.PROMPTS,
)


def _channel_id(desk: Desk, args: Json) -> str:
    require(args, "channel_id")
    return readable_channel(desk, {"channel": args["channel_id"]}).id


def suggest(desk: Desk, args: Json) -> Json:
    channel = _channel_id(desk, args)
    complaints = list(_PROMPTS(args.get("prompts"), "/prompts"))
    if complaints:
        raise bad_shape("invalid_arguments", complaints)
    desk.workspace.prompts[channel] = list(args["prompts"])
    return {}


def set_status(desk: Desk, args: Json) -> Json:
    require(args, "thread_ts")
    channel = _channel_id(desk, args)
    desk.workspace.statuses.append((channel, args["thread_ts"], args.get("status", "")))
    return {}


def set_title(desk: Desk, args: Json) -> Json:
    require(args, "thread_ts", "title")
    _channel_id(desk, args)
    return {}


METHODS = {
    "assistant.threads.setSuggestedPrompts": Method(suggest, ("assistant:write",)),
    "assistant.threads.setStatus": Method(set_status, ("assistant:write", "chat:write")),
    "assistant.threads.setTitle": Method(set_title, ("assistant:write",)),
}
