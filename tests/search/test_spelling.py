"""Near spellings of names that no note holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.spelling import NEAR, is_sure, near_spellings
from tests.search.texts import PIECES, SOME, TEXTS

CHUNKS = [
    "FlashInfer",
    "CUTLASS",
    "Triton",
    "Kimi-K3",
    "ROCm",
    "AITER",
    "flash",
    "kernel",
    "kernels",
]


@pytest.mark.parametrize(
    ("word", "expected", "sure"),
    [
        ("FlashInfra", "FlashInfer", True),
        ("flashinfr", "FlashInfer", True),
        ("falshinfer", "FlashInfer", True),
        ("CUTLAS", "CUTLASS", True),
        ("Tritton", "Triton", True),
        ("kernal", "kernel", True),
        ("Kimi-K2", "Kimi-K3", False),
    ],
)
def test_slips_of_the_hand(word: str, expected: str, sure: bool) -> None:  # noqa: FBT001  a column
    """The name that was meant comes first; other digits are another thing, and never sure."""
    (spelling, likeness), *_ = near_spellings(word, CHUNKS)

    assert (expected, sure) == (spelling, is_sure(word, spelling, likeness))


@pytest.mark.parametrize(
    "word", ["", "x", "ROC", "zzzzzz", "Xriton", "缓存键值", "ＣＵＴＬＡＳ", "Kubernetes"]
)
def test_no_near_spelling(word: str) -> None:
    """Short words, other scripts, another first letter, nothing alike: none."""
    assert [] == near_spellings(word, CHUNKS)


def test_the_word_itself_is_not_near() -> None:
    """Another case is no other spelling."""
    assert "kernel" not in {spelling.lower() for spelling, _ in near_spellings("KERNEL", CHUNKS)}


def test_no_more_than_asked_for() -> None:
    """The best ones."""
    chunks = [f"kernel{letter}" for letter in "abcdef"]

    assert 2 == len(near_spellings("kernelx", chunks, limit=2))


@SOME
@given(TEXTS, st.lists(st.sampled_from(PIECES), max_size=30), st.integers(0, 5))
def test_any_word_among_any_chunks(word: str, chunks: list[str], limit: int) -> None:
    """At most as many as asked for, each one of the chunks, each near, best first."""
    found = near_spellings(word, filter(None, chunks), limit=limit)
    likenesses = [likeness for _, likeness in found]

    assert len(found) <= limit
    assert {spelling for spelling, _ in found} <= set(chunks)
    assert sorted(likenesses, reverse=True) == likenesses
    assert all(NEAR <= likeness <= 1 for likeness in likenesses)
