"""`views.*`: modals, which need a fresh trigger, and Homes."""

import json
from typing import Any

from tests.fakes.slack import limits
from tests.fakes.slack.blocks import block_complaints
from tests.fakes.slack.limits import Shape, anything, array, boolean, one_of, plain, string
from tests.fakes.slack.methods.desk import Desk, Method, require
from tests.fakes.slack.refusal import RefusalError, bad_shape
from tests.fakes.slack.workspace import Json, View

_COMMON = {
    "private_metadata": string(limits.PRIVATE_METADATA, 0),
    "callback_id": string(limits.IDENTIFIER, 0),
    "external_id": string(limits.IDENTIFIER, 0),
}
_BLOCKS = {"type": anything, "blocks": array(anything, most=limits.VIEW_BLOCKS, least=0)}
_TITLE = plain(limits.VIEW_TITLE)
_SHAPES = {
    "modal": Shape(
        required={**_BLOCKS, "title": _TITLE},
        optional={
            **_COMMON,
            "close": _TITLE,
            "submit": _TITLE,
            "clear_on_close": boolean,
            "notify_on_close": boolean,
            "submit_disabled": boolean,
        },
    ),
    "home": Shape(required=_BLOCKS, optional=_COMMON),
}


def _checked(view: Any, *kinds: str) -> Json:
    view = json.loads(view) if isinstance(view, str) else view
    complaints = list(one_of(*kinds)((view or {}).get("type"), "/view/type"))
    if not complaints:
        complaints = list(_SHAPES[view["type"]](view, "/view"))
    if not complaints:
        found = block_complaints(view["blocks"], limits.VIEW_BLOCKS)
        complaints = [line.replace("json-pointer:", "json-pointer:/view") for line in found]
    if not complaints and view["type"] == "modal" and "submit" not in view:
        inputs = any(block["type"] == "input" for block in view["blocks"])
        complaints = ["[ERROR] missing required field: submit"] if inputs else []
    if complaints:
        raise bad_shape("invalid_arguments", complaints)
    return dict(view)


def _spend_trigger(desk: Desk, args: Json) -> str:
    require(args, "trigger_id")
    trigger = desk.workspace.triggers.get(args["trigger_id"])
    if trigger is None:
        raise RefusalError("invalid_trigger_id")
    if desk.workspace.clock.now() - trigger.made_at > limits.TRIGGER_SECONDS:
        raise RefusalError("expired_trigger_id")
    if trigger.used:
        raise RefusalError("exchanged_trigger_id")
    trigger.used = True
    return trigger.user


def open_view(desk: Desk, args: Json) -> Json:
    require(args, "view")
    user = _spend_trigger(desk, args)
    view = View(desk.workspace.next_id("V"), user, _checked(args["view"], "modal"))
    desk.workspace.modals.append(view)
    return {"view": view.as_json()}


def update_view(desk: Desk, args: Json) -> Json:
    require(args, "view")
    wanted = args.get("view_id"), args.get("external_id")
    found = [
        view
        for view in desk.workspace.modals
        if view.id == wanted[0] or (wanted[1] and view.payload.get("external_id") == wanted[1])
    ]
    if not found:
        raise RefusalError("not_found")
    _put(found[0], args, "modal")
    return {"view": found[0].as_json()}


def publish(desk: Desk, args: Json) -> Json:
    require(args, "view", "user_id")
    user = args["user_id"]
    if user not in desk.workspace.users:
        raise RefusalError("invalid_arguments")
    if not desk.installation.home:
        raise RefusalError("not_enabled")
    known = desk.workspace.homes.get(user)
    if known is None:
        payload = _checked(args["view"], "home")
        known = View(desk.workspace.next_id("V"), user, payload)
        desk.workspace.homes[user] = known
    else:
        _put(known, args, "home")
    return {"view": known.as_json()}


def _put(view: View, args: Json, kind: str) -> None:
    payload = _checked(args["view"], kind)
    if args.get("hash") and args["hash"] != view.hash:
        raise RefusalError("hash_conflict")
    view.payload = payload
    view.revision += 1


def push_view(desk: Desk, args: Json) -> Json:
    """Put a modal on top of the one it was asked from: three can lie on each other."""
    require(args, "view")
    user = _spend_trigger(desk, args)
    below = [view for view in desk.workspace.modals if view.user == user]
    if not below:
        raise RefusalError("not_found")
    if len(below[-1].below) + 1 >= limits.VIEW_STACK:
        raise RefusalError("push_limit_reached")
    payload = _checked(args["view"], "modal")
    stack = [*below[-1].below, below[-1].id]
    view = View(desk.workspace.next_id("V"), user, payload, below=stack)
    desk.workspace.modals.append(view)
    return {"view": view.as_json()}


METHODS = {
    "views.open": Method(open_view),
    "views.push": Method(push_view),
    "views.update": Method(update_view),
    "views.publish": Method(publish),
}
