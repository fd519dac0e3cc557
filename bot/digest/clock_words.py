"""Times of day and days of the week as people write them, in English and in Chinese. Pure."""

import re
from datetime import time

from bot.digest.schedule import EVERY_DAY, WORKDAYS

_CLOCKS = (
    re.compile(r"(?P<hour>\d{1,2})[:.h](?P<minute>\d{2})(?P<part>am|pm)?$", re.IGNORECASE),
    re.compile(r"(?P<hour>\d{1,2})(?P<minute>)(?P<part>am|pm)$", re.IGNORECASE),
    re.compile(
        r"(?P<part>凌晨|早上|上午|中午|下午|晚上)?(?P<hour>\d{1,2})[点时:]"
        r"(?P<minute>半|一刻|三刻|\d{1,2}(?=分?$))?(?:分|整)?$"
    ),
)
_AFTERNOON = frozenset({"pm", "下午", "晚上"})
_NOON = 12
_MINUTES = {"": 0, "半": 30, "一刻": 15, "三刻": 45}

_GROUPS = {
    **dict.fromkeys(("daily", "everyday", "每天", "每日"), EVERY_DAY),
    **dict.fromkeys(("weekdays", "workdays", "工作日"), WORKDAYS),
    **dict.fromkeys(("weekends", "weekend", "周末"), EVERY_DAY - WORKDAYS),
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CHINESE_DAYS = "一二三四五六日"
_SHORTEST = 3  # letters by which an English day is known


def read_time(word: str) -> time | None:
    """The time of day a word names; `None` where it is no clock time at all.

    Raises:
        ValueError: There is no such time: `25:00`.
    """
    found = next(filter(None, (clock.match(word) for clock in _CLOCKS)), None)
    if found is None:
        return None
    hour, part = int(found["hour"]), (found["part"] or "").casefold()
    minute = found["minute"] or ""
    if part in _AFTERNOON and hour < _NOON:
        hour += _NOON
    elif part in {"am", "凌晨"} and hour == _NOON:
        hour = 0
    return time(hour, _MINUTES[minute] if minute in _MINUTES else int(minute))


def read_days(word: str) -> frozenset[int]:
    """The days a word names: `mon-fri`, `mon,wed`, `周一至周五`; none if it names no day."""
    word = word.casefold()
    if word in _GROUPS:
        return _GROUPS[word]
    days: frozenset[int] = frozenset()
    for part in re.split("[,、/]", word):
        named = [_day(end) for end in re.split("[-~至到]", part)]
        ends = [number for number in named if number is not None]
        if len(ends) != len(named) or len(ends) not in {1, 2}:
            return frozenset()
        length = (ends[-1] - ends[0]) % 7
        days |= frozenset((ends[0] + step) % 7 for step in range(length + 1))
    return days


def _day(name: str) -> int | None:
    """The number of a weekday, by three letters or more of its name, or in Chinese."""
    if len(name) >= _SHORTEST:
        for number, day in enumerate(_DAYS):
            if day.startswith(name):
                return number
    bare = re.sub("^(?:周|星期|礼拜)", "", name).replace("天", "日")
    is_day = len(bare) == 1 and bare != name and bare in _CHINESE_DAYS
    return _CHINESE_DAYS.index(bare) if is_day else None
