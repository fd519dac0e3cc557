"""What a question asks for: its concepts, what each means for the match, and their forms."""

import datetime as dt
from collections.abc import Collection

import pytest
from hypothesis import given

from bot.search.concepts import MOST_CONCEPTS, Concept, Role, concepts, word_form
from bot.search.glossary import Glossary, Group
from bot.search.query import parse_query
from bot.search.tuning import Tuning
from tests.search.texts import SOME, TEXTS

R, C, Q = Role.REQUIRED, Role.COUNTED, Role.QUIET
GLOSSARY = Glossary.of(
    [
        Group(("投机解码", "speculative decoding", "spec decode")),
        Group(("kv 缓存", "kv cache", "kvcache")),
        Group(("解码", "decode", "decoding")),
        Group(("多头注意力", "multi head attention", "mha")),
        Group(("修复", "fix", "bugfix"), is_loose=True),
        Group(("解码", "decipher"), is_loose=True),
    ]
)
KNOWN = frozenset({"flash", "infer", "flashinf", "panic", "br", "kvcach", "multihead", "attent"})


def read(
    question: str, known: Collection[str] = KNOWN, tuning: Tuning | None = None
) -> tuple[Concept, ...]:
    query = parse_query(question, today=dt.date(2026, 12, 1))
    return concepts(query, GLOSSARY, known, tuning or Tuning())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("FlashInfer", [("FlashInfer", R)]),
        ("flashinfer", [("flashinfer", C)]),
        ("Triton", [("Triton", C)]),
        ("GLM-5.2", [("GLM-5.2", R)]),
        ("#55385", [("#55385", R)]),
        ("PR 55385", [("55385", R)]),
        ("owner/name#12", [("owner/name", Q), ("#12", R)]),
        ("AITER #4463", [("AITER", R), ("#4463", R)]),
        ('"full decode" ROCm', [("full decode", R), ("ROCm", R)]),
        ("投机解码", [("投机解码", C)]),
        ("投機解碼", [("投機解碼", C)]),
        ("spec decode", [("spec decode", C)]),
        ("spec decode 修复", [("spec decode", C), ("修复", C)]),
        ("KV缓存 崩溃", [("KV缓存", C), ("崩溃", C)]),
        ("ROCm 的改动", [("ROCm", R), ("改动", Q)]),
        ("memory issues", [("memory", C), ("issues", Q)]),
        ("flash infer", [("flash infer", C)]),
        ("brpanic", [("br", C), ("panic", C)]),
        ("涞滩镇", [("涞滩镇", C)]),
        ("ROCm ROCm rocm", [("ROCm", R)]),
        ("？", []),
    ],
)
def test_concepts_and_their_roles(question: str, expected: list[tuple[str, Role]]) -> None:
    """Names, numbers and phrases are required; words count; words such as 改动 may be missing."""
    assert expected == [(concept.text, concept.role) for concept in read(question)]


@pytest.mark.parametrize(
    ("question", "forms"),
    [
        ("投机解码", {"投机解码", "speculative decoding", "spec decode"}),
        ("SpecDecode", {"specdecode", "投机解码", "speculative decoding", "spec decode"}),
        ("KV Cache", {"kv cache", "kv-cache", "kv 缓存", "kvcache"}),
        ("MHA", {"mha", "多头注意力", "multi head attention", "multi-head attention"}),
        ("fix", {"fix", "修复", "bugfix"}),
    ],
)
def test_a_group_is_one_word_with_all_its_forms(question: str, forms: set[str]) -> None:
    """The asker's own first; with hyphens where notes have them so."""
    (concept,) = read(question)

    assert forms == {form.text for form in concept.forms}
    assert question.lower() == concept.forms[0].text
    assert 1.0 == concept.forms[0].weight


def test_a_word_with_equals_takes_no_loose_translations() -> None:
    """解码 is decode; that it may be decipher elsewhere is no help."""
    (concept,) = read("解码")

    assert {"解码", "decode", "decoding"} == {form.text for form in concept.forms}


def test_groups_weigh_less_than_the_asker_s_words() -> None:
    """Equals by one weight, loose translations by another."""
    tuning = Tuning(group_weight=0.7, loose_weight=0.3)
    decode, fix = read("解码 fix", tuning=tuning)

    assert {0.7} == {form.weight for form in decode.forms[1:]}
    assert {0.3} == {form.weight for form in fix.forms[1:]}


def test_forms_without_weight_are_left_out() -> None:
    """So that an ablation can switch a kind of group off."""
    (concept,) = read("fix", tuning=Tuning(loose_weight=0))

    assert ["fix"] == [form.text for form in concept.forms]


def test_a_form_does_not_tear_a_word() -> None:
    """Where a form ends inside a word of Han, it is not meant."""
    glossary = Glossary.of([Group(("编译", "compile"))])
    query = parse_query("编译器", today=dt.date(2026, 12, 1))
    (concept,) = concepts(query, glossary, KNOWN, Tuning())

    assert ("编译器", 1) == (concept.text, len(concept.forms))


def test_a_long_name_is_found_inside_a_longer_one() -> None:
    """`kda_prefill_backend` nowhere whole: its pieces side by side."""
    (concept,) = read("kda_prefill_backend")

    assert [("kdaprefillbackend",), ("kda", "prefil", "backend")] == [
        form.words for form in concept.forms
    ]


def test_a_known_name_is_searched_whole() -> None:
    """No pieces then."""
    assert [1] == [len(concept.forms) for concept in read("FlashInfer")]


@pytest.mark.parametrize(
    ("text", "words", "bigrams", "parts"),
    [
        ("FlashInfer", ("flashinf",), (), ("flash", "infer")),
        ("#12", ("12",), (), ("#12",)),
        ("图", ("图",), (), ("图",)),
        ("缓存", (), ("缓存",), ("缓存",)),
        ("kv 缓存", ("kv",), ("kv 缓", "缓存"), ("kv", "缓存")),
        ("cuda 图", ("cuda",), ("cuda 图",), ("cuda", "图")),
        ("kv cache", ("kv", "cach"), ("kv cach",), ("kv", "cach")),
        ("GPU, CPU", ("gpu", "cpu"), (), ("gpu", "cpu")),
        ("？", (), (), ()),
    ],
)
def test_the_form_of_a_text(
    text: str, words: tuple[str, ...], bigrams: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    """What must be held (words and pairs), and what only scores."""
    form = word_form(text)

    assert (words, bigrams, parts) == (form.words, form.bigrams, form.parts)


@SOME
@given(TEXTS)
def test_any_question_has_concepts_in_bounds(question: str) -> None:
    """At most as many as fit, no two the same, each with a form of its own."""
    found = read(question)
    heads = [concept.forms[0].text for concept in found]

    assert len(found) <= MOST_CONCEPTS
    assert len(set(heads)) == len(heads)
    assert all(form.text for concept in found for form in concept.forms)


def test_a_long_question_is_read_in_part() -> None:
    """Sixty concepts are more than anyone asks for."""
    question = " ".join(
        f"Name{letter}{other}1" for letter in "abcdefghij" for other in "abcdefghij"
    )

    assert MOST_CONCEPTS == len(read(question))
