"""The words a question is put with: what is taken out, what stays, what is a greeting."""

import pytest
from hypothesis import given

from bot.search.scaffolding import (
    is_greeting,
    is_quiet,
    is_sentence,
    strip_scaffolding,
    without_courtesy,
)
from tests.search.texts import SOME, TEXTS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FlashInfer 相关的 PR", "FlashInfer"),
        ("请问最近有没有关于投机解码的评审", "投机解码"),
        ("which PRs touch the sampler", "sampler"),
        ("pull requests about MoE", "MoE"),
        ("which reviews talk about KV cache?", "KV cache?"),
        ("what did people say about FlashInfer", "FlashInfer"),
        ("what happened to the sampler", "sampler"),
        ("merge-request MoE", "MoE"),
        ("what's new in FlashInfer", "FlashInfer"),
        ("哪些 PR 修了崩溃", "修 崩溃"),
        ("最近有哪些 PR", ""),
        ("show me the latest reviews", ""),
        ("和谐", "和谐"),
        ("折上原", "折上原"),
        ("前缀", "前缀"),
        ("一致性", "一致性"),
        ("prefill", "prefill"),
        ("PReLU", "PReLU"),
        ("", ""),
    ],
)
def test_scaffolding_goes_and_names_stay(text: str, expected: str) -> None:
    """What is left is what is searched for; a small word inside a name stays."""
    assert expected == strip_scaffolding(text)


@SOME
@given(TEXTS)
def test_stripping_any_text_only_takes_away(text: str) -> None:
    """What is left stands in the text in the same order, spaces aside."""
    rest = iter("".join(text.split()))

    assert all(char in rest for char in "".join(strip_scaffolding(text).split()))


@pytest.mark.parametrize(
    "text",
    [
        "你好",
        "您好！",
        "在吗？",
        "谢谢啦",
        "多谢~",
        "早上好",
        "hello",
        "Hi there",
        "HELLO!!!",
        "thanks a lot",
        "Thank you so much!",
        "ok 👍",
        "好的",
        "help",
        "帮助",
        "怎么用？",
        "what can you do?",
        "ping",
        "🎉 thanks",
    ],
)
def test_a_greeting_is_a_whole_message(text: str) -> None:
    """Hello, thanks, a call for help: no notes are wanted."""
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "你好 FlashInfer",
        "hello world benchmark",
        "helper",
        "好处",
        "test suite",
        "ping latency",
        "谢谢投机解码",
        "history",
    ],
)
def test_a_question_is_no_greeting(text: str) -> None:
    """One more word makes it a question."""
    assert not is_greeting(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi, any PRs on FlashInfer?", "any PRs on FlashInfer?"),
        ("hey team: ROCm", "ROCm"),
        ("Good morning! ROCm", "ROCm"),
        ("Hello there ROCm", "ROCm"),
        ("你好,FlashInfer 有什么进展", "FlashInfer 有什么进展"),
        ("你好请问投机解码", "请问投机解码"),
        ("早上好!投机解码", "投机解码"),
        ("早, 投机解码", "投机解码"),
        ("谢谢! ROCm 呢", "ROCm 呢"),
        ("ROCm 有什么进展,谢谢", "ROCm 有什么进展,"),
        ("ROCm 有什么进展谢谢啦!", "ROCm 有什么进展"),
        ("show me ROCm, thanks a lot!", "show me ROCm, "),
        ("ROCm thx", "ROCm "),
        ("你好 #55385", "#55385"),
        ('hi "full decode"', '"full decode"'),
        ("hi -ROCm", "-ROCm"),
        ("hi-res video", "hi-res video"),
        ("history of hi", "history of hi"),
        ("早期融合", "早期融合"),
        ("早停", "早停"),
        ("highlight", "highlight"),
        ("x_thanks", "x_thanks"),
        ('"many thanks"', '"many thanks"'),
        ("FlashInfer", "FlashInfer"),
    ],
)
def test_courtesy_around_a_question_is_no_part_of_it(text: str, expected: str) -> None:
    """A greeting in front and thanks behind are not searched for; names that look so stay."""
    assert expected == without_courtesy(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("升级到哪个版本", True),
        ("路由阈值是怎么定的", True),
        ("why was breakable cudagraph turned off", True),
        ("有哪些 ROCm 的 PR", False),
        ("what changed for ROCm?", True),
        ("which PRs are about Triton?", False),
        ("FlashInfer", False),
        ("", False),
    ],
)
def test_a_sentence_asks_something_of_a_thing(text: str, expected: bool) -> None:  # noqa: FBT001
    """A wish for the notes on a subject is none."""
    assert expected is is_sentence(text)


@pytest.mark.parametrize(("word", "expected"), [("改动", True), ("issue", True), ("moe", False)])
def test_quiet_words(word: str, expected: bool) -> None:  # noqa: FBT001  a column of the table
    """A quiet word may be missing from a note that answers."""
    assert expected is is_quiet(word)
