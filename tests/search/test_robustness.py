"""Any notes and any questions: an answer, never an error, and nothing in it that is not so."""

import datetime as dt
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.notes.model import Note
from bot.search.query import Filters
from bot.search.results import Hit, Outcome, Results
from tests.search.asking import ask, note, searcher
from tests.search.texts import FEW, SOME, TEXTS

DAYS = st.none() | st.dates(dt.date(1971, 1, 1), dt.date(2199, 12, 31))


@st.composite
def notes(draw: st.DrawFn) -> list[Note]:
    """A few notes of texts of any kind, each with facts or without."""
    return [
        note(
            str(number),
            draw(TEXTS),
            *draw(st.lists(TEXTS, max_size=3)),
            date=draw(DAYS),
            repo=draw(st.none() | st.sampled_from(["acme/rocket", "vllm"]) | TEXTS),
            labels=tuple(draw(st.lists(TEXTS, max_size=2))),
            advice=draw(st.sampled_from(["", "close", "quick", "skip"])),
        )
        for number in range(draw(st.integers(0, 5)))
    ]


def assert_sound(results: Results, known: list[Note], limit: int) -> None:
    """No more hits than asked for, each a note of these, each once; numbers and spans in place."""
    found = [hit.note for hit in results.hits]

    assert len(found) <= min(limit, results.total)
    assert all(one in known for one in found)
    assert len({one.id for one in found}) == len(found)
    assert (results.total == 0) == (results.outcome in {Outcome.NOTHING, Outcome.GREETING})
    assert 0 <= results.full <= results.total
    if results.outcome is not Outcome.CLOSEST:
        assert bool(results.full) == bool(results.total)
    for hit in results.hits:
        assert_shown_well(hit)


def assert_shown_well(hit: Hit) -> None:
    """Spans are sorted, apart, inside and not empty; the paragraph is the note's own."""
    for text, spans in ((hit.snippet.text, hit.snippet.spans), (hit.note.title, hit.title_spans)):
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert "\n" not in hit.snippet.text
    assert hit.paragraph in (hit.note.paragraphs or (None,))
    assert hit.score >= 0
    assert not set(hit.matched) & set(hit.missing)


@SOME
@given(notes(), st.lists(TEXTS, min_size=1, max_size=3), st.integers(0, 4), st.integers(0, 3))
def test_any_question_to_any_notes(
    known: list[Note], questions: list[str], limit: int, offset: int
) -> None:
    """Explained and paged, it is an answer."""
    asked = searcher(*known)
    for question in questions:
        results = ask(asked, question, limit=limit, offset=offset, explain=True)
        assert_sound(results, known, limit)


@SOME
@given(notes(), st.data())
def test_questions_made_of_the_notes_themselves(known: list[Note], data: st.DataObject) -> None:
    """A piece of a note, however it is cut out, with any filter around it."""
    texts = [text for one in known for text in (one.title, one.text) if text] or ["x"]
    text = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(text)))
    form = data.draw(st.sampled_from(["{}", '"{}"', "-{}", "repo:{}", "label:{} x", "since:{}"]))
    results = ask(searcher(*known), form.replace("{}", text[start : start + 40]), limit=3)

    assert_sound(results, known, 3)


@FEW
@given(notes(), TEXTS, st.builds(Filters, since=DAYS, until=DAYS, without=st.tuples(TEXTS)))
def test_messages_and_relatives(known: list[Note], text: str, filters: Filters) -> None:
    """`about`, `related` and `topics` of any notes."""
    asked = searcher(*known)

    assert_sound(asked.about(text, filters=filters, limit=3), known, 3)
    for one in known:
        related = asked.related(one.id, limit=2)
        assert len(related) <= 2
        assert one.id not in {hit.note.id for hit in related}
    assert all(topic.count <= len(known) for topic in asked.topics(5))
