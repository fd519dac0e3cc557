"""A digest on a terminal: topics, summaries, reasons, where to read on, within the width."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.digest.compose import Occasion, compose
from bot.links import Links
from bot.notes.model import Note, Reference
from bot.terminal.digest import lay_out_digest
from bot.terminal.layout import View
from bot.terminal.lines import cells, harmless, plain
from tests.digest.reviews import review
from tests.slack.notes import few, hostile_notes

TODAY = Occasion(date(2026, 12, 1))
VIEW = View(links=Links(), folder="/home/me", width=80)


def shown(notes: list[Note], view: View = VIEW, *, top: int = 10, start: int = 0) -> list[str]:
    digest = compose(notes, TODAY, top=top, start=start)
    return [plain(line) for line in lay_out_digest(digest, view)]


def test_digest_is_read_from_top_to_bottom() -> None:
    """Title, facts, then by topic each note with its reason and its place."""
    notes = [
        review(
            "a",
            "ROCm 修复图模式",
            advice="精读",
            text="值得精读。重点看归一化在平台更新前后各跑一次的顺序契约。",
            references=(Reference("#55385", 55385, "vllm-project/vllm"),),
        ),
        review("b", "ROCm 默认关闭捕获"),
        review("c", "升级 CUTLASS"),
        review("d", "别的"),
        review("e", "又一条"),
    ]

    assert [
        "12 月 1 日 周二 PR 评审日报：5 条新评审",
        "值得精读 1 条 · vllm-project/vllm",
        "",
        "ROCm",
        "",
        "1. ROCm 修复图模式",
        "   重点看归一化在平台更新前后各跑一次的顺序契约",
        "   精读 · #55385 · notes.md:1",
        "",
        "2. ROCm 默认关闭捕获",
        "   notes.md:1",
        "",
        "其他",
        "",
        "3. 升级 CUTLASS",
        "   notes.md:1",
        "",
        "4. 别的",
        "   notes.md:1",
        "",
        "还有 1 条，加 --all 全部列出。",
    ] == shown(notes, top=4)


def test_digest_speaks_english() -> None:
    """All that is not the notes' own."""
    lines = shown([review("a", advice="精读")], View(Links(), "/", 80, language="en"))

    assert "PR reviews of Tue 1 December. New: 1" == lines[0]
    assert "worth a close read" in lines[-1]


def test_where_hyperlinks_work_the_summary_is_the_link() -> None:
    """The address stays behind the words."""
    view = View(Links(notes_base_url="https://host.example"), "/", 80, has_hyperlinks=True)
    digest = compose([review("a")], TODAY, top=1)
    links = {run.text: run.link for line in lay_out_digest(digest, view) for run in line}

    assert "https://host.example/notes.md#L1" == links["评审 a"]


def test_second_page_counts_on() -> None:
    """Numbers go on where the page before ended, and the range is said."""
    lines = shown([review(f"n{number:02}") for number in range(12)], top=10, start=10)

    assert "第 11–12 条，共 12 条" in lines[1]
    assert "11. 评审 n10" in lines


@few
@given(
    st.lists(hostile_notes(), max_size=12, unique_by=lambda note: note.id),
    st.sampled_from([20, 40, 80, 100]),
)
def test_no_line_is_wider_than_the_terminal(notes: list[Note], width: int) -> None:
    """Whatever notes hold, and nothing a terminal would obey gets through."""
    digest = compose(notes, TODAY, top=12)
    lines = lay_out_digest(digest, View(Links(), "/", width))

    assert all(cells(line) <= width for line in lines)
    assert all(harmless(run.text) == run.text for line in lines for run in line)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_empty_digest_is_one_line(language: str) -> None:
    """Nothing new is said, and nothing else."""
    (line,) = shown([], View(Links(), "/", 80, language=language))

    assert ("nothing new" in line) == (language == "en")
