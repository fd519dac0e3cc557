"""What the index reads of many texts at once is what a question is read as."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.model import Note, Paragraph, Source
from bot.search import documents, reading
from bot.search.analysis import analyze, chunks_of
from bot.search.counting import Counted, count_terms
from bot.search.documents import count_notes
from bot.search.pairs import END, PairTerms, pairs_of_texts
from bot.search.reading import Stream, TextReader
from tests.search.counts import counts_of
from tests.search.texts import MANY, SOME, TEXTS

MANY_TEXTS = st.lists(TEXTS, min_size=1, max_size=4)


def by_text(stream: Stream, terms: dict[int, str]) -> list[list[str]]:
    """The terms of each text, sorted."""
    return [
        sorted(terms[number] for number in stream.numbers[first:last].tolist())
        for first, last in zip(stream.bounds[:-1], stream.bounds[1:], strict=True)
    ]


def pair_terms(stream: Stream) -> dict[int, str]:
    found = np.unique(stream.numbers)
    return dict(zip(found.tolist(), PairTerms({}, found), strict=True))


@MANY
@given(MANY_TEXTS)
def test_documents_and_questions_are_read_alike(texts: list[str]) -> None:
    """Each text has the terms of `analyze`, each as often, whatever stands beside it."""
    reader = TextReader()
    read = reader.read(texts)
    words = {number: term for term, number in reader.words.terms().items()}
    others = {number: term for term, number in reader.pairs.terms().items()}
    found = [analyze(text) for text in texts]

    assert [sorted(term.text for term in terms.words) for terms in found] == [
        sorted(han + latin)
        for han, latin in zip(by_text(read.han, words), by_text(read.latin, words), strict=True)
    ]
    assert [sorted(term.text for term in terms.bigrams) for terms in found] == [
        sorted(mixed + han)
        for mixed, han in zip(
            by_text(read.latin_pairs, others),
            by_text(read.han_pairs, pair_terms(read.han_pairs)),
            strict=True,
        )
    ]
    assert chunks_of(texts) == reader.chunks


def test_a_sign_that_parts_texts_is_no_term(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a text holds it; and what is kept of gaps may be let go of at any time."""
    monkeypatch.setattr(reading, "_MOST", 1)
    reader = TextReader()
    for _ in range(2):
        read = reader.read([f"甲{END}乙 a{END}b", "c d", "", "e 丙"])

        assert [2, 0, 0, 1] == np.diff(read.han.bounds).tolist()
        assert [2, 2, 0, 1] == np.diff(read.latin.bounds).tolist()
    assert {"乙 a", "c d", "e 丙"} == set(reader.pairs.terms())
    assert {"甲", "乙", "丙", "a", "b", "c", "d", "e"} == set(reader.words.terms())


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ("", [[]]),
        ("一", [["一"]]),
        ("一二三", [["一二", "二三"]]),
        (f"一 二三 {END} {END} 𠮷野", [["一", "二三"], [], ["𠮷野"]]),
    ],
)
def test_pairs_of_texts(runs: str, expected: list[list[str]]) -> None:
    """Neighbours in one run; a lone character is its own term."""
    stream = Stream(*pairs_of_texts(runs))

    assert expected == by_text(stream, pair_terms(stream))


@SOME
@given(st.sets(st.text("一二三𠮷", min_size=1, max_size=2)), st.sets(st.text("ab 一", max_size=3)))
def test_pair_terms_are_a_mapping(pairs: set[str], others: set[str]) -> None:
    """Numbered in their order; what is in neither has no number."""
    numbered = {term: number for number, term in enumerate(others - pairs)}
    runs = " ".join(sorted(pairs))
    terms = PairTerms(numbered, np.unique(pairs_of_texts(runs)[0]))

    assert pairs | others == set(terms)
    assert len(pairs | others) == len(terms)
    assert list(range(len(terms))) == [terms[term] for term in terms]
    for term in ("一", "二一", "𠮷𠮷", "c", "", "一二三"):
        assert (term in terms) == (term in pairs | others)


def note(title: str, *paragraphs: tuple[str, str]) -> Note:
    parts = tuple(Paragraph(text, 1, heading) for heading, text in paragraphs)
    return Note("id", title, parts, Source("a.md", 1), repo="o/Name-x", pr=7)


NOTES = (
    note("预热 compile_many", ("", "并行编译 KV cache"), ("调度 head", "内核")),
    note("只有摘要 a"),
    note("FlashInfer", ("", "优化 优化 FlashInfer"), ("", "")),
)


@pytest.mark.parametrize("weight", [0, 1, 3])
@pytest.mark.parametrize("at_once", [1, 30, 4_000_000])
def test_a_document_is_its_paragraph_and_what_stands_above(
    weight: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Title and heading so many times, facts beside, wherever a batch ends and the next begins."""
    monkeypatch.setattr(documents, "_BATCH", at_once)
    monkeypatch.setattr(documents, "_AT_A_TIME", at_once)
    fields: dict[str, list[Counter[str]]] = {"words": [], "bigrams": []}
    for each in NOTES:
        for paragraph in each.paragraphs or (Paragraph("", 1),):
            above = weight if each.paragraphs else max(weight, 1)
            texts = [each.title] * above + [paragraph.heading] * weight + [paragraph.text]
            for field, counts in fields.items():
                terms = [term.text for text in texts for term in getattr(analyze(text), field)]
                counts.append(Counter(terms))
    done: list[int] = []
    counted = count_notes(NOTES, weight, lambda number, of: done.append(of - number))

    for field, counts in fields.items():
        lengths = [sum(count.values()) for count in counts]
        if field == "words":
            for count in counts:
                count.update(["namex", "onamex", "#7", "7"])
        expected = count_terms([list(count.elements()) for count in counts])
        found: Counted = getattr(counted, field)
        assert counts_of(expected) == counts_of(found)
        assert lengths == found.lengths.tolist()
    assert 0 == done[-1]
    assert {"compile_many", "KV", "cache", "FlashInfer", "a", "head"} >= counted.chunks


def test_no_notes() -> None:
    """Nothing is counted of nothing."""
    counted = count_notes((), 3)

    assert (0, 0) == (len(counted.words.lengths), len(counted.bigrams.numbers))
