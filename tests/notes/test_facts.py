"""Facts out of a note's own words: advice, references, identifiers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.facts import advice_in, identifiers, opens_with_advice, references_in
from bot.notes.model import AdviceLevel, Reference

CLOSE, QUICK, SKIP = AdviceLevel.CLOSE, AdviceLevel.QUICK, AdviceLevel.SKIP
OWN = "vllm-project/vllm"


@pytest.mark.parametrize(
    ("review", "level", "words"),
    [
        ("值得精读。三个可复用的设计点", CLOSE, "值得精读"),
        ("值得精读，但不必逐行复查 96 行 diff", CLOSE, "值得精读"),
        ("值得精读，但不必逐行细读", CLOSE, "值得精读"),
        ("**值得精读**。虽然变更量不大", CLOSE, "值得精读"),
        ("**推荐精读**。该 PR 提供了", CLOSE, "推荐精读"),
        ("该 PR 质量很高，值得精读。它不是", CLOSE, "值得精读"),
        ("该 PR 修复了启动崩溃。建议精读以理解其如何适配", CLOSE, "建议精读"),
        ("强烈推荐精读。", CLOSE, "强烈推荐精读"),
        ("必读：负责调度器的同学", CLOSE, "必读"),
        ("建议负责 ROCm 的同学精读", CLOSE, "建议负责 ROCm 的同学精读"),
        ("值得精讀。改動不大", CLOSE, "值得精讀"),
        ("Worth a close read: the fallback is subtle.", CLOSE, "Worth a close read"),
        ("This one is a must-read for kernel authors.", CLOSE, "must-read"),
        ("值得快速浏览：它展示了", QUICK, "值得快速浏览"),
        ("该 PR 值得快速审阅和合并。", QUICK, "值得快速审阅"),
        ("该 PR 值得快速精读，尤其关注其设计取舍", QUICK, "值得快速精读"),
        ("快速浏览即可，不必逐行细读。", QUICK, "快速浏览"),
        ("粗读即可。", QUICK, "粗读"),
        ("改动机械，浏览即可。", QUICK, "浏览即可"),
        ("Skim it: one line changes.", QUICK, "Skim"),
        ("Worth a quick look.", QUICK, "Worth a quick look"),
        ("不值得精读。", SKIP, "不值得精读"),
        ("无需细读，版本号而已。", SKIP, "无需细读"),
        ("机械改动，可跳过。", SKIP, "可跳过"),
        ("不必精读，快速浏览即可。", SKIP, "不必精读"),
        ("Version bump, can be skipped.", SKIP, "can be skipped"),
    ],
)
def test_advice(review: str, level: AdviceLevel, words: str) -> None:
    """Advice is read by its first words, and quoted as the review says it."""
    advice = advice_in(review)

    assert advice is not None
    assert (level, words) == (advice.level, advice.text)


@pytest.mark.parametrize(
    "review",
    [
        "",
        "修复启动崩溃。",
        "推荐系统的机器学习模型改用新的阅读顺序以外的做法",
        "It is recommended to upgrade the driver first.",
        "测试可跳过 GPU 用例。",
        "第一句。第二句。第三句说值得精读。",
        "甲" * 130 + "值得精读",
    ],
)
def test_no_advice(review: str) -> None:
    """Words that only look like advice, or stand far inside the review, are none."""
    assert advice_in(review) is None


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("值得精读。", True),
        ("该 PR 值得快速审阅", True),
        ("此 PR 值得精读。", True),
        ("**推荐精读**。", True),
        ("Worth a close read.", True),
        ("该 PR 解决了缺陷，建议精读。", False),
        ("修复崩溃", False),
        ("", False),
    ],
)
def test_opens_with_advice(text: str, opens: bool) -> None:  # noqa: FBT001 - a column of a table
    """Only what stands at the very start counts as the opening."""
    assert opens is opens_with_advice(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("跟踪 #55385 合入后", [("#55385", OWN, False)]),
        ("修复#123的问题", [("#123", OWN, False)]),
        ("对 PR #52512 事故", [("PR #52512", OWN, False)]),
        ("PR#7", [("PR#7", OWN, False)]),
        ("（参考 Issue#47456）", [("Issue#47456", OWN, True)]),
        ("持续跟踪 issue #52644 以决定", [("issue #52644", OWN, True)]),
        ("Fixes #12, closes #13", [("#12", OWN, False), ("#13", OWN, False)]),
        ("结合 AITER #4463 的数据", [("AITER #4463", None, False)]),
        ("`AITER` #4463", [("AITER #4463", None, False)]),
        ("FlashInfer PR #99", [("FlashInfer PR #99", None, False)]),
        ("SGLang issue #98", [("SGLang issue #98", None, True)]),
        ("vLLM #97 与 vLLM issue #96", [("vLLM #97", OWN, False), ("vLLM issue #96", OWN, True)]),
        ("triton#5", [("triton#5", None, False)]),
        ("修复 TLS #9、避免 OOM #10", [("#9", OWN, False), ("#10", OWN, False)]),
        (
            "见 flashinfer-ai/flashinfer#12。",
            [("flashinfer-ai/flashinfer#12",) * 1 + ("flashinfer-ai/flashinfer", False)],
        ),
        ("＃88 也是", [("#88", OWN, False)]),
        ("#1、#2 和 #1", [("#1", OWN, False), ("#2", OWN, False)]),
        ("#5 后来成了 issue #5", [("#5", OWN, True)]),
    ],
)
def test_references(text: str, expected: list[tuple[str, str | None, bool]]) -> None:
    """References are found in each form, belong to the right project, and come once."""
    found = references_in([text], OWN)

    assert expected == [(each.text, each.repo, each.is_issue) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "https://github.com/vllm-project/vllm/pull/5",
            Reference("#5", 5, OWN, url="https://github.com/vllm-project/vllm/pull/5"),
        ),
        (
            "见 https://github.com/a/b/issues/6#issuecomment-1。",
            Reference("a/b#6", 6, "a/b", is_issue=True, url="https://github.com/a/b/issues/6"),
        ),
        (
            "[讨论](https://git.example.com/g/sub/p/-/merge_requests/7/diffs)",
            Reference(
                "g/sub/p#7", 7, "g/sub/p", url="https://git.example.com/g/sub/p/-/merge_requests/7"
            ),
        ),
    ],
)
def test_addresses(text: str, expected: Reference) -> None:
    """A PR's or an issue's whole address is a reference, and is kept."""
    assert (expected,) == references_in([text], OWN)


def test_linked_number_is_one_reference() -> None:
    """`[#5](address)` names one PR, not two."""
    text = "[#5](https://github.com/vllm-project/vllm/pull/5) 与 #5"

    assert ["#5"] == [each.text for each in references_in([text], OWN)]


@pytest.mark.parametrize(
    "text",
    [
        "`#123` 与 ``x #124``",
        "```\n#125\n```",
        "color: #336699; border:#333",
        "#fff #12ab34 #0",
        "C#8 与 F#4",
        "https://example.com/page#12",
        "notes/a.md#L12 和 docs/a.md#12",
        "## 1 个标题",
        "&#1234;",
        "#12345678",
    ],
)
def test_no_reference(text: str) -> None:
    """A `#` in code, in an address, in a colour or in a language's name is no reference."""
    assert () == references_in([text], OWN)


