"""Markdown notes: front matter, title, headings, and what can be wrong with them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.draft import Draft
from bot.notes.model import Paragraph, Problem
from bot.notes.parsers.markdown import parse

WHOLE = """---
title: "修复 `FlashInfer` 的 **崩溃**"
url: https://review.example.com/notes/7
pr: 55385
repo: vllm-project/vllm
labels: [ROCm, MoE]
date: 2026-01-05
author: 王小明
reviewed-by: 没有这个字段
---

值得精读。重点看守卫。

## 设计

### 快照

拷贝前快照。

```py
a = 1

b = 2
```

## 风险

- 一
- 二
"""


def read_one(text: str) -> Draft:
    drafts, problems = parse("a.md", text)
    assert () == problems
    (draft,) = drafts
    return draft


def test_whole_note() -> None:
    """Every key is read, unknown ones are left alone, and paragraphs know their headings."""
    draft = read_one(WHOLE)
    fields = draft.fields

    assert "修复 FlashInfer 的 崩溃" == draft.title
    assert ("a.md", 2) == (draft.source.path, draft.source.line)
    assert "https://review.example.com/notes/7" == fields.url
    assert (55385, "vllm-project/vllm") == (fields.pr, fields.repo)
    assert (("ROCm", "MoE"), date(2026, 1, 5)) == (fields.labels, fields.date)
    assert "王小明" == fields.author
    assert (
        Paragraph("值得精读。重点看守卫。", 12),
        Paragraph("拷贝前快照。", 18, "设计 / 快照"),
        Paragraph("```py\na = 1\n\nb = 2\n```", 20, "设计 / 快照"),
        Paragraph("- 一\n- 二", 28, "风险"),
    ) == draft.paragraphs


@pytest.mark.parametrize(
    ("text", "title", "paragraphs"),
    [
        ("# 修复崩溃\n\n值得精读。", "修复崩溃", [("值得精读。", "")]),
        ("修复崩溃\n========\n\n值得精读。", "修复崩溃", [("值得精读。", "")]),
        ("修复崩溃\n值得精读。", "修复崩溃", [("值得精读。", "")]),
        ("修复崩溃\n\n值得精读。", "修复崩溃", [("值得精读。", "")]),
        ("## 支持 C# ##\n\n好。", "支持 C#", [("好。", "")]),
        (
            "---\ntitle: 修复崩溃\n---\n# 修复崩溃\n\n## 风险\n\n无。",
            "修复崩溃",
            [("无。", "风险")],
        ),
        ("---\ntitle: 修复崩溃\n---\n", "修复崩溃", []),
        ("---\n---\n修复崩溃", "修复崩溃", []),
        ("---\n\n修复崩溃", "修复崩溃", []),
        ("---\ntitle: |\n  修复\n  崩溃\n---\n", "修复崩溃", []),
        ("---\ntitle: 4.10\n---\n", "4.10", []),
        ("---\ntitle: yes\n---\n", "yes", []),
        ("长" * 150 + "。后面。", "长" * 150 + "。", [("长" * 150 + "。后面。", "")]),
    ],
)
def test_titles(text: str, title: str, paragraphs: list[tuple[str, str]]) -> None:
    """The title is the front matter's, else the first heading, else the first line."""
    draft = read_one(text)

    assert title == draft.title
    assert paragraphs == [(each.text, each.heading) for each in draft.paragraphs]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("labels: ROCm, MoE，KV、ROCm", ("ROCm", "MoE", "KV")),
        ("labels: [ROCm, 'ROCm', 3]", ("ROCm", "3")),
        ("labels:\n  - ROCm\n  - MoE", ("ROCm", "MoE")),
        ("labels:", ()),
        ("labels: []", ()),
    ],
)
def test_labels(line: str, found: tuple[str, ...]) -> None:
    """Labels are a list or words parted by commas; each comes once."""
    assert found == read_one(f"---\ntitle: 标题\n{line}\n---\n").fields.labels


@pytest.mark.parametrize(
    "written",
    [
        "2026-01-05",
        "2026-01-05T23:59:00+08:00",
        "2026-01-05 10:00:00",
        "2026/1/5",
        "2026.01.05",
        "2026年1月5日",
        "'20260105'",
        "Mon, 05 Jan 2026 10:00:00 GMT",
    ],
)
def test_dates(written: str) -> None:
    """A date is read in each of the forms people write."""
    assert date(2026, 1, 5) == read_one(f"---\ntitle: 标题\ndate: {written}\n---\n").fields.date


