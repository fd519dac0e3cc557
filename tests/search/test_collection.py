"""Notes made searchable: which documents they give, and which terms stand in them."""

import datetime as dt

import pytest

from bot.search.collection import Collection
from bot.search.tuning import Tuning
from tests.search.asking import note

NOTES = [
    note(
        "one",
        "标题甲",
        "一段。",
        "Scheduler | 二段。",
        date=dt.date(2026, 11, 1),
        repo="acme/rocket",
    ),
    note("alone", "标题乙 ROCm", date=dt.date(2026, 12, 1), labels=("Bug", "CI"), advice="quick"),
    note("last", "标题丙", "FlashInfer。", repo="other/rocket", advice="close"),
]


@pytest.fixture(scope="module")
def collection() -> Collection:
    return Collection.build(NOTES, Tuning())


def test_a_note_is_a_range_of_documents(collection: Collection) -> None:
    """One a paragraph, side by side; of a summary alone one, its title."""
    assert [0, 2, 3, 4] == collection.first.tolist()
    assert [0, 0, 1, 2] == collection.note_of.tolist()
    assert 4 == collection.fields.words.corpus_size


def test_titles_and_headings_are_counted_in(collection: Collection) -> None:
    """With every paragraph they stand above."""
    words = collection.fields.words

    assert [0, 1] == words.postings("甲").ids.tolist()
    assert [1] == words.postings("schedul").ids.tolist()
    assert [2] == words.postings("rocm").ids.tolist()


@pytest.mark.parametrize(("weight", "expected"), [(0, []), (1, [0, 1]), (3, [0, 1])])
def test_titles_can_be_left_out(weight: int, expected: list[int]) -> None:
    """An ablation then sees what they are worth; a summary alone is never lost."""
    words = Collection.build(NOTES, Tuning(title_weight=weight)).fields.words

    assert expected == words.postings("甲").ids.tolist()
    assert [2] == words.postings("rocm").ids.tolist()


def test_equals_are_parted_by_date_then_id(collection: Collection) -> None:
    """Newest first, undated last."""
    assert [1, 0, 2] == collection.tie.tolist()


def test_no_notes() -> None:
    """Nothing to search, and no error."""
    empty = Collection.build([], Tuning())

    assert ([0], 0) == (empty.first.tolist(), empty.fields.words.corpus_size)
