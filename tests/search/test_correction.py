"""Words that no note holds, under the spellings that were probably meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.concepts import Concept, Role, word_form
from bot.search.correction import correct
from tests.search.asking import ask, ids, note, searcher
from tests.search.texts import PIECES, SOME, TEXTS

CHUNKS = ["FlashInfer", "Triton", "Kimi-K3", "DSV4.1"]


def concepts(*texts: str) -> tuple[Concept, ...]:
    return tuple(Concept(text, Role.COUNTED, (word_form(text),)) for text in texts)


@pytest.mark.parametrize(
    ("text", "replaced", "near"),
    [
        ("FlashInfra", (("FlashInfra", "FlashInfer"),), ("FlashInfer",)),
        ("DSV4", (("DSV4", "DSV4.1"),), ("DSV4.1",)),
        ("Kimi-K2", (), ("Kimi-K3",)),
        ("Kubernetes", (), ()),
        ("内存", (), ()),
    ],
)
def test_what_was_meant(
    text: str, replaced: tuple[tuple[str, str], ...], near: tuple[str, ...]
) -> None:
    """A slip of the hand and a name cut short are sure; another digit is only worth showing."""
    found = correct(concepts(text), {text}, CHUNKS)

    assert (replaced, near) == (found.replaced, found.near)
    assert ([new for _, new in replaced] or [text]) == [one.text for one in found.concepts]


def test_only_unknown_words_are_mended() -> None:
    """Those that notes hold stay, also where another spelling is near."""
    asked = concepts("Tritan", "FlashInfra")
    found = correct(asked, {"FlashInfra"}, CHUNKS)

    assert asked[0] is found.concepts[0]
    assert ("FlashInfer", Role.COUNTED) == (found.concepts[1].text, found.concepts[1].role)


def test_a_name_cut_short_finds_the_whole_one() -> None:
    """Not one that goes on without a mark, and not one with another number."""
    asked = searcher(note("a", "DSV4.1 共享专家"), note("b", "DSV42"), note("c", "DSV5.1"))
    answer = ask(asked, "DSV4")

    assert (["a"], (("DSV4", "DSV4.1"),)) == (ids(answer), answer.corrections)


@SOME
@given(st.lists(TEXTS, max_size=4), st.lists(st.sampled_from(PIECES), max_size=20), st.booleans())
def test_any_words_are_mended_or_kept(
    texts: list[str],
    chunks: list[str],
    is_unknown: bool,  # noqa: FBT001  drawn
) -> None:
    """As many concepts as before; every replacement is one of the chunks."""
    asked = concepts(*texts)
    found = correct(asked, texts if is_unknown else (), sorted(filter(None, chunks)))

    assert len(asked) == len(found.concepts)
    assert {new for _, new in found.replaced} <= set(chunks)
    assert is_unknown or asked == found.concepts
