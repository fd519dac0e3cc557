"""`prbot ask`: the answer, its form, its filters and its exit status."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from tests.cli.process import PRBOT, SEEDS, environment, prbot

Ask = Callable[..., tuple[int, str]]

DATED = [
    {
        "id": "old",
        "title": "FlashInfer 旧",
        "repo": "o/a",
        "labels": ["perf"],
        "date": "2026-10-01",
    },
    {
        "id": "mid",
        "title": "FlashInfer 中",
        "repo": "o/b",
        "labels": ["perf"],
        "date": "2026-11-01",
    },
    {"id": "new", "title": "FlashInfer 新", "repo": "o/b", "labels": ["fix"], "date": "2026-11-30"},
]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Ask in a folder with the notes in `dated.jsonl`; give the status and standard output."""
    lines = [json.dumps({**note, "text": "FlashInfer 一处。"}) for note in DATED]
    (tmp_path / "dated.jsonl").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRBOT_NOTES", "dated.jsonl")

    def asked(*arguments: str) -> tuple[int, str]:
        status = main(["ask", *arguments])
        captured = capsys.readouterr()
        assert "" == captured.err
        return status, captured.out

    return asked


def _ids(out: str) -> set[str]:
    return {hit["id"] for hit in json.loads(out)["hits"]}


