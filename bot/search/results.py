"""What a search gives back: hits, why each one matched, and what was not found.

Plain values, free of markup: a snippet is text with spans, so the same answer serves a terminal,
a Slack message and a page. `bot.search.searcher` makes them.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.notes.model import Note, Paragraph
from bot.search.query import Query

Span = tuple[int, int]
"""A half-open range of characters."""


class Outcome(StrEnum):
    """What kind of answer this is; it decides the sentence above the hits."""

    MATCHED = "matched"  # the notes that answer
    CORRECTED = "corrected"  # a word is nowhere; the notes for its nearest spelling
    CLOSEST = "closest"  # no note answers in full; the nearest ones
    LATEST = "latest"  # the question was scaffolding alone: the latest notes
    NOTHING = "nothing"  # an honest no
    GREETING = "greeting"  # a greeting or thanks: a line of help, no hits


@dataclass(frozen=True, slots=True)
class Snippet:
    """A cut of a paragraph around what matched, ending where a sentence ends if it can.

    Args:
        text: The cut, on one line, without Markdown emphasis marks.
        spans: Where matched terms stand in `text`, sorted, not overlapping.
        starts_inside: Whether text of the paragraph was left out in front.
        ends_inside: Whether text of the paragraph was left out behind.
    """

    text: str
    spans: tuple[Span, ...] = ()
    starts_inside: bool = False
    ends_inside: bool = False


@dataclass(frozen=True, slots=True)
class TermScore:
    """One line of an explanation: what one term of the question gave one hit.

    Args:
        term: The term as the index holds it.
        field: `word` or `bigram`.
        idf: The term's inverse document frequency.
        weight: What the question weighs it with (1 for its own words).
        score: What it added.
        group: The head of the glossary group it came from, if any.
    """

    term: str
    field: str
    idf: float
    weight: float
    score: float
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that answers.

    Args:
        note: The note.
        paragraph: Its best paragraph; `None` where the note is a summary alone.
        score: Its rank value; comparable within one answer only.
        snippet: A cut of the best paragraph (of the title where there is none).
        title_spans: Where matched terms stand in the title.
        matched: The question's words this note holds, as the asker wrote them.
        missing: Those it does not.
        explanation: Filled when asked for.
    """

    note: Note
    paragraph: Paragraph | None
    score: float
    snippet: Snippet
    title_spans: tuple[Span, ...] = ()
    matched: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    explanation: tuple[TermScore, ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """An answer.

    Args:
        query: The parsed question.
        outcome: What kind of answer this is.
        total: How many notes it holds, of which `hits` is one page.
        full: How many of them answer the question: the first ones; the others come near.
        hits: Best first; by date, then id, where scores are equal.
        unmatched: Words of the question that no note holds, as the asker wrote them.
        suggestions: Near terms, each a question worth asking.
        corrections: Pairs (as asked, as searched) where `outcome` is `CORRECTED`.
    """

    query: Query
    outcome: Outcome
    total: int
    full: int
    hits: tuple[Hit, ...] = ()
    unmatched: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()

    @property
    def found(self) -> int:
        """How many notes a heading counts: those that answer; where none does, the closest."""
        return self.full or self.total

    @property
    def near(self) -> int:
        """How many come near, behind those that answer."""
        return self.total - self.found

    def found_from(self, offset: int) -> int:
        """How many of the hits are among those found, where `offset` hits come before them."""
        return min(max(0, self.found - offset), len(self.hits))
