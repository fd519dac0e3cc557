"""Days named in words, at fixed dates."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.timewords import find_period, read_day
from tests.search.texts import SOME, TEXTS

TUESDAY = dt.date(2026, 12, 1)
NEW_YEAR = dt.date(2027, 1, 1)  # a Friday
LEAP_DAY = dt.date(2028, 2, 29)
DAYS = st.dates(dt.date(1971, 1, 1), dt.date(2199, 12, 31))


def period(first: str, last: str) -> tuple[dt.date, dt.date]:
    return dt.date.fromisoformat(first), dt.date.fromisoformat(last)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今天", period("2026-12-01", "2026-12-01")),
        ("今日", period("2026-12-01", "2026-12-01")),
        ("today's PRs", period("2026-12-01", "2026-12-01")),
        ("昨天", period("2026-11-30", "2026-11-30")),
        ("Yesterday", period("2026-11-30", "2026-11-30")),
        ("前天", period("2026-11-29", "2026-11-29")),
        ("本周", period("2026-11-30", "2026-12-06")),
        ("这个星期", period("2026-11-30", "2026-12-06")),
        ("this week", period("2026-11-30", "2026-12-06")),
        ("上周", period("2026-11-23", "2026-11-29")),
        ("上个礼拜", period("2026-11-23", "2026-11-29")),
        ("last week's changes", period("2026-11-23", "2026-11-29")),
        ("本月", period("2026-12-01", "2026-12-31")),
        ("这个月", period("2026-12-01", "2026-12-31")),
        ("上个月", period("2026-11-01", "2026-11-30")),
        ("last month", period("2026-11-01", "2026-11-30")),
        ("今年", period("2026-01-01", "2026-12-31")),
        ("去年", period("2025-01-01", "2025-12-31")),
        ("最近三天", period("2026-11-29", "2026-12-01")),
        ("最近 3 天", period("2026-11-29", "2026-12-01")),
        ("最近的 3 天", period("2026-11-29", "2026-12-01")),
        ("近两周", period("2026-11-18", "2026-12-01")),
        ("过去 2 个月内", period("2026-10-03", "2026-12-01")),
        ("最近十五天", period("2026-11-17", "2026-12-01")),
        ("最近几天", period("2026-11-29", "2026-12-01")),
        ("past 2 weeks", period("2026-11-18", "2026-12-01")),
        ("in the last three days", period("2026-11-29", "2026-12-01")),
        ("the last few days", period("2026-11-29", "2026-12-01")),
        ("the last couple of days", period("2026-11-30", "2026-12-01")),
        ("over the previous 10 days", period("2026-11-22", "2026-12-01")),
        ("过去 24 小时", period("2026-11-30", "2026-12-01")),
        ("last 48 hours", period("2026-11-29", "2026-12-01")),
        ("this past week", period("2026-11-25", "2026-12-01")),
        ("最近半年", period("2026-06-02", "2026-12-01")),
        ("近半个月", period("2026-11-17", "2026-12-01")),
        ("2026年11月的 PR", period("2026-11-01", "2026-11-30")),
        ("2026 年 2 月份", period("2026-02-01", "2026-02-28")),
        ("2026年11月3日", period("2026-11-03", "2026-11-03")),
        ("past 1 year", period("2025-12-02", "2026-12-01")),
    ],
)
def test_a_period_is_found(text: str, expected: tuple[dt.date, dt.date]) -> None:
    """Both days count, and a week starts on Monday."""
    found = find_period(text, TUESDAY)

    assert found is not None
    assert expected == found[0]


@pytest.mark.parametrize(
    ("today", "text", "expected"),
    [
        (NEW_YEAR, "本周", period("2026-12-28", "2027-01-03")),
        (NEW_YEAR, "上个月", period("2026-12-01", "2026-12-31")),
        (NEW_YEAR, "昨天", period("2026-12-31", "2026-12-31")),
        (NEW_YEAR, "去年", period("2026-01-01", "2026-12-31")),
        (LEAP_DAY, "本月", period("2028-02-01", "2028-02-29")),
        (LEAP_DAY, "去年", period("2027-01-01", "2027-12-31")),
    ],
)
def test_periods_cross_months_and_years(
    today: dt.date, text: str, expected: tuple[dt.date, dt.date]
) -> None:
    """The turn of a year and a leap day are days like others."""
    found = find_period(text, today)

    assert found is not None
    assert expected == found[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("本周有什么新的 PR", "本周"),
        ("ROCm 最近三天的改动", "最近三天"),
        ("ROCm 最近 3 天的改动", "最近 3 天"),
        ("what's new this week?", "this week"),
        ("MoE in the last 2 weeks please", "in the last 2 weeks"),
    ],
)
def test_the_place_of_a_period_is_told(text: str, expected: str) -> None:
    """So that its words are no longer searched for."""
    found = find_period(text, TUESDAY)

    assert found is not None
    assert expected == text[slice(*found[1])]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "FlashInfer",
        "last words",
        "past participle",
        "the last mile",
        "最近有哪些",
        "三天",
        "0 天",
        "最近零天",
        "2026年13月",
        "2026年2月30日",
        "last zero days",
        "todayish",
        "weekly",
    ],
)
def test_other_words_are_no_period(text: str) -> None:
    """Words that only look like one stay words."""
    assert find_period(text, TUESDAY) is None


@pytest.mark.parametrize(
    ("value", "is_end", "expected"),
    [
        ("2026-11-30", False, "2026-11-30"),
        ("2026/1/5", False, "2026-01-05"),
        ("2026.01.05", False, "2026-01-05"),
        ("2026年2月3日", False, "2026-02-03"),
        ("2026-11", False, "2026-11-01"),
        ("2026-11", True, "2026-11-30"),
        ("2028-02", True, "2028-02-29"),
        ("2026年2月", True, "2026-02-28"),
        ("7d", False, "2026-11-24"),
        ("2W", False, "2026-11-17"),
        ("昨天", True, "2026-11-30"),
        ("last week", False, "2026-11-23"),
        ("last week", True, "2026-11-29"),
        ("最近三天", False, "2026-11-29"),
    ],
)
def test_a_day_is_read(value: str, is_end: bool, expected: str) -> None:  # noqa: FBT001  a column
    """Of a longer period `since:` means the first day and `until:` the last."""
    assert dt.date.fromisoformat(expected) == read_day(value, TUESDAY, is_end=is_end)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "x",
        "2026",
        "2026-13",
        "2026-02-30",
        "0000-01",
        "9999-12-32",
        "26-1-1",
        "d7",
        "7x",
        "-7d",
        "yesterdayish",
        "本周 x",
        "２０２６-1-1",
    ],
)
def test_what_is_no_day_is_not_guessed(value: str) -> None:
    """A day that does not exist, or half a word, is none."""
    assert read_day(value, TUESDAY) is None


@SOME
@given(TEXTS, DAYS, st.booleans())
def test_any_value_is_a_day_or_none(value: str, today: dt.date, is_end: bool) -> None:  # noqa: FBT001
    """Whatever stands behind `since:` never raises."""
    assert isinstance(read_day(value, today, is_end=is_end), dt.date | None)


@SOME
@given(TEXTS, DAYS)
def test_a_period_ends_no_earlier_than_it_starts(text: str, today: dt.date) -> None:
    """What is found in any text is a period, and stands inside the text."""
    found = find_period(text, today)

    if found is not None:
        (first, last), (start, end) = found
        assert first <= last
        assert 0 <= start < end <= len(text)


@SOME
@given(
    st.sampled_from(["最近{}天", "近{}个月", "过去 {} 周", "past {} days", "in the last {} years"]),
    st.integers(1, 9999),
    DAYS,
)
def test_a_counted_period_ends_today(form: str, count: int, today: dt.date) -> None:
    """However far back it reaches."""
    found = find_period(form.format(count), today)

    assert found is not None
    assert today == found[0][1]
