"""What each file gave, written down beside the notes that were made of it, and read back.

A start that takes over an index needs to know what the files gave, or it would read all of them to
notice one that changes. A note is nearly always made of one draft and says all that the draft
said; then its place among the notes is written. Else the draft is written out, as a note.
"""

from collections.abc import Iterable, Sequence
from dataclasses import astuple
from datetime import date
from typing import Any

from bot.notes.draft import Draft, Fields, Reading
from bot.notes.identity import note_of
from bot.notes.model import Note, Problem
from bot.search.stored_notes import decode, encode

Row = list[Any]
"""A reading, fit for JSON."""


def written_down(readings: Iterable[Reading], notes: Sequence[Note]) -> list[Row]:
    """Readings as rows, in their order.

    Args:
        readings: What each file gave.
        notes: The notes that were made of them, which will be kept too.
    """
    places = {note.source: place for place, note in enumerate(notes)}
    return [
        [
            reading.path,
            reading.written.isoformat(),
            [astuple(problem) for problem in reading.problems],
            [_written(draft, notes, places.get(draft.source)) for draft in reading.drafts],
        ]
        for reading in readings
    ]


def read_back(rows: Iterable[Row], notes: Sequence[Note]) -> dict[str, Reading]:
    """The readings of rows, by the path of each file as it is shown.

    Args:
        rows: What `written_down` gave.
        notes: The notes that were kept with them.
    """
    return {
        path: Reading(
            path,
            date.fromisoformat(day),
            tuple(_read(draft, notes) for draft in drafts),
            tuple(Problem(*problem) for problem in problems),
        )
        for path, day, problems, drafts in rows
    }


def _written(draft: Draft, notes: Sequence[Note], place: int | None) -> Any:
    has = draft.own_id is not None, draft.fields.date is not None
    if place is not None and draft == _draft(notes[place], *has):
        return [place, *has]
    as_note = note_of(draft, draft.own_id or "", draft.fields.date)
    return [encode(as_note).decode("utf-8", "surrogatepass"), *has]


def _read(row: Any, notes: Sequence[Note]) -> Draft:
    where, *has = row
    return _draft(
        notes[where] if isinstance(where, int) else decode(where.encode("utf-8", "surrogatepass")),
        *has,
    )


def _draft(note: Note, has_id: bool, has_date: bool) -> Draft:  # noqa: FBT001  as in a row
    """The draft that a note may have been made of.

    Args:
        note: The note.
        has_id: Whether the draft brought the id along.
        has_date: Whether it told the date.
    """
    return Draft(
        title=note.title,
        paragraphs=note.paragraphs,
        source=note.source,
        fields=Fields(
            url=note.url,
            repo=note.repo,
            pr=note.pr,
            labels=note.labels,
            date=note.date if has_date else None,
            author=note.author,
        ),
        own_id=note.id if has_id else None,
        advice=note.advice,
        references=note.references,
    )
