"""Reads a rule from the words people type, and says which word it could not read, and why. Pure."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, time
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from zoneinfo import available_timezones

from bot.digest.clock_words import HAN_NUMBER, read_days, read_number, read_time
from bot.digest.rule import MOST, Rule
from bot.digest.schedule import EVERY_DAY, Schedule
from bot.errors import BotError
from bot.notes.model import AdviceLevel
from bot.search.query import Filters

_WORD = re.compile(r'-?\w+:"[^"]*"|\S+')
_FULL_WIDTH = str.maketrans("：，；＋－０１２３４５６７８９“”　", ':,;+-0123456789"" ')
_TOP = re.compile(rf"(?:top:?|前)(?P<count>[\d.]*|{HAN_NUMBER})条?$", re.IGNORECASE)
_LONGEST_COUNT = 4  # digits
_MUST = frozenset({"must-read", "must-reads", "精读", "值得精读"})
_IGNORED = frozenset({"at", "on", "every", "条", "的", ",", "、"})
_GLUED = re.compile(  # 每天早上9点半
    "((?:每天|每日|工作日|周末|[周期拜][一二三四五六日天]))"
    "(?=凌晨|早上|上午|中午|下午|晚上|[0-9零一二两三四五六七八九十]+[点时:])"
)
_CITIES = dict.fromkeys(("北京时间", "北京", "上海", "beijing"), "Asia/Shanghai")
_OFFSET = re.compile(r"(?:utc|gmt)?(?P<sign>[+-])(?P<hours>\d{1,2})(?::?00)?$")
_FARTHEST_EAST, _FARTHEST_WEST = 14, 12
# Names that the zone database carries and that are no place's time; the first is another zone on
# another machine.
_NO_ZONES = frozenset({"localtime", "factory", "posixrules"})
_LONGEST = 1000  # characters: what is read is said back in one message
_TELLING = 5  # letters a zone's name must have to be proposed: `MST` is near to anything


class Fault(StrEnum):
    """What is wrong with a word."""

    NO_TIME = "no time"
    TIME = "time"
    TWO_TIMES = "two times"
    ZONE = "zone"
    COUNT = "count"
    DATE = "date"
    WORD = "word"
    LENGTH = "length"


class RuleError(BotError, ValueError):
    """A rule cannot be read.

    Args:
        fault: What is wrong.
        word: The word, as typed; empty where one is missing.
        near: What may have been meant.
    """

    def __init__(self, fault: Fault, word: str = "", near: str = "") -> None:
        self.fault = fault
        self.word = word[:80]
        self.near = near
        meant = f"; did you mean {near}?" if near else ""
        what = {
            Fault.NO_TIME: "a digest needs an hour, such as 09:30",
            Fault.TIME: f"{self.word!r} is no time of day; write 09:30",
            Fault.TWO_TIMES: f"{self.word!r} is a second time of day; a digest comes once a day",
            Fault.LENGTH: f"a rule has at most {_LONGEST} characters",
            Fault.ZONE: f"{self.word!r} is no time zone; write one such as Asia/Shanghai",
            Fault.COUNT: f"{self.word!r} is no count from 1 to {MOST}",
            Fault.DATE: f"{self.word!r} is no date; write 2026-12-25",
            Fault.WORD: f"{self.word!r} is not understood",
        }[fault]
        super().__init__(what + meant)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A rule in the making."""

    at: time | None = None
    zone: str | None = None
    weekdays: frozenset[int] = frozenset()
    skip: frozenset[date] = frozenset()
    top: int | None = None
    filters: Filters = field(default_factory=Filters)
    tells_empty: bool = False
    language: str | None = None


def read_rule(text: str, *, zone: str, language: str) -> Rule:
    """Read a rule.

    Args:
        text: The words, in any order.
        zone: The zone where the words name none.
        language: `zh` or `en`, where the words name neither.

    Raises:
        RuleError: A word cannot be read, or there is no time of day.
    """
    if len(text) > _LONGEST:
        raise RuleError(Fault.LENGTH)
    draft = _Draft()
    for word in _words(text):
        draft = _with(draft, word)
    if draft.at is None:
        raise RuleError(Fault.NO_TIME)
    schedule = Schedule(draft.at, draft.zone or zone, draft.weekdays or EVERY_DAY, skip=draft.skip)
    rule = Rule(schedule, filters=draft.filters, tells_empty=draft.tells_empty)
    return replace(rule, top=draft.top or rule.top, language=draft.language or language)


def _words(text: str) -> Iterator[str]:
    """The words, `top` and its count as one."""
    text = re.sub(r"\b(top|前)\s+(?=\d)", r"\1", text.translate(_FULL_WIDTH), flags=re.IGNORECASE)
    text = re.sub(r"(?<=\d)\s+(?=(?:am|pm)\b)", "", text, flags=re.IGNORECASE)
    text = _GLUED.sub(r"\1 ", text)
    for match in _WORD.finditer(text):
        word = match.group().strip(",;")
        if word and word.casefold() not in _IGNORED:
            yield word


