"""JSON lines: good ones are served whatever stands beside them."""

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.draft import Draft
from bot.notes.model import Paragraph
from bot.notes.parsers.jsonl import parse
from bot.notes.parsers.limits import MAX_LINE

GOOD = '{"id": "n1", "title": "修复崩溃", "text": "值得精读。"}'


def read_one(**values: Any) -> Draft:
    drafts, problems = parse("a.jsonl", json.dumps(values).encode())
    assert () == problems
    (draft,) = drafts
    return draft


def test_whole_note() -> None:
    """Every field is read, and unknown ones are left alone."""
    draft = read_one(
        id="tidb-00001",
        title="修复 **崩溃**",
        text="值得精读。\n\n## 风险\n\n无。",
        url="https://example.com/1",
        repo="a/b",
        labels=["ROCm", "MoE"],
        date="2026-01-05",
        author="王小明",
        pr=7,
        sections=["x"],
    )
    fields = draft.fields

    assert ("tidb-00001", "修复 崩溃") == (draft.own_id, draft.title)
    assert (Paragraph("值得精读。", 1), Paragraph("无。", 1, "风险")) == draft.paragraphs
    assert ("https://example.com/1", "a/b", 7) == (fields.url, fields.repo, fields.pr)
    assert (("ROCm", "MoE"), date(2026, 1, 5), "王小明") == (
        fields.labels,
        fields.date,
        fields.author,
    )


@pytest.mark.parametrize("own", ["n 1", "笔记/一", " x ", "a?b#c"])
def test_own_id_is_kept(own: str) -> None:
    """An id comes back letter by letter, whatever signs it has."""
    assert own == read_one(id=own, title="标题").own_id


def test_number_as_id() -> None:
    """A number is an id too."""
    assert "12" == read_one(id=12, title="标题").own_id


def test_title_from_text() -> None:
    """Without a title, the first sentence is one, and the text stays whole."""
    draft = read_one(text="修复启动崩溃。值得精读。")

    assert "修复启动崩溃。" == draft.title
    assert ["修复启动崩溃。值得精读。"] == [each.text for each in draft.paragraphs]


@pytest.mark.parametrize("seconds", [1767571200, 1767571200.5, 1767571200000])
def test_moments_as_numbers(seconds: float) -> None:
    """A number for a date is seconds or milliseconds since 1970."""
    assert date(2026, 1, 5) == read_one(title="标题", date=seconds).fields.date


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{not json", "not JSON"),
        ('{"title": "标题"', "not JSON"),
        ("修复崩溃", "not JSON"),
        ("[1, 2]", "no JSON object"),
        ('"标题"', "no JSON object"),
        ("null", "no JSON object"),
        ("{}", "neither a title nor a text"),
        ('{"title": "", "text": " \\n"}', "neither a title nor a text"),
        ('{"title": ["a"], "text": {"b": 1}}', "should be a text"),
        ("[" * 100_000, "too deep"),
        ('{"title": "标题", "pr": ' + "9" * 5000 + "}", "too deep, or a number too long"),
        ('{"title": "' + "长" * MAX_LINE + '"}', "longer than 2 MiB"),
        ('{"title": "\0"}', "binary"),
    ],
)  # fmt: skip
def test_bad_lines(line: str, reason: str) -> None:
    """A line that cannot be read is a problem with its number; its neighbours are served."""
    drafts, problems = parse("a.jsonl", f"{GOOD}\n{line}\n\n{GOOD}\n".encode())

    assert [1, 4] == [draft.source.line for draft in drafts]
    assert {2} == {problem.line for problem in problems}
    assert any(reason in problem.reason for problem in problems)


def test_a_line_of_another_encoding() -> None:
    """One line of GB18030 among lines of UTF-8 is read; one of rubbish is a problem."""
    content = b"\n".join([GOOD.encode(), GOOD.encode("gb18030"), b'{"title": "\xff\xfe\x81"}'])

    drafts, problems = parse("a.jsonl", content)

    assert ["修复崩溃"] * 2 == [draft.title for draft in drafts]
    assert [3] == [problem.line for problem in problems]


def test_a_broken_byte() -> None:
    """A broken byte in a long line of UTF-8 is shown as such, and its line is named."""
    text = "值得精读。".encode() * 20
    content = GOOD.encode() + b'\n{"title": "\xe4\xbd", "text": "' + text + b'"}'

    drafts, problems = parse("a.jsonl", content)

    assert ["修复崩溃", "\ufffd"] == [draft.title for draft in drafts]
    assert [(2, True)] == [(each.line, "not UTF-8" in each.reason) for each in problems]


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"url": "ftp://a/b"}, "url"),
        ({"repo": 7}, "repo"),
        ({"pr": True}, "pr"),
        ({"labels": {"a": 1}}, "labels"),
        ({"date": 12}, "date"),
        ({"id": ["a"]}, "id should be a text"),
        ({"text": ["a"]}, "text should be a text"),
    ],
)
def test_fields_of_wrong_types(values: dict[str, Any], reason: str) -> None:
    """A field of a wrong type is left out and named; the note is served."""
    drafts, problems = parse("a.jsonl", json.dumps({"title": "标题", **values}).encode())

    assert ["标题"] == [draft.title for draft in drafts]
    assert [1] == [problem.line for problem in problems]
    assert problems[0].reason.startswith(reason)


def test_what_escapes_bring_in() -> None:
    """Control characters and lone surrogates that came in by an escape are taken out."""
    draft = read_one(title="红\u001b[31m\ud800色", text="a\u0000b\r\nc", labels=["x\u0007"])

    assert "红[31m色" == draft.title
    assert "ab\nc" == draft.paragraphs[0].text
    assert ("x",) == draft.fields.labels


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(encoding: str) -> None:
    """A byte order mark does not cost the first line."""
    drafts, problems = parse("a.jsonl", f"{GOOD}\r\n{GOOD}\r\n".encode(encoding))

    assert (2, ()) == (len(drafts), problems)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["id", "title", "text", "url", "repo", "labels", "date", "author", "pr", "other"]
)


@given(st.dictionaries(KEYS, VALUES))
def test_any_object(values: dict[str, Any]) -> None:
    """Any JSON object gives a note or a problem, and what it gives can be written as UTF-8."""
    drafts, problems = parse("a.jsonl", json.dumps(values).encode())

    assert drafts or problems
    assert repr(drafts).encode()
    assert all(draft.title and "\n" not in draft.title for draft in drafts)