def test_the_question_of_the_readme_is_answered_from_the_seeds(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two notes speak of FlashInfer; each comes with its summary, its reasons and its place."""
    monkeypatch.chdir(SEEDS.parent)

    status, out = ask("FlashInfer", "相关的", "PR", "--notes", "seeds")

    lines = out.splitlines()
    assert 0 == status
    assert "找到 2 条笔记" == lines[0]
    assert {
        "优化 FlashInfer autotune 缓存键生成，避免因 vLLM 源码更新而重复执行耗时调优。",
        "修复非 pinned CPU 张量 H2D 拷贝导致的同步 stall",
    } == {line[3:] for line in lines if line[:3] in {"1. ", "2. "}}
    assert {
        "   seeds/000_019d287c5316eef0.txt:27",
        "   seeds/004_965884f4f4f1d11d.txt:31",
    } <= set(lines)
    assert 2 == sum("FlashInfer" in line and line.startswith("   ") for line in lines) + sum(
        "哈希" in line for line in lines
    )


def test_a_sentence_of_the_readme_is_answered_with_near_notes_apart(ask: Ask) -> None:
    """One note of the seeds answers it; those that come near stand below a line, uncounted."""
    question = ("what fixes a CI failure?", "--notes", str(SEEDS))
    status, out = ask(*question)
    _, written = ask(*question, "--json")
    lines, answer = out.splitlines(), json.loads(written)

    assert (0, "1 note matches, 3 more are close") == (status, lines[0])
    assert ["1.", "Cl", "2.", "3.", "4."] == [line[:2] for line in lines[1:] if line[:1].strip()]
    assert (1, 4) == (answer["full"], answer["total"])
    assert [False, True, True, True] == [bool(hit["missing"]) for hit in answer["hits"]]


def test_an_answer_for_programs_is_one_object(ask: Ask) -> None:
    """`--json` gives the same answer with all its facts."""
    status, out = ask("FlashInfer", "--json")

    answer = json.loads(out)
    assert (0, 1) == (status, out.count("\n"))
    assert ("FlashInfer", "matched", 3) == (answer["query"], answer["outcome"], answer["total"])
    assert "dated.jsonl:3" in {hit["source"] for hit in answer["hits"]}


@pytest.mark.parametrize(
    ("narrowed", "expected"),
    [
        (["--since", "2026-11-01"], {"mid", "new"}),
        (["--until", "2026-11-01"], {"old", "mid"}),
        (["--since", "2026-10-15", "--until", "2026-11-15"], {"mid"}),
        (["--since=2026-11-02"], {"new"}),
        (["--repo", "o/a"], {"old"}),
        (["--repo", "a", "--repo", "o/b", "--label", "perf"], {"old", "mid"}),
        (["--label", "fix"], {"new"}),
        (["--repo", "b", "since:2026-11-15"], {"new"}),
        (["-新"], {"old", "mid"}),
        (["--", "-旧"], {"mid", "new"}),
    ],
)
def test_flags_narrow_the_answer(ask: Ask, narrowed: list[str], expected: set[str]) -> None:
    """As the filters inside a question do, and together with them."""
    _, out = ask("FlashInfer", "--json", *narrowed)

    assert expected == _ids(out)


def test_a_day_may_be_a_word(ask: Ask) -> None:
    """Words are read as the question's own; the notes are older than yesterday or not yet here."""
    status, out = ask("FlashInfer", "--until", "1999年1月1日", "--json")

    assert (1, set()) == (status, _ids(out))


def test_the_rest_of_a_long_answer_is_announced(ask: Ask) -> None:
    """`--limit` bounds what is shown, not what is counted."""
    _, out = ask("FlashInfer", "--limit", "2")

    assert ("找到 3 条笔记", "还有 1 条，加 --limit 3 可全部列出。") == (
        out.splitlines()[0],
        out.splitlines()[-1],
    )


def test_an_explanation_names_terms_and_figures(ask: Ask) -> None:
    """`--explain` says why each note matched, for people and for programs."""
    _, out = ask("FlashInfer", "--explain", "--limit", "1")
    _, record = ask("FlashInfer", "--explain", "--limit", "1", "--json")

    assert [["词项", "字段", "idf", "权重", "得分", "词组"]] == [
        line.split() for line in out.splitlines() if line.startswith("   词项")
    ]
    (hit,) = json.loads(record)["hits"]
    assert pytest.approx(hit["score"], abs=0.001) == sum(
        term["score"] for term in hit["explanation"]
    )


@pytest.mark.parametrize(
    ("question", "status", "first"),
    [
        ("FlashInfer", 0, "找到 3 条笔记"),
        ("今天天气怎么样", 1, "笔记里没有找到相关内容"),
        ("what about Kubernetes?", 1, "No note speaks of this"),
        ("你好", 0, "想了解哪方面的 PR 评审？直接问就行，例如："),
        ("最近有哪些 PR？ since:2026-01-01", 0, "最新的笔记，共 3 条"),
    ],
)
def test_the_exit_status_says_whether_there_was_an_answer(
    ask: Ask, question: str, status: int, first: str
) -> None:
    """0 for an answer, and for a greeting returned; 1 for an honest no."""
    asked, out = ask(question)

    assert (status, first) == (asked, out.splitlines()[0])


def test_a_miss_is_followed_by_a_question_worth_asking(ask: Ask) -> None:
    """A word that no note holds, and near ones, as a command for the same notes."""
    status, out = ask("FlashInfer", "kubernetes", "--notes", "dated.jsonl")

    assert 1 == status
    assert "所有笔记都没有提到：kubernetes" in out.splitlines()
    assert "  prbot ask --notes dated.jsonl FlashInfer" in out.splitlines()


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("", None),
        ("https://example.org/o/r/blob/main", "https://example.org/o/r/blob/main/dated.jsonl#L1"),
    ],
)
def test_links_lead_to_the_code_host_where_there_is_one(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, base: str, expected: str | None
) -> None:
    """`NOTES_BASE_URL` + path + line; without it there is no address."""
    monkeypatch.setenv("NOTES_BASE_URL", base)

    _, out = ask("FlashInfer", "--until", "2026-10-01", "--json")

    assert [expected] == [hit["url"] for hit in json.loads(out)["hits"]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one note."""
    (tmp_path / "notes.md").write_text("# FlashInfer\n\nFlashInfer 一处。\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("questions", "status"),
    [
        ("FlashInfer\n今天天气怎么样\n", 0),
        ("今天天气怎么样\nFlashInfer", 0),
        ("今天天气怎么样\n", 1),
        ("", 0),
    ],
)
def test_many_questions_fail_only_if_none_was_answered(
    folder: Path, questions: str, status: int
) -> None:
    """One object a line, in order; no questions are no failure."""
    done = prbot("ask", "--notes", ".", "--json", "-", cwd=folder, stdin=questions.encode())

    answers: list[dict[str, Any]] = [json.loads(line) for line in done.out.splitlines()]
    assert (status, "") == (done.status, done.err)
    assert questions.splitlines() == [answer["query"] for answer in answers]


def test_many_questions_may_be_answered_for_people(folder: Path) -> None:
    """Without `--json` each line has its answer as text."""
    done = prbot("ask", "--notes", ".", "-", cwd=folder, stdin=b"FlashInfer\nFlashInfer\n")

    assert 2 == done.out.count("找到 1 条笔记\n")


def _conversation(folder: Path) -> "subprocess.Popen[bytes]":
    # Tests that run in the background may ignore Ctrl-C, and a process inherits that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            [str(PRBOT), "ask", "--notes", ".", "--json", "-"],
            cwd=folder,
            env=environment({}, folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    finally:
        signal.signal(signal.SIGINT, before)


def test_each_question_is_answered_before_the_next_is_read(folder: Path) -> None:
    """A program can hold a conversation over two pipes."""
    with _conversation(folder) as process:
        assert process.stdin
        assert process.stdout
        for question in ("FlashInfer", "今天天气怎么样"):
            process.stdin.write(f"{question}\n".encode())
            process.stdin.flush()
            assert question == json.loads(process.stdout.readline())["query"]
        process.stdin.close()

    assert 0 == process.returncode


def test_an_interrupt_ends_it_quietly(folder: Path) -> None:
    """Ctrl-C is no fault: status 130, no traceback."""
    with _conversation(folder) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"FlashInfer\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()

    assert (130, b"") == (process.returncode, said)


def test_the_package_runs_as_the_script_does(folder: Path) -> None:
    """`python -m bot` is `prbot`."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", "ask", "--notes", str(folder), "FlashInfer"],
        cwd=SEEDS.parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith("找到 1 条笔记\n")