def _with(draft: _Draft, word: str) -> _Draft:
    for reader in _READERS:
        if (changed := reader(draft, word)) is not None:
            return changed
    return replace(draft, zone=_zone(word))


def _keyed(draft: _Draft, word: str) -> _Draft | None:
    key, _, value = word.partition(":")
    reader = _KEYS.get(key.casefold())
    value = value.strip('"').strip()
    return reader(draft, value) if reader is not None and value else None


def _label(draft: _Draft, value: str) -> _Draft:
    labels = (*draft.filters.labels, value)
    return replace(draft, filters=replace(draft.filters, labels=labels))


def _repo(draft: _Draft, value: str) -> _Draft:
    repos = (*draft.filters.repos, value)
    return replace(draft, filters=replace(draft.filters, repos=repos))


def _skip(draft: _Draft, value: str) -> _Draft:
    days = frozenset(_date(part) for part in value.split(",") if part)
    return replace(draft, skip=draft.skip | days)


def _named_zone(draft: _Draft, value: str) -> _Draft:
    return replace(draft, zone=_zone(value))


def _empty(draft: _Draft, value: str) -> _Draft:
    if value.casefold() not in {"say", "skip"}:
        raise RuleError(Fault.WORD, f"empty:{value}")
    return replace(draft, tells_empty=value.casefold() == "say")


def _language(draft: _Draft, value: str) -> _Draft:
    if value.casefold() not in {"zh", "en"}:
        raise RuleError(Fault.WORD, f"lang:{value}")
    return replace(draft, language=value.casefold())


def _must_reads(draft: _Draft, word: str) -> _Draft | None:
    if word.casefold() not in _MUST:
        return None
    return replace(draft, filters=replace(draft.filters, advice=AdviceLevel.CLOSE))


def _top(draft: _Draft, word: str) -> _Draft | None:
    found = _TOP.match(word)
    if found is None:
        return None
    try:
        count = read_number(found["count"][:_LONGEST_COUNT])
    except ValueError:
        count = 0
    if not 1 <= count <= MOST:
        raise RuleError(Fault.COUNT, word)
    return replace(draft, top=count)


def _without(draft: _Draft, word: str) -> _Draft | None:
    if not word.startswith("-") or len(word) == 1:
        return None
    without = (*draft.filters.without, word[1:])
    return replace(draft, filters=replace(draft.filters, without=without))


def _weekdays(draft: _Draft, word: str) -> _Draft | None:
    days = read_days(word)
    return replace(draft, weekdays=draft.weekdays | days) if days else None


def _at(draft: _Draft, word: str) -> _Draft | None:
    try:
        at = read_time(word)
    except ValueError:
        raise RuleError(Fault.TIME, word) from None
    if at is not None and draft.at not in {None, at}:
        raise RuleError(Fault.TWO_TIMES, word)
    return None if at is None else replace(draft, at=at)


_READERS: tuple[Callable[[_Draft, str], _Draft | None], ...] = (
    _keyed, _must_reads, _top, _without, _weekdays, _at,
)  # fmt: skip
_KEYS: dict[str, Callable[[_Draft, str], _Draft]] = {
    **dict.fromkeys(("label", "标签"), _label),
    **dict.fromkeys(("repo", "仓库"), _repo),
    **dict.fromkeys(("skip", "跳过"), _skip),
    **dict.fromkeys(("zone", "tz", "时区"), _named_zone),
    **dict.fromkeys(("lang", "language", "语言"), _language),
    "empty": _empty,
}


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise RuleError(Fault.DATE, text) from None


@cache
def _zones() -> dict[str, str]:
    names = {name.casefold(): name for name in available_timezones()}
    return {folded: name for folded, name in names.items() if folded not in _NO_ZONES}


def _by_offset(word: str) -> str | None:
    """The zone of an offset as people write it; in `Etc/GMT-8`, the sign is turned round."""
    found = _OFFSET.match(word)
    if found is None:
        return None
    hours, is_east = int(found["hours"]), found["sign"] == "+"
    if not hours:
        return "UTC"
    is_there = hours <= (_FARTHEST_EAST if is_east else _FARTHEST_WEST)
    return f"Etc/GMT{'-' if is_east else '+'}{hours}" if is_there else None


def _zone(word: str) -> str:
    """The IANA name of a zone; a city alone will do where there is one of that name."""
    names, folded = _zones(), word.casefold()
    folded = (_CITIES.get(folded) or _by_offset(folded) or folded).casefold().replace(" ", "_")
    if folded in names:
        return names[folded]
    cities = [name for name in names.values() if name.casefold().rpartition("/")[2] == folded]
    if len(cities) == 1:
        return cities[0]
    near = [
        name for name in get_close_matches(folded, names, n=1, cutoff=0.8) if len(name) >= _TELLING
    ]
    if "/" in word or near:
        raise RuleError(Fault.ZONE, word, names[near[0]] if near else "")
    raise RuleError(Fault.TIME if word[:1].isdigit() else Fault.WORD, word)
