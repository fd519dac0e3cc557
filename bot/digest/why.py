"""Why a note is worth reading: at most one sentence, in the note's own words. Pure.

A review opens with its advice (`值得精读。`), often says for whom, and then what is to be learned.
The last is the reason; the advice itself is shown elsewhere.
"""

import re
import unicodedata
from collections.abc import Iterator

from bot.notes.model import Note

_SENTENCES_LOOKED_AT = 5
_SHORTEST = 16  # cells that can still be a reason
_LONGEST = 140  # cells: two lines of a terminal, one and a half in Slack
_OPENERS = "([{（［【「『《“‘"
_CLOSERS = ")]}）］】」』》”’"

# Words by which a sentence shows that it tells the reason.
_TELLING = re.compile(
    r"亮点|看点|核心|设计|展示|体现|典型|范例|标准|价值|借鉴|解决|因为|收益|重点|关注|优先"
    r"|\b(?:because|shows?|highlights?|solves?|fixes|key|design|pattern|lesson|notable)\b",
    re.IGNORECASE,
)
# Clauses that only advise or say for whom; what follows them is the reason.
_ADVISING = re.compile(
    r"^(?:[这该此]\s*(?:个)?\s*PR\s*)?(?:质量很高|非常|很|也|同样)?"
    r"(?:值得|推荐|建议|可以|可|无需|不必|但不必)?\s*"
    r"(?:精读|细读|逐行\S*|快速浏览|快速审阅\S*|快速精读|一读|阅读|跳过|合并|质量很高).{0,14}$"
    r"|^(?:尤其|特别|主要)?(?:是)?(?:适合|负责|对|供|面向)?.*(?:的同学|维护者|开发者|工程师|的人)$"
    r"|^(?:well\s+)?worth\s.{0,40}$|^(?:highly\s+)?recommended.{0,30}$|^(?:skim|skip)\b.{0,30}$",
    re.IGNORECASE,
)
_LIST_SIGN = re.compile(r"^\s*(?:[-*+]|\d+[.)]|#+)\s+", re.MULTILINE)


def why(note: Note, *, longest: int = _LONGEST) -> str:
    """A note's reason in one line, without Markdown marks; empty where it gives none.

    Args:
        note: The note.
        longest: How many cells it may take (a Chinese character takes two).
    """
    reasons = [reason for sentence in _sentences(note) if (reason := _without_advice(sentence))]
    reasons = reasons[:_SENTENCES_LOOKED_AT]
    telling = (reason for reason in reasons if _TELLING.search(reason))
    return _cut(next(telling, reasons[0] if reasons else ""), longest)


def _sentences(note: Note) -> Iterator[str]:
    for paragraph in note.paragraphs:
        # Lines go on, save where an item of a list begins.
        for item in re.split(_LIST_SIGN, paragraph.text):
            text = re.sub(r"\*\*|`|^>\s*", "", " ".join(item.split()))
            yield from _split(re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text))


def _split(text: str) -> Iterator[str]:
    """Cut at sentence ends that do not stand inside brackets or quotes."""
    depth, start = 0, 0
    for at, sign in enumerate(text):
        depth = max(0, depth + (sign in _OPENERS) - (sign in _CLOSERS))
        ends = sign in "。！？!?" or (sign == "." and text[at + 1 : at + 2] == " ")
        is_number = sign == "." and text[at - 1 : at].isdigit()  # `1. first`, not an end
        if ends and not depth and not is_number:
            yield text[start : at + 1].strip()
            start = at + 1
    yield text[start:].strip()


def _without_advice(sentence: str) -> str:
    """What is left of a sentence without the clauses that advise; empty if that is nothing."""
    rest = sentence.strip(" 。.!！")
    while rest:
        clause = re.split(r"[，,：:；;]|——|--", rest, maxsplit=1)
        if not _ADVISING.match(clause[0].strip()):
            break
        rest = clause[1].strip(" —-") if len(clause) > 1 else ""
    rest = re.sub(r"^(?:尤其是|尤其|特别是)\s*", "", rest)
    return rest if _cells(rest) >= _SHORTEST else ""


def _cut(text: str, longest: int) -> str:
    """Cut where a clause ends, outside brackets if that leaves enough; `…` says that it is cut."""
    if _cells(text) <= longest:
        return text
    used, depth, good, clause = 0, 0, 0, 0
    for at, sign in enumerate(text):
        used += _cells(sign)
        if used > longest - 1:
            break
        depth = max(0, depth + (sign in _OPENERS) - (sign in _CLOSERS))
        good = at if sign in "，、；：,;: " else good
        clause = at if sign in "，；,;" and not depth else clause
    place = clause if clause * 2 > at else good or at
    return text[:place].rstrip(" ，、；：,;:（(「“—") + "…"


def _cells(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
