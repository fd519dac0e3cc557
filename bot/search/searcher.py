"""The searcher: a question in, an answer out. It owns the order of the steps and nothing else.

Concepts of the question → scores of paragraphs → which notes answer → order → hits with snippets.
A searcher is immutable: a reload builds another one, so an answer never sees half a reload.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.errors import NoteNotFoundError
from bot.notes.model import Note
from bot.search.analysis import words_apart
from bot.search.collection import Collection
from bot.search.concepts import Concept, Question, Role, concepts
from bot.search.correction import correct
from bot.search.documents import Progress
from bot.search.glossary import Glossary
from bot.search.hits import HitMaker
from bot.search.matching import match
from bot.search.query import Filters, Intent, Query, parse_query, plain_text
from bot.search.ranking import allowed, by_note, rank
from bot.search.results import Hit, Outcome, Results
from bot.search.scoring import are_held_together, is_held, score
from bot.search.snippet import Highlighter
from bot.search.topics import Mentions, Topic, topics
from bot.search.tuning import Tuning

MOST_SUGGESTIONS = 3
_ANY_DAY = date(2000, 1, 1)  # no topic names a time


@dataclass(frozen=True, slots=True)
class IndexStats:
    """How much is searched."""

    notes: int
    paragraphs: int
    terms: int


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
        mentions: What was read for topics of notes that may be among these.
    """

    def __init__(
        self,
        collection: Collection,
        glossary: Glossary,
        tuning: Tuning,
        mentions: Mentions | None = None,
    ) -> None:
        self._collection = collection
        self._glossary = glossary
        self._tuning = tuning
        self._mentions = mentions or Mentions(glossary)
        self._numbers: Mapping[str, int] = {}  # made when a note is first asked for by its id

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

    def revised(self, notes: Sequence[Note], *, progress: Progress | None = None) -> "Searcher":
        """The searcher of other notes: what `build` gives, at the price of what changed."""
        collection = self._collection.revised(notes, self._tuning)
        collection = collection or Collection.build(notes, self._tuning, progress)
        return Searcher(collection, self._glossary, self._tuning, self._mentions)

    def reading_by(self, glossary: Glossary) -> "Searcher":
        """The searcher of the same notes by another glossary: nothing is indexed for it."""
        return Searcher(self._collection, glossary, self._tuning)

    @property
    def glossary(self) -> Glossary:
        """Which words mean the same."""
        return self._glossary

    @property
    def collection(self) -> Collection:
        """The notes with their index: what a snapshot keeps."""
        return self._collection

    @property
    def notes(self) -> Sequence[Note]:
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
            return Results(query, Outcome.GREETING, 0, 0)
        if query.intent is Intent.LATEST:
            return self._latest(query, limit, offset)
        page = _Page(query, limit, offset, explain)
        wanted = self._concepts(query)
        answer = self._answer(page, wanted)
        if answer.unmatched and answer.outcome in {Outcome.NOTHING, Outcome.CLOSEST}:
            return self._corrected(page, wanted, answer)
        return answer

    def about(
        self,
        text: str,
        *,
        filters: Filters | None = None,
        limit: int = 5,
        explain: bool = False,
    ) -> Results:
        """The notes related to a longer text, such as a message: found, or not.

        It asks nothing, so none of them answers by half.
        """
        query = Query(text, plain_text(text), filters=filters or Filters())
        found = self._answer(_Page(query, limit, explain=explain), self._concepts(query))
        outcome = Outcome.MATCHED if found.total else Outcome.NOTHING
        return replace(found, outcome=outcome, full=found.total)

    def related(self, note_id: str, *, limit: int = 5) -> tuple[Hit, ...]:
        """The notes most like a note, without itself.

        Raises:
            NoteNotFoundError: Where no note has this id.
        """
        note = self.get(note_id)
        query = Query(note.title, plain_text(note.title))
        # The note answers its own title in full; none beside it shall fall short of others for it.
        alone = replace(self._tuning, beside=0.0)
        found = self._answer(_Page(query, limit + 1), self._concepts(query), alone)
        return tuple(hit for hit in found.hits if hit.note.id != note_id)[:limit]

    def highlighter(self, words: Sequence[str]) -> Highlighter:
        """What finds some words, and whatever means the same, in any text."""
        queries = (Query(word, plain_text(word)) for word in words)
        return Highlighter([concept for query in queries for concept in self._concepts(query)])

    def topics(self, limit: int = 20) -> tuple[Topic, ...]:
        """The terms people search by, with the number of notes that answer each."""

        def count(text: str) -> int:
            return self.search(parse_query(text, today=_ANY_DAY), limit=0).full

        return topics(self._collection, self._mentions, limit, count)

    def _number(self, note_id: str) -> int:
        if not self._numbers:
            self._numbers = {note.id: number for number, note in enumerate(self.notes)}
        try:
            return self._numbers[note_id]
        except KeyError:
            raise NoteNotFoundError(note_id) from None

    def _concepts(self, query: Query) -> tuple[Concept, ...]:
        """What is asked; a glossary form that no note holds is read word by word, if that helps.

        It helps where a paragraph holds all the words: 性能 and 回归, but no 张量 beside any 并行.
        """
        fields = self._collection.fields
        found: list[Concept] = []
        for concept in concepts(query, self._glossary, fields.words.vocabulary, self._tuning):
            if concept.is_group and not is_held(concept, fields):
                words = self._apart(concept, query)
                found += words if are_held_together(words, fields) else [concept]
            else:
                found.append(concept)
        return tuple(found)

    def _apart(self, concept: Concept, query: Query) -> list[Concept]:
        """The words of a glossary form, each read by itself."""
        known = self._collection.fields.words.vocabulary
        read: list[Concept] = []
        for word in words_apart(concept.text):
            read += concepts(
                replace(query, text=word, phrases=()), self._glossary, known, self._tuning
            )
        return read

    def _latest(self, query: Query, limit: int, offset: int) -> Results:
        passing = allowed(self._collection, query.filters)
        newest = self._collection.facets.newest_first()
        numbers = newest[passing[newest]].tolist()
        make = HitMaker(self._collection, (), (), explain=False)
        page = [make.plain(number) for number in numbers[offset : offset + limit]]
        outcome = Outcome.LATEST if numbers else Outcome.NOTHING
        return Results(query, outcome, len(numbers), len(numbers), tuple(page))

    def _answer(
        self, page: _Page, wanted: tuple[Concept, ...], tuning: Tuning | None = None
    ) -> Results:
        query, tuning = page.query, tuning or self._tuning
        scored = score(wanted, self._collection.fields)
        own = tuple(by_note(self._collection, holding) for holding in scored.own)
        held = tuple(by_note(self._collection, holding) for holding in scored.held)
        question = Question(wanted, query.is_sentence)
        found = match(question, own, held, len(self.notes), tuning)
        ranking = rank(self._collection, found, scored, query, tuning)
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
        return Results(query, outcome, len(ranking.notes), ranking.full, hits, unmatched)

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
