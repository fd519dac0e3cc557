"""What buttons do and what they carry.

A button carries the whole question, so that any replica can turn the page, today or after a
restart. What it carries is versioned: a button of a version that is not known says so to the one
who presses it.
"""

import json
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from bot.errors import BotError
from bot.search.query import Filters
from bot.slack.limits import BUTTON_VALUE, size
from bot.slack.mrkdwn import cut
from bot.slack.sentences import Language

VERSION = 1
COMMAND = "/prnotes"
SHORTCUT = "prbot_related"
LONGEST_QUESTION = 1_000
_ROOM_FOR_QUESTION = 1_400  # as JSON, where a quote mark is two characters
_LONGEST_NAME = 100
_LONGEST_ID = 200


class Action(StrEnum):
    """The ids of buttons; in a row of several alike, all but the first carry `:2`, `:3` …"""

    PAGE = "prbot_page"
    NARROW = "prbot_narrow"
    SUGGESTION = "prbot_suggestion"
    TOPIC = "prbot_topic"
    DETAILS = "prbot_details"
    PART = "prbot_part"
    SHARE = "prbot_share"
    WHY = "prbot_why"
    HELPFUL = "prbot_helpful"
    NOT_HELPFUL = "prbot_not_helpful"


class View(StrEnum):
    """The callback ids of modals."""

    NOTE = "prbot_note"
    ANSWER = "prbot_answer"


class OutdatedButtonError(BotError, ValueError):
    """A button carries what this version cannot read."""

    def __init__(self, value: str) -> None:
        super().__init__(f"a button carries what this version cannot read: {value[:80]!r}")


class Kind(StrEnum):
    """What is asked for."""

    QUESTION = "q"  # notes that answer a question
    RELATED = "r"  # notes related to a longer text


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with the place in its answer: all that is needed to answer it again.

    Args:
        question: What was asked; cut at the same place each time, so that pages agree.
        language: The language of the answer.
        kind: What is asked for.
        offset: How many hits come before this page.
        repo: The repository it is narrowed to.
        label: The label it is narrowed to.
        since: The first day it is narrowed to.
        shared_by: What the one is called who shared it in the channel.
        is_private: Whether only the asker sees the answer.
    """

    question: str
    language: Language
    kind: Kind = Kind.QUESTION
    offset: int = 0
    repo: str | None = None
    label: str | None = None
    since: date | None = None
    shared_by: str | None = None
    is_private: bool = False

    @property
    def filters(self) -> Filters:
        """What the buttons narrowed it to."""
        return Filters(
            repos=(self.repo,) if self.repo else (),
            labels=(self.label,) if self.label else (),
            since=self.since,
        )

    @property
    def is_narrowed(self) -> bool:
        return bool(self.repo or self.label or self.since)

    def at(self, offset: int) -> "Ask":
        return replace(self, offset=max(0, offset))

    def shared(self, name: str) -> "Ask":
        name = cut(" ".join(name.split()), _LONGEST_NAME // 2)
        return replace(self, shared_by=name or None, is_private=False)


def ask(
    question: str, language: Language, kind: Kind = Kind.QUESTION, *, is_private: bool = False
) -> Ask:
    """Make what was asked short enough to be carried by a button."""
    text = cut(" ".join(question.split()), LONGEST_QUESTION, ending="")
    while size(_dumps(text)) > _ROOM_FOR_QUESTION:
        text = cut(text, size(text) * 9 // 10, ending="")
    return Ask(text, language, kind, is_private=is_private)


def can_carry(name: str | None) -> bool:
    """Whether a repository or a label is short enough for a button."""
    return name is not None and 0 < size(_dumps(name)) <= _LONGEST_NAME


def pack(asked: Ask) -> str:
    """Write a question into the value of a button."""
    return _dumps(_fields(asked))


def unpack(value: str) -> Ask:
    """Read a question from the value of a button.

    Raises:
        OutdatedButtonError: It holds none, or one of another version.
    """
    return _ask_of(_loads(value), value)


@dataclass(frozen=True, slots=True)
class NoteAt:
    """A note and the part of it that is read.

    Args:
        note_id: The note.
        language: The language of the modal.
        part: Which part of a long note, from 0.
    """

    note_id: str
    language: Language
    part: int = 0


def can_open(note_id: str) -> bool:
    return size(_dumps(note_id)) <= _LONGEST_ID


def pack_note(note: NoteAt) -> str:
    return _dumps({"v": VERSION, "n": note.note_id, "g": note.language, "p": note.part})


def unpack_note(value: str) -> NoteAt:
    """Read a note from the value of a button; raises `OutdatedButtonError` where there is none."""
    found = _loads(value)
    try:
        return NoteAt(str(found["n"]), Language(found["g"]), int(found["p"]))
    except (KeyError, TypeError, ValueError):
        raise OutdatedButtonError(value) from None


@dataclass(frozen=True, slots=True)
class Judged:
    """What a vote is about: the question and the notes that were shown."""

    asked: Ask
    shown: tuple[str, ...]


def pack_judged(judged: Judged) -> str:
    """Write it into the value of a button, with as many of the notes as fit."""
    shown = list(judged.shown)
    while True:
        value = _dumps({**_fields(judged.asked), "i": shown})
        if size(value) <= BUTTON_VALUE or not shown:
            return value
        shown.pop()


def unpack_judged(value: str) -> Judged:
    """Read what a vote is about; raises `OutdatedButtonError` where it cannot be read."""
    found = _loads(value)
    shown = found.get("i", [])
    if not isinstance(shown, list):
        raise OutdatedButtonError(value)
    return Judged(_ask_of(found, value), tuple(str(each) for each in shown))


def language_in(value: str) -> Language | None:
    """The language of the answer that a button stands in; `None` where the button does not say."""
    try:
        return Language(_loads(value)["g"])
    except (KeyError, TypeError, ValueError):
        return None


def _fields(asked: Ask) -> dict[str, Any]:
    fields = {
        "v": VERSION,
        "q": asked.question,
        "g": asked.language,
        "k": asked.kind,
        "o": asked.offset,
        "r": asked.repo,
        "l": asked.label,
        "s": asked.since.isoformat() if asked.since else None,
        "b": asked.shared_by,
        "p": 1 if asked.is_private else None,
    }
    return {name: value for name, value in fields.items() if value not in (None, "")}


def _ask_of(found: dict[str, Any], value: str) -> Ask:
    try:
        return Ask(
            question=str(found.get("q", "")),
            language=Language(found["g"]),
            kind=Kind(found["k"]),
            offset=max(0, int(found["o"])),
            repo=found.get("r"),
            label=found.get("l"),
            since=date.fromisoformat(found["s"]) if "s" in found else None,
            shared_by=found.get("b"),
            is_private=bool(found.get("p")),
        )
    except (KeyError, TypeError, ValueError):
        raise OutdatedButtonError(value) from None


def _loads(value: str) -> dict[str, Any]:
    try:
        found = json.loads(value)
    except ValueError:
        raise OutdatedButtonError(value) from None
    if not isinstance(found, dict) or found.get("v") != VERSION:
        raise OutdatedButtonError(value)
    return found


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
