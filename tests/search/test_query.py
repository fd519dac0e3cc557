"""From what was typed to a query: one table a rule, and what holds for any text at all."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.model import AdviceLevel
from bot.search.query import MOST_CHARACTERS, Filters, Intent, Query, parse_query, plain_text
from tests.search.texts import MANY, SOME, TEXTS

TODAY = dt.date(2026, 12, 1)


def parse(text: str) -> Query:
    return parse_query(text, today=TODAY, mention="U1")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("FlashInfer 相关的 PR", "FlashInfer"),
        ("有没有和 flashinfer 有关的评审", "flashinfer"),
        ("ＦｌａｓｈＩｎｆｅｒ", "FlashInfer"),
        ("<@U1> FlashInfer", "FlashInfer"),
        ("<@U1|prbot> FlashInfer", "FlashInfer"),
        ("FlashInfer <@U2|alice>", "FlashInfer"),
        ("<@W9>FlashInfer", "FlashInfer"),
        ("<#C1|general> FlashInfer", "general FlashInfer"),
        ("<https://a.example/b|FlashInfer>", "FlashInfer"),
        ("<https://a.example/FlashInfer>", "https://a.example/FlashInfer"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<!subteam^S1|@team> FlashInfer", "@team FlashInfer"),
        ("&lt;T&gt; &amp; MoE", "<T> & MoE"),
        ("Vec&lt;u8&gt;", "Vec<u8>"),
        ("&amp;lt;", "&lt;"),
        ("FlashInfer :wave: :+1:", "FlashInfer"),
        (":wave::skin-tone-3: FlashInfer", "FlashInfer"),
        ("std::vector::push", "std::vector::push"),
        ("::foo::bar", "::foo::bar"),
        ("a\x00b\x1b[31m", "b"),
        ("Flash\nInfer", "Flash Infer"),
        ("\ud83dFlashInfer\udc00", "FlashInfer"),
        ("Hi, any PRs on FlashInfer?", "FlashInfer?"),
        ("你好，FlashInfer 的 PR，谢谢", "FlashInfer ,"),
    ],
)
def test_what_is_left_to_search_for(raw: str, expected: str) -> None:
    """Mentions, Slack's marks, widths and scaffolding are gone; the rest is as typed."""
    assert (expected, Intent.SEARCH) == (parse(raw).text, parse(raw).intent)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("repo:vllm x", Filters(repos=("vllm",))),
        ("x repo:vllm-project/vllm", Filters(repos=("vllm-project/vllm",))),
        ("仓库：vllm x", Filters(repos=("vllm",))),
        ("REPO: vllm x", Filters(repos=("vllm",))),
        ("repo:a repo:b x", Filters(repos=("a", "b"))),
        ("label:bug x", Filters(labels=("bug",))),
        ("标签:bug x", Filters(labels=("bug",))),
        ('label:"good first issue" x', Filters(labels=("good first issue",))),
        ("since:2026-11-01 x", Filters(since=dt.date(2026, 11, 1))),
        ("since:7d x", Filters(since=dt.date(2026, 11, 24))),
        ("自:昨天 x", Filters(since=dt.date(2026, 11, 30))),
        ("until:2026-02 x", Filters(until=dt.date(2026, 2, 28))),
        ('until:"last week" x', Filters(until=dt.date(2026, 11, 29))),
        (
            "since:2026/1/5 until:2026年2月3日 x",
            Filters(since=dt.date(2026, 1, 5), until=dt.date(2026, 2, 3)),
        ),
        ("x -ROCm", Filters(without=("ROCm",))),
        ("-ROCm -AITER x", Filters(without=("ROCm", "AITER"))),
        ("x -投机解码", Filters(without=("投机解码",))),
        ('x -"full decode"', Filters(without=("full decode",))),
        ("x -“CUDA 图”", Filters(without=("CUDA 图",))),
        ("值得精读的 x", Filters(advice=AdviceLevel.CLOSE)),
        ("must-read x", Filters(advice=AdviceLevel.CLOSE)),
        ("x 必读", Filters(advice=AdviceLevel.CLOSE)),
        ("快速浏览 x", Filters(advice=AdviceLevel.QUICK)),
        ("值得快速浏览的 x", Filters(advice=AdviceLevel.QUICK)),
        ("quick reads on x", Filters(advice=AdviceLevel.QUICK)),
        ("无需细读的 x", Filters(advice=AdviceLevel.SKIP)),
        ("今天的 x", Filters(since=TODAY, until=TODAY)),
        ("最近三天 x", Filters(since=dt.date(2026, 11, 29), until=TODAY)),
        ("最近 3 天的 x", Filters(since=dt.date(2026, 11, 29), until=TODAY)),
        ("x last week", Filters(since=dt.date(2026, 11, 23), until=dt.date(2026, 11, 29))),
        ("since:7d x 本周", Filters(since=dt.date(2026, 11, 24), until=dt.date(2026, 12, 6))),
        ("x-ROCm", Filters()),
        ("x - y", Filters()),
        ("xrepo:vllm", Filters()),
        ("http://a.example/?since:7d", Filters()),
        ("今天天气预报的服务为什么总是连接不上数据库而且反复报错重试", Filters()),
    ],
)
def test_filters(raw: str, expected: Filters) -> None:
    """Each filter narrows by itself; what only looks like one is a word."""
    assert expected == parse(raw).filters


