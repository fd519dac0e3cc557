"""Blocks that cannot be too long, and a sheet that cannot hold too many of them.

Everything that Slack is sent is laid out with these: an answer, a modal, Home, a digest. Each
maker cuts its text to what Slack takes; a `Sheet` counts blocks and the text of all of them, and
refuses a group that would not fit, so that nothing is ever cut in the middle of a link.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.slack import limits
from bot.slack.limits import size
from bot.slack.mrkdwn import cut

Block = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """What one message says.

    Args:
        text: The same in plain words, for notifications and screen readers.
        blocks: What is drawn.
        shown: The ids of the notes it shows.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    shown: tuple[str, ...] = ()


def plain(text: str, limit: int) -> Block:
    """Text that Slack shows as it is."""
    return {"type": "plain_text", "text": cut(text, limit) or " ", "emoji": False}


def mrkdwn(marked_up: str, limit: int) -> Block:
    """Markup that Slack reads no more into: bare names of channels and people stay plain."""
    return {"type": "mrkdwn", "text": cut(marked_up, limit) or " ", "verbatim": True}


def section(marked_up: str, accessory: Block | None = None) -> Block:
    block: Block = {"type": "section", "text": mrkdwn(marked_up, limits.SECTION_TEXT)}
    return block if accessory is None else {**block, "accessory": accessory}


def context(*marked_up: str) -> Block:
    """Small print; texts that are empty are left out."""
    kept = [text for text in marked_up if text][: limits.CONTEXT_ELEMENTS]
    elements = [mrkdwn(text, limits.CONTEXT_TEXT) for text in kept or [" "]]
    return {"type": "context", "elements": elements}


def header(text: str) -> Block:
    return {"type": "header", "text": plain(text, limits.HEADER_TEXT)}


def divider() -> Block:
    return {"type": "divider"}


def actions(elements: Iterable[Block]) -> Block:
    """A row of buttons. Slack wants each id once in a row, so a repeated one gets a number."""
    row, seen = [], dict[str, int]()
    for element in list(elements)[: limits.ACTIONS]:
        name = element["action_id"]
        seen[name] = seen.get(name, 0) + 1
        row.append({**element, "action_id": f"{name}:{seen[name]}" if seen[name] > 1 else name})
    return {"type": "actions", "elements": row}


def button(
    label: str, action_id: str, value: str, *, said: str | None = None, style: str | None = None
) -> Block:
    """A button.

    Args:
        label: What stands on it.
        action_id: What it does.
        value: What it is done with; longer than Slack takes is a mistake of ours.
        said: What a screen reader says, where the label alone is not enough.
        style: `primary` or `danger`.
    """
    if size(value) > limits.BUTTON_VALUE:
        raise ValueError(action_id)
    made: Block = {
        "type": "button",
        "text": plain(label, limits.BUTTON_TEXT),
        "action_id": action_id,
        "value": value,
    }
    if said:
        made["accessibility_label"] = cut(said, limits.BUTTON_TEXT)
    return made if style is None else {**made, "style": style}


def fallback(lines: Iterable[str]) -> str:
    """The text of a message without blocks: as many lines as fit, each whole.

    Args:
        lines: Markup; the first is always there, cut if need be.
    """
    kept, used = list[str](), 0
    for line in lines:
        used += size(line) + 1
        if kept and used > limits.MESSAGE_TEXT:
            break
        kept.append(cut(line, limits.MESSAGE_TEXT))
    return "\n".join(kept)


@dataclass(slots=True)
class Sheet:
    """Blocks in the making.

    Args:
        most_blocks: How many there may be.
        most_text: How much text they may hold together.
    """

    most_blocks: int = limits.MESSAGE_BLOCKS
    most_text: int = limits.MESSAGE_BLOCKS_TEXT
    blocks: list[Block] = field(default_factory=list)
    used: int = 0

    def add(self, *group: Block, keep: int = 0, keep_text: int = 0) -> bool:
        """Add blocks that belong together, if all of them fit.

        Args:
            group: The blocks.
            keep: Blocks to leave room for.
            keep_text: Text to leave room for.
        """
        cost = sum(text_size(block) for block in group)
        if len(self.blocks) + len(group) + keep > self.most_blocks:
            return False
        if self.used + cost + keep_text > self.most_text:
            return False
        self.blocks.extend(group)
        self.used += cost
        return True


def text_size(block: Block) -> int:
    """How much text a block holds, addresses included, since what Slack counts is not known."""
    return sum(size(text) for text in _texts(block))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in {"text", "url"} and isinstance(inner, str):
                yield inner
            else:
                yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
