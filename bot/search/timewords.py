"""Days named in words: 今天, 本周, 最近三天, last week, past 24 hours; and written dates.

`read_day` reads one value of `since:` or `until:`; `find_period` finds a period inside a question.
A week starts on Monday.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

Period = tuple[date, date]
"""First and last day, both counted."""

_NUMERALS = {char: value for value, char in enumerate("零一二三四五六七八九十")} | {
    "两": 2, "几": 3, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "半": 0.5, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "few": 3, "couple": 2, "a": 1,
}  # fmt: skip
_UNIT_DAYS = {
    "小时": 1 / 24, "天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7, "月": 30, "年": 365,
    "hour": 1 / 24, "day": 1, "week": 7, "month": 30, "year": 365,
}  # fmt: skip
_MOST_DAYS = 36_500  # a hundred years back is as good as any time

_COUNTED = re.compile(
    r"(?:最近|近|过去|这|前)的?\s?(?P<n>[0-9]{1,4}|半|[一二三四五六七八九十两几]{1,3})\s?个?\s?"
    r"(?P<unit>小时|天|日|周|星期|礼拜|月|年)(?:内|以来|来|之内)?"
    r"|\b(?:in |over |within )?(?:the )?(?:last|past|previous) (?P<en>[0-9]{1,4}|[a-z]+) "
    r"(?:of )?(?P<enunit>hour|day|week|month|year)s?\b"
    r"|\b(?:in |over |within )?(?:the |this )?past (?P<one>day|week|month|year)\b",
    re.IGNORECASE,
)
_CHINESE = re.compile(r"([0-9]{4})\s?年\s?([0-9]{1,2})\s?月(?:份|\s?([0-9]{1,2})\s?[日号])?")
_ISO = re.compile(r"([0-9]{4})[-/.年]([0-9]{1,2})(?:[-/.月]([0-9]{1,2})日?)?月?")


def _month(today: date, back: int) -> Period:
    months = today.year * 12 + today.month - 1 - back
    first = date(months // 12, months % 12 + 1, 1)
    following = date((months + 1) // 12, (months + 1) % 12 + 1, 1)
    return first, following - timedelta(days=1)


def _week(today: date, back: int) -> Period:
    monday = today - timedelta(days=today.weekday() + 7 * back)
    return monday, monday + timedelta(days=6)


def _day(today: date, back: int) -> Period:
    day = today - timedelta(days=back)
    return day, day


def _year(today: date, back: int) -> Period:
    return date(today.year - back, 1, 1), date(today.year - back, 12, 31)


@dataclass(frozen=True, slots=True)
class _Named:
    pattern: re.Pattern[str]
    period: Callable[[date, int], Period]
    back: int


def _named(pattern: str, period: Callable[[date, int], Period], back: int) -> _Named:
    return _Named(re.compile(pattern, re.IGNORECASE), period, back)


_NAMED = (
    _named(r"今天|今日|当天|\btoday(?:'s)?\b", _day, 0),
    _named(r"昨天|昨日|\byesterday(?:'s)?\b", _day, 1),
    _named(r"前天", _day, 2),
    _named(r"(?:本|这)(?:个|一)?(?:周|星期|礼拜)|\bthis week(?:'s)?\b", _week, 0),
    _named(r"上(?:个|一)?(?:周|星期|礼拜)|\blast week(?:'s)?\b", _week, 1),
    _named(r"(?:本|这个)月|\bthis month(?:'s)?\b", _month, 0),
    _named(r"上(?:个|一个)?月|\blast month(?:'s)?\b", _month, 1),
    _named(r"今年|\bthis year(?:'s)?\b", _year, 0),
    _named(r"去年|\blast year(?:'s)?\b", _year, 1),
)


def find_period(text: str, today: date) -> tuple[Period, tuple[int, int]] | None:
    """The first period named in a text, and where it stands; `None` where there is none."""
    if counted := _COUNTED.search(text):
        days = _count(counted)
        if days is not None:
            return (today - timedelta(days=days - 1), today), counted.span()
    if (match := _CHINESE.search(text)) and (first := _written(match, is_end=False)):
        return (first, _written(match, is_end=True) or first), match.span()
    for named in _NAMED:
        if match := named.pattern.search(text):
            return named.period(today, named.back), match.span()
    return None


def read_day(value: str, today: date, *, is_end: bool = False) -> date | None:
    """One day out of `2026-11-30`, `2026-11`, `昨天`, `7d`, `last week`; `None` if it is none.

    Args:
        value: What stands behind `since:` or `until:`.
        today: The asker's date.
        is_end: Whether the last day of a longer period is meant.
    """
    if match := _ISO.fullmatch(value):
        return _written(match, is_end=is_end)
    if match := re.fullmatch(r"([0-9]{1,4})([dwmy])", value, re.IGNORECASE):
        days = int(match[1]) * {"d": 1, "w": 7, "m": 30, "y": 365}[match[2].lower()]
        return today - timedelta(days=min(days, _MOST_DAYS))
    found = find_period(value, today)
    if found is None or found[1] != (0, len(value)):
        return None
    return found[0][1 if is_end else 0]


def _written(match: re.Match[str], *, is_end: bool) -> date | None:
    year, month = int(match[1]), int(match[2])
    try:
        if match[3]:
            return date(year, month, int(match[3]))
        return _month(date(year, month, 1), 0)[1 if is_end else 0]
    except ValueError:
        return None


def _count(match: re.Match[str]) -> int | None:
    number = match["n"] or match["en"] or "one"
    unit = (match["unit"] or match["enunit"] or match["one"]).lower()
    value = int(number) if number.isdigit() else _numeral(number.lower())
    if not value:
        return None
    reaches_back = 1 if _UNIT_DAYS[unit] < 1 else 0  # 24 hours ago was yesterday
    return min(math.ceil(round(value * _UNIT_DAYS[unit], 6)) + reaches_back, _MOST_DAYS)


def _numeral(word: str) -> float | None:
    """`半` is a half, `三` 3, `十` 10, `二十` 20, `三十五` 35; English words to ten."""
    if word in _NUMERALS:
        return _NUMERALS[word]
    tens, is_ten, ones = word.partition("十")
    if not is_ten or any(part and part not in _NUMERALS for part in (tens, ones)):
        return None
    return (_NUMERALS[tens] if tens else 1) * 10 + (_NUMERALS[ones] if ones else 0)