@pytest.mark.parametrize(
    "raw",
    ["repo:vllm x", "x -ROCm", "值得精读的 x", "最近三天 x", "since:7d x", '-"a b" x', "x 上周"],
)
def test_a_filter_is_not_searched_for(raw: str) -> None:
    """Its words are taken out of the question."""
    assert "x" == parse(raw).text


def test_an_unreadable_filter_is_told() -> None:
    """It narrows nothing, and the asker hears of it."""
    query = parse("since:yesterdayish until:2026-13 x")

    assert ("x", Filters(), ("since:yesterdayish", "until:2026-13")) == (
        query.text,
        query.filters,
        query.ignored,
    )


def test_filters_from_elsewhere_are_kept() -> None:
    """Flags and buttons narrow as well as the text; of two days the text's counts."""
    given_filters = Filters(repos=("a",), since=dt.date(2026, 1, 1), advice=AdviceLevel.QUICK)
    query = parse_query("repo:b since:7d 值得精读的 x", today=TODAY, filters=given_filters)

    assert Filters(("a", "b"), (), dt.date(2026, 11, 24), None, AdviceLevel.QUICK) == query.filters


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('"full decode"', ("full decode",)),
        ("“CUDA 图”", ("CUDA 图",)),
        ("„x y“", ("x y",)),
        ("«x y»", ("x y",)),
        ("「投机解码」", ("投机解码",)),
        ("『x y』", ("x y",)),
        ("‘x y’", ("x y",)),
        ('"a b" and "c d"', ("a b", "c d")),
        ('"unbalanced', ()),
        ('""', ()),
        ('"？！"', ()),
        ("don’t and won’t", ()),
        ("don't and won't", ()),
        ("_is_“x”", ("x",)),
    ],
)
def test_phrases(raw: str, expected: tuple[str, ...]) -> None:
    """What stands in quotes of any kind; apostrophes are no quotes."""
    assert expected == parse(raw).phrases


@pytest.mark.parametrize(
    "raw",
    [
        "最近有哪些 PR？",
        "有哪些评审",
        "what's new this week?",
        "show me the latest reviews",
        "值得精读的 PR",
        "本周",
        "repo:vllm",
        "label:bug 有哪些 PR",
        "-ROCm",
        "最近三天",
        "<@U1> 有哪些？",
    ],
)
def test_scaffolding_alone_asks_for_the_latest(raw: str) -> None:
    """Nothing is left to search for."""
    assert (Intent.LATEST, "") == (parse(raw).intent, parse(raw).text)


@pytest.mark.parametrize(
    "raw",
    [
        "你好",
        "<@U1> 谢谢啦！",
        "hello <@U1>",
        "help",
        "？？？",
        "?!",
        "。",
        "…",
        "😀",
        "👍🏽🎉",
        ":wave:",
        ":+1: :tada:",
        "",
        " ",
        "<@U1>",
        "\x00\x01",
        "\ud83d",
        "\u200b",
        '""',
        "_",
        "***",
    ],
)
def test_what_says_nothing_gets_a_line_of_help(raw: str) -> None:
    """A greeting, thanks, only signs or nothing at all: no notes are listed."""
    assert (Intent.GREETING, "") == (parse(raw).intent, parse(raw).text)


