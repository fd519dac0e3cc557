"""Notes made searchable: their paragraphs in the two fields, and what filters ask of them.

Immutable once built. A note's paragraphs stand side by side, so a note is a range of documents of
the index; a note that is a summary alone has one document, its title.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.notes.model import Note
from bot.search.analysis import document_terms
from bot.search.counting import TermCounter
from bot.search.facets import Facets
from bot.search.index import PostingIndex
from bot.search.scoring import Fields
from bot.search.tuning import Tuning

Progress = Callable[[int, int], None]
"""Told how many notes of how many are done."""

_STEP = 500  # notes between two words of progress


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

    notes: tuple[Note, ...]
    fields: Fields
    first: npt.NDArray[np.int64]
    note_of: npt.NDArray[np.int64]
    facets: Facets
    tie: npt.NDArray[np.int64]
    chunks: tuple[str, ...]

    @classmethod
    def build(
        cls, notes: Sequence[Note], tuning: Tuning, progress: Progress | None = None
    ) -> "Collection":
        """Analyse and index notes."""
        documents = [max(len(note.paragraphs), 1) for note in notes]
        first = np.concatenate(([0], np.cumsum(documents, dtype=np.int64)))
        words, bigrams = TermCounter(), TermCounter()
        chunks: set[str] = set()
        for number, note in enumerate(notes):
            for own_words, own_bigrams in _documents(note, tuning.title_weight, chunks):
                words.add(own_words)
                bigrams.add(own_bigrams)
            if progress and (number % _STEP == 0 or number == len(notes) - 1):
                progress(number + 1, len(notes))
        k1, b, delta = tuning.k1, tuning.b, tuning.delta
        fields = Fields(
            PostingIndex(words.counted(), k1=k1, b=b, delta=delta),
            PostingIndex(bigrams.counted(), k1=k1, b=b, delta=delta),
            tuning.bigram_weight,
        )
        note_of = np.repeat(np.arange(len(notes)), documents)
        facets = Facets.of(notes)
        tie = _tie(notes, facets)
        return cls(tuple(notes), fields, first, note_of, facets, tie, tuple(sorted(chunks)))


def _documents(
    note: Note, title_weight: int, chunks: set[str]
) -> Iterator[tuple[list[str], list[str]]]:
    """The terms of each paragraph of a note, its title and headings counted in."""
    title_words, title_bigrams = document_terms(note.title, chunks)
    if not note.paragraphs:
        yield title_words * max(title_weight, 1), title_bigrams * max(title_weight, 1)
    for paragraph in note.paragraphs:
        words, bigrams = document_terms(paragraph.text, chunks)
        head_words, head_bigrams = (
            document_terms(paragraph.heading) if paragraph.heading else ([], [])
        )
        yield (
            (title_words + head_words) * title_weight + words,
            (title_bigrams + head_bigrams) * title_weight + bigrams,
        )


def _tie(notes: Sequence[Note], facets: Facets) -> npt.NDArray[np.int64]:
    """Where each note stands by date, the newest first, then by id."""
    by_id = np.asarray(sorted(range(len(notes)), key=lambda number: notes[number].id), np.int64)
    order = by_id[np.argsort(-facets.days[by_id], kind="stable")]
    tie = np.empty(len(notes), np.int64)
    tie[order] = np.arange(len(notes))
    return tie
