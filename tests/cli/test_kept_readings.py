"""What files gave is the same after it was written down and read back."""

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.kept_readings import read_back, written_down
from bot.notes.draft import Draft, Fields, Reading
from bot.notes.identity import merge
from bot.notes.model import Paragraph, Problem, Source
from bot.notes.rereading import NoteFiles
from bot.search.stored_notes import StoredNotes, stored
from tests.cli.process import SEEDS
from tests.search.texts import SOME

DAY = date(2026, 11, 30)
FIELDS = st.builds(
    Fields,
    url=st.sampled_from([None, "https://a.example/1", "https://a.example/2"]),
    repo=st.sampled_from([None, "o/n"]),
    pr=st.sampled_from([None, 1, 2]),
    labels=st.sampled_from([(), ("a",), ("A", "b")]),
    date=st.sampled_from([None, date(2026, 1, 2)]),
    author=st.sampled_from([None, "", "me"]),
)
DRAFTS = st.builds(
    Draft,
    title=st.sampled_from(["预热", "预热。", "FlashInfer"]),
    paragraphs=st.sampled_from([(), (Paragraph("优化", 3),), (Paragraph("优化", 3, "头"),)]),
    source=st.builds(Source, st.sampled_from(["a.md", "b.md"]), st.integers(1, 3)),
    fields=FIELDS,
    own_id=st.sampled_from([None, "", "x", "y"]),
)


@SOME
@given(st.lists(st.lists(DRAFTS, max_size=4), max_size=3))
def test_whatever_was_read_is_read_back(drafts: list[list[Draft]]) -> None:
    """Copies that became one note, ids and dates that a draft had or had not."""
    readings = [
        Reading(f"{number}.md", DAY, tuple(each), (Problem("a.md", 1, "odd"),))
        for number, each in enumerate(drafts)
    ]
    notes, _ = merge(readings, {})
    rows = json.loads(json.dumps(written_down(readings, notes)))

    assert {reading.path: reading for reading in readings} == read_back(
        rows, StoredNotes(*stored(notes))
    )


@pytest.mark.parametrize("folder", [SEEDS])
def test_notes_are_not_written_twice(folder: Path) -> None:
    """Of the seeds every draft is told by its note's place alone."""
    files = NoteFiles([folder])
    notes = files.read().notes
    rows = written_down(files.readings, notes)

    assert len(notes) == len({place for row in rows for place, *_ in row[3]})
    assert all(isinstance(place, int) for row in rows for place, *_ in row[3])
