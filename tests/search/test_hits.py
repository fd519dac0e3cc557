"""A hit: what it shows, what it holds and lacks, and what each term gave it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.results import Outcome
from tests.search.asking import ask, note, searcher
from tests.search.texts import FEW

NOTES = searcher(
    note("a", "Triton 内核编译移到预热", "减少首次请求的延迟。把 Triton 内核的编译移到预热阶段。"),
    note("b", "投机解码的回滚", "Speculative decoding 与 KV-cache 的回滚。", "另一段。"),
    note("c", "升级依赖", "别的事。"),
)


@pytest.mark.parametrize(
    "question", ["Triton", "内核编译", "投机解码", "speculative decoding", "kv cache 回滚", "减少"]
)
def test_an_explanation_adds_up_to_the_score(question: str) -> None:
    """To a short question the score is the sum of what the terms gave."""
    answer = ask(NOTES, question, explain=True)

    assert answer.outcome is Outcome.MATCHED
    for hit in answer.hits:
        assert hit.score == pytest.approx(sum(line.score for line in hit.explanation), abs=2e-3)
        assert hit.explanation


def test_an_explanation_tells_terms_fields_and_groups() -> None:
    """What the index holds, by which field, with which weight, and from which glossary group."""
    (hit,) = ask(NOTES, "投机解码", explain=True).hits

    assert {("投机", "bigram"), ("解码", "bigram"), ("解码", "word")} <= {
        (line.term, line.field) for line in hit.explanation
    }
    assert {"投机解码"} == {line.group for line in hit.explanation}
    assert all(line.idf > 0 and line.score > 0 and line.weight > 0 for line in hit.explanation)


def test_nothing_is_explained_unasked() -> None:
    """It costs time."""
    assert () == ask(NOTES, "Triton").hits[0].explanation


def test_a_form_that_is_not_the_asker_s_is_named() -> None:
    """A note that says it in English only: the terms are the English ones, weighed less."""
    asked = searcher(note("a", "别的标题", "Speculative decoding."), note("b", "x"))
    (hit,) = ask(asked, "投机解码", explain=True).hits

    assert {"specul", "decod", "specul decod"} == {line.term for line in hit.explanation}
    assert max(line.weight for line in hit.explanation) < 1


def test_what_is_held_and_what_is_missing() -> None:
    """In the asker's own words and order; a word that may be missing is not told as missing."""
    asked = searcher(note("a", "Triton 编译"), note("b", "ROCm 编译"))
    hits = ask(asked, "Triton ROCm 的改动").hits

    assert {"a": (("Triton",), ("ROCm",)), "b": (("ROCm",), ("Triton",))} == {
        hit.note.id: (hit.matched, hit.missing) for hit in hits
    }


def test_the_latest_show_how_they_begin() -> None:
    """No words were asked for, so nothing is marked."""
    hits = ask(NOTES, "有哪些 PR").hits

    assert ["减少首次请求的延迟。把 Triton 内核的编译移到预热阶段。", "别的事。"] == [
        hits[0].snippet.text,
        hits[2].snippet.text,
    ]
    assert {(0.0, (), (), ())} == {
        (hit.score, hit.matched, hit.missing, hit.snippet.spans) for hit in hits
    }


def test_marks_stand_on_what_was_asked() -> None:
    """In the title and in the snippet, translations too."""
    (hit,) = ask(NOTES, "投机解码").hits
    shown = [hit.snippet.text[slice(*span)] for span in hit.snippet.spans]

    assert ["Speculative decoding"] == shown
    assert ["投机解码"] == [hit.note.title[slice(*span)] for span in hit.title_spans]


def test_a_paragraph_that_speaks_of_it_is_shown() -> None:
    """Where the title alone makes one the best (it is short), the first that says a word of it."""
    asked = searcher(
        note("a", "Triton 预热", "短。", "这一段很长很长，说的是 Triton 内核。"), note("b", "x")
    )
    (hit,) = ask(asked, "Triton").hits

    assert "这一段很长很长，说的是 Triton 内核。" == hit.snippet.text
    assert (hit.paragraph,) == hit.note.paragraphs[1:]


def test_where_no_paragraph_speaks_of_it_the_best_is_shown() -> None:
    """The title has it."""
    (hit,) = ask(
        searcher(note("a", "Triton", "长长的一段。", "短。"), note("b", "x")), "Triton"
    ).hits

    assert "短。" == hit.snippet.text


WORDS = st.sampled_from(["ROCm", "Triton", "内核", "投机解码", "kv cache", "FlashInfer", "预热"])


@FEW
@given(st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=6), WORDS)
def test_any_explanation_adds_up(texts: list[list[str]], question: str) -> None:
    """For one word in any set of notes."""
    asked = searcher(
        *(note(str(number), "题", " ".join(text)) for number, text in enumerate(texts))
    )

    for hit in ask(asked, question, explain=True).hits:
        assert hit.score == pytest.approx(sum(line.score for line in hit.explanation), abs=2e-3)
