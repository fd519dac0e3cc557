"""What is posted is read as Slack writes it, or not at all."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from bot.slack.deliveries import request_of

EVENT = {"type": "event_callback", "event": {"type": "app_mention"}}


def body_of(raw: str) -> dict[str, Any] | None:
    request = request_of(raw, {"content-type": "any"})
    return None if request is None else request.body


@pytest.mark.parametrize(
    "text", ["FlashInfer", "a payload size", "payload=1", "{", "[1]", "&=%", ""]
)
def test_a_command_is_read_whatever_is_typed(text: str) -> None:
    """Also where someone asks about a payload, the name of another kind of delivery's field."""
    form = {"command": "/prnotes", "text": text}

    assert form == body_of(urlencode(form))


@pytest.mark.parametrize("payload", [EVENT, {}, {"event": {"text": "payload=x"}}, {"user": "U1"}])
def test_json_and_forms_of_json_are_read(payload: dict[str, Any]) -> None:
    """Events come as JSON, presses as JSON within a form."""
    raw = json.dumps(payload)

    assert payload == body_of(raw) == body_of(urlencode({"payload": raw}))


@pytest.mark.parametrize(
    "raw",
    [
        "{",
        "[]",
        '[{"event":1}]',
        '{"event":null}',
        '{"event":[]}',
        '{"event":"x"}',
        '{"team":1}',
        '{"user":[]}',
        '{"actions":[]}',
        '{"actions":[null]}',
        '{"actions":null}',
        '{"type":"view_submission","view":null}',
        '{"type":"view_submission"}',
        '{"view":1}',
        "payload=",
        "payload=%7B",
        "payload=null",
        "payload=1",
        "[" * 100_000,
        '{"a":' * 5_000,
    ],
)
def test_what_slack_would_not_send_is_nothing(raw: str) -> None:
    """No JSON, no object, or an object whose parts are of the wrong kind."""
    assert request_of(raw, {}) is None


@pytest.mark.parametrize("raw", ["", "null", "1", "true", "x"])
def test_a_word_alone_is_a_form_without_meaning(raw: str) -> None:
    """Bolt knows no listener for it."""
    request = request_of(raw, {})

    assert request is not None
    assert "command" not in request.body


def test_the_request_is_one_of_http() -> None:
    """Bolt verifies signatures in that mode alone, and over the body as it arrived."""
    raw = json.dumps(EVENT, indent=1)
    request = request_of(raw, {"X-Slack-Signature": "v0=x"}, "a=1")

    assert request is not None
    assert ("http", raw) == (request.mode, request.raw_body)
    assert ["v0=x"] == list(request.headers["x-slack-signature"])
    assert {"a": ["1"]} == request.query
