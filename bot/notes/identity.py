"""Which notes are one and the same, and what each is called: its id.

An id outlives re-reading, renaming and moving a file: it comes from the note, never from its
place. It depends on no reading order either, so two machines give one note one id.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from hashlib import blake2b

from bot.notes.draft import Draft, Fields, Reading
from bot.notes.model import Note, Problem

# 64 bits: among a million notes, two share an id with a chance of one in thirty million.
_DIGEST_BYTES = 8

# Signs that two copies of one note may differ in: white space is folded, emphasis is dropped.
_EMPHASIS = str.maketrans("", "", "*_`#>~")


@dataclass(slots=True)
class _Entry:
    """A note in the making: its draft, and where it came in the order of reading."""

    position: int
    draft: Draft
    written: date

    def join(self, other: "_Entry") -> None:
        """Take in another copy, which says no more: what was missing, and all labels."""
        base, twin = self.draft, other.draft
        first, second = (self, other) if self.position <= other.position else (other, self)
        labels = _labels(first.draft.fields.labels + second.draft.fields.labels)
        fields = replace(_filled(base.fields, twin.fields), labels=labels)
        self.draft = replace(base, fields=fields, own_id=base.own_id or twin.own_id)
        self.position = first.position
        self.written = min(self.written, other.written)


def merge(
    readings: Sequence[Reading],
    first_seen: Mapping[str, date],
    before: Mapping[str, Note] | None = None,
) -> tuple[tuple[Note, ...], tuple[Problem, ...]]:
    """Make notes of all that was read, in the order of reading.

    Args:
        readings: What each file gave.
        first_seen: The day each id was first met, for notes that say no date.
        before: Notes of an earlier time by id. Those that are the same now are given again, the
            very same objects: so it costs little to see that they did not change.
    """
    before = before or {}
    entries, problems = _latest_of_own_ids(
        [
            _Entry(position, draft, reading.written)
            for position, (reading, draft) in enumerate(
                (reading, draft) for reading in readings for draft in reading.drafts
            )
        ]
    )
    kept = sorted(_united(entries), key=lambda entry: entry.position)
    notes = [
        _note(entry, note_id, first_seen, before.get(note_id))
        for entry, note_id in zip(kept, _ids(kept), strict=True)
    ]
    return tuple(notes), tuple(problems)


def _latest_of_own_ids(entries: Sequence[_Entry]) -> tuple[list[_Entry], list[Problem]]:
    """Where an own id is used twice for different notes, keep the later: it corrects the former."""
    kept: dict[str, _Entry] = {}
    problems = []
    others = []
    for entry in entries:
        own = entry.draft.own_id
        if own is None:
            others.append(entry)
            continue
        before = kept.get(own)
        if before is not None and _content(before.draft) == _content(entry.draft):
            before.join(entry)
            continue
        if before is not None:
            reason = (
                f"the id {own[:80]} is used again at {entry.draft.source}, which is served instead"
            )
            problems.append(Problem(before.draft.source.path, before.draft.source.line, reason))
        kept[own] = entry
    return [*kept.values(), *others], problems


def _united(entries: Iterable[_Entry]) -> list[_Entry]:
    """Join copies of one note. A summary alone comes last, to join the note that has a review."""
    buckets: dict[tuple[str, str], list[_Entry]] = {}
    for entry in entries:
        buckets.setdefault(_summary(entry.draft), []).append(entry)
    united: list[_Entry] = []
    for bucket in buckets.values():
        united += bucket if len(bucket) == 1 else _united_of_one_summary(bucket)
    return united


def _united_of_one_summary(bucket: Sequence[_Entry]) -> list[_Entry]:
    bucket = sorted(bucket, key=lambda entry: entry.position)
    by_text: dict[str, _Copies] = {}
    for entry in bucket:
        if entry.draft.paragraphs:
            by_text.setdefault(_folded_text(entry.draft), _Copies()).join_or_add(entry)
    united = _Copies()
    for copies in by_text.values():
        for entry in copies.entries:
            united.add(entry)
    for entry in bucket:
        if not entry.draft.paragraphs:
            united.join_or_add(entry)
    return united.entries


class _Copies:
    """Entries that say the same, parted by their names: two addresses are two notes.

    Looked up by name, for a tracker may well hold ten thousand notes called "Update".
    """

    def __init__(self) -> None:
        self.entries: list[_Entry] = []
        self._by_name: dict[str, _Entry] = {}
        self._nameless: _Entry | None = None

    def join_or_add(self, entry: _Entry) -> None:
        known = self._find(entry.draft)
        if known is None:
            self.add(entry)
            return
        if known is self._nameless:
            self._nameless = None
        known.join(entry)
        self._remember(known)

    def add(self, entry: _Entry) -> None:
        self.entries.append(entry)
        self._remember(entry)

    def _remember(self, entry: _Entry) -> None:
        names = _names(entry.draft)
        for name in names:
            self._by_name.setdefault(name, entry)
        if not names and self._nameless is None:
            self._nameless = entry

    def _find(self, draft: Draft) -> _Entry | None:
        names = _names(draft)
        if not names:
            return self.entries[0] if self.entries else None
        named = (self._by_name.get(name) for name in names)
        found = next((entry for entry in named if entry and _agree(entry.draft, draft)), None)
        return found or self._nameless


def _filled(fields: Fields, spare: Fields) -> Fields:
    """Fields with what is missing taken from a copy."""
    return Fields(
        url=fields.url or spare.url,
        repo=fields.repo or spare.repo,
        pr=fields.pr if fields.pr is not None else spare.pr,
        date=fields.date or spare.date,
        author=fields.author or spare.author,
    )


def _labels(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels without repetitions; case alone makes no second label."""
    kept: dict[str, str] = {}
    for label in labels:
        kept.setdefault(label.casefold(), label)
    return tuple(kept.values())


