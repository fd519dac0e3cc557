"""Which block of a label view is a summary, and which belongs to a review.

Summary and review come by turns, until a note has no review, or a review has three blocks. So the
blocks are read as a whole: each one's own looks (the `EVIDENCE` table) are weighed against the
turns (the `SAME_ROLE` penalty), and the likeliest sequence wins. A table with weights, rather
than a chain of conditions, so that a wrong reading can be explained and put right.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from bot.notes.facts import opens_with_advice
from bot.notes.parsers.blocks import Block, plain


class Role(IntEnum):
    SUMMARY = 0
    REVIEW = 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing to see in a block.

    Args:
        name: What it is.
        weight: How much it speaks for a review; a negative one speaks for a summary.
        seen: Whether a block shows it.
    """

    name: str
    weight: float
    seen: Callable[[Block, str], bool]


# Keeping a role costs as much as a plain long block speaks for being a review.
SAME_ROLE = 3.0
# A view that opens with a review has lost its first summary: it happens, but is rare.
OPENS_WITH_REVIEW = 4.0

SHORT = 45
LONG = 70
VERY_LONG = 160

_LIST = re.compile(
    r"\s*(?:[-*+•]\s+|\d{1,2}[.、)）]\s*|[（(]\d{1,2}[）)]\s*|[一二三四五六七八九十]、)"
)
_SUBJECT = re.compile(
    r"\s*(?:该|此|本|这个|这次|本次|此次)\s*(?:PR|MR|改动|变更|提交)|This (?:PR|change)",
    re.IGNORECASE,
)
_CONTINUES = re.compile(
    r"(?:此外|另外|同时|其次|其中|最后|建议|推荐|需要?注意|注意|重点|阅读时|对于|如果|若|风险|但是?|"
    r"不过|而且|因此|所以|总体|整体|总之|总的来说|综上|后续|值得|一是|其一|首先|亮点|核心|"
    r"(?:Also|However|Note|Overall|Moreover|Finally|Besides|In addition)\b)"
)
_TITLE_OPENS = re.compile(
    r"(?:修复|新增|支持|为|将|优化|添加|增加|重构|移除|删除|升级|引入|启用|禁用|改用|让|使|统一|"
    r"\[[^\]]+\]|(?:fix|feat|perf|docs?|test|refactor|chore|build|ci)\b|"
    r"(?:Add|Fix|Support|Enable|Remove|Use|Update|Make|Allow|Improve|Refactor|Bump)\b)"
)
_SECTION = re.compile(
    r"(?:背景|要点|总结|小结|结论|风险|建议|评价|点评|评审|关注点|设计|阅读建议|review|summary|notes?)"
    r"\W*$",
    re.IGNORECASE,
)
_SHORT_REVIEW = re.compile(r"(?:LGTM|无|暂无|略|同上|N/A|OK)\W*$", re.IGNORECASE)
_INNER_STOP = re.compile(r"[。！？!?；;](?=.)|\. (?=.)")
_FENCE = re.compile(r"\s*(?:```|~~~)")

EVIDENCE = (
    Evidence("opens with reading advice", 5, lambda _, text: opens_with_advice(text)),
    Evidence("speaks of the PR", 4, lambda _, text: bool(_SUBJECT.match(text))),
    Evidence("ends with a colon", 4, lambda _, text: text.endswith((":", "："))),
    Evidence("holds code", 4, lambda block, _: any(map(_FENCE.match, block.lines))),
    Evidence("says there is no review", 4, lambda _, text: bool(_SHORT_REVIEW.match(text))),
    Evidence("very long", 4, lambda _, text: len(text) > VERY_LONG),
    Evidence("is a list", 3, lambda block, _: bool(_LIST.match(block.lines[0]))),
    Evidence("several lines", 3, lambda block, _: len(block.lines) > 1),
    Evidence("several sentences", 2.5, lambda _, text: bool(_INNER_STOP.search(text))),
    Evidence("goes on", 2.5, lambda _, text: bool(_CONTINUES.match(text))),
    Evidence("long", 1.5, lambda _, text: len(text) > LONG),
    Evidence("ends as a sentence", 0.5, lambda _, text: text.endswith(("。", ".", "！", "!"))),
    Evidence(
        "no end of sentence", -1.5, lambda _, text: text[-1:].isalnum() or text[-1:] in "%`）)"
    ),
    Evidence("short", -2, lambda _, text: len(text) <= SHORT),
    Evidence("opens as a title", -2, lambda _, text: bool(_TITLE_OPENS.match(text))),
    Evidence("is a heading", -4, lambda block, _: block.level > 0),
    Evidence(
        "is a section's heading",
        9,
        lambda block, text: block.level > 0 and bool(_SECTION.match(text)),
    ),
)


def evidence_in(block: Block) -> tuple[Evidence, ...]:
    """What a block shows, for whoever wants to know why it was read so."""
    text = plain(block.text)
    return tuple(evidence for evidence in EVIDENCE if evidence.seen(block, text))


def roles_of(blocks: Sequence[Block]) -> tuple[Role, ...]:
    """Give each block of a view its role: the likeliest sequence (Viterbi, two states)."""
    best = {Role.SUMMARY: 0.0, Role.REVIEW: -OPENS_WITH_REVIEW}
    steps: list[dict[Role, Role]] = []
    for index, block in enumerate(blocks):
        if index:
            step = {role: _likeliest_before(role, best) for role in Role}
            best = {role: best[step[role]] - _turn(step[role], role) for role in Role}
            steps.append(step)
        weight = sum(evidence.weight for evidence in evidence_in(block))
        best[Role.SUMMARY] -= weight
        best[Role.REVIEW] += weight
    role = max(Role, key=best.__getitem__)
    roles = [role]
    for step in reversed(steps):
        role = step[role]
        roles.append(role)
    return tuple(reversed(roles)) if blocks else ()


def _likeliest_before(role: Role, best: Mapping[Role, float]) -> Role:
    return max(Role, key=lambda before: best[before] - _turn(before, role))


def _turn(before: Role, role: Role) -> float:
    """What it costs that one role follows the other."""
    return SAME_ROLE if before is role else 0.0
