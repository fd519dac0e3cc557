"""A note's reason is one line of its own words."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bot.digest.why import why
from bot.notes.library import read_library
from bot.notes.model import Note
from tests.digest.reviews import review

SEEDS = Path(__file__).resolve().parent.parent.parent / "seeds"
ADVICE_ALONE = re.compile(r"^[这该此]?\s*PR?\s*(?:值得|推荐|建议)(?:精读|快速浏览)[。，]?$")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("值得精读。重点看两个设计模式。", "重点看两个设计模式"),
        ("此 PR 值得精读。它展示了多层防御，模式清晰。", "它展示了多层防御，模式清晰"),
        ("值得快速浏览：它展示了轻量做法，改动很小。", "它展示了轻量做法，改动很小"),
        ("该 PR 值得精读，因为它清晰地展示了实用技巧。", "因为它清晰地展示了实用技巧"),
        (
            "**值得精读**。虽然变更量不大，但它解决了真实痛点。",
            "虽然变更量不大，但它解决了真实痛点",
        ),
        ("值得精读，尤其是维护内核的工程师：改动不多，但设计完整。", "改动不多，但设计完整"),
        (
            "该 PR 质量很高，值得精读。它不是一个简单的调整，而是有设计的优化。",
            "它不是一个简单的调整，而是有设计的优化",
        ),
        (
            "Worth a close read. It shows how to bound user input in layers.",
            "It shows how to bound user input in layers",
        ),
        ("重点看 `_resolve_backend` 的回退。", "重点看 _resolve_backend 的回退"),
        ("值得精读。", ""),
        ("", ""),
        ("没有建议，只有一句评审。", "没有建议，只有一句评审"),
        ("- 值得精读\n- 亮点在于归一化的顺序契约", "亮点在于归一化的顺序契约"),
        ("看[这里](https://example.com)的设计取舍与边界。", "看这里的设计取舍与边界"),
    ],
)
def test_reason(text: str, expected: str) -> None:
    """Advice and audience are passed over, what is to be learned is kept."""
    assert expected == why(review("n", text=text)).removesuffix(" ")


def test_long_reason_is_cut_where_a_clause_ends() -> None:
    """A cut says that it is one, and falls between clauses."""
    text = "值得精读。亮点在于：" + "，".join(f"第{number}个设计决策的取舍" for number in range(30))
    found = why(review("n", text=text))

    assert found.endswith("取舍…")
    assert cell_len(found) <= 140


@pytest.mark.parametrize("note", read_library([SEEDS]).notes, ids=lambda note: note.title[:20])
def test_each_seed_has_a_reason_in_its_own_words(note: Note) -> None:
    """Every review of the seeds says something beyond its advice, and nothing is made up."""
    found = why(note)
    bare = re.sub(r"[\s`*]", "", note.text)

    assert len(found) > 15
    assert not ADVICE_ALONE.match(found)
    assert re.sub(r"\s", "", found.removesuffix("…")) in bare


@given(st.text(max_size=400), st.integers(20, 200))
def test_reason_is_one_line_that_fits(text: str, longest: int) -> None:
    """Whatever a review holds."""
    found = why(review("n", text=text), longest=longest)

    assert len(found.splitlines()) <= 1
    assert sum(2 if ord(sign) > 0x2E7F else 1 for sign in found) <= 2 * longest
