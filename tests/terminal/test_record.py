"""An answer for programs is one line of valid JSON in valid UTF-8, whatever a note holds."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.links import Links
from bot.notes.model import Note, Source
from bot.search.query import Query
from bot.search.results import Hit, Outcome, Snippet
from bot.terminal.record import as_line, record
from tests.terminal.answers import EXPLAINED, REVIEW, answer

ANY_TEXT = st.text(alphabet=st.characters(codec=None))


def _read(line: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(line)
    return read


def test_an_answer_has_the_promised_keys() -> None:
    """All that is known of an answer and its hits, under the names that are promised."""
    results = answer(total=3, full=1, unmatched=("x",), suggestions=("y",))

    assert {
        "query": "FlashInfer 相关的 PR",
        "outcome": "matched",
        "total": 3,
        "full": 1,
        "hits": [
            {
                "id": "n1",
                "title": "修复非 pinned CPU 张量 H2D 拷贝导致的同步 stall",
                "url": "https://example.org/blob/main/seeds/a.txt#L27",
                "source": "seeds/a.txt:27",
                "repo": "vllm-project/vllm",
                "labels": ["标签视图"],
                "date": "2026-11-30",
                "advice": "值得精读",
                "score": 2.5,
                "snippet": REVIEW,
                "matched": ["FlashInfer"],
                "missing": [],
                "refs": [
                    {
                        "text": "#55385",
                        "url": "https://github.com/vllm-project/vllm/pull/55385",
                    },
                    {"text": "AITER #44", "url": None},
                ],
            }
        ],
        "unmatched": ["x"],
        "suggestions": ["y"],
        "took_ms": 1.235,
    } == _read(record(results, Links("https://example.org/blob/main"), took_ms=1.23456))


def test_what_a_note_does_not_know_is_null() -> None:
    """A summary alone, without repository, date, advice or address."""
    bare = Note("n2", "只有一行", (), Source("b.txt", 3))
    hits = [Hit(bare, None, 1.0, Snippet("只有一行"))]

    hit = _read(record(answer(hits=hits), Links(), took_ms=0))["hits"][0]

    assert {"url": None, "repo": None, "date": None, "advice": None} == {
        key: value for key, value in hit.items() if value is None
    }


def test_an_explanation_comes_with_its_hit() -> None:
    """Where it was asked for, each term has its figures."""
    hit = _read(record(answer(hits=[EXPLAINED]), Links(), took_ms=0))["hits"][0]

    assert {
        "term": "flashinfer",
        "field": "word",
        "idf": 2.5,
        "weight": 1.0,
        "score": 3.25,
        "group": None,
    } == hit["explanation"][0]


@given(ANY_TEXT)
def test_any_text_makes_one_line_of_utf_8(text: str) -> None:
    """No reader takes it for two lines, and no terminal obeys it; all but surrogates comes back."""
    line = as_line({"text": text})

    assert 1 == len(line.splitlines())
    assert "" == "".join(c for c in line[:-1] if ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0)
    assert (
        "".join("\ufffd" if 0xD800 <= ord(c) < 0xE000 else c for c in text)
        == (_read(line.encode().decode())["text"])
    )


@pytest.mark.parametrize("outcome", [Outcome.NOTHING, Outcome.GREETING])
def test_no_hits_are_an_empty_list(outcome: Outcome) -> None:
    """A reader need not tell a missing key from none."""
    read = _read(record(answer(outcome, []), Links(), took_ms=0))

    assert (0, 0, [], outcome) == (read["total"], read["full"], read["hits"], read["outcome"])


def test_the_question_is_given_back_as_it_was_typed() -> None:
    """Not as it was read."""
    results = answer(query=replace(Query(raw="")), hits=[])

    assert "" == _read(record(results, Links(), took_ms=0))["query"]
