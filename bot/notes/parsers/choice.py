"""Which parser reads a file: its content decides before its name does."""

from pathlib import PurePosixPath

from bot.notes.decoding import UndecodableError, decode
from bot.notes.draft import Draft
from bot.notes.model import Problem
from bot.notes.parsers import jsonl, label_view, markdown
from bot.notes.parsers.limits import without_long_lines

MARKDOWN = frozenset({".md", ".markdown"})
JSONL = frozenset({".jsonl", ".ndjson"})
SUFFIXES = MARKDOWN | JSONL | {".txt"}

Parsed = tuple[tuple[Draft, ...], tuple[Problem, ...]]


def parse(path: str, content: bytes) -> Parsed:
    """Read a file's bytes with the parser of its format.

    Args:
        path: The file, as it is shown to people; its suffix decides where its content does not.
        content: The whole of it.
    """
    if not content.strip():
        return (), (Problem(path, 0, "the file is empty"),)
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in JSONL and b"\0" not in content[:4096].replace(b"\n", b""):
        return jsonl.parse(path, content)
    try:
        decoded = decode(content)
    except UndecodableError as error:
        return (), (Problem(path, 0, f"the file cannot be read: {error}"),)
    text, long_lines = without_long_lines(path, decoded.text)
    broken = tuple(
        Problem(path, line, "bytes that are not UTF-8 stand here; they are shown as \ufffd")
        for line in decoded.broken_lines
    )
    drafts, problems = _parse_text(path, suffix, text)
    return drafts, (*long_lines, *broken, *problems)


def _parse_text(path: str, suffix: str, text: str) -> Parsed:
    if not text.strip():
        return (), ()
    if suffix in JSONL:
        return jsonl.parse(path, text.encode())
    if label_view.is_label_view(text):
        return label_view.parse(path, text)
    if suffix in MARKDOWN:
        return markdown.parse(path, text)
    line = next(n for n, line in enumerate(text.split("\n"), start=1) if line.strip())
    reason = (
        f"the first line should be `{label_view.FIRST_LINE}`; "
        "notes in Markdown end in .md, in JSON lines in .jsonl"
    )
    return (), (Problem(path, line, reason),)
