"""What filters ask of notes, and the order of days."""

import datetime as dt

import pytest

from bot.notes.model import AdviceLevel
from bot.search.facets import Facets
from bot.search.query import Filters
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


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), ["one", "alone", "last"]),
        (Filters(repos=("acme/rocket",)), ["one"]),
        (Filters(repos=("ROCKET",)), ["one", "last"]),
        (Filters(repos=("acme",)), []),
        (Filters(labels=("bug",)), ["alone"]),
        (Filters(labels=("nosuch", "ci")), ["alone"]),
        (Filters(since=dt.date(2026, 11, 1)), ["one", "alone"]),
        (Filters(since=dt.date(2026, 11, 2)), ["alone"]),
        (Filters(until=dt.date(2026, 11, 1)), ["one"]),
        (Filters(advice=AdviceLevel.QUICK), ["alone"]),
        (Filters(advice=AdviceLevel.SKIP), []),
        (Filters(repos=("rocket",), advice=AdviceLevel.CLOSE), ["last"]),
        (Filters(without=("ROCm",)), ["one", "alone", "last"]),
    ],
)
def test_filters(filters: Filters, expected: list[str]) -> None:
    """Each kind narrows; several narrow together. Words left out are for the searcher."""
    passing = Facets.of(NOTES).passing(filters)

    assert expected == [one.id for one, is_in in zip(NOTES, passing, strict=True) if is_in]


def test_the_newest_come_first() -> None:
    """Those of one day in their own order, undated ones last."""
    days = [dt.date(2026, 11, 1), None, dt.date(2026, 12, 1), dt.date(2026, 11, 1)]
    notes = [note(str(number), "x", date=day) for number, day in enumerate(days)]

    assert [2, 0, 3, 1] == Facets.of(notes).newest_first().tolist()


def test_no_notes() -> None:
    """Nothing passes, and no filter is an error."""
    filters = Filters(repos=("x",), labels=("x",), since=dt.date(2026, 1, 1))

    assert [] == Facets.of([]).passing(filters).tolist()
