"""A rule is read from a line of words, and what cannot be read is named."""

from contextlib import suppress
from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.digest.rule import MOST, Rule, from_json, to_json
from bot.digest.rule_words import Fault, RuleError, read_rule
from bot.digest.schedule import EVERY_DAY, WORKDAYS
from bot.digest.status_words import rule_words
from bot.notes.model import AdviceLevel
from bot.search.query import Filters
from tests.digest.reviews import review


def read(text: str) -> Rule:
    return read_rule(text, zone="UTC", language="zh")


@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("09:30", time(9, 30)),
        ("9:30", time(9, 30)),
        ("９：３０", time(9, 30)),
        ("9h30", time(9, 30)),
        ("9am", time(9)),
        ("9 pm", time(21)),
        ("12am", time(0)),
        ("12pm", time(12)),
        ("9:30pm", time(21, 30)),
        ("9点", time(9)),
        ("9点整", time(9)),
        ("9点半", time(9, 30)),
        ("9点一刻", time(9, 15)),
        ("9点5分", time(9, 5)),
        ("上午9点", time(9)),
        ("下午3点半", time(15, 30)),
        ("晚上8点", time(20)),
        ("中午12点", time(12)),
        ("中午1点", time(13)),
        ("中午11点半", time(11, 30)),
        ("晚上12点", time(0)),
        ("凌晨12点", time(0)),
        ("九点半", time(9, 30)),
        ("早上九点", time(9)),
        ("下午两点", time(14)),
        ("十二点", time(12)),
        ("晚上十一点一刻", time(23, 15)),
        ("9点钟", time(9)),
        ("9:30 09:30", time(9, 30)),
        ("每天早上9点半", time(9, 30)),
        ("每周一九点", time(9)),
        ("工作日9:30", time(9, 30)),
        ("00:00", time(0)),
    ],
)
def test_time(words: str, at: time) -> None:
    """As people write it."""
    assert at == read(words).schedule.at


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("", EVERY_DAY),
        ("daily", EVERY_DAY),
        ("每天", EVERY_DAY),
        ("mon-fri", WORKDAYS),
        ("Monday-Friday", WORKDAYS),
        ("weekdays", WORKDAYS),
        ("工作日", WORKDAYS),
        ("周一至周五", WORKDAYS),
        ("周一到周五", WORKDAYS),
        ("周末", frozenset({5, 6})),
        ("sat,sun", frozenset({5, 6})),
        ("fri-mon", frozenset({4, 5, 6, 0})),
        ("mon wed", frozenset({0, 2})),
        ("tues,thurs", frozenset({1, 3})),
        ("星期三", frozenset({2})),
        ("周一、周日", frozenset({0, 6})),
        ("周天", frozenset({6})),
        ("周一至五", WORKDAYS),
        ("周一三五", frozenset({0, 2, 4})),
        ("每周一", frozenset({0})),
        ("每周一至周五", WORKDAYS),
        ("每星期天", frozenset({6})),
        ("every weekday", WORKDAYS),
        ("every day", EVERY_DAY),
    ],
)
def test_days(words: str, days: frozenset[int]) -> None:
    """English, Chinese, runs over the week's end."""
    assert days == read(f"09:30 {words}").schedule.weekdays


@pytest.mark.parametrize(
    ("words", "zone"),
    [
        ("", "UTC"),
        ("Asia/Shanghai", "Asia/Shanghai"),
        ("asia/shanghai", "Asia/Shanghai"),
        ("Shanghai", "Asia/Shanghai"),
        ("北京时间", "Asia/Shanghai"),
        ("New_York", "America/New_York"),
        ("zone:Europe/Berlin", "Europe/Berlin"),
        ("utc", "UTC"),
        ("Beijing", "Asia/Shanghai"),
        ("GMT+8", "Etc/GMT-8"),
        ("UTC+8", "Etc/GMT-8"),
        ("UTC+08:00", "Etc/GMT-8"),
        ("GMT-5", "Etc/GMT+5"),
        ("Etc/GMT-14", "Etc/GMT-14"),
        ("UTC+0", "UTC"),
    ],
)
def test_zone(words: str, zone: str) -> None:
    """By its IANA name, by a city, or the asker's own."""
    assert zone == read(f"09:30 {words}").schedule.zone


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("label:ROCm", Filters(labels=("ROCm",))),
        ('label:"two words" label:x', Filters(labels=("two words", "x"))),
        ("repo:vllm", Filters(repos=("vllm",))),
        ("标签：性能 仓库：a/b", Filters(labels=("性能",), repos=("a/b",))),
        ("-量化", Filters(without=("量化",))),
        ("must-read", Filters(advice=AdviceLevel.CLOSE)),
        ("值得精读", Filters(advice=AdviceLevel.CLOSE)),
    ],
)
def test_filters(words: str, filters: Filters) -> None:
    """The words of a question narrow a digest too."""
    assert filters == read(f"{words} 09:30").filters


def test_everything_at_once() -> None:
    """The line of the command's help, and more, in any order."""
    rule = read(
        "top 12 skip:2026-12-25,2027-01-01 mon-fri lang:en 9:30 empty:say Asia/Shanghai label:x"
    )

    assert (12, "en", True) == (rule.top, rule.language, rule.tells_empty)
    assert frozenset({date(2026, 12, 25), date(2027, 1, 1)}) == rule.schedule.skip
    assert WORKDAYS == rule.schedule.weekdays


