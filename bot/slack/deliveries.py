"""What arrives by HTTP, read as Slack writes it, for Bolt.

Bolt's own reading loses a command in which someone types the word `payload`, and trips over bodies
of another shape than Slack's before it has looked at their signature: anyone could fill the log.
Pure.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from slack_bolt.request import BoltRequest

_NAMED = ("team", "user", "channel", "enterprise", "message", "container")


def request_of(
    raw: str, headers: Mapping[str, str | Sequence[str]], query: str = ""
) -> BoltRequest | None:
    """Read what was posted; `None` where Slack would not send it.

    Args:
        raw: The body as it arrived: the signature is made over it.
        headers: The headers.
        query: What the address says behind `?`.
    """
    try:
        body = _read(raw)
    except (ValueError, RecursionError):
        return None
    if not is_delivery(body):
        return None
    # A request of the other mode takes a body that was read; the rest of it is that of HTTP.
    request = BoltRequest(body=body, mode="socket_mode", headers=dict(headers), query=query)
    request.mode, request.raw_body = "http", raw
    return request


def _read(raw: str) -> Any:
    if raw.lstrip()[:1] in {"{", "["}:
        return json.loads(raw)
    form = dict(parse_qsl(raw, keep_blank_values=True))
    return json.loads(form["payload"]) if "payload" in form else form


def is_delivery(body: Any) -> bool:
    """Whether a body has the shape of what Slack delivers."""
    if not isinstance(body, dict):
        return False
    view = body.get("view") or ({} if "view" not in str(body.get("type")) else None)
    return (
        isinstance(body.get("event", {}), dict)
        and isinstance(view, dict)
        and all(isinstance(body.get(name), dict | str | None) for name in _NAMED)
        and ("actions" not in body or _are_objects(body["actions"]))
    )


def _are_objects(found: object) -> bool:
    return isinstance(found, list) and bool(found) and all(isinstance(each, dict) for each in found)
