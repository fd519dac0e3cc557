"""The modals: a whole review, and an answer to a topic pressed on Home. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.links import Links
from bot.notes.model import Note
from bot.slack import limits
from bot.slack.actions import Action, NoteAt, View, pack_note
from bot.slack.blocks import (
    Block,
    Message,
    Sheet,
    actions,
    button,
    context,
    divider,
    plain,
    section,
    text_size,
)
from bot.slack.hit import Drawing, place_of, reference, references_of, title
from bot.slack.limits import size
from bot.slack.mrkdwn import bold, link, literal
from bot.slack.review import pieces
from bot.slack.sentences import Language, Say

_REFERENCES = 2_500
_ROOM_BELOW = 3_500  # references, related notes, buttons


@dataclass(frozen=True, slots=True)
class Detail:
    """A note that is to be shown whole.

    Args:
        note: The note.
        links: Makes addresses.
        language: The language of the interface.
        related: Notes like it.
        part: Which part of it, from 0.
    """

    note: Note
    links: Links
    language: Language
    related: Sequence[Note] = ()
    part: int = 0

    def view(self) -> dict[str, Any]:
        """The modal."""
        return _modal(View.NOTE, Say.MODAL_TITLE, self.language, self._blocks())

    def _blocks(self) -> tuple[Block, ...]:
        parts = self._parts()
        part = min(max(self.part, 0), len(parts) - 1)
        sheet = Sheet(most_blocks=limits.VIEW_BLOCKS)
        sheet.add(*self._head())
        sheet.add(*parts[part])
        for group in self._below(part, len(parts)):
            sheet.add(*group)
        return tuple(sheet.blocks)

    def _head(self) -> Iterator[Block]:
        url = self.links.note(self.note)
        yield section(title(self.note, url))
        drawing = Drawing(self.links, self.language)
        yield context(drawing.facts(self.note) or " ")
        yield divider()

    def _parts(self) -> list[list[Block]]:
        """The review in parts, each of which leaves room for what stands around it."""
        drawn = [section(piece) for piece in pieces(self.note, self.links)]
        drawn = drawn or [context(Say.NO_REVIEW(self.language))]
        room = limits.MESSAGE_BLOCKS_TEXT - _ROOM_BELOW - sum(map(text_size, self._head()))
        parts: list[list[Block]] = [[]]
        used = 0
        for block in drawn:
            cost = text_size(block)
            if parts[-1] and (used + cost > room or len(parts[-1]) >= limits.MESSAGE_BLOCKS):
                parts.append([])
                used = 0
            parts[-1].append(block)
            used += cost
        return parts

    def _below(self, part: int, parts: int) -> Iterator[tuple[Block, ...]]:
        if parts > 1:
            yield tuple(self._turning(part, parts))
        if named := self._references():
            heading = bold(Say.REFERENCES(self.language))
            yield (divider(), section(f"{heading}\n{named}"))
        yield (context(Say.SOURCE(self.language, source=self._source())),)
        if self.related:
            yield (section(bold(Say.ALSO_SEE(self.language))),)
        drawing = Drawing(self.links, self.language)
        for note in self.related:
            yield (drawing.line(note),)

    def _turning(self, part: int, parts: int) -> Iterator[Block]:
        yield context(Say.PART(self.language, part=part + 1, parts=parts))
        turns = ((Say.PREVIOUS_PART, part - 1), (Say.NEXT_PART, part + 1))
        yield actions(
            button(
                say(self.language),
                Action.PART,
                pack_note(NoteAt(self.note.id, self.language, to)),
            )
            for say, to in turns
            if 0 <= to < parts
        )

    def _references(self) -> str:
        """All PRs and issues the note names, as many as fit."""
        line = ""
        for named in references_of(self.note):
            longer = (
                f"{line} · {drawn}" if (drawn := reference(named, self.links)) and line else drawn
            )
            if size(longer) > _REFERENCES:
                break
            line = longer
        return line

    def _source(self) -> str:
        url, shown = self.links.note(self.note), literal(place_of(self.note, self.links))
        return f"{shown} · {link(url, Say.OPEN_SOURCE(self.language))}" if url else shown


def modal(heading: Say, language: Language, blocks: Sequence[Block]) -> dict[str, Any]:
    """A modal of blocks, which nothing turns or changes."""
    return _modal(View.NOTE, heading, language, blocks)


def answer_view(message: Message, language: Language) -> dict[str, Any]:
    """An answer in a modal."""
    return _modal(View.ANSWER, Say.ANSWER_TITLE, language, message.blocks)


def sentence_view(marked_up: str, language: Language) -> dict[str, Any]:
    """A modal of one sentence."""
    return _modal(View.NOTE, Say.MODAL_TITLE, language, [section(marked_up)])


def _modal(view: View, heading: Say, language: Language, blocks: Sequence[Block]) -> dict[str, Any]:
    return {
        "type": "modal",
        "callback_id": view,
        "title": plain(heading(language), limits.VIEW_TITLE),
        "close": plain(Say.CLOSE(language), limits.VIEW_TITLE),
        "blocks": list(blocks),
    }
