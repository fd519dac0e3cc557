"""Times of day and days of the week as people write them, in English and in Chinese. Pure."""

import re
from datetime import time

from bot.digest.schedule import EVERY_DAY, WORKDAYS

_HAN_DIGITS = {"零": 0, "两": 2} | {name: at for at, name in enumerate("一二三四五六七八九", 1)}
HAN_NUMBER = "[零一二两三四五六七八九十]{1,3}"
_CLOCKS = (
    re.compile(r"(?P<hour>\d{1,2})[:.h](?P<minute>\d{2})(?P<part>am|pm)?$", re.IGNORECASE),
    re.compile(r"(?P<hour>\d{1,2})(?P<minute>)(?P<part>am|pm)$", re.IGNORECASE),
    re.compile(
        rf"(?P<part>凌晨|早上|上午|中午|下午|晚上)?(?P<hour>\d{{1,2}}|{HAN_NUMBER})[点时:]"
        r"(?P<minute>半|一刻|三刻|\d{1,2}(?=分?$))?(?:分|整|钟)?$"
    ),
)
_AFTERNOON = frozenset({"pm", "中午", "下午", "晚上"})
_NIGHT = frozenset({"am", "凌晨", "晚上"})  # whose twelve is midnight
_NOON = 12
_ABOUT_NOON = 3  # from here to eleven, `中午` names the hour before noon
_MINUTES = {"": 0, "半": 30, "一刻": 15, "三刻": 45}

_GROUPS = {
    **dict.fromkeys(("daily", "day", "everyday", "每天", "每日"), EVERY_DAY),
    **dict.fromkeys(
        ("weekday", "weekdays", "workday", "workdays", "工作日", "每个工作日"), WORKDAYS
    ),
    **dict.fromkeys(("weekends", "weekend", "周末", "每周末"), EVERY_DAY - WORKDAYS),
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CHINESE_DAYS = "一二三四五六日"
_CHINESE_WEEK = re.compile("每?(?:周|星期|礼拜)")
_SEVERAL = re.compile("周([一二三四五六日天]{2,7})$")  # 周一三五
_BARE_END = re.compile("(周[一二三四五六日天])([-~至到])([一二三四五六日天])(?![一二三四五六日天])")
_SHORTEST = 3  # letters by which an English day is known


def read_time(word: str) -> time | None:
    """The time of day a word names; `None` where it is no clock time at all.

    Raises:
        ValueError: There is no such time: `25:00`.
    """
    found = next(filter(None, (clock.match(word) for clock in _CLOCKS)), None)
    if found is None:
        return None
    hour = _on_the_dial(read_number(found["hour"]), (found["part"] or "").casefold())
    minute = found["minute"] or ""
    return time(hour, _MINUTES[minute] if minute in _MINUTES else int(minute))


def read_number(text: str) -> int:
    """A whole number below a hundred, in digits or in Chinese: `12`, `十二`, `二十`.

    Raises:
        ValueError: It is none.
    """
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    if len(tens) > 1 or len(ones) > 1 or not {*tens, *ones} <= _HAN_DIGITS.keys():
        raise ValueError(text)
    return (10 * _HAN_DIGITS.get(tens, 1) if ten else 0) + _HAN_DIGITS.get(ones, 0)


def _on_the_dial(hour: int, part: str) -> int:
    """The hour from 0 to 24 of a part of the day."""
    if hour == _NOON:
        return 0 if part in _NIGHT else hour
    is_before_noon = part == "中午" and hour >= _ABOUT_NOON
    return hour + _NOON if part in _AFTERNOON and hour < _NOON and not is_before_noon else hour


def read_days(word: str) -> frozenset[int]:
    """The days a word names: `mon-fri`, `mon,wed`, `周一至周五`; none if it names no day."""
    word = word.casefold()
    if word in _GROUPS:
        return _GROUPS[word]
    word = _CHINESE_WEEK.sub("周", word)
    if several := _SEVERAL.match(word):
        return frozenset(map(_number, several[1]))
    days: frozenset[int] = frozenset()
    for part in re.split("[,、/]", _BARE_END.sub(r"\1\2周\3", word)):
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
    if len(name) == len("周一") and name[0] == "周" and name[1] in f"{_CHINESE_DAYS}天":
        return _number(name[1])
    return None


def _number(name: str) -> int:
    return _CHINESE_DAYS.index(name.replace("天", "日"))
