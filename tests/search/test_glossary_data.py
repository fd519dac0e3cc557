"""The shipped glossary as a file that people edit: its syntax, and no contradiction in it."""

import re
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations

import pytest

from bot.search.folding import fold
from bot.search.stemming import stem

HAN = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[a-z]")
KEPT_AS_NAMES = {"昇腾"}  # the maker writes it so; the rules for simplified text would change it


@dataclass(frozen=True)
class Group:
    """One line of the file."""

    line: int
    sign: str
    forms: tuple[str, ...]

    def __str__(self) -> str:
        return f"line {self.line}: {self.forms[0]}"


def read_groups() -> list[Group]:
    text = files("bot.search").joinpath("glossary.txt").read_text(encoding="utf-8")
    groups = []
    for number, line in enumerate(text.splitlines(), 1):
        if line and not line.startswith("#"):
            sign = "=" if "=" in line else "~"
            groups.append(Group(number, sign, tuple(line.split(f" {sign} "))))
    return groups


GROUPS = read_groups()
CONCEPTS = [group for group in GROUPS if group.sign == "="]
LOOSE = [group for group in GROUPS if group.sign == "~"]


def stemmed(form: str) -> str:
    return " ".join(stem(word) for word in form.split())


def pairs(groups: list[Group]) -> Counter[tuple[str, str]]:
    return Counter(pair for group in groups for pair in combinations(sorted(group.forms), 2))


def test_a_line_is_one_group() -> None:
    """A line holds two forms or more, parted by one kind of sign with a space on either side."""
    assert [] == [
        group
        for group in GROUPS
        if len(group.forms) < 2 or any(re.search(r"[=~#]", form) for form in group.forms)
    ]


def test_forms_are_written_as_they_are_compared() -> None:
    """Forms are lower case, half width, simplified, and single-spaced."""
    forms = {form for group in GROUPS for form in group.forms} - KEPT_AS_NAMES

    assert [] == [form for form in forms if form != " ".join(fold(form).text.lower().split())]


def test_english_is_in_one_form_only() -> None:
    """A group has no two forms that stemming makes one: `fix` stands for fixed and fixes."""
    assert [] == [
        group for group in GROUPS if len(group.forms) > len({stemmed(form) for form in group.forms})
    ]


def test_a_form_is_one_concept() -> None:
    """A form, stemmed, stands in one `=` group only."""
    places = Counter(stemmed(form) for group in CONCEPTS for form in group.forms)

    assert [] == [form for form, count in places.items() if count > 1]


def test_no_concept_is_one_han_character() -> None:
    """图 is a graph, a figure and a picture: such words are loose translations at most."""
    assert [] == [
        form for group in CONCEPTS for form in group.forms if len(form) == 1 and HAN.match(form)
    ]


def test_a_loose_group_joins_two_languages() -> None:
    """A `~` group has a Chinese form and an English one; synonyms alone would only add noise."""
    assert [] == [
        group
        for group in LOOSE
        if not (any(map(HAN.search, group.forms)) and any(map(LATIN.search, group.forms)))
    ]


def test_no_loose_group_repeats_a_concept() -> None:
    """Two forms that are one concept are not loosely joined as well."""
    assert set() == pairs(LOOSE).keys() & pairs(CONCEPTS).keys()


def test_no_translation_is_given_twice() -> None:
    """A Chinese and an English form are joined by one line, so that no pair counts double."""
    translations = {
        pair: count
        for pair, count in pairs(GROUPS).items()
        if bool(HAN.search(pair[0])) != bool(HAN.search(pair[1]))
    }

    assert [] == [pair for pair, count in translations.items() if count > 1]


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("投机解码", "speculative decoding"),
        ("预填充", "prefill"),
        ("kv 缓存", "kv cache"),
        ("混合专家", "moe"),
        ("张量并行", "tensor parallel"),
        ("算子", "operator"),
        ("事务", "transaction"),
        ("死锁", "deadlock"),
        ("内存泄漏", "memory leak"),
        ("执行计划", "execution plan"),
    ],
)
def test_what_the_field_calls_one_thing_is_one_concept(chinese: str, english: str) -> None:
    """The two names stand in one `=` group."""
    assert any({chinese, english} <= set(group.forms) for group in CONCEPTS)


@pytest.mark.parametrize(
    ("chinese", "english"),
    [("修复", "fix"), ("崩溃", "panic"), ("恢复", "restore"), ("重试", "retry"), ("图", "graph")],
)
def test_everyday_words_are_loose_translations(chinese: str, english: str) -> None:
    """The two words stand in one `~` group, and in no `=` group together."""
    assert any({chinese, english} <= set(group.forms) for group in LOOSE)
    assert not any({chinese, english} <= set(group.forms) for group in CONCEPTS)
