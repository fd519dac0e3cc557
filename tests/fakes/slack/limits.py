"""Slack's limits as data, and the check of an object against the shape Slack gives it.

A check yields one complaint for each thing wrong, worded and addressed as Slack words and
addresses them (`[ERROR] must be less than 151 characters [json-pointer:/blocks/0/text/text]`).
Which blocks exist and what they hold is told in `blocks`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MESSAGE_TEXT = 4_000
MESSAGE_BLOCKS = 50
MESSAGE_BLOCKS_TEXT = 13_000
MARKDOWN_TEXT = 12_000
SECTION_TEXT = 3_000
SECTION_FIELDS = 10
FIELD_TEXT = 2_000
HEADER_TEXT = 150
CONTEXT_ELEMENTS = 10
ACTIONS_ELEMENTS = 25
BUTTON_TEXT = 75
BUTTON_VALUE = 2_000
URL = 3_000
IDENTIFIER = 255
OPTION_TEXT = 75
OPTION_VALUE = 150
OPTIONS = 100
OVERFLOW_OPTIONS = 5
PLACEHOLDER = 150
VIEW_BLOCKS = 100
VIEW_STACK = 3
VIEW_TITLE = 24
PRIVATE_METADATA = 3_000
METADATA_BYTES = 4_000
PROMPTS = 4
RESPONSE_URL_USES = 5
RESPONSE_URL_SECONDS = 30 * 60
TRIGGER_SECONDS = 3
ACK_SECONDS = 3

Check = Callable[[Any, str], Iterator[str]]
"""Yields what is wrong with a value that stands at a JSON pointer."""


def complaint(text: str, pointer: str) -> str:
    return f"[ERROR] {text} [json-pointer:{pointer}]"


def string(longest: int, shortest: int = 1) -> Check:
    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield complaint("must be a string", pointer)
        elif len(value) < shortest:
            yield complaint(f"must be more than {shortest - 1} characters", pointer)
        elif len(value) > longest:
            yield complaint(f"must be less than {longest + 1} characters", pointer)

    return check


def url(value: Any, pointer: str) -> Iterator[str]:
    yield from string(URL)(value, pointer)
    if isinstance(value, str) and not value.startswith(("http://", "https://", "mailto:")):
        yield complaint("invalid url", pointer)


def one_of(*allowed: str) -> Check:
    def check(value: Any, pointer: str) -> Iterator[str]:
        if value not in allowed:
            yield complaint(f"must be a valid enum value: {', '.join(allowed)}", pointer)

    return check


def boolean(value: Any, pointer: str) -> Iterator[str]:
    if not isinstance(value, bool):
        yield complaint("must be a boolean", pointer)


def anything(value: Any, pointer: str) -> Iterator[str]:
    del value, pointer
    return iter(())


def array(of: Check, *, most: int, least: int = 1) -> Check:
    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, Sequence) or isinstance(value, str):
            yield complaint("must be an array", pointer)
            return
        if len(value) > most:
            yield complaint(f"no more than {most} items allowed", pointer)
        if len(value) < least:
            yield complaint(f"no fewer than {least} items allowed", pointer)
        for position, item in enumerate(value):
            yield from of(item, f"{pointer}/{position}")

    return check


@dataclass(frozen=True)
class Shape:
    """What an object must and may hold; it is itself a check.

    Args:
        required: Fields that must be there.
        optional: Fields that may be.
    """

    required: Mapping[str, Check] = field(default_factory=dict)
    optional: Mapping[str, Check] = field(default_factory=dict)

    def __call__(self, value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield complaint("must be an object", pointer)
            return
        known = {**self.required, **self.optional}
        for name in self.required:
            if name not in value:
                yield complaint(f"missing required field: {name}", pointer)
        for name, item in value.items():
            if name in known:
                yield from known[name](item, f"{pointer}/{name}")
            else:
                yield complaint(f"invalid additional property: {name}", pointer)


def by_type(shapes: Mapping[str, Check], what: str) -> Check:
    """Check an object by the shape its `type` names; an unknown type is a complaint."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        kind = str(value.get("type")) if isinstance(value, Mapping) else ""
        if kind not in shapes:
            yield complaint(f"unsupported type of {what}: {kind}", f"{pointer}/type")
        else:
            yield from shapes[kind](value, pointer)

    return check


def text_object(longest: int, *kinds: str) -> Check:
    """Check a text object, which is of one of `kinds` (`plain_text`, `mrkdwn`)."""
    return Shape(
        required={"type": one_of(*kinds), "text": string(longest)},
        optional={"emoji": boolean}
        if kinds == ("plain_text",)
        else {
            "emoji": boolean,
            "verbatim": boolean,
        },
    )


def plain(longest: int) -> Check:
    return text_object(longest, "plain_text")


def either(longest: int) -> Check:
    return text_object(longest, "plain_text", "mrkdwn")