@pytest.mark.parametrize(
    ("lines", "repo", "pr"),
    [
        ("repo: a/b", "a/b", None),
        ("repo: https://github.com/a/b.git", "a/b", None),
        ("pr: '#12'", None, 12),
        ("pr: PR 12", None, 12),
        ("pr: https://github.com/a/b/pull/12", None, 12),
        ("url: https://github.com/a/b/pull/12", "a/b", 12),
        ("url: https://git.example.com/g/s/p/-/merge_requests/3", "g/s/p", 3),
        ("url: https://github.com/a/b/pull/12\nrepo: c/d\npr: 5", "c/d", 5),
    ],
)
def test_repo_and_pr(lines: str, repo: str | None, pr: int | None) -> None:
    """Repository and PR are read as written, else out of the note's address."""
    fields = read_one(f"---\ntitle: 标题\n{lines}\n---\n").fields

    assert (repo, pr) == (fields.repo, fields.pr)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "url: javascript:alert(1)",
            "url “javascript:alert(1)” should be an http or https address",
        ),
        ("url: 'http://'", "url “http://” should be"),
        ("url: 'http://[a/'", "url “http://[a/” should be"),
        ("url: [a, b]", "url (a list) should be"),
        ("repo: vllm", "repo “vllm” should be owner/name"),
        ("pr: soon", "pr “soon” should be a number"),
        ("date: 2026-02-30", "date “2026-02-30” should be a date such as 2026-01-31"),
        ("date: yesterday", "date “yesterday” should be"),
        ("labels: {a: b}", "labels (a mapping) should be a list of words"),
        ("author: [a]", "author (a list) should be a name"),
    ],
)
def test_fields_that_cannot_be_read(line: str, reason: str) -> None:
    """A field that cannot be understood is left out and named; the note is served."""
    (draft,), (problem,) = parse("a.md", f"---\ntitle: 标题\n{line}\n---\n值得精读。")

    assert ("标题", 1) == (draft.title, len(draft.paragraphs))
    assert 3 == problem.line
    assert reason in problem.reason
    assert "left out" in problem.reason


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("---\ntitle: 标题\nfix: a: b\n---\n正文", 3, "not allowed here; put the text in quotes"),
        ("\n---\ntitle: [a\n---\n正文", 4, "broken"),
        ("---\ntitle: 'a\n---\n正文", 3, "broken"),
        ("---\ntitle: 标题\n\n正文", 1, "closing --- is missing"),
        ("---\n只是一句话\n---\n正文", 1, "`key: value`"),
        ("---\n- a\n- b\n---\n正文", 1, "`key: value`"),
        ("---\ntitle: \uffff\n---\n正文", 1, "not allowed"),
        ("---\ntitle: *a\n---\n正文", 2, "; put the text in quotes"),
        ("---\na: " + "[" * 3000 + "\n---\n", 1, "deep"),
        ("---\na: " + "长" * 70_000 + "\n---\n", 1, "longer than 64 KiB"),
    ],
)
def test_broken_front_matter(text: str, line: int, reason: str) -> None:
    """Front matter that is broken is a problem with its line and what is wrong."""
    drafts, (problem,) = parse("a.md", text)

    assert () == drafts
    assert line == problem.line
    assert reason in problem.reason
    assert "front matter" in problem.reason


def test_neither_title_nor_text() -> None:
    """A note of nothing but fields is a problem."""
    drafts, problems = parse("a.md", "---\nrepo: a/b\n---\n\n---\n")

    assert () == drafts
    assert (
        Problem("a.md", 0, "it has neither a title nor a text; the note is skipped"),
    ) == problems


@given(st.text(alphabet=st.sampled_from("a:-#[]{}'\"\n *&!|>%@`,?甲 "), max_size=120))
def test_any_front_matter(matter: str) -> None:
    """Any front matter gives a note or a problem, and never an error."""
    drafts, problems = parse("a.md", f"---\n{matter}\n---\n正文。")

    assert drafts or problems
    assert all(draft.title and "\n" not in draft.title for draft in drafts)
