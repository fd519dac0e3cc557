"""Markdown with YAML front matter: one note a file, its headings kept with its paragraphs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from bot.notes.draft import Draft
from bot.notes.model import Problem, Source
from bot.notes.parsers.blocks import Block, blocks_of, paragraphs_of, plain
from bot.notes.parsers.fields import as_text, read_fields

if TYPE_CHECKING:
    from frontmatter.default_handlers import YAMLHandler

_KEY = re.compile(r"\s*[\w-]+\s*:")
_SENTENCE = re.compile(r".*?(?:[。！？!?]|\.(?=\s|$))", re.DOTALL)

# A first line longer than this is a paragraph; its first sentence has to do for a title.
_TITLE_LINE = 120


# What YAML complains of where a text has no quotes, and the cure is always the same.
_WANTS_QUOTES = ("mapping values", "undefined alias", "cannot start any token")

# Front matter is some lines; a parser of YAML takes seconds over a megabyte.
_LONGEST_MATTER = 64 * 1024


class FrontMatterError(ValueError):
    """Front matter that is no mapping of keys to values."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"the front matter is broken ({reason}); the note is skipped")
        self.line = line


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """A file parted in two.

    Args:
        values: The front matter's values by key, in lower case.
        text: The front matter as it was written.
        line: The line of the file that text starts at.
        body: The text below.
        body_line: The line of the file the body starts at.
    """

    values: Mapping[str, object]
    text: str
    line: int
    body: str
    body_line: int

    def line_of(self, key: str) -> int:
        """The line of the file a key stands at."""
        found = re.search(
            rf"^[ \t]*[\"']?{key}[\"']?[ \t]*:", self.text, re.MULTILINE | re.IGNORECASE
        )
        return self.line + self.text[: found.end()].count("\n") if found else self.line


def parse(path: str, text: str) -> tuple[tuple[Draft, ...], tuple[Problem, ...]]:
    try:
        matter = split(text)
    except FrontMatterError as error:
        return (), (Problem(path, error.line, str(error)),)
    problems: list[Problem] = []

    def report(key: str, reason: str) -> None:
        problems.append(Problem(path, matter.line_of(key), reason))

    fields = read_fields(matter.values, report)
    blocks = list(blocks_of(matter.body.split("\n"), matter.body_line))
    title, line = plain(as_text(matter.values.get("title")) or ""), matter.line_of("title")
    if not title:
        title, line, blocks = _title_of(blocks)
    if not title:
        problems.append(Problem(path, 0, "it has neither a title nor a text; the note is skipped"))
        return (), tuple(problems)
    draft = Draft(title, paragraphs_of(blocks, without=title), Source(path, line), fields)
    return (draft,), tuple(problems)


def split(text: str) -> FrontMatter:
    """Part front matter from the body; a text without any is all body.

    Raises:
        FrontMatterError: Where the front matter cannot be read.
    """
    handler = _handler()
    opened = len(text) - len(text.lstrip())
    rest = text[opened:]
    if not handler.detect(rest):
        return FrontMatter({}, "", 1, text, 1)
    try:
        matter, body = handler.split(rest)
    except ValueError:
        return _unclosed(text, opened)
    line = text[: text.index(matter, opened)].count("\n") + 1
    body_line = text[: len(text) - len(body)].count("\n") + 1
    return FrontMatter(_load(matter, line), matter, line, body, body_line)


def first_sentence(text: str) -> str:
    """The first sentence of a text, or all of it, on one line."""
    sentence = _SENTENCE.match(text)
    return plain(sentence[0] if sentence else text)


def _unclosed(text: str, opened: int) -> FrontMatter:
    """A rule at the top of a text is no front matter, unless a key follows it."""
    below = text[opened:].partition("\n")[2].lstrip()
    if _KEY.match(below):
        raise FrontMatterError(text[:opened].count("\n") + 1, "its closing --- is missing")
    return FrontMatter({}, "", 1, text, 1)


@cache
def _handler() -> "YAMLHandler":
    # Notes of other formats need no YAML, which takes as long to load as to read some hundreds.
    from frontmatter.default_handlers import YAMLHandler  # noqa: PLC0415  as said

    return YAMLHandler()


def _load(matter: str, line: int) -> Mapping[str, object]:
    import yaml  # noqa: PLC0415  as for the handler

    if len(matter) > _LONGEST_MATTER:
        raise FrontMatterError(line, "it is longer than 64 KiB")
    # The base loader makes texts of all scalars: a date that does not exist, a version such as
    # 4.10 or a title `yes` come as they were written, and no value can raise.
    try:
        values = _handler().load(matter, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = " ".join(str(error.problem or error.context).split())
        cure = "; put the text in quotes" if any(map(reason.__contains__, _WANTS_QUOTES)) else ""
        raise FrontMatterError(line + (mark.line if mark else 0), reason + cure) from None
    except RecursionError:
        raise FrontMatterError(line, "it is too deep") from None
    except yaml.YAMLError as error:
        raise FrontMatterError(line, " ".join(str(error).split())[:120]) from None
    if values in (None, ""):
        return {}
    if not isinstance(values, dict):
        raise FrontMatterError(line, "it should be lines of `key: value`")
    return {str(key).lower(): value for key, value in values.items()}


def _title_of(blocks: list[Block]) -> tuple[str, int, list[Block]]:
    """Find a title in a text: what it is, its line, and what is left for the review."""
    told = [block for block in blocks if plain(block.lines[0])]
    if not told:
        return "", 0, []
    chosen = next((block for block in told if block.level), told[0])
    title = plain(chosen.lines[0])
    if not chosen.level and len(title) > _TITLE_LINE:
        return first_sentence(title), chosen.line, blocks
    rest = [block for block in blocks if block is not chosen]
    if len(chosen.lines) > 1:
        rest.insert(0, Block(chosen.lines[1:], chosen.line + 1))
    return title, chosen.line, rest
