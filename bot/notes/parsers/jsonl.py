"""JSONL: one note a line, as {id, title, text, url, repo, labels, date, author, pr}.

Lines are decoded one by one: a broken one costs only itself, and a file of a hundred thousand
notes is never held twice.
"""

import json
from collections.abc import Iterator, Mapping
from io import BytesIO

from bot.notes.decoding import WIDE_MARKS, UndecodableError, clean, decode
from bot.notes.draft import Draft
from bot.notes.model import Paragraph, Problem, Source
from bot.notes.parsers.blocks import blocks_of, paragraphs_of, plain
from bot.notes.parsers.fields import Report, as_text, read_fields
from bot.notes.parsers.limits import LONG_LINE, MAX_LINE
from bot.notes.parsers.markdown import first_sentence

_KEYS = ("id", "title", "text", "url", "repo", "labels", "date", "author", "pr")


def parse(path: str, content: bytes) -> tuple[tuple[Draft, ...], tuple[Problem, ...]]:
    drafts: list[Draft] = []
    problems: list[Problem] = []
    for number, line in enumerate(_lines(content), start=1):
        reasons: list[str] = []
        draft = _read_line(Source(path, number), line, reasons)
        if draft is not None:
            drafts.append(draft)
        problems += (Problem(path, number, reason) for reason in reasons)
    return tuple(drafts), tuple(problems)


def _lines(content: bytes) -> Iterator[bytes]:
    if content.startswith(WIDE_MARKS):
        content = decode(content).text.encode()
    return iter(BytesIO(content))


def _read_line(source: Source, line: bytes, reasons: list[str]) -> Draft | None:
    """Read one line; what is wrong with it is added to the reasons."""
    if line.isspace():
        return None
    if len(line) > MAX_LINE:
        reasons.append(LONG_LINE)
        return None
    try:
        decoded = decode(line)
        values = json.loads(decoded.text)
    except UndecodableError as error:
        reasons.append(f"the line cannot be read: {error}")
        return None
    except (ValueError, RecursionError) as error:
        why = (
            f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        )
        reasons.append(f"the line is not JSON ({why or 'too deep, or a number too long'}); skipped")
        return None
    if decoded.broken_lines:
        reasons.append("bytes that are not UTF-8 stand here; they are shown as \ufffd")
    if not isinstance(values, dict):
        reasons.append('the line is no JSON object such as {"title": "…", "text": "…"}; skipped')
        return None
    return _draft(source, values, lambda _, reason: reasons.append(reason))


def _draft(source: Source, raw: Mapping[str, object], report: Report) -> Draft | None:
    values = {key: _cleaned(raw[key]) for key in _KEYS if key in raw}
    text = _text(values, "text", report)
    title = plain(_text(values, "title", report)) or first_sentence(text)
    if not title:
        report("title", "the note has neither a title nor a text; skipped")
        return None
    return Draft(
        title=title,
        paragraphs=_paragraphs(text, source.line, title),
        source=source,
        fields=read_fields(values, report),
        own_id=_own_id(values.get("id"), report),
    )


def _text(values: Mapping[str, object], name: str, report: Report) -> str:
    value = values.get(name)
    text = as_text(value)
    if text is None and value not in (None, "") and not isinstance(value, str):
        report(name, f"{name} should be a text; left out")
    return text or ""


def _paragraphs(text: str, line: int, title: str) -> tuple[Paragraph, ...]:
    if "\n" not in text:
        return (Paragraph(text, line),) if text else ()
    paragraphs = paragraphs_of(list(blocks_of(text.split("\n"))), without=title)
    return tuple(Paragraph(each.text, line, each.heading) for each in paragraphs)


def _own_id(value: object, report: Report) -> str | None:
    # Kept letter by letter, white space too: whoever gave it looks for exactly this one.
    own_id = value if isinstance(value, str) else as_text(value)
    if own_id is None and value is not None:
        report("id", "id should be a text; another is made from what the note says")
    return own_id or None


def _cleaned(value: object) -> object:
    """Take out what an escape may have brought in (control characters, lone surrogates)."""
    if isinstance(value, str):
        return value if value.isprintable() else clean(value)
    if isinstance(value, list):
        return [_cleaned(each) if isinstance(each, str) else each for each in value]
    return value
