"""The order of the notes that answer, and which paragraph speaks for each.

Between `bot.search.matching`, which says how each note fits, and `bot.search.hits`.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.search.collection import Collection
from bot.search.concepts import word_form
from bot.search.matching import Match
from bot.search.numbers import ranges
from bot.search.query import Filters, Query, plain_text
from bot.search.scoring import Holding, Scored
from bot.search.snippet import holds_phrase
from bot.search.tuning import Tuning

Numbers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Notes in order.

    Args:
        notes: Note numbers, those that answer first, the best of them in front; shape (n,).
        scores: The score of each; shape (n,).
        documents: The best paragraph of each, as a document of the index; shape (n,).
        full: How many of them answer the question; the others come near.
    """

    notes: Numbers
    scores: npt.NDArray[np.float64]
    documents: Numbers
    full: int


def rank(
    collection: Collection, found: Match, scored: Scored, query: Query, tuning: Tuning
) -> Ranking:
    """Order the notes that answer; those that only come near, where none does.

    To the name of a subject only notes that answer it, those in the asker's own words before
    translations. To an open question near notes too, behind those that answer: the share each
    holds bends its score.
    """
    passing = allowed(collection, query.filters)[found.notes]
    for phrase in query.phrases:
        passing &= _says(collection, phrase, found.notes, passing)
    is_full = found.is_full & passing
    keep = is_full if is_full.any() and not found.is_open else passing
    notes = found.notes[keep]
    scores, documents = _best_paragraphs(collection, notes, scored)
    if found.is_open:
        scores = scores * found.share[keep] ** tuning.coverage_power
    is_early = is_full if found.is_open else found.is_literal | (not tuning.literal_first)
    order = np.lexsort((collection.tie[notes], -scores, ~is_early[keep]))
    return Ranking(notes[order], scores[order], documents[order], int(is_full.sum()))


def by_note(collection: Collection, holding: Holding) -> Holding:
    """The notes of some paragraphs; a note holds what its best paragraph holds."""
    if not len(holding.ids):
        return holding
    notes, starts = np.unique(collection.note_of[holding.ids], return_index=True)
    return Holding(notes, np.maximum.reduceat(holding.shares, starts))


def allowed(collection: Collection, filters: Filters) -> Bools:
    """Which notes pass all filters, words left out included; shape (notes,)."""
    passing = collection.facets.passing(filters)
    for word in filters.without:
        ids = collection.fields.holders(word_form(plain_text(word)))
        passing[collection.note_of[ids]] = False
    return passing


def _says(collection: Collection, phrase: str, notes: Numbers, among: Bools) -> Bools:
    """Which of some notes hold a phrase as it is written; shape of `notes`."""
    said = np.zeros(len(notes), np.bool_)
    for place in np.flatnonzero(among):
        note = collection.notes[notes[place]]
        said[place] = any(holds_phrase(text, phrase) for text in (note.title, note.text))
    return said


def _best_paragraphs(
    collection: Collection, notes: Numbers, scored: Scored
) -> tuple[npt.NDArray[np.float64], Numbers]:
    """For each note the score of its best paragraph, and which that is."""
    if not len(notes):
        return np.empty(0), np.empty(0, np.int64)
    first = collection.first
    starts, ends = first[notes], first[notes + 1]
    sizes = ends - starts
    offsets = np.cumsum(sizes) - sizes
    documents = ranges(starts, ends)
    values = scored.scores[documents].astype(np.float64)
    best = np.maximum.reduceat(values, offsets)
    is_best = values == np.repeat(best, sizes)
    place = np.minimum.reduceat(np.where(is_best, documents, len(scored.scores)), offsets)
    return best, place
