"""Why a block was taken for a summary or for a review."""

from bot.notes.parsers.blocks import Block
from bot.notes.parsers.evidence import evidence_in
from bot.notes.parsers.roles import Role, roles_of


def test_evidence_has_names() -> None:
    """What was seen in a block can be told in words."""
    review = Block(("该 PR 值得精读。重点看守卫。",), 1)
    summary = Block(("修复启动崩溃",), 1)

    assert {"opens a review", "goes on", "several sentences", "ends as a sentence", "short"} == {
        each.name for each in evidence_in(review)
    }
    assert {"opens as a summary", "has no end", "short"} == {
        each.name for each in evidence_in(summary)
    }


def test_no_blocks() -> None:
    """Nothing has no roles."""
    assert () == roles_of([])


def test_blocks_alike_come_by_turns() -> None:
    """Where no block differs from another, the turns alone decide."""
    blocks = [Block((f"话 {number}",), number) for number in range(6)]

    assert (Role.SUMMARY, Role.REVIEW) * 3 == roles_of(blocks)
