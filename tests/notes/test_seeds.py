"""The notes that ship with prbot, read as a user reads them."""

from pathlib import Path

import pytest

from bot.notes.library import Library, read_library
from bot.notes.model import AdviceLevel

SEEDS = Path(__file__).parents[2] / "seeds"


@pytest.fixture(scope="module")
def seeds() -> Library:
    return read_library([SEEDS])


def test_number_of_notes(seeds: Library) -> None:
    """The seeds give 24 notes, eight a file, and nothing in them is a problem."""
    files = [note.source.path.rsplit("/", 1)[1][:3] for note in seeds.notes]

    assert ["000"] * 8 + ["001"] * 8 + ["004"] * 8 == files
    assert () == seeds.problems
    assert 3 == len(seeds.files)


def test_second_note(seeds: Library) -> None:
    """The second note of the first file has its summary, its place and one review paragraph."""
    note = seeds.notes[1]

    assert "KDA 预填切换 FlashKDA，单层提速 1.7-3.8 倍" == note.title
    assert 7 == note.source.line
    assert "vllm-project/vllm" == note.repo
    assert [9] == [paragraph.line for paragraph in note.paragraphs]
    assert note.paragraphs[0].text.startswith("值得精读。三个可复用的设计点：")


def test_titles_are_whole(seeds: Library) -> None:
    """Code words and figures in a summary stay as they were written."""
    titles = [note.title for note in seeds.notes]

    assert "NoPE (256,0,256) 预填改走 dense/masked MHA，TTFT 最多降 8.5%" == titles[0]
    assert "修复 glm5next nvidia 子树因缺少 __init__.py 导致打包遗漏和文档警告。" == titles[4]
    assert "chunked 嵌入 padding 上限改为 min(max_model_len, max_embed_len)" == titles[14]


def test_each_review_is_one_paragraph_with_advice(seeds: Library) -> None:
    """Each seed has one review paragraph, and each opens with reading advice."""
    assert {1} == {len(note.paragraphs) for note in seeds.notes}
    quick = [
        (note.title[:6], note.advice.text)
        for note in seeds.notes
        if note.advice and note.advice.level is AdviceLevel.QUICK
    ]

    assert 24 == sum(note.advice is not None for note in seeds.notes)
    assert [
        ("修复 glm", "值得快速审阅"),
        ("XPU 启用", "值得快速浏览"),
        ("chunke", "值得快速精读"),
    ] == quick


def test_references(seeds: Library) -> None:
    """PRs and issues named in the reviews are found, and another project's has no repository."""
    found = [
        (reference.text, reference.repo, reference.is_issue)
        for note in seeds.notes
        for reference in note.references
    ]
    own = "vllm-project/vllm"

    assert [
        ("#55385", own, False),
        ("#53712", own, False),
        ("PR #52512", own, False),
        ("#55654", own, False),
        ("AITER #4463", None, False),
        ("#56104", own, False),
        ("#50499", own, False),
        ("#56191", own, False),
        ("issue #52644", own, True),
        ("Issue#47456", own, True),
    ] == found
