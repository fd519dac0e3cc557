"""The label view: a first line `owner/name · 标签视图`, then summaries and reviews by turns.

The view is told by its first line, whatever its file is called. Views that were glued together
(`cat a b`) come apart again, even where the first had no line end at its end.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.notes.draft import Draft, Fields
from bot.notes.facts import opens_with_advice
from bot.notes.model import Problem, Source
from bot.notes.parsers.blocks import Block, blocks_of, paragraphs_of, plain
from bot.notes.parsers.evidence import gist_of
from bot.notes.parsers.fields import split_labels
from bot.notes.parsers.roles import Role, roles_of

FIRST_LINE = "owner/name · 标签视图"

_DOT = re.compile(r"[·・•‧∙⋅●|｜]")
_NAME = re.compile(r"标签视图|標籤視圖|標籤檢視|label view", re.IGNORECASE)
_REPO = re.compile(
    r"(?:https?://[^/\s]+/)?(?P<repo>(?:[A-Za-z0-9_][A-Za-z0-9_.-]*/)+[A-Za-z0-9_][A-Za-z0-9_.-]*)\s*$"
)
_MARKS = re.compile(r"[\s#*>]*$")
_SENTENCE = re.compile(r"[。！？；!?;]")
# A first line is no longer than this; it may stand at the end of the line it was glued to.
_ROOM = 300
_LIST_MARK = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.、)）]|[（(]\d{1,2}[）)])\s+")


@dataclass(frozen=True, slots=True)
class Header:
    """What a view's first line says."""

    repo: str
    labels: tuple[str, ...]
    glued: str


def read_header(line: str) -> Header | None:
    """Read a view's first line; `None` where it is none."""
    names = list(_NAME.finditer(line, max(0, len(line) - _ROOM)))
    if not names:
        return None
    before, after = line[: names[-1].start()].rstrip(), line[names[-1].end() :].strip("*# \t")
    if not _DOT.match(before[-1:]) or _SENTENCE.search(after):
        return None
    found = _repo_in(before[:-1])
    if found is None:
        return None
    repo, glued, labels = found
    if after and not (_DOT.match(after) or after[0] in ":："):
        return None
    written = (
        label
        for part in (*labels, *_DOT.split(after.lstrip(":：")))
        for label in split_labels(part)
    )
    return Header(repo, tuple(dict.fromkeys(written)), glued)


def _repo_in(before: str) -> tuple[str, str, list[str]] | None:
    """Find the repository in front of a view's name: it, what it is glued to, labels behind it."""
    tail = before[-_ROOM:]
    parts = _DOT.split(tail)
    for index in range(len(parts) - 1, -1, -1):
        found = _REPO.search(parts[index])
        if found is None:
            continue
        behind = sum(len(part) + 1 for part in parts[index + 1 :])
        start = len(before) - behind - (len(parts[index]) - found.start())
        glued = _MARKS.sub("", before[:start])
        if glued and before[start - 1].isspace():
            return None  # a sentence that speaks of the view
        return found["repo"], glued, parts[index + 1 :]
    return None


def is_label_view(text: str) -> bool:
    first = next((line for line in text.split("\n") if line.strip()), "")
    header = read_header(first)
    return header is not None and not header.glued


def parse(path: str, text: str) -> tuple[tuple[Draft, ...], tuple[Problem, ...]]:
    drafts: list[Draft] = []
    problems: list[Problem] = []
    for header, line, lines in _views(text.split("\n")):
        blocks = [block for block in _apart(blocks_of(lines, line + 1)) if gist_of(block)]
        if not blocks:
            problems.append(Problem(path, line, "there is no note below this first line"))
        roles = roles_of(blocks)
        starts = [index for index, role in enumerate(roles) if role is Role.SUMMARY]
        if blocks and starts[:1] != [0]:
            problems.append(
                Problem(path, blocks[0].line, "a review without a summary before it; skipped")
            )
        drafts += (
            _draft(path, header, blocks[start:end])
            for start, end in pairwise([*starts, len(blocks)])
        )
    return tuple(drafts), tuple(problems)


def _views(lines: Sequence[str]) -> Iterator[tuple[Header, int, list[str]]]:
    """Part a text into views: header, its line, and the lines below it."""
    header: Header | None = None
    start = 0
    held: list[str] = []
    for number, line in enumerate(lines, start=1):
        found = read_header(line)
        if found is None:
            held.append(line)
            continue
        if header is not None:
            yield header, start, [*held, found.glued]
        header, start, held = found, number, []
    if header is not None:
        yield header, start, held


def _apart(blocks: Iterator[Block]) -> Iterator[Block]:
    """Part a summary from the review that follows it without a blank line."""
    for block in blocks:
        if len(block.lines) > 1 and opens_with_advice(plain(block.lines[1])):
            yield replace(block, lines=block.lines[:1])
            yield replace(block, lines=block.lines[1:], line=block.line + 1)
        else:
            yield block


def _draft(path: str, header: Header, blocks: Sequence[Block]) -> Draft:
    summary = blocks[0].text
    mark = _LIST_MARK.match(summary)
    return Draft(
        title=plain(summary[mark.end() :] if mark else "") or plain(summary),
        paragraphs=paragraphs_of(blocks[1:]),
        source=Source(path, blocks[0].line),
        fields=Fields(repo=header.repo, labels=header.labels),
    )
