"""Texts of every kind for the property tests, and how many of them are tried.

`ANY` is what Unicode allows, lone surrogates and control characters too; `TALK` is made of what
people and reviews write, put together without sense, so that the rules meet one another.
"""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

PIECES = [
    "FlashInfer", "flash infer", "GLM-5.3-Flash", "_is_masked_mha_available", "a/b.py",
    "v4.7.1", "W4A16", "#55385", "vllm-project/vllm#12", "FusedMoE", "C++", "C#", "don't",
    "kv-cache", "KV 缓存", "KV缓存", "投机解码", "投機解碼", "预填充", "一字", "涞滩镇",
    "の", "カﾞ", "ﾊﾟ", "한국어", "ｱ", "é", "e\u0301", "ﬁ", "㎞", "㍿", "½", "①", "…", "……",
    "👩\u200d👩\u200d👧", "🇨🇳", "👍🏽", "x\u200by", "\ufeff", "𠮷", "\ud83d", "\udc00",
    "\x00", "\x1b[31m", "\u202e", "\u0651", "ก็", "हिन्दी", "עברית", "请问", "有哪些",
    "相关的 PR", "which PRs touch", "最近三天", "last week", "今天", "值得精读的",
    "repo:vllm", "label:bug", "since:2026-01-01", "until:昨天", "-ROCm", '"full decode"',
    "“CUDA 图”", "<@U1>", "<@U1|bot>", "<#C1|general>", "<https://a.example/b|c>", "&lt;",
    "&amp;", "`code_x`", "**bold**", "[text](https://a.example)", "- item", "1. item",
    "# head", "> quote", "```", "。", "，", "？", "?", "!", ". ", "；", "（", "）", "(",
    ")", "“", "”", '"', "'", "-", "_", "/", ":", "#", "*", "~", "\n", "\n\n", "\t", "\r\n",
    "\u3000", "\u2028", "0", "7", "12345678901234567890",
]  # fmt: skip
"""What questions and reviews are made of, and what text can do to a program."""

ANY = st.text(st.characters(exclude_categories=()), max_size=120)
TALK = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from(["", " "])).map("".join), max_size=16
).map("".join)
TEXTS = ANY | TALK

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

MANY = settings(max_examples=200, deadline=None, suppress_health_check=_SLOW)
SOME = settings(max_examples=80, deadline=None, suppress_health_check=_SLOW)
FEW = settings(max_examples=30, deadline=None, suppress_health_check=_SLOW)
"""Without a deadline: a busy machine is no fault of the code."""