@pytest.mark.parametrize(
    ("words", "fault", "word", "near"),
    [
        ("", Fault.NO_TIME, "", ""),
        ("mon-fri top 5", Fault.NO_TIME, "", ""),
        ("25:00", Fault.TIME, "25:00", ""),
        ("9:60", Fault.TIME, "9:60", ""),
        ("930", Fault.TIME, "930", ""),
        ("09:30 Asia/Shangai", Fault.ZONE, "Asia/Shangai", "Asia/Shanghai"),
        ("09:30 Mars/Base", Fault.ZONE, "Mars/Base", ""),
        ("09:30 top 0", Fault.COUNT, "top0", ""),
        ("09:30 top 31", Fault.COUNT, "top31", ""),
        ("09:30 top ten", Fault.COUNT, "top", ""),
        ("09:30 skip:soon", Fault.DATE, "soon", ""),
        ("09:30 frobnicate", Fault.WORD, "frobnicate", ""),
        ("09:30 empty:maybe", Fault.WORD, "empty:maybe", ""),
        ("09:30 lang:fr", Fault.WORD, "lang:fr", ""),
        ("二十五点", Fault.TIME, "二十五点", ""),
        ("09:30 10:30", Fault.TWO_TIMES, "10:30", ""),
        ("09:30 前四十条", Fault.COUNT, "前四十条", ""),
        ("09:30 top 5.5", Fault.COUNT, "top5.5", ""),
        ("09:30 topology", Fault.WORD, "topology", ""),
        ("09:30 前端", Fault.WORD, "前端", ""),
        ("09:30 ROCm", Fault.WORD, "ROCm", ""),
        ("09:30 must read", Fault.WORD, "must", ""),
        ("09:30 localtime", Fault.WORD, "localtime", ""),
        ("09:30 UTC+15", Fault.WORD, "UTC+15", ""),
        ("09:30 " + "label:x " * 200, Fault.LENGTH, "", ""),
    ],
)
def test_fault_names_the_word(words: str, fault: Fault, word: str, near: str) -> None:
    """Which word, what is wrong, what may have been meant."""
    with pytest.raises(RuleError) as refusal:
        read(words)
    found = refusal.value

    assert (fault, near) == (found.fault, found.near)
    assert found.word.startswith(word)


@pytest.mark.parametrize(
    ("words", "top"),
    [("top 5", 5), ("top:5", 5), ("前10条", 10), ("前 7 条", 7), ("前十条", 10), ("前二十条", 20)],
)
def test_top(words: str, top: int) -> None:
    """In digits and in Chinese."""
    assert top == read(f"09:30 {words}").top


@pytest.mark.parametrize(
    ("words", "language", "said"),
    [
        ("09:30", "zh", "每天 09:30（UTC），每次 10 条"),
        ("09:30 UTC+8", "zh", "每天 09:30（UTC+8），每次 10 条"),
        ("09:30 GMT-5", "en", "every day at 09:30 (UTC-5), top 10"),
        (
            "09:30 skip:2026-12-25 empty:say",
            "zh",
            "每天 09:30（UTC），每次 10 条，跳过 2026-12-25，没有新评审时也说一声",
        ),
        (
            "09:30 skip:2026-12-25 empty:say -x",
            "en",
            (
                "every day at 09:30 (UTC), top 10, only -x, skipping 2026-12-25,"
                " also when nothing is new"
            ),
        ),
        (
            "9:30 skip:" + ",".join(f"2026-12-{day}" for day in range(20, 28)),
            "en",
            (
                "every day at 09:30 (UTC), top 10, skipping 2026-12-20 2026-12-21 2026-12-22"
                " 2026-12-23 2026-12-24 …"
            ),
        ),
    ],
)
def test_rule_is_said_back_whole(words: str, language: str, said: str) -> None:
    """Whoever asks sees all that was understood, in words that mean what they say."""
    assert said == rule_words(read(words), language)


@given(st.text(max_size=80))
def test_any_line_is_read_or_refused(text: str) -> None:
    """Whatever is typed: a rule or a sentence, nothing else."""
    with suppress(RuleError):
        assert 1 <= read(text).top <= MOST


rules = st.builds(
    lambda at, days, top, labels, advice, tells: read(
        f"{at:%H:%M} top {top} {'empty:say' if tells else ''} {'must-read' if advice else ''}"
        f" {','.join(days)} {' '.join(f'label:{label}' for label in labels)}"
    ),
    st.times(),
    st.lists(st.sampled_from(["mon", "tue", "sun"]), unique=True),
    st.integers(1, MOST),
    st.lists(st.sampled_from(["ROCm", "性能"]), unique=True),
    st.booleans(),
    st.booleans(),
)


@given(rules)
def test_rule_is_kept_as_it_is(rule: Rule) -> None:
    """What goes into the state comes out of it."""
    assert rule == from_json(to_json(rule))


def test_rule_of_an_older_version_has_the_usual_values() -> None:
    """What was not kept then is as if not said."""
    assert read("09:30") == from_json({"at": "09:30", "zone": "UTC"})


@pytest.mark.parametrize(
    ("words", "is_wanted"),
    [
        ("", True),
        ("label:rocm", True),
        ("label:docs", False),
        ("label:docs label:ROCm", True),
        ("repo:vllm", True),
        ("repo:VLLM-project/vllm", True),
        ("repo:sglang", False),
        ("must-read", True),
        ("-图模式", False),
        ("-采样", True),
        ("repo:vllm label:docs", False),
    ],
)
def test_filters_decide_what_is_wanted(words: str, *, is_wanted: bool) -> None:
    """Any of the labels, any of the repositories, none of the words."""
    note = review("n", "ROCm 修复图模式", advice="精读", labels=("ROCm",))

    assert is_wanted == read(f"09:30 {words}").wants(note)


def test_filters_can_refuse_what_a_note_does_not_say() -> None:
    """A note without repository or advice fits no filter for them."""
    note = review("n", repo=None)

    assert not read("09:30 repo:vllm").wants(note)
    assert not read("09:30 must-read").wants(note)
