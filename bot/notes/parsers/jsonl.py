"""JSONL: one note a line, as {id, title, text, url, repo, labels, date, author, pr}.

Lines are decoded one by one: a broken one costs only itself, and a file of a hundred thousand
notes is never held twice.
"""

import json
from collections.abc import Iterator

from bot.notes.decoding import UndecodableError, decode, without_surrogates
from bot.notes.draft import Draft
from bot.notes.model import Paragraph, Problem, Source
from bot.notes.parsers.blocks import blocks_of, paragraphs_of, plain
from bot.notes.parsers.fields import as_text, read_fields
from bot.notes.parsers.markdown import first_sentence


def parse_line(path: str, number: int, line: str) -> tuple[Draft | None, tuple[Problem, ...]]:
    """Read one line.

    Args:
        path: The file, as it is shown to people.
        number: The line's number, counted from 1.
        line: Its text.
    """
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "too deep or too large"
        return None, (Problem(path, number, f"the line is not JSON ({reason}); skipped"),)
    if not isinstance(values, dict):
        reason = 'the line is not a JSON object such as {"title": …, "text": …}; skipped'
        return None, (Problem(path, number, reason),)
    return _draft(path, number, values)


def parse(path: str, content: bytes) -> tuple[tuple[Draft, ...], tuple[Problem, ...]]:
    drafts: list[Draft] = []
    problems: list[Problem] = []
    for number, line in enumerate(_lines(content), start=1):
        if not line.strip():
            continue
        try:
            text = line if isinstance(line, str) else decode(line).text
        except UndecodableError as error:
            problems.append(Problem(path, number, f"the line cannot be read: {error}"))
            continue
        draft, found = parse_line(path, number, text)
        drafts += [draft] if draft else []
        problems += found
    return tuple(drafts), tuple(problems)


def _lines(content: bytes) -> Iterator[bytes | str]:
    if content.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        yield from decode(content).text.split("\n")
    else:
        yield from content.splitlines()


def _draft(
    path: str, number: int, values: dict[str, object]
) -> tuple[Draft | None, tuple[Problem, ...]]:
    problems: list[Problem] = []

    def report(reason: str) -> None:
        problems.append(Problem(path, number, reason))

    values = {key: _cleaned(value) for key, value in values.items()}
    text = as_text(values.get("text")) or ""
    title = plain(as_text(values.get("title")) or "") or first_sentence(text)
    if not title:
        report("the note has neither a title nor a text; skipped")
        return None, tuple(problems)
    draft = Draft(
        title=title,
        paragraphs=_paragraphs(text, number, title),
        source=Source(path, number),
        fields=read_fields(values, report),
        own_id=_own_id(values.get("id")),
    )
    return draft, tuple(problems)


def _paragraphs(text: str, number: int, title: str) -> tuple[Paragraph, ...]:
    if not text:
        return ()
    if "\n" not in text:
        return (Paragraph(text, number),)
    paragraphs = paragraphs_of(list(blocks_of(text.split("\n"))), without=title)
    return tuple(Paragraph(each.text, number, each.heading) for each in paragraphs)


def _own_id(value: object) -> str | None:
    # Kept letter by letter, white space too: whoever gave it looks for exactly this one.
    return value or None if isinstance(value, str) else as_text(value)


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, list):
        return [without_surrogates(each) if isinstance(each, str) else each for each in value]
    return value
