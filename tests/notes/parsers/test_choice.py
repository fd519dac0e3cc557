"""The parser is chosen by what a file holds, then by its name; limits and refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.parsers.choice import parse
from bot.notes.parsers.limits import MAX_LINE

VIEW = "a/b · 标签视图\n\n修复崩溃\n\n值得精读。"


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.markdown", "a.jsonl", "a.log", "a", "a.TXT"])
def test_first_line_decides(name: str) -> None:
    """A label view is one whatever its file is called."""
    drafts, problems = parse(name, f"\n\n{VIEW}".encode())

    assert ["修复崩溃"] == [draft.title for draft in drafts]
    assert () == problems


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.md", "# 修复崩溃"),
        ("a.MARKDOWN", "修复崩溃"),
        ("a.jsonl", '{"title": "修复崩溃"}'),
        ("a.ndjson", '\n {"title": "修复崩溃"}'),
    ],
)
def test_suffix_decides(name: str, content: str) -> None:
    """Without a view's first line, the suffix tells the format."""
    drafts, problems = parse(name, content.encode())

    assert ["修复崩溃"] == [draft.title for draft in drafts]
    assert () == problems


@pytest.mark.parametrize("name", ["a.txt", "a.log", "a"])
def test_unknown_format(name: str) -> None:
    """Plain text without a view's first line is a problem that says what the line should be."""
    drafts, (problem,) = parse(name, "\n\n随便写写".encode())

    assert () == drafts
    assert 3 == problem.line
    assert "`owner/name · 标签视图`" in problem.reason


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.jsonl"])
@pytest.mark.parametrize("content", [b"", b" \n\t\r\n", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_empty(name: str, content: bytes) -> None:
    """An empty file is a problem of the whole file."""
    assert ((), ["the file is empty"]) == _reasons(name, content)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.jsonl"])
def test_binary(name: str) -> None:
    """A binary file is one problem, not one for each of its lines."""
    content = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n\0\n\0"

    drafts, (reason,) = _reasons(name, content)

    assert () == drafts
    assert "binary file" in reason


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_encodings(name: str, encoding: str) -> None:
    """A view is read in each encoding, with either line end."""
    content = VIEW.replace("\n", "\r\n").encode(encoding)

    drafts, problems = parse(name, content)

    assert ["修复崩溃"] == [draft.title for draft in drafts]
    assert ["值得精读。"] == [draft.paragraphs[0].text for draft in drafts]
    assert () == problems


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_long_line(name: str) -> None:
    """A line beyond the limit is skipped and named; what stands around it is served."""
    content = f"{VIEW}\n{'长' * MAX_LINE}\n\n修复另一处\n\n推荐精读。"

    drafts, problems = parse(name, content.encode())

    assert ["修复崩溃", "修复另一处"] == [draft.title for draft in drafts]
    assert [(6, "the line is longer than 2 MiB; skipped")] == [
        (problem.line, problem.reason) for problem in problems
    ]


def test_one_long_line() -> None:
    """A file of one line of 50 MB gives nothing but a problem."""
    assert ((), ["the line is longer than 2 MiB; skipped"]) == _reasons("a.txt", b"x" * 50_000_000)


def test_broken_bytes() -> None:
    """Broken bytes in UTF-8 are named with their line, and the note is served."""
    drafts, problems = parse("a.txt", VIEW.encode() + b"\xe4\xbd" + "很好。".encode() * 40)

    assert ["修复崩溃"] == [draft.title for draft in drafts]
    assert [5] == [problem.line for problem in problems]


@given(
    st.sampled_from(["a.txt", "a.md", "a.jsonl"]),
    st.binary(max_size=300) | st.text(max_size=200).map(str.encode),
    st.sampled_from([b"", VIEW.encode(), b"---\ntitle: a\n", b'{"title": "a"}\n']),
)
def test_any_bytes(name: str, content: bytes, before: bytes) -> None:
    """Any bytes give notes or problems, and never an error."""
    drafts, problems = parse(name, before + content)

    assert drafts or problems


def _reasons(name: str, content: bytes) -> tuple[tuple[object, ...], list[str]]:
    drafts, problems = parse(name, content)
    assert {0} >= {problem.line for problem in problems} or len(problems) == 1
    return drafts, [problem.reason for problem in problems]
