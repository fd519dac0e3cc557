"""Topics: names and concepts that several notes share, with how many."""

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.library import read_library
from bot.search.analysis import tokens
from bot.search.glossary import Glossary, form_atoms
from bot.search.searcher import Searcher
from bot.search.topics import Mentions, Topic
from tests.search.asking import ask, ids, note, searcher
from tests.search.texts import FEW, PIECES, SOME, TEXTS

SEEDS = searcher(*read_library([Path(__file__).resolve().parents[2] / "seeds"]).notes)
NEW, OLD = dt.date(2026, 2, 1), dt.date(2020, 1, 1)

SHARED = searcher(
    note(
        "a",
        "FlashInfer 与投机解码",
        "用 flash_infer 和 `a/b.py`，v4.7.1，#12，x_y，repo:vLLM，2026。",
    ),
    note(
        "b",
        "FlashInfer 的 autotune",
        "speculative decoding，`a/b.py`，v4.7.1，#12，x_y，repo:vLLM，2026。",
    ),
    note("c", "ROCm 与 Triton", "ROCm。"),
    note("d", "ROCm", "SpecDecode 的回滚。"),
    note("e", "KV-cache", "别的事。"),
    note("f", "kv cache", "别的事。"),
    note("g", "KimiK3", "别的事。"),
)


def test_names_and_heads_of_groups_with_their_counts() -> None:
    """However each note spells them; a concept under the glossary's head for it."""
    found = {topic.text: topic.count for topic in SHARED.topics()}

    assert {"投机解码": 3, "FlashInfer": 2, "ROCm": 2, "kv 缓存": 2}.items() <= found.items()


@pytest.mark.parametrize(
    "text", ["a/b.py", "v4.7.1", "#12", "12", "x_y", "repo:vLLM", "2026", "KimiK3", "别的"]
)
def test_no_topic(text: str) -> None:
    """Paths, versions, filters, numbers, and what one note alone holds."""
    assert text not in {topic.text for topic in SHARED.topics()}


def test_what_nearly_all_notes_share_tells_nothing() -> None:
    """The project's own name is no topic."""
    notes = [note(str(number), f"vLLM 的 {name}") for number, name in enumerate(["ROCm", "x"] * 3)]

    assert (Topic("ROCm", 3),) == searcher(*notes).topics()


def test_most_first_and_no_more_than_asked_for() -> None:
    """Equals in one order always."""
    counts = [topic.count for topic in SHARED.topics()]

    assert sorted(counts, reverse=True) == counts
    assert SHARED.topics()[:2] == SHARED.topics(2)
    assert () == SHARED.topics(0)


def test_the_commonest_spelling_is_shown() -> None:
    """As most notes write it."""
    texts = ["FlashInfer", "FlashInfer", "flash_infer", "x", "y", "z"]

    assert ["FlashInfer"] == [
        topic.text
        for topic in searcher(*(note(str(n), text) for n, text in enumerate(texts))).topics()
    ]


@pytest.mark.parametrize("asked", [SHARED, SEEDS], ids=["made up", "seeds"])
def test_a_topic_is_worth_asking_for(asked: Searcher) -> None:
    """Its notes are found by it, as many as are told: also those that say it in other words."""
    told = {topic.text: topic.count for topic in asked.topics(100)}

    assert told
    assert told == {text: len(ids(ask(asked, text, limit=50))) for text in told}


def test_what_nearly_all_notes_answer_tells_nothing() -> None:
    """Few reviews say the name of their own repository, and all are found by it."""
    notes = [note(str(n), f"{'vLLM' * (n < 3)} 改动 {n}", repo="acme/vllm") for n in range(8)]

    assert () == searcher(*notes).topics()


def test_what_asks_for_no_subject_is_no_topic() -> None:
    """A word that only asks lists all notes, however many say it."""
    notes = [note("a", "which PRs touch"), note("b", "which PRs touch"), note("c", "ROCm")]

    assert () == searcher(*notes).topics()


@FEW
@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join), max_size=8))
def test_topics_of_any_notes(texts: list[str]) -> None:
    """Found in two notes or more, in as many as asking for it gives, each told once."""
    asked = searcher(*(note(str(number), text) for number, text in enumerate(texts)))
    found = asked.topics()

    assert all(2 <= topic.count <= len(texts) for topic in found)
    assert [ask(asked, topic.text).full for topic in found] == [topic.count for topic in found]
    assert len({topic.text for topic in found}) == len(found)


def test_of_very_many_notes_the_newest_tell_the_topics() -> None:
    """What is talked of now, and quickly known: a hundred thousand notes are not all read again."""
    new = [note(f"n{number}", f"FlashInfer {number}", date=NEW) for number in range(700)]
    new += [note(f"o{number}", f"别的事 {number}", date=NEW) for number in range(1300)]
    old = [note(f"r{number}", f"ROCm FlashInfer {number}", date=OLD) for number in range(400)]

    assert (Topic("FlashInfer", 1100),) == searcher(*old, *new).topics(5)


def test_a_note_is_read_once() -> None:
    """What is new after a reload is read; what stood there before is remembered."""
    mentions = Mentions(Glossary.load())
    old, other = note("a", "FlashInfer 的说明"), note("b", "ROCm")
    (before, _) = mentions.of([old, other])
    (again, _) = mentions.of([note("a", "FlashInfer 的说明"), note("c", "Triton")])
    (changed,) = mentions.of([note("a", "GLM-5 的说明")])

    assert ["FlashInfer"] == [*before.values()]
    assert again is before
    assert ["GLM-5"] == [*changed.values()]


def test_topics_of_what_was_read_before() -> None:
    """A searcher that follows another has the topics that one made anew would have."""
    many = [note(str(n), f"{name} {n}") for n, name in enumerate(["ROCm", "Triton", "x"] * 3)]
    former = searcher(*many[:7])
    former.topics()
    revised = former.revised([*many[1:], note("n", "FlashInfer"), note("m", "FlashInfer")])

    assert searcher(*revised.notes).topics() == revised.topics()
    assert Topic("FlashInfer", 2) in revised.topics()


@SOME
@given(TEXTS)
def test_heads_are_those_of_the_forms_at_each_place(text: str) -> None:
    """Where no form can begin none is looked for, and none is missed."""
    glossary, told = Glossary.load(), note("a", text)
    keys = [key for key, _, _ in form_atoms(tokens(told.title))]
    heads, place = set(), 0
    while place < len(keys):
        length, groups = glossary.longest(keys, place)
        heads |= set([group.head for group in groups if not group.is_loose][:1])
        place += max(length, 1)
    (said,) = Mentions(glossary).of([told])

    assert heads == {written for key, written in said.items() if key.startswith("=")}
