"""Notes kept as bytes and made again one by one, when somebody looks at one.

A hundred thousand notes take seconds to make; an answer shows ten. Owned here: how a note is
written down, and the sequence that reads it back. Where the bytes lie is the caller's business.
"""

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from bot.notes.model import Advice, AdviceLevel, Note, Paragraph, Reference, Source


def encode(note: Note) -> bytes:
    """A note as one line of JSON; a lone surrogate is kept."""
    fields: list[Any] = [
        note.id,
        note.title,
        [[part.text, part.line, part.heading] for part in note.paragraphs],
        [note.source.path, note.source.line],
        note.url,
        note.repo,
        note.pr,
        note.labels,
        note.date.isoformat() if note.date else None,
        note.author,
        [note.advice.level, note.advice.text] if note.advice else None,
        [[ref.text, ref.number, ref.repo, ref.is_issue, ref.url] for ref in note.references],
    ]
    text = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def decode(line: bytes | memoryview) -> Note:
    """The note that was written as a line."""
    note_id, title, parts, source, url, repo, pr, labels, day, author, advice, refs = json.loads(
        str(line, "utf-8", "surrogatepass")
    )
    return Note(
        id=note_id,
        title=title,
        paragraphs=tuple(Paragraph(*part) for part in parts),
        source=Source(*source),
        url=url,
        repo=repo,
        pr=pr,
        labels=tuple(labels),
        date=dt.date.fromisoformat(day) if day else None,
        author=author,
        advice=Advice(AdviceLevel(advice[0]), advice[1]) if advice else None,
        references=tuple(Reference(*ref) for ref in refs),
    )


class StoredNotes(Sequence[Note]):
    """Notes in their order, each made anew whenever it is asked for, until all are asked for.

    Then they are kept: whoever goes through all of them, as a reload does, will do so again.

    Args:
        lines: What `encode` gave, one behind the other.
        bounds: Where each starts, and where the last ends; shape (notes + 1,).
    """

    def __init__(self, lines: bytes | memoryview, bounds: npt.NDArray[np.int64]) -> None:
        self._lines = memoryview(lines)
        self._bounds = bounds
        self._made: tuple[Note, ...] | None = None

    def __len__(self) -> int:
        return len(self._bounds) - 1

    @overload
    def __getitem__(self, place: int) -> Note: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Note, ...]: ...
    def __getitem__(self, place: int | slice) -> Note | tuple[Note, ...]:
        if isinstance(place, slice):
            return tuple(self[number] for number in range(*place.indices(len(self))))
        if self._made is not None:
            return self._made[place]
        number = range(len(self))[place]
        first, last = self._bounds.item(number), self._bounds.item(number + 1)
        return decode(self._lines[first:last])

    def __iter__(self) -> Iterator[Note]:
        if self._made is None:
            self._made = tuple(self[number] for number in range(len(self)))
        return iter(self._made)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        pairs = zip(self, other, strict=True)
        return all(mine is yours or mine == yours for mine, yours in pairs)

    __hash__ = None  # type: ignore[assignment]  # as of a list


def stored(notes: Sequence[Note]) -> tuple[bytes, npt.NDArray[np.int64]]:
    """Notes as bytes, and where each starts."""
    lines = [encode(note) for note in notes]
    bounds = np.concatenate(([0], np.cumsum([len(line) for line in lines], dtype=np.int64)))
    return b"".join(lines), bounds
