"""Notes made searchable: their paragraphs in the two fields, and what filters ask of them.

Immutable once built. A note's paragraphs stand side by side, so a note is a range of documents of
the index; a note that is a summary alone has one document, its title.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.notes.model import Note
from bot.search.analysis import chunks_of
from bot.search.counting import Counted
from bot.search.documents import Progress, count_notes
from bot.search.facets import Facets
from bot.search.identifiers import joined
from bot.search.impacts import Model
from bot.search.index import PostingIndex, Stored, left_open
from bot.search.numbers import ranges
from bot.search.revision import GONE, Moves, revise
from bot.search.scoring import Fields
from bot.search.tuning import Tuning

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Collection:
    """Notes with their index.

    Args:
        notes: The notes; their places here are the *note numbers* used below.
        fields: The index of their paragraphs.
        first: The document each note starts at, and behind the last the number of documents.
        note_of: The note each document belongs to.
        facets: What filters ask of the notes.
        tie: Where each note stands by date (newest first), then id: what parts equal scores.
        chunks: The Latin chunks of all notes as they are written, sorted.
    """

    notes: Sequence[Note]
    fields: Fields
    first: Numbers
    note_of: Numbers
    facets: Facets
    tie: Numbers
    chunks: tuple[str, ...]

    @classmethod
    def build(
        cls, notes: Sequence[Note], tuning: Tuning, progress: Progress | None = None
    ) -> "Collection":
        """Analyse and index notes."""
        counts = count_notes(notes, tuning.title_weight, progress)
        fields = _fields(counts.words, counts.bigrams, tuning)
        return cls._of(notes, fields, tuple(sorted(counts.chunks)))

    def revised(self, notes: Sequence[Note], tuning: Tuning) -> "Collection | None":
        """The collection of other notes, of which those that stand here are not analysed again.

        Returns:
            What `build` would make; `None` where too little would be kept, or its order changed.
        """
        kept = _kept(self.notes, notes)
        if 2 * len(kept) < len(notes) or sorted(kept) != list(kept):
            return None
        new = np.asarray(sorted(set(range(len(notes))).difference(kept.values())), np.int64)
        added = count_notes([notes[number] for number in new], tuning.title_weight)
        starts = _starts(notes)
        moves = Moves(
            _moved(self.first, kept, starts),
            ranges(starts[new], starts[new + 1]).astype(np.int32),
        )
        words = revise(self.fields.words.stored.counted, added.words, moves)
        bigrams = revise(self.fields.bigrams.stored.counted, added.bigrams, moves)
        lost = [note for number, note in enumerate(self.notes) if number not in kept]
        chunks = _chunks(self.chunks, added.chunks, lost, words)
        model = Model(tuning.k1, tuning.b, tuning.delta)
        fields = _fields(left_open(words, model), left_open(bigrams, model), tuning)
        return self._of(notes, fields, chunks)

    @classmethod
    def _of(cls, notes: Sequence[Note], fields: Fields, chunks: tuple[str, ...]) -> "Collection":
        first = _starts(notes)
        note_of = np.repeat(np.arange(len(notes)), np.diff(first))
        facets = Facets.of(notes)
        tie = _tie(notes, facets)
        return cls(tuple(notes), fields, first, note_of, facets, tie, chunks)


def _chunks(
    before: Sequence[str], added: set[str], lost: Iterable[Note], words: Counted
) -> tuple[str, ...]:
    """The chunks of all notes, sorted, of which some came and some went.

    A chunk goes with its term: what a note that is lost wrote is looked for among the terms.
    """
    written: set[str] = set()
    for note in lost:
        written |= chunks_of((note.title, *(paragraph.text for paragraph in note.paragraphs)))
    gone = {chunk for chunk in written if joined(chunk) not in words.numbers}
    stay = [chunk for chunk in before if chunk not in gone] if gone else before
    new = added.difference(stay)
    # Two ascending runs, which Python's sort merges in one pass.
    return tuple(sorted([*stay, *sorted(new)]) if new else stay)


def _fields(words: Counted | Stored, bigrams: Counted | Stored, tuning: Tuning) -> Fields:
    k1, b, delta = tuning.k1, tuning.b, tuning.delta
    return Fields(
        PostingIndex(words, k1=k1, b=b, delta=delta),
        PostingIndex(bigrams, k1=k1, b=b, delta=delta),
        tuning.bigram_weight,
    )


def _starts(notes: Sequence[Note]) -> Numbers:
    """The document each note starts at, and behind the last the number of documents."""
    documents = [max(len(note.paragraphs), 1) for note in notes]
    return np.concatenate(([0], np.cumsum(documents, dtype=np.int64)))


def _kept(old: Sequence[Note], new: Sequence[Note]) -> dict[int, int]:
    """The notes with the same words, as old number to new number, in the order of the new."""
    numbers = {note.id: number for number, note in enumerate(old)}
    kept = {}
    for number, note in enumerate(new):
        before = numbers.get(note.id)
        if before is not None and _has_same_words(old[before], note):
            kept[before] = number
    return kept


def _has_same_words(one: Note, other: Note) -> bool:
    """Whether all that is analysed of two notes is the same."""
    return one is other or (one.title, one.paragraphs) == (other.title, other.paragraphs)


def _moved(first: Numbers, kept: Mapping[int, int], starts: Numbers) -> npt.NDArray[np.int32]:
    """The new number of each old document."""
    places = np.full(int(first[-1]), GONE, np.int32)
    old, new = np.asarray([*kept.keys()], np.int64), np.asarray([*kept.values()], np.int64)
    places[ranges(first[old], first[old + 1])] = ranges(starts[new], starts[new + 1])
    return places


def _tie(notes: Sequence[Note], facets: Facets) -> Numbers:
    """Where each note stands by date, the newest first, then by id."""
    by_id = np.asarray(sorted(range(len(notes)), key=lambda number: notes[number].id), np.int64)
    order = by_id[np.argsort(-facets.days[by_id], kind="stable")]
    tie = np.empty(len(notes), np.int64)
    tie[order] = np.arange(len(notes))
    return tie
