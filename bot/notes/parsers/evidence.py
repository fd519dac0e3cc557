"""What a block of a label view shows of its role: a table of looks, each with a weight.

A table rather than a chain of conditions, so that a wrong reading can be explained (`evidence_in`
names what was seen) and put right by one line.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.notes.facts import opens_with_advice
from bot.notes.parsers.blocks import Block, plain


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing to see in a block.

    Args:
        name: What it is.
        weight: How much it speaks for a review; a negative one speaks for a summary.
        seen: Whether a block, whose text without marks is given too, shows it.
    """

    name: str
    weight: float
    seen: Callable[[Block, str], bool]


# Nearly all summaries are within SHORT characters; LONG is more than any should be.
SHORT, LONG, VERY_LONG = 60, 80, 160
_GIST = 500
# A verdict alone, such as LGTM, is no longer than this.
VERDICT = 24

_LIST = re.compile(
    r"\s*(?:[-*+•]\s+|\d{1,2}[.、)）]\s*|[（(]\d{1,2}[）)]\s*|[一二三四五六七八九十]、)"
)
_SUBJECT = re.compile(
    r"(?:[该該此本]|这个|這個|[这這本此]次)\s*(?:PR|MR|改动|改動|变更|變更|提交)"
    r"|This (?:PR|change|patch)\b",
    re.IGNORECASE,
)
_CONTINUES = re.compile(
    r"此外|另外|同时|同時|其[次中他]|最后|最後|建议|建議|推荐|推薦|需要|注意|重点|重點|[阅閱][读讀]|"
    r"[对對]于?|如果|若|[风風][险險]|但|不[过過]|而且|因此|所以|[总總][体體之的]|整[体體]|[综綜]上|"
    r"后续|後續|值得|[一二三四五六七八九]是|其[一二三四五]|首先|[虽雖]然|尽管|尤其|特[别別]|其设计|同[样樣]|第[一二三四五]|亮点|亮點|核心|"
    r"[它他她这這该該]|[适適]合|[关關][注于於]|至于|作者|主要|具体|具體|[为為]什么|如何|是否|也|还|還|"
    r"[评評][论論审審]|(?:代码|变更|改动|测试|实现)的?|"
    r"(?:Also|However|Note|Overall|Moreover|Finally|Besides|In addition|It|But|The)\b"
)
_TITLE_OPENS = re.compile(
    r"修[复復]|新增|支持|[为為将將让讓使](?!什)|[优優]化|添加|增加|重构|重構|移除|[删刪]除|升[级級]|引入|"
    r"[启啟]用|禁用|改用|[统統]一|\[[^\]]{1,40}\]|"
    r"(?:fix|feat|perf|docs?|test|refactor|chore|build|ci)\b|"
    r"(?:Add|Fix|Support|Enable|Remove|Use|Update|Make|Allow|Improve|Refactor|Bump)\b"
)
_SECTION = re.compile(
    r"(?:背景|要点|总结|小结|结论|风险|建议|[评點点]?[价評审审]|点评|评[审价]|关注点|设计|阅读建议|"
    r"review|summary|notes?)\W*$",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"(?:LGTM|[无無]|[暂暫][无無]|略|同上|N/A|OK|TBD|待[补補定])\W*$"
    r"|.*(?:LGTM|[没沒]问?[题題]|可以?合[并並入]|直接合[并並入]|无异议|looks? (?:fine|good))",
    re.IGNORECASE,
)
_INNER_STOP = re.compile(r"[。！？!?；;](?=.)|\. (?=.)")
_FENCE = re.compile(r"\s*(?:```|~~~)")


def opens_review(text: str) -> bool:
    """Whether a text opens as the first block of a review does: advice, or a word on the PR."""
    return bool(_SUBJECT.match(text)) or opens_with_advice(text)


def gist_of(block: Block) -> str:
    """A block's text without marks; of a long one its two ends, which is where evidence stands."""
    text = block.text
    if len(text) > 2 * _GIST:
        text = f"{text[:_GIST]}\n{text[-_GIST:]}"
    return plain(text)


def announces(block: Block) -> bool:
    """Whether a block only says that another follows: a section's heading, a colon at its end."""
    text = gist_of(block)
    return text.endswith((":", "：")) or (block.level > 0 and _is_section(text))


EVIDENCE = (
    Evidence("opens a review", 5, lambda _, text: opens_review(text)),
    Evidence("announces another", 4, lambda block, _: announces(block)),
    Evidence("ends inside a sentence", 3, lambda _, text: text.endswith(tuple(",;，；、"))),
    Evidence("holds code", 4, lambda block, _: any(map(_FENCE.match, block.lines))),
    Evidence("is a verdict", 6, lambda _, text: len(text) <= VERDICT and _is_verdict(text)),
    Evidence("is a list", 3, lambda block, _: bool(_LIST.match(block.lines[0]))),
    Evidence("several lines", 3, lambda block, _: len(block.lines) > 1),
    Evidence("several sentences", 2.5, lambda _, text: bool(_INNER_STOP.search(text))),
    Evidence("goes on", 2.5, lambda _, text: bool(_CONTINUES.match(text))),
    Evidence("very long", 3, lambda _, text: len(text) > VERY_LONG),
    Evidence("long", 2, lambda _, text: len(text) > LONG),
    Evidence("ends as a sentence", 1, lambda _, text: text.endswith(tuple("。.！!？?"))),
    Evidence("has no end", -3, lambda _, text: text[-1:].isalnum() or text[-1:] in "%`）)」"),
    Evidence("short", -1.5, lambda _, text: len(text) <= SHORT),
    Evidence("opens as a summary", -2, lambda _, text: bool(_TITLE_OPENS.match(text))),
    Evidence("is a heading", -4, lambda block, _: block.level > 0),
    Evidence("heads a section", 5, lambda block, text: block.level > 0 and _is_section(text)),
)


def _is_verdict(text: str) -> bool:
    return _VERDICT.match(text) is not None


def _is_section(text: str) -> bool:
    return _SECTION.match(text) is not None


def evidence_in(block: Block) -> tuple[Evidence, ...]:
    """What a block shows, for whoever wants to know why it was read so."""
    text = gist_of(block)
    return tuple(evidence for evidence in EVIDENCE if evidence.seen(block, text))