def test_without_repository() -> None:
    """A bare number in a note that names no repository belongs to none."""
    assert (Reference("#5", 5, None),) == references_in(["#5"], None)


def test_identifiers() -> None:
    """Code names are found with and without their quotes, in order, once each."""
    text = (
        "`_is_masked_mha_available` 在 vllm/model.py 里调 torch.compile，"
        "FlashInfer 与 `a b`、cache_key、cache_key"
    )

    assert (
        "_is_masked_mha_available",
        "vllm/model.py",
        "torch.compile",
        "FlashInfer",
        "cache_key",
    ) == identifiers(text)


@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    """Any text gives facts or none, and never an error."""
    for reference in references_in([text], OWN):
        assert 0 < reference.number < 10**7
    advice = advice_in(text)
    assert advice is None or advice.text
    assert all(word.strip() for word in identifiers(text))


@pytest.mark.parametrize(
    "piece", ["[", "`", "``a", "a/", "a+", "#", "A #", "https://", "值得", "-"]
)
def test_long_runs_are_read_in_linear_time(piece: str) -> None:
    """A text made to let expressions try for long is read at once (or the time limit ends it)."""
    text = piece * (400_000 // len(piece)) + " #1"

    references_in([text], OWN)
    identifiers(text)
    advice_in(text)
