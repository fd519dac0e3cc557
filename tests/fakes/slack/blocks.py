"""Which blocks and elements there are, what each may hold, and how much a message may say.

Written from Slack's reference of blocks: unknown types and unknown fields are refused, as Slack
refuses them, since a typing error in a field's name otherwise passes every test of our own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tests.fakes.slack import limits
from tests.fakes.slack.limits import (
    Check,
    Shape,
    anything,
    array,
    boolean,
    by_type,
    complaint,
    either,
    one_of,
    plain,
    string,
    url,
)

_ID = string(limits.IDENTIFIER)
_TYPE = {"type": anything}
_CONFIRM = Shape(
    required={"title": plain(100), "text": either(300), "confirm": plain(30), "deny": plain(30)},
    optional={"style": one_of("primary", "danger")},
)
_OPTION = Shape(
    required={"text": either(limits.OPTION_TEXT), "value": string(limits.OPTION_VALUE)},
    optional={"description": either(limits.OPTION_TEXT), "url": url},
)
_OPTION_GROUP = Shape(
    required={
        "label": plain(limits.OPTION_TEXT),
        "options": array(_OPTION, most=limits.OPTIONS),
    }
)


def _element(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Shape:
    return Shape(
        required={**_TYPE, **required},
        optional={
            "action_id": _ID,
            "confirm": _CONFIRM,
            "focus_on_load": boolean,
            **(optional or {}),
        },
    )


def _select(initial: str, **more: Check) -> Shape:
    return _element({}, {initial: anything, "placeholder": plain(limits.PLACEHOLDER), **more})


_CHOICES: dict[str, Check] = {
    "options": array(_OPTION, most=limits.OPTIONS),
    "option_groups": array(_OPTION_GROUP, most=limits.OPTIONS),
}
_FEEDBACK_BUTTON = Shape(
    required={"text": plain(limits.BUTTON_TEXT), "value": string(limits.BUTTON_VALUE)},
    optional={"accessibility_label": string(limits.BUTTON_TEXT)},
)
_IMAGE = Shape(
    required={**_TYPE, "alt_text": string(2_000)},
    optional={"image_url": url, "slack_file": anything},
)

INTERACTIVE: dict[str, Check] = {
    "button": _element(
        {"text": plain(limits.BUTTON_TEXT)},
        {
            "value": string(limits.BUTTON_VALUE),
            "url": url,
            "style": one_of("primary", "danger"),
            "accessibility_label": string(limits.BUTTON_TEXT),
        },
    ),
    "static_select": _select("initial_option", **_CHOICES),
    "multi_static_select": _select("initial_options", max_selected_items=anything, **_CHOICES),
    "external_select": _select("initial_option", min_query_length=anything),
    "overflow": _element(
        {"options": array(_OPTION, most=limits.OVERFLOW_OPTIONS, least=1)},
    ),
    "datepicker": _select("initial_date"),
    "timepicker": _select("initial_time", timezone=anything),
    "users_select": _select("initial_user"),
    "conversations_select": _select(
        "initial_conversation", filter=anything, response_url_enabled=boolean
    ),
    "channels_select": _select("initial_channel", response_url_enabled=boolean),
    "checkboxes": _element({"options": array(_OPTION, most=10)}, {"initial_options": anything}),
    "radio_buttons": _element({"options": array(_OPTION, most=10)}, {"initial_option": anything}),
}
_INPUTS: dict[str, Check] = {
    **{name: check for name, check in INTERACTIVE.items() if name not in {"button", "overflow"}},
    "plain_text_input": _element(
        {},
        {
            "initial_value": string(3_000, 0),
            "multiline": boolean,
            "min_length": anything,
            "max_length": anything,
            "placeholder": plain(limits.PLACEHOLDER),
            "dispatch_action_config": anything,
        },
    ),
}
_CONTEXT_ACTIONS: dict[str, Check] = {
    "feedback_buttons": Shape(
        required={
            **_TYPE,
            "positive_button": _FEEDBACK_BUTTON,
            "negative_button": _FEEDBACK_BUTTON,
        },
        optional={"action_id": _ID},
    ),
    "icon_button": _element(
        {"icon": one_of("trash"), "text": plain(limits.BUTTON_TEXT)},
        {
            "value": string(limits.BUTTON_VALUE),
            "visible_to_user_ids": anything,
            "accessibility_label": string(limits.BUTTON_TEXT),
        },
    ),
}
_CONTEXT: dict[str, Check] = {
    "image": _IMAGE,
    "mrkdwn": either(limits.SECTION_TEXT),
    "plain_text": either(limits.SECTION_TEXT),
}
_RICH: dict[str, Check] = dict.fromkeys(
    ("rich_text_section", "rich_text_list", "rich_text_quote", "rich_text_preformatted"),
    anything,
)


def _block(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Shape:
    return Shape(required={**_TYPE, **required}, optional={"block_id": _ID, **(optional or {})})


def _section(value: Any, pointer: str) -> Iterator[str]:
    yield from _block(
        {},
        {
            "text": either(limits.SECTION_TEXT),
            "fields": array(either(limits.FIELD_TEXT), most=limits.SECTION_FIELDS),
            "accessory": by_type({**INTERACTIVE, "image": _IMAGE}, "element"),
            "expand": boolean,
        },
    )(value, pointer)
    if "text" not in value and "fields" not in value:
        yield complaint("a section needs text or fields", pointer)


BLOCKS: dict[str, Check] = {
    "section": _section,
    "header": _block({"text": plain(limits.HEADER_TEXT)}),
    "divider": _block({}),
    "context": _block(
        {"elements": array(by_type(_CONTEXT, "element"), most=limits.CONTEXT_ELEMENTS)}
    ),
    "actions": _block(
        {"elements": array(by_type(INTERACTIVE, "element"), most=limits.ACTIONS_ELEMENTS)}
    ),
    "context_actions": _block({"elements": array(by_type(_CONTEXT_ACTIONS, "element"), most=5)}),
    "image": _block(
        {"alt_text": string(2_000)},
        {"image_url": url, "slack_file": anything, "title": plain(2_000)},
    ),
    "markdown": _block({"text": string(limits.MARKDOWN_TEXT)}),
    "rich_text": _block({"elements": array(by_type(_RICH, "element"), most=limits.MESSAGE_BLOCKS)}),
    "input": _block(
        {"label": plain(2_000), "element": by_type(_INPUTS, "element")},
        {"hint": plain(2_000), "optional": boolean, "dispatch_action": boolean},
    ),
}


def block_complaints(blocks: Any, most: int) -> list[str]:
    """What Slack would say of these blocks; nothing when it would take them."""
    found = list(array(by_type(BLOCKS, "block"), most=most, least=0)(blocks, "/blocks"))
    if not found:
        found += _repeated_ids(blocks)
    return found


def _repeated_ids(blocks: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    seen: set[str] = set()
    for position, block in enumerate(blocks):
        name = block.get("block_id")
        if name in seen:
            yield complaint(f"block_id {name!r} already exists", f"/blocks/{position}/block_id")
        seen |= {name} if name else set()
        actions = [element["action_id"] for element in elements_of(block) if "action_id" in element]
        for action in sorted({action for action in actions if actions.count(action) > 1}):
            yield complaint(f"action_id {action!r} already exists", f"/blocks/{position}/elements")


def elements_of(block: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The elements a person can act on in a block, wherever the block keeps them."""
    found = [*block.get("elements", ()), block.get("accessory"), block.get("element")]
    return [element for element in found if isinstance(element, Mapping) and "type" in element]


def texts_of(value: Any) -> Iterator[str]:
    """Every text that people would read in blocks, outermost first."""
    yield from _walk(value, lambda found: isinstance(found.get("text"), str), "text")


def urls_of(value: Any) -> Iterator[str]:
    """Every address of a button or an option in blocks."""
    yield from _walk(value, lambda found: isinstance(found.get("url"), str), "url")


def _walk(value: Any, wanted: Callable[[Mapping[str, Any]], bool], name: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        if wanted(value):
            yield value[name]
        for item in value.values():
            yield from _walk(item, wanted, name)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _walk(item, wanted, name)
