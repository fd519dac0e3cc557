"""Notes that only come near: they stand behind those that answer, and are counted apart."""

import pytest

from bot.search.results import Outcome, Results
from tests.search.asking import ask, ids, note, searcher

QUESTION = "what fixes a CI failure?"
ASKED = searcher(
    note(
        "all",
        "修复 CI 失败",
        "很长的说明，讲到很多别的事，例如调度、缓存、图模式、如何一步步排查；" * 6,
    ),
    note("near", "CI CI failure", "CI。CI failure。"),
    note("fixes", "ROCm 预热", "顺带修复。"),
    *(note(f"other{number}", f"其他 {number} 号改动", "没有关系。") for number in range(6)),
)
ALIKE = searcher(
    note("kimi", "Kimi"), note("triton", "Triton"), note("both", "修复 FlashInfer 失败"),
    note("flash", "FlashInfer failure"),
)  # fmt: skip


def counted(results: Results) -> tuple[Outcome, int, int, int]:
    """What kind of answer this is, and its numbers of notes."""
    return results.outcome, results.full, results.found, results.near


def test_a_near_note_stands_behind_those_that_answer() -> None:
    """Even where it says what it has of the question more often, and so scores higher."""
    answer = ask(ASKED, QUESTION)
    full, near = answer.hits

    assert ["all", "near"] == ids(answer)
    assert full.score < near.score
    assert ((), ("fixes",)) == (full.missing, near.missing)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        (ask(ASKED, QUESTION), (Outcome.MATCHED, 1, 1, 1)),
        (ask(ALIKE, "what fixes FlashInfra failures?"), (Outcome.CORRECTED, 1, 1, 1)),
        (ask(ASKED, "CI"), (Outcome.MATCHED, 2, 2, 0)),
        (ask(ALIKE, "Kimi Triton"), (Outcome.CLOSEST, 0, 2, 0)),
        (ask(ALIKE, "最近有哪些 PR"), (Outcome.LATEST, 4, 4, 0)),
        (ask(ALIKE, "zzz"), (Outcome.NOTHING, 0, 0, 0)),
        (ask(ALIKE, "你好"), (Outcome.GREETING, 0, 0, 0)),
    ],
)
def test_those_that_answer_are_counted_apart(
    results: Results, expected: tuple[Outcome, int, int, int]
) -> None:
    """Where none answers, what is found is all that is shown."""
    assert expected == counted(results)
    assert results.total == results.found + results.near


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_every_page_knows_where_the_answers_end(limit: int) -> None:
    """The counts are of the whole answer; which hits of a page answer follows from its place."""
    pages = [ask(ASKED, QUESTION, limit=limit, offset=offset) for offset in range(3)]

    assert {(1, 1)} == {(page.found, page.near) for page in pages}
    assert ["all"] * bool(limit) == [
        hit.note.id
        for offset, page in enumerate(pages)
        for hit in page.hits[: page.found_from(offset)]
    ]


def test_filters_leave_out_of_both_counts() -> None:
    """What they leave out neither answers nor comes near."""
    asked = searcher(*ASKED.notes[1:], note("b", "修复 CI 失败", repo="acme/rocket"))

    assert (Outcome.MATCHED, 1, 1, 1) == counted(ask(asked, QUESTION))
    assert (Outcome.MATCHED, 1, 1, 0) == counted(ask(asked, f"{QUESTION} repo:rocket"))


def test_what_a_message_speaks_of_is_found_or_not() -> None:
    """A message asks nothing that a note could answer by half."""
    messages = "what fixes a CI failure?", "The CI failure of last night"
    found = [ASKED.about(message) for message in messages]

    assert [(Outcome.MATCHED, True, 0)] * 2 == [
        (each.outcome, each.full == each.total > 0, each.near) for each in found
    ]
    assert (Outcome.NOTHING, 0, 0, 0) == counted(ASKED.about("zzz yyy"))