def _names(draft: Draft) -> tuple[str, ...]:
    """What tells a note from others with the same words."""
    fields = draft.fields
    named = (("id", draft.own_id), ("url", fields.url), ("pr", fields.pr))
    return tuple(f"{kind} {name}" for kind, name in named if name is not None)


def _agree(one: Draft, other: Draft) -> bool:
    """Whether two drafts may be of one note: no name of theirs differs."""
    pairs = (
        (one.own_id, other.own_id),
        (one.fields.url, other.fields.url),
        (one.fields.pr, other.fields.pr),
    )
    return all(mine is None or yours is None or mine == yours for mine, yours in pairs)


def _summary(draft: Draft) -> tuple[str, str]:
    return draft.fields.repo or "", _folded_title(draft.title)


@lru_cache(maxsize=1 << 17)
def _folded_title(title: str) -> str:
    """Kept, for a reload asks for those of all notes again."""
    return _folded(title).rstrip("。.")


def _folded(text: str) -> str:
    return "".join(text.translate(_EMPHASIS).split())


def _folded_text(draft: Draft) -> str:
    return _folded("".join(paragraph.text for paragraph in draft.paragraphs))


def _content(draft: Draft) -> tuple[tuple[str, str], str]:
    return _summary(draft), _folded_text(draft)


def _ids(entries: Sequence[_Entry]) -> list[str]:
    """Give each note its id; notes that would share one are told apart by their words."""
    own = [entry.draft.own_id for entry in entries]
    ids = [mine or _digest(*_key(entry.draft)) for mine, entry in zip(own, entries, strict=True)]
    shared = {note_id for note_id, count in Counter(ids).items() if count > 1}
    return [
        note_id
        if mine is not None or note_id not in shared
        else _digest(*_key(entry.draft), *_summary(entry.draft), _folded_text(entry.draft))
        for mine, note_id, entry in zip(own, ids, entries, strict=True)
    ]


def _key(draft: Draft) -> tuple[str, ...]:
    """What is least likely to change about a note: its address, its PR, its summary."""
    fields = draft.fields
    if fields.url:
        return "url", fields.url
    if fields.repo and fields.pr is not None:
        return "pr", fields.repo, str(fields.pr)
    return "summary", *_summary(draft)


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=_DIGEST_BYTES).hexdigest()


def _note(entry: _Entry, note_id: str, first_seen: Mapping[str, date], before: Note | None) -> Note:
    draft = entry.draft
    day = draft.fields.date or first_seen.get(note_id) or entry.written
    if before is not None and _is_of(before, draft, day):
        return before
    return note_of(draft, note_id, day)


def note_of(draft: Draft, note_id: str, day: date | None) -> Note:
    """The note that a draft becomes."""
    fields = draft.fields
    return Note(
        id=note_id,
        title=draft.title,
        paragraphs=draft.paragraphs,
        source=draft.source,
        url=fields.url,
        repo=fields.repo,
        pr=fields.pr,
        labels=fields.labels,
        date=day,
        author=fields.author,
        advice=draft.advice,
        references=draft.references,
    )


def _is_of(note: Note, draft: Draft, day: date) -> bool:
    """Whether a note is what is made of a draft, its id apart."""
    fields = draft.fields
    return (
        (note.date, note.title, note.paragraphs, note.source, note.references, note.advice)
        == (day, draft.title, draft.paragraphs, draft.source, draft.references, draft.advice)
    ) and (
        (note.url, note.repo, note.pr, note.labels, note.author)
        == (fields.url, fields.repo, fields.pr, fields.labels, fields.author)
    )
