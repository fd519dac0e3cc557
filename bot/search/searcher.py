"""The searcher: a question in, an answer out. It owns the order of the steps and nothing else.

Concepts of the question → scores of paragraphs → which notes answer → order → hits with snippets.
A searcher is immutable: a reload builds another one, so an answer never sees half a reload.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from bot.errors import NoteNotFoundError
from bot.notes.model import Note
from bot.search.collection import Collection, Progress
from bot.search.concepts import Concept, Question, Role, concepts, word_form
from bot.search.correction import correct
from bot.search.glossary import Glossary
from bot.search.hits import HitMaker
from bot.search.matching import Match, match
from bot.search.query import Filters, Intent, Query, plain_text
from bot.search.results import Hit, Outcome, Results
from bot.search.scoring import Fields, Holding, Scored, score
from bot.search.snippet import Highlighter, holds_phrase
from bot.search.topics import Topic, topics
from bot.search.tuning import Tuning

MOST_SUGGESTIONS = 3


@dataclass(frozen=True, slots=True)
class IndexStats:
    """How much is searched."""

    notes: int
    paragraphs: int
    terms: int


@dataclass(frozen=True, slots=True)
class _Ranking:
    """Note numbers in order, with their score and best paragraph."""

    notes: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float64]
    documents: npt.NDArray[np.int64]
    full: int


@dataclass(frozen=True, slots=True)
class _Page:
    """A question, and which page of the answer is wanted."""

    query: Query
    limit: int
    offset: int = 0
    explain: bool = False


class Searcher:
    """Answers questions about some notes.

    Args:
        collection: The notes with their index.
        glossary: Which words mean the same.
        tuning: The numbers of ranking and match.
    """

    def __init__(self, collection: Collection, glossary: Glossary, tuning: Tuning) -> None:
        self._collection = collection
        self._glossary = glossary
        self._tuning = tuning
        self._numbers: Mapping[str, int] = {
            note.id: number for number, note in enumerate(collection.notes)
        }

    @classmethod
    def build(
        cls,
        notes: Sequence[Note],
        glossary: Glossary,
        *,
        progress: Progress | None = None,
        tuning: Tuning | None = None,
    ) -> "Searcher":
        """Index notes.

        Args:
            notes: The notes, in the order of reading.
            glossary: Which words mean the same.
            progress: Told how many notes of how many are analysed.
            tuning: The numbers of ranking and match, where others are tried.
        """
        tuning = tuning or Tuning()
        return cls(Collection.build(notes, tuning, progress), glossary, tuning)

    def revised(self, notes: Sequence[Note]) -> "Searcher":
        """The searcher of other notes: what `build` gives, at the price of what changed."""
        collection = self._collection.revised(notes, self._tuning)
        collection = collection or Collection.build(notes, self._tuning)
        return Searcher(collection, self._glossary, self._tuning)

    @property
    def notes(self) -> tuple[Note, ...]:
        """All notes, in the order of reading."""
        return self._collection.notes

    @property
    def stats(self) -> IndexStats:
        """How much is searched."""
        fields = self._collection.fields
        terms = len(fields.words.vocabulary) + len(fields.bigrams.vocabulary)
        return IndexStats(len(self.notes), fields.words.corpus_size, terms)

    def get(self, note_id: str) -> Note:
        """Find a note.

        Raises:
            NoteNotFoundError: Where no note has this id.
        """
        return self.notes[self._number(note_id)]

    def search(
        self, query: Query, *, limit: int = 10, offset: int = 0, explain: bool = False
    ) -> Results:
        """Answer a question.

        Args:
            query: The parsed question.
            limit: Hits of one page.
            offset: Hits of the pages before.
            explain: Whether hits tell what each term gave them.
        """
        if query.intent is Intent.GREETING:
            return Results(query, Outcome.GREETING, 0)
        if query.intent is Intent.LATEST:
            return self._latest(query, limit, offset)
        page = _Page(query, limit, offset, explain)
        wanted = self._concepts(query)
        answer = self._answer(page, wanted)
        if answer.unmatched and answer.outcome in {Outcome.NOTHING, Outcome.CLOSEST}:
            return self._corrected(page, wanted, answer)
        return answer

    def about(self, text: str, *, filters: Filters | None = None, limit: int = 5) -> Results:
        """The notes related to a longer text, such as a message."""
        query = Query(text, plain_text(text), filters=filters or Filters())
        return self._answer(_Page(query, limit), self._concepts(query))

    def related(self, note_id: str, *, limit: int = 5) -> tuple[Hit, ...]:
        """The notes most like a note, without itself.

        Raises:
            NoteNotFoundError: Where no note has this id.
        """
        note = self.get(note_id)
        found = self.about(note.title, limit=limit + 1)
        return tuple(hit for hit in found.hits if hit.note.id != note_id)[:limit]

    def highlighter(self, words: Sequence[str]) -> Highlighter:
        """What finds some words, and whatever means the same, in any text."""
        queries = (Query(word, plain_text(word)) for word in words)
        return Highlighter([concept for query in queries for concept in self._concepts(query)])

    def topics(self, limit: int = 20) -> tuple[Topic, ...]:
        """The terms people search by, with the number of notes that hold each."""
        return topics(self.notes, self._glossary, limit)

    def _number(self, note_id: str) -> int:
        try:
            return self._numbers[note_id]
        except KeyError:
            raise NoteNotFoundError(note_id) from None

    def _concepts(self, query: Query) -> tuple[Concept, ...]:
        """What is asked; a glossary form that no note holds is read word by word, if that helps."""
        fields = self._collection.fields
        found: list[Concept] = []
        for concept in concepts(query, self._glossary, fields.words.vocabulary, self._tuning):
            if concept.is_group and not _is_held(concept, fields):
                apart = replace(query, text=concept.text, phrases=())
                words = concepts(apart, Glossary(), fields.words.vocabulary, self._tuning)
                found += words if any(_is_held(word, fields) for word in words) else (concept,)
            else:
                found.append(concept)
        return tuple(found)

    def _latest(self, query: Query, limit: int, offset: int) -> Results:
        allowed = self._allowed(query.filters)
        newest = self._collection.facets.newest_first()
        numbers = newest[allowed[newest]].tolist()
        make = HitMaker(self._collection, (), (), explain=False)
        page = [make.plain(number) for number in numbers[offset : offset + limit]]
        outcome = Outcome.LATEST if numbers else Outcome.NOTHING
        return Results(query, outcome, len(numbers), tuple(page))

    def _answer(self, page: _Page, wanted: tuple[Concept, ...]) -> Results:
        query = page.query
        scored = score(wanted, self._collection.fields)
        own = tuple(map(self._by_note, scored.own))
        held = tuple(map(self._by_note, scored.held))
        question = Question(wanted, query.is_sentence)
        found = match(question, own, held, len(self.notes), self._tuning)
        ranking = self._rank(found, scored, query)
        holders = tuple(holding.whole for holding in held)
        unmatched = tuple(
            concept.text
            for concept, held in zip(wanted, holders, strict=True)
            if not len(held) and concept.role is not Role.QUIET
        )
        make = HitMaker(self._collection, wanted, holders, explain=page.explain)
        cut = slice(page.offset, page.offset + page.limit)
        hits = tuple(
            make.hit(int(number), int(document), float(value))
            for number, document, value in zip(
                ranking.notes[cut], ranking.documents[cut], ranking.scores[cut], strict=True
            )
        )
        outcome = Outcome.MATCHED if ranking.full else Outcome.CLOSEST
        if not len(ranking.notes):
            outcome = Outcome.NOTHING
        return Results(query, outcome, len(ranking.notes), hits, unmatched)

    def _by_note(self, holding: Holding) -> Holding:
        """The notes of some paragraphs; a note holds what its best paragraph holds."""
        if not len(holding.ids):
            return holding
        notes, starts = np.unique(self._collection.note_of[holding.ids], return_index=True)
        return Holding(notes, np.maximum.reduceat(holding.shares, starts))

    def _rank(self, found: Match, scored: Scored, query: Query) -> _Ranking:
        """Order the notes that answer; those that only come near, where none does.

        To the name of a subject only notes that answer it, those in the asker's own words before
        translations. To an open question near notes too: the share each holds bends its score.
        """
        allowed = self._allowed(query.filters)[found.notes]
        for phrase in query.phrases:
            allowed &= self._says(phrase, found.notes, allowed)
        is_full = found.is_full & allowed
        keep = is_full if is_full.any() and not found.is_open else allowed
        notes = found.notes[keep]
        scores, documents = self._best_paragraphs(notes, scored)
        if found.is_open:
            scores = scores * found.share[keep] ** self._tuning.coverage_power
        is_late = ~found.is_literal[keep] & (self._tuning.literal_first and not found.is_open)
        order = np.lexsort((self._collection.tie[notes], -scores, is_late))
        return _Ranking(notes[order], scores[order], documents[order], int(is_full.sum()))

    def _says(
        self, phrase: str, notes: npt.NDArray[np.int64], among: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.bool_]:
        """Which of some notes hold a phrase as it is written; shape of `notes`."""
        said = np.zeros(len(notes), np.bool_)
        for place in np.flatnonzero(among):
            note = self.notes[notes[place]]
            said[place] = any(holds_phrase(text, phrase) for text in (note.title, note.text))
        return said

    def _best_paragraphs(
        self, notes: npt.NDArray[np.int64], scored: Scored
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """For each note the score of its best paragraph, and which that is."""
        if not len(notes):
            return np.empty(0), np.empty(0, np.int64)
        first = self._collection.first
        starts, sizes = first[notes], first[notes + 1] - first[notes]
        offsets = np.cumsum(sizes) - sizes
        documents = np.arange(int(sizes.sum())) + np.repeat(starts - offsets, sizes)
        values = scored.scores[documents].astype(np.float64)
        best = np.maximum.reduceat(values, offsets)
        is_best = values == np.repeat(best, sizes)
        place = np.minimum.reduceat(np.where(is_best, documents, len(scored.scores)), offsets)
        return best, place

    def _allowed(self, filters: Filters) -> npt.NDArray[np.bool_]:
        allowed = self._collection.facets.passing(filters)
        for word in filters.without:
            ids = self._collection.fields.holders(word_form(plain_text(word)))
            allowed[self._collection.note_of[ids]] = False
        return allowed

    def _corrected(self, page: _Page, wanted: tuple[Concept, ...], answer: Results) -> Results:
        """The answer for the nearest spellings of words found nowhere, where they are sure."""
        correction = correct(wanted, answer.unmatched, self._collection.chunks)
        if correction.replaced and self._tuning.typos:
            better = self._answer(page, correction.concepts)
            if better.outcome is Outcome.MATCHED:
                replaced = correction.replaced
                answer = replace(better, outcome=Outcome.CORRECTED, corrections=replaced)
        known = [
            concept.text
            for concept in wanted
            if concept.text not in answer.unmatched and concept.role is not Role.QUIET
        ]
        suggestions = [*correction.near, *(known if answer.outcome is Outcome.NOTHING else [])]
        unique = tuple(dict.fromkeys(suggestions))[:MOST_SUGGESTIONS]
        return replace(answer, suggestions=unique)


def _is_held(concept: Concept, fields: Fields) -> bool:
    """Whether any paragraph holds a concept."""
    return any(len(fields.holders(form)) for form in concept.forms)
