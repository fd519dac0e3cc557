"""Why notes matched: within Slack's limits, whatever notes and terms hold."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.links import Links
from bot.notes.model import Note
from bot.search.results import Hit, Snippet, TermScore
from bot.slack import limits
from bot.slack.sentences import Language
from bot.slack.why import Why
from tests.fakes.slack.blocks import block_complaints
from tests.slack.notes import few, hostile_notes, lines, note
from tests.slack.test_answer import PING, marked_up

ROWS = st.builds(
    TermScore,
    term=lines,
    field=st.sampled_from(["word", "bigram"]),
    idf=st.floats(0, 20),
    weight=st.floats(0, 1),
    score=st.floats(0, 99),
    group=st.none() | lines,
)


def why(*hits: Hit, language: Language = Language.EN, first: int = 1) -> dict[str, Any]:
    return Why(hits, first, Links(), language).view()


def hit(shown: Note, *rows: TermScore) -> Hit:
    return Hit(shown, None, 1.0, Snippet(""), explanation=rows)


@few
@given(st.lists(st.tuples(hostile_notes(), st.lists(ROWS, max_size=30)), max_size=10))
def test_no_explanation_breaks_the_modal(found: list[tuple[Note, list[TermScore]]]) -> None:
    """Blocks, texts and all text together stay within limits; nobody is pinged."""
    view = why(*(hit(shown, *rows) for shown, rows in found))

    assert [] == block_complaints(view["blocks"], limits.VIEW_BLOCKS)
    assert not any(PING.search(text) for text in marked_up(view["blocks"]))


def test_the_weightiest_terms_stand_first() -> None:
    """Each with its field, idf, weight and score; a glossary group is named."""
    rows = (
        TermScore("flash", "word", 2.0, 1.0, 3.0),
        TermScore("预热", "bigram", 1.5, 0.2, 9.25, "预热"),
    )

    (_, _, shown) = "\n".join(marked_up(why(hit(note(1), *rows), first=6)["blocks"])).partition(
        "*6.*"
    )

    assert shown.index("预热") < shown.index("flash")
    assert "• 预热 (pair of characters): idf 1.50 · weight 0.20 · score 9.25 · group 预热" in shown
    assert "• flash (word): idf 2.00 · weight 1.00 · score 3.00" in shown


def test_a_note_without_terms_says_so() -> None:
    """Such as one of the latest, listed without a question."""
    assert "没有计分的词项" in str(why(hit(note(1)), language=Language.ZH))
