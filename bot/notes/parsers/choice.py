"""Which parser reads a file: its content decides before its name does."""

from pathlib import PurePosixPath

from bot.notes.decoding import Decoded, UndecodableError, decode
from bot.notes.draft import Draft
from bot.notes.model import Problem
from bot.notes.parsers import jsonl, label_view, markdown
from bot.notes.parsers.limits import without_long_lines

MARKDOWN = frozenset({".md", ".markdown"})
JSONL = frozenset({".jsonl", ".ndjson"})
SUFFIXES = MARKDOWN | JSONL | {".txt"}

# So many bytes tell what a file opens with.
_OPENING = 4096

Parsed = tuple[tuple[Draft, ...], tuple[Problem, ...]]


def parse(path: str, content: bytes) -> Parsed:
    """Read a file's bytes with the parser of its format.

    Args:
        path: The file, as it is shown to people; its suffix decides where its content does not.
        content: The whole of it.
    """
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in JSONL and content[:_OPENING].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return jsonl.parse(path, content)
    try:
        decoded = decode(content)
    except UndecodableError as error:
        if suffix in JSONL and b"\0" not in content:
            return jsonl.parse(path, content)
        return (), (Problem(path, 0, f"the file cannot be read: {error}"),)
    if not decoded.text or decoded.text.isspace():
        return (), (Problem(path, 0, "the file is empty"),)
    if suffix in JSONL and not label_view.is_label_view(decoded.text):
        return jsonl.parse(path, content)
    return _parse_text(path, suffix, decoded)


def _parse_text(path: str, suffix: str, decoded: Decoded) -> Parsed:
    text, long_lines = without_long_lines(path, decoded.text)
    broken = tuple(
        Problem(path, line, "bytes that are not UTF-8 stand here; they are shown as \ufffd")
        for line in decoded.broken_lines
    )
    found = tuple(sorted((*long_lines, *broken), key=lambda problem: problem.line))
    if text.isspace() or not text:
        return (), found
    if label_view.is_label_view(text):
        drafts, problems = label_view.parse(path, text)
    elif suffix in MARKDOWN:
        drafts, problems = markdown.parse(path, text)
    else:
        drafts, problems = (), (_unknown_format(path, text),)
    return drafts, (*found, *problems)


def _unknown_format(path: str, text: str) -> Problem:
    line = text[: len(text) - len(text.lstrip())].count("\n") + 1
    reason = (
        f"the first line should be `{label_view.FIRST_LINE}`; "
        "name notes in Markdown .md, and notes in JSON lines .jsonl"
    )
    return Problem(path, line, reason)
