"""Markdown with YAML front matter: one note a file, its headings kept with its paragraphs."""

import re
from collections.abc import Mapping
from itertools import dropwhile

import yaml
from frontmatter.default_handlers import YAMLHandler

from bot.notes.draft import Draft
from bot.notes.model import Problem, Source
from bot.notes.parsers.blocks import Block, blocks_of, paragraphs_of, plain
from bot.notes.parsers.fields import as_text, read_fields

_HANDLER = YAMLHandler()
_KEY = re.compile(r"\s*[\w-]+\s*:")
_SENTENCE = re.compile(r".*?(?:[。！？!?]|\.(?=\s|$))", re.DOTALL)

# A first line longer than this is a paragraph; its first sentence has to do for a title.
_TITLE_LINE = 120


class FrontMatterError(ValueError):
    """Front matter that is no mapping of keys to values."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def parse(path: str, text: str) -> tuple[tuple[Draft, ...], tuple[Problem, ...]]:
    try:
        values, body, first_line = split(text)
    except FrontMatterError as error:
        reason = f"the front matter is broken ({error}); the note is skipped"
        return (), (Problem(path, error.line, reason),)
    problems: list[Problem] = []
    fields = read_fields(values, lambda reason: problems.append(Problem(path, 1, reason)))
    blocks = list(blocks_of(body.split("\n"), first_line))
    title, blocks, line = _title(plain(as_text(values.get("title")) or ""), blocks)
    if not title:
        problems.append(Problem(path, 0, "it has neither a title nor text; the note is skipped"))
        return (), tuple(problems)
    draft = Draft(title, paragraphs_of(blocks, without=title), Source(path, line), fields)
    return (draft,), tuple(problems)


def split(text: str) -> tuple[Mapping[str, object], str, int]:
    """Part front matter from the body.

    Returns:
        The front matter's values, the body, and the line the body starts at.

    Raises:
        FrontMatterError: Where the front matter cannot be read.
    """
    start = len(text) - len(text.lstrip())
    if not _HANDLER.detect(text[start:]):
        return {}, text, 1
    try:
        matter, body = _HANDLER.split(text[start:])
    except ValueError:
        if _KEY.match(text[start:].split("\n", 2)[1] if "\n" in text[start:] else ""):
            raise FrontMatterError(text[:start].count("\n") + 1, "it is never closed") from None
        return {}, text, 1
    matter_line = text[: text.index(matter, start) if matter else start].count("\n") + 1
    body_line = text[: len(text) - len(body)].count("\n") + 1
    return _load(matter, matter_line), body, body_line


def _load(matter: str, line: int) -> Mapping[str, object]:
    # The base loader makes texts of all scalars: a date that does not exist, a version such as
    # 4.10 or a title `yes` come as they were written, and no value can raise.
    try:
        values = _HANDLER.load(matter, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark or error.context_mark
        reason = " ".join(str(error.problem or error.context).split())
        raise FrontMatterError(line + at.line if at else line, reason) from None
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        raise FrontMatterError(line, " ".join(str(error).split())[:120]) from None
    if values in (None, ""):
        return {}
    if not isinstance(values, dict):
        raise FrontMatterError(line, "it should be lines of `key: value`")
    return {str(key).lower(): value for key, value in values.items()}


def _title(title: str, blocks: list[Block]) -> tuple[str, list[Block], int]:
    """Find the title, and what is left for the review."""
    if title:
        return title, blocks, 1
    if not blocks:
        return "", [], 0
    heading = next((block for block in blocks if block.level), None)
    if heading is not None and plain(heading.text):
        rest = [block for block in blocks if block is not heading]
        return plain(heading.text), rest, heading.line
    first = next(iter(dropwhile(lambda block: not plain(block.text), blocks)), blocks[0])
    return _from_first_line(first, blocks)


def _from_first_line(first: Block, blocks: list[Block]) -> tuple[str, list[Block], int]:
    line = plain(first.lines[0])
    if len(line) > _TITLE_LINE:
        return first_sentence(line), blocks, first.line
    rest = [block for block in blocks if block is not first]
    if len(first.lines) > 1:
        rest = [Block(first.lines[1:], first.line + 1), *rest]
    return line, rest, first.line


def first_sentence(text: str) -> str:
    """The first sentence of a text, or all of it, on one line."""
    sentence = _SENTENCE.match(text)
    return plain(sentence[0] if sentence else text)
