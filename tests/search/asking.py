"""Small sets of notes to ask: how the tests of the search make notes, a searcher and a question."""

import datetime as dt
from functools import cache
from typing import Any

from bot.notes.model import Advice, AdviceLevel, Note, Paragraph, Source
from bot.search.glossary import Glossary
from bot.search.query import Filters, parse_query
from bot.search.results import Results
from bot.search.searcher import Searcher
from bot.search.tuning import Tuning

TODAY = dt.date(2026, 12, 1)


def note(note_id: str, title: str, *paragraphs: str, advice: str = "", **facts: Any) -> Note:
    """A note as a reader would make it.

    Args:
        note_id: Its id.
        title: Its summary.
        paragraphs: Its review; `heading | text` gives a paragraph a heading.
        advice: A level of reading advice.
        facts: Its other fields.
    """
    blocks = []
    for number, block in enumerate(paragraphs):
        heading, _, text = block.rpartition(" | ")
        blocks.append(Paragraph(text, 3 + 2 * number, heading))
    if advice:
        facts["advice"] = Advice(AdviceLevel(advice), advice)
    return Note(note_id, title, tuple(blocks), Source(f"{note_id}.md", 1), **facts)


def searcher(*notes: Note, tuning: Tuning | None = None) -> Searcher:
    """A searcher over some notes, with the glossary that ships."""
    return Searcher.build(notes, _glossary(), tuning=tuning)


def ask(asked: Searcher, question: str, *, filters: Filters | None = None, **page: Any) -> Results:
    """The answer to a question as it would be typed."""
    return asked.search(parse_query(question, today=TODAY, mention="U1", filters=filters), **page)


def ids(results: Results) -> list[str]:
    """The ids of the hits, best first."""
    return [hit.note.id for hit in results.hits]


@cache
def _glossary() -> Glossary:
    return Glossary.load()
