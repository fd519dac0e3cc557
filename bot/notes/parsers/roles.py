"""Which block of a label view is a summary, and which belongs to a review.

Summary and review come by turns, until a note has no review, or a review has three blocks. So the
blocks are read as a whole: each one's own looks (`bot.notes.parsers.evidence`) are weighed against
the costs of leaving the turns, and the likeliest sequence wins (Viterbi, two states).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from bot.notes.parsers.blocks import Block
from bot.notes.parsers.evidence import announces, evidence_in, gist_of, opens_review


class Role(IntEnum):
    SUMMARY = 0
    REVIEW = 1


# What it costs to leave the turns: found by breaking the turns of real views in many ways (reviews
# taken out, cut in two and three, shortened, without their advice) and counting what came back.
REVIEW_GOES_ON = 2.0
NO_REVIEW = 2.5
# A block that opens a review has a summary before it, not more of another review.
REVIEW_OPENS_LATE = 5.0
# In a view whose reviews open in one way, a review that opens in another is doubtful.
REVIEW_OPENS_OTHERWISE = 4.0
# What a colon or a section's heading announces belongs to the same review.
BREAKS_OFF = 6.0
# Where the first summary is a heading, all are: a block without one is then of a review.
NO_HEADING = 4.0
# A view that opens with a review has lost its first summary: it happens, but is rare.
OPENS_WITH_REVIEW = 4.0
# What so large a share of a view's blocks shows does not tell its summaries from its reviews.
COMMON = 0.9


@dataclass(frozen=True, slots=True)
class _Look:
    """What of a block counts here.

    Args:
        weight: How much it speaks for a review.
        opens: Whether it opens as a review does.
        announced: Whether the block before it announces it.
    """

    weight: float
    opens: bool
    announced: bool


def roles_of(blocks: Sequence[Block]) -> tuple[Role, ...]:
    """Give each block of a view its role."""
    looks = _looks(blocks)
    long_ones = sum(look.weight > 0 for look in looks)
    habit = sum(look.opens for look in looks) / max(1, long_ones)
    best = [0.0, -OPENS_WITH_REVIEW]
    steps: list[list[Role]] = []
    for index, look in enumerate(looks):
        if index:
            ways = [[best[old] - _cost(old, new, look, habit) for old in Role] for new in Role]
            steps.append([_better(way) for way in ways])
            best = [max(way) for way in ways]
        best = [best[Role.SUMMARY] - look.weight, best[Role.REVIEW] + look.weight]
    role = _better(best)
    roles = [role]
    for step in reversed(steps):
        role = step[role]
        roles.append(role)
    return tuple(reversed(roles)) if blocks else ()


def _looks(blocks: Sequence[Block]) -> list[_Look]:
    seen = [evidence_in(block) for block in blocks]
    shown = Counter(evidence for each in seen for evidence in each if evidence.weight < 0)
    common = {evidence for evidence, times in shown.items() if times >= COMMON * len(blocks)}
    headed = bool(blocks) and blocks[0].level > 0
    looks: list[_Look] = []
    announced = False
    for block, each in zip(blocks, seen, strict=True):
        weight = sum(evidence.weight for evidence in each if evidence not in common)
        weight += NO_HEADING if headed and not block.level else 0
        looks.append(_Look(weight, opens_review(gist_of(block)), announced))
        announced = announces(block)
    return looks


def _better(scores: Sequence[float]) -> Role:
    return Role.SUMMARY if scores[Role.SUMMARY] >= scores[Role.REVIEW] else Role.REVIEW


def _cost(old: Role, new: Role, look: _Look, habit: float) -> float:
    """What it costs that a block follows another of some role.

    Args:
        old: The role before.
        new: The block's role.
        look: The block.
        habit: How much of the view's reviews open as such, from 0 to 1.
    """
    if new is Role.SUMMARY:
        return (NO_REVIEW if old is Role.SUMMARY else 0.0) + BREAKS_OFF * look.announced
    if old is Role.REVIEW:
        return REVIEW_GOES_ON + REVIEW_OPENS_LATE * look.opens
    return 0.0 if look.opens else REVIEW_OPENS_OTHERWISE * habit