def test_no_words_with_filters_from_elsewhere_ask_for_the_latest() -> None:
    """Who gives `--repo` and no words wants the notes of that repository."""
    query = parse_query("", today=TODAY, filters=Filters(repos=("vllm",)))

    assert Intent.LATEST is query.intent


@pytest.mark.parametrize("mark", ["?", "？", "!", "！", "。", "??", "？！", " ？", "…"])
def test_the_mark_behind_a_question_does_not_matter(mark: str) -> None:
    """`?` and `？` alike: the same words, the same filters."""
    bare, marked = parse("repo:x ROCm 相关的 PR"), parse(f"repo:x ROCm 相关的 PR{mark}")

    assert (bare.filters, bare.intent) == (marked.filters, marked.intent)
    assert "ROCm" == marked.text.rstrip("?!。. ")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("FlashInfer", None),
        ("#55385", None),
        ("FlashInfer 相关的 PR", True),
        ("投機解碼", True),
        ("which PRs touch MoE", False),
        ("thanks", False),
        ("谢谢", True),
        ("has anybody heard of ROCm trouble", False),
        ("tell me of FlashInfer", False),
        ("could there be MoE PRs", False),
        ("mixture of experts", None),
        ("end to end all-reduce", None),
    ],
)
def test_the_language_of_the_asker(raw: str, expected: bool | None) -> None:  # noqa: FBT001
    """Told by the words, or left open."""
    assert expected is parse(raw).is_chinese


def test_a_question_asks_something_of_a_thing() -> None:
    """`is_sentence` is told of the whole question, not of what is left of it."""
    assert [True, False] == [
        parse(raw).is_sentence for raw in ("升级到哪个版本", "有哪些 ROCm 的 PR")
    ]


@MANY
@given(TEXTS)
def test_parsing_never_raises(raw: str) -> None:
    """Whatever is typed gives a query that keeps it, and nothing to search for unless it asks."""
    query = parse(raw)

    assert raw == query.raw
    assert (query.intent is Intent.SEARCH) == bool(query.text or query.phrases)
    assert not any(0xD800 <= ord(char) < 0xE000 for char in query.text)


@SOME
@given(TEXTS, st.none() | st.text(max_size=5), st.dates(dt.date(1971, 1, 1), dt.date(2199, 1, 1)))
def test_any_mention_and_any_day_will_do(raw: str, mention: str | None, today: dt.date) -> None:
    """An id is not read as a pattern."""
    assert raw == parse_query(raw, today=today, mention=mention).raw


@MANY
@given(TEXTS)
def test_plain_text_is_plain(raw: str) -> None:
    """One line without controls, formatting signs or lone surrogates."""
    text = plain_text(raw, mention="U1")

    assert " ".join(text.split()) == text
    assert not any(char in text for char in "\x00\x1b\u200b\u202e\ud83d")


@SOME
@given(st.lists(st.sampled_from(["ROCm", "MoE", "投机解码", "#55385", "kv-cache"]), max_size=5))
def test_what_is_left_is_left_again(words: list[str]) -> None:
    """Parsing the rest of a question changes nothing more."""
    once = parse(f"请问 {' '.join(words)} 相关的 PR")

    assert once.text == (parse(once.text).text if words else "")


@pytest.mark.parametrize(
    "raw",
    [
        "x" * 100_000,
        "缓存键" * 40_000,
        "-" * 100_000,
        '"' * 100_000,
        "<@U" * 40_000,
        "repo:" * 9_000,
        "最近" * 50_000,
        "a." * 50_000,
        " -a" * 30_000,
        "&amp;" * 20_000,
        ":a" * 50_000,
        "谢" * 99_999,
    ],
)
def test_a_question_of_any_length_is_read_in_part(raw: str) -> None:
    """A hundred thousand characters give a query of no more than is read."""
    query = parse(raw)

    assert raw == query.raw
    assert len(query.text) <= MOST_CHARACTERS
