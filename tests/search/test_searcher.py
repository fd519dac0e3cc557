"""Questions to small sets of notes: which notes answer, in which order, page by page."""

import datetime as dt
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import NoteNotFoundError
from bot.notes.model import AdviceLevel
from bot.search.query import Filters
from bot.search.results import Outcome
from bot.search.searcher import Searcher
from bot.search.tuning import Tuning
from tests.search.asking import ask, ids, note, searcher
from tests.search.texts import FEW

OPERATORS = searcher(
    note("flash", "修复 FlashInfer 崩溃", "值得精读。FlashInfer 的 autotune 键。"),
    note("kimi", "Kimi-K3 默认改用 AITER", "MoE 走 Triton 内核，见 #123 与 acme/rocket#77。"),
    note("operator", "自定义 operator", "一个 custom operator 的测试。"),
    note("graph", "图模式", "只在 CUDA 图捕获时生效的改动。"),
    note("spec", "Speculative decoding 的回滚", "num_accepted_tokens 回滚。"),
    note("mha", "multi-head attention 重构", "KV-cache 布局不变。"),
    note("simple", "启动预热", "把编译移到预热阶段。"),
    note("resolve", "后端选择", "看 `_resolve_kda_prefill_backend` 的门控。"),
)
DATED = searcher(
    note("b", "ROCm 一", date=dt.date(2026, 11, 20), repo="acme/rocket", labels=("Bug",)),
    note("a", "ROCm 一", date=dt.date(2026, 11, 20), repo="acme/other", labels=("kernel", "ci")),
    note("new", "ROCm 一", date=dt.date(2026, 11, 30), repo="acme/Rocket", advice="close"),
    note("old", "ROCm 一", date=dt.date(2025, 1, 1), advice="quick"),
    note("undated", "ROCm 一", repo="acme/rocket-fuel"),
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("FlashInfer", ["flash"]),
        ("flashinfer 相关的 PR？", ["flash"]),
        ("flash infer", ["flash"]),
        ("flash-infer", ["flash"]),
        ("FLASH_INFER", ["flash"]),
        ("Kimi", ["kimi"]),
        ("kimi k3", ["kimi"]),
        ("KimiK3", ["kimi"]),
        ("#123", ["kimi"]),
        ("PR 123", ["kimi"]),
        ("acme/rocket#77", ["kimi"]),
        ("rocket#77", ["kimi"]),
        ("kda_prefill_backend", ["resolve"]),
        ("图", ["graph"]),
        ("圖", ["graph"]),
        ("模", ["graph"]),
        ("CUDA graph", ["graph"]),
        ("投机解码", ["spec"]),
        ("投機解碼", ["spec"]),
        ("spec decode 回滚", ["spec"]),
        ("MHA", ["mha"]),
        ("multi head attention", ["mha"]),
        ("Multi-Head Attention", ["mha"]),
        ("kv cache", ["mha"]),
        ("KV缓存", ["mha"]),
        ("預熱", ["simple"]),
        ("warm-up", ["simple"]),
        ("operator", ["operator"]),
        ("operators", ["operator"]),
        ("改动", ["graph"]),
        ("Triton 的改动", ["kimi"]),
        ("triton moe", ["kimi"]),
        ("tritonmoe", ["kimi"]),
        ('"FlashInfer 的 autotune"', ["flash"]),
        ('"flashinfer 的"', ["flash"]),
        ("「custom operator」", ["operator"]),
        ("Hi, any PRs on FlashInfer? Thanks!", ["flash"]),
    ],
)
def test_a_question_finds_its_notes(question: str, expected: list[str]) -> None:
    """All that speak of it, and no other."""
    answer = ask(OPERATORS, question)

    assert (Outcome.MATCHED, expected, ()) == (answer.outcome, ids(answer), answer.unmatched)


@pytest.mark.parametrize(
    ("question", "unmatched", "suggestions"),
    [
        ("Kubernetes operator", ("Kubernetes",), ("operator",)),
        ("Kimi-K2", ("Kimi-K2",), ("Kimi-K3",)),
        ("LoRA", ("LoRA",), ()),
        ("#99", ("#99",), ()),
        ("zzz yyy", ("zzz", "yyy"), ()),
        ("今天天气怎么样", ("今天天气",), ()),
        ('"the FlashInfer"', ("the FlashInfer",), ()),
        ('"autotune FlashInfer"', ("autotune FlashInfer",), ()),
        ("内存泄漏", ("内存泄漏",), ()),
    ],
)
def test_what_no_note_speaks_of_gives_an_honest_no(
    question: str, unmatched: tuple[str, ...], suggestions: tuple[str, ...]
) -> None:
    """No hits; the words that are nowhere, and near terms that are worth a question."""
    answer = ask(OPERATORS, question)

    assert (Outcome.NOTHING, 0, ()) == (answer.outcome, answer.total, answer.hits)
    assert (unmatched, suggestions) == (answer.unmatched, answer.suggestions)


@pytest.mark.parametrize(
    ("question", "found", "corrections"),
    [
        ("FlashInfra", "flash", (("FlashInfra", "FlashInfer"),)),
        ("Tritton 内核", "kimi", (("Tritton", "Triton"),)),
        ("operater custm", "operator", (("operater", "operator"), ("custm", "custom"))),
    ],
)
def test_a_slip_of_the_hand_is_corrected(
    question: str, found: str, corrections: tuple[tuple[str, str], ...]
) -> None:
    """And the asker is told what was searched for instead."""
    answer = ask(OPERATORS, question)

    assert (Outcome.CORRECTED, [found], corrections) == (
        answer.outcome,
        ids(answer),
        answer.corrections,
    )


def test_corrections_can_be_switched_off() -> None:
    """An ablation then sees what they are worth; the near spelling is still suggested."""
    asked = searcher(note("flash", "FlashInfer"), tuning=Tuning(typos=False))
    answer = ask(asked, "FlashInfra")

    assert (Outcome.NOTHING, ("FlashInfer",)) == (answer.outcome, answer.suggestions)


def test_near_notes_are_said_to_be_near() -> None:
    """Where none holds both names: those that hold one, with what each lacks."""
    answer = ask(OPERATORS, "FlashInfer Kimi")

    assert Outcome.CLOSEST is answer.outcome
    assert {"flash": ("Kimi",), "kimi": ("FlashInfer",)} == {
        hit.note.id: hit.missing for hit in answer.hits
    }


def test_a_note_that_answers_leaves_near_ones_out() -> None:
    """To the name of a subject only notes that hold all of it."""
    asked = searcher(note("both", "Kimi 与 Triton"), note("one", "Kimi"), note("other", "Triton"))

    assert ["both"] == ids(ask(asked, "Kimi Triton"))


def test_a_group_counts_as_one_word() -> None:
    """A note that says it in another language lacks nothing."""
    (hit,) = ask(OPERATORS, "投机解码 回滚").hits

    assert (("投机解码", "回滚"), ()) == (hit.matched, hit.missing)


def test_the_asker_s_own_words_come_first() -> None:
    """Before notes that hold a translation."""
    asked = searcher(
        note("english", "Speculative decoding speculative decoding", "speculative decoding"),
        note("chinese", "关于投机解码的一个比较长的标题", "正文里没有再提到它，只是说别的事。"),
    )

    assert ["chinese", "english"] == ids(ask(asked, "投机解码"))
    assert ["english", "chinese"] == ids(ask(asked, "speculative decoding"))


def test_the_title_counts_more_than_the_review() -> None:
    """A note on a subject stands before one that mentions it."""
    asked = searcher(
        note("mention", "别的标题", "这里提到 Triton 一次。"),
        note("subject", "Triton 标题", "这里提到别的一次。"),
    )

    assert ["subject", "mention"] == ids(ask(asked, "Triton"))


def test_headings_are_found() -> None:
    """The heading above a paragraph belongs to it."""
    asked = searcher(
        note("a", "标题", "Scheduler / 抢占 | 会出现死锁。"), note("b", "标题", "死锁。")
    )

    assert ["a"] == ids(ask(asked, "Scheduler 死锁"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("ROCm repo:acme/rocket", ["new", "b"]),
        ("ROCm repo:ROCKET", ["new", "b"]),
        ("ROCm repo:acme", []),
        ("ROCm repo:rocket repo:other", ["new", "a", "b"]),
        ("ROCm label:bug", ["b"]),
        ("ROCm label:CI", ["a"]),
        ("ROCm label:nosuch", []),
        ("ROCm since:2026-11-20", ["new", "a", "b"]),
        ("ROCm since:2026-11-21", ["new"]),
        ("ROCm until:2026-11-19", ["old"]),
        ("ROCm until:2026-11-20", ["a", "b", "old"]),
        ("ROCm since:2026-11-20 until:2026-11-20", ["a", "b"]),
        ("昨天的 ROCm", ["new"]),
        ("去年的 ROCm", ["old"]),
        ("值得精读的 ROCm", ["new"]),
        ("快速浏览 ROCm", ["old"]),
        ("ROCm -一", []),
        ("ROCm -nosuch", ["new", "a", "b", "old", "undated"]),
    ],
)
def test_filters_narrow(question: str, expected: list[str]) -> None:
    """A repository by name alone, labels in any case, both days; equals by date, id."""
    assert expected == ids(ask(DATED, question))


def test_words_left_out_leave_out_all_their_forms() -> None:
    """Excluded words are read as analysis reads them."""
    asked = searcher(
        note("a", "ROCm 图模式"), note("b", "ROCm 圖模式 FlashInfer"), note("c", "ROCm")
    )

    assert ["c"] == ids(ask(asked, "ROCm -图"))
    assert ["c", "a"] == ids(ask(asked, "ROCm -flash_infer"))
    assert ["c"] == ids(ask(asked, "-图 -FlashInfer 有哪些"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("最近有哪些 PR？", ["new", "b", "a", "old", "undated"]),
        ("repo:rocket", ["new", "b"]),
        ("值得精读的 PR", ["new"]),
        ("label:bug 有哪些", ["b"]),
        ("本周有哪些 PR", ["new"]),
        ("since:2030-01-01", []),
    ],
)
def test_the_latest_come_by_date(question: str, expected: list[str]) -> None:
    """Newest first, in the order of reading where a day has several; undated ones last."""
    answer = ask(DATED, question)

    assert (Outcome.LATEST if expected else Outcome.NOTHING, expected) == (
        answer.outcome,
        ids(answer),
    )


@pytest.mark.parametrize("question", ["你好", "？？？", ":wave:", "😀", "", "<@U1>"])
def test_a_greeting_gets_no_hits(question: str) -> None:
    """Nor does what says nothing."""
    answer = ask(DATED, question)

    assert (Outcome.GREETING, 0, ()) == (answer.outcome, answer.total, answer.hits)


QUESTIONS = ["ROCm", "ROCm 一", "最近有哪些 PR", "ROCm repo:rocket", "ROCM 一 zzz", "ROCn", "zzz"]


@pytest.mark.parametrize(("question", "size"), [*product(QUESTIONS, [1, 2, 3])])
def test_pages_are_parts_of_one_list(question: str, size: int) -> None:
    """All pages one after another are the one long page, and tell the same total."""
    whole = ask(DATED, question, limit=50)
    pages = [ask(DATED, question, limit=size, offset=start) for start in range(0, 7, size)]

    assert whole.hits == tuple(chain.from_iterable(page.hits for page in pages))
    assert {(whole.total, whole.outcome)} == {(page.total, page.outcome) for page in pages}
    assert len(whole.hits) == whole.total


@pytest.mark.parametrize(
    ("question", "limit", "offset"), [*product(QUESTIONS[:2], [0, 3], [0, 99])]
)
def test_an_empty_page_still_tells_the_total(question: str, limit: int, offset: int) -> None:
    """No hits asked for, or a page behind the end."""
    answer = ask(DATED, question, limit=limit, offset=offset)

    assert 5 == answer.total
    assert (3 if limit and not offset else 0) == len(answer.hits)


def test_equal_notes_are_ranked_alike_in_any_order_of_reading() -> None:
    """Date, then id: never the order of files."""
    notes = [note(name, "ROCm", date=dt.date(2026, 11, day)) for name, day in
             [("c", 1), ("b", 2), ("a", 1), ("d", 2)]]  # fmt: skip
    asked = [searcher(*notes), searcher(*reversed(notes))]

    assert [["b", "d", "a", "c"]] * 2 == [ids(ask(one, "ROCm")) for one in asked]


def test_no_notes_answer_nothing() -> None:
    """An empty library is served as well."""
    empty = searcher()

    assert [Outcome.NOTHING, Outcome.NOTHING, Outcome.GREETING] == [
        ask(empty, question).outcome for question in ("ROCm", "最近有哪些 PR", "你好")
    ]
    assert ((), 0, 0) == (empty.topics(), empty.stats.notes, empty.stats.terms)


def test_a_note_without_words_is_no_answer() -> None:
    """And does no harm."""
    asked = searcher(note("a", "？", "…"), note("b", "ROCm"), note("c", "", ""))

    assert ["b"] == ids(ask(asked, "ROCm"))


def test_a_note_in_which_every_word_is_common_is_found() -> None:
    """A term that all notes hold still has a positive score."""
    asked = searcher(*(note(name, "ROCm") for name in "abc"))
    answer = ask(asked, "ROCm")

    assert 3 == answer.total
    assert all(hit.score > 0 for hit in answer.hits)


def test_a_summary_alone_is_a_note() -> None:
    """It answers with its title."""
    (hit,) = ask(searcher(note("a", "修复 ROCm 崩溃")), "ROCm").hits

    assert (None, "修复 ROCm 崩溃", ((3, 7),)) == (hit.paragraph, hit.snippet.text, hit.title_spans)


def test_the_best_paragraph_is_shown() -> None:
    """The one that speaks of what was asked."""
    asked = searcher(
        note("a", "标题", "一段无关的话。", "这里说 Triton 内核。", "又一段无关的话。")
    )
    (hit,) = ask(asked, "Triton").hits

    assert hit.paragraph is not None
    assert (5, "这里说 Triton 内核。") == (hit.paragraph.line, hit.snippet.text)


def test_about_finds_what_a_message_speaks_of() -> None:
    """A longer text need not be held in full."""
    text = "今天线上 FlashInfer 又崩溃了，谁能看一下 autotune 那块？"
    found = OPERATORS.about(text)

    assert "flash" == ids(found)[0]
    assert [] == ids(OPERATORS.about(text, filters=Filters(advice=AdviceLevel.SKIP)))
    assert len(OPERATORS.about("FlashInfer Kimi operator", limit=1).hits) <= 1


def test_related_notes_leave_the_note_itself_out() -> None:
    """The most alike first, at most as many as asked for."""
    asked = searcher(
        note("a", "ROCm 修复图模式", "x"),
        note("b", "ROCm 修复图模式解析", "y"),
        note("c", "别的事", "z"),
    )

    assert ["b"] == [hit.note.id for hit in asked.related("a", limit=1)]
    assert () == asked.related("a", limit=0)


def test_an_unknown_id_is_an_error_of_ours() -> None:
    """It names the id."""
    with pytest.raises(NoteNotFoundError, match="nosuch"):
        DATED.get("nosuch")
    with pytest.raises(NoteNotFoundError, match="nosuch"):
        DATED.related("nosuch")


def test_what_is_searched_is_told() -> None:
    """Notes in the order of reading, and how much they are."""
    asked = searcher(note("b", "ROCm", "图", "模"), note("a", "ROCm"))

    assert ["b", "a"] == [one.id for one in asked.notes]
    assert "a" == asked.get("a").id
    assert (2, 3) == (asked.stats.notes, asked.stats.paragraphs)
    assert asked.stats.terms > 0


def test_progress_is_told_to_the_end() -> None:
    """How many notes of how many; the last word is all of them."""
    told: list[tuple[int, int]] = []
    notes = [note(str(number), "ROCm") for number in range(1200)]
    Searcher.build(notes, DATED._glossary, progress=lambda done, of: told.append((done, of)))

    assert (1200, 1200) == told[-1]
    assert sorted(told) == told


WORDS = st.lists(
    st.sampled_from(
        ["ROCm", "Triton", "图", "缓存", "投机解码", "FlashInfer", "kv cache", "decode"]
    ),
    min_size=1,
    max_size=4,
).map(" ".join)


@FEW
@given(st.lists(WORDS, min_size=1, max_size=8), WORDS)
def test_every_answer_holds_what_it_says(texts: list[str], question: str) -> None:
    """A note that answers a short question lacks none of its words; all pages are one list."""
    asked = searcher(*(note(str(number), text) for number, text in enumerate(texts)))
    answer = ask(asked, question, limit=50)

    assert len(answer.hits) == answer.total
    assert len({hit.note.id for hit in answer.hits}) == answer.total
    if answer.outcome is Outcome.MATCHED:
        most = Tuning().long_question - 1  # of a longer one enough is enough
        asked_for = [(hit.matched, hit.missing) for hit in answer.hits]
        assert all(not lacks for has, lacks in asked_for if len(has + lacks) <= most)


@FEW
@given(st.lists(WORDS, min_size=1, max_size=8), st.data())
def test_a_note_s_own_words_find_it(texts: list[str], data: st.DataObject) -> None:
    """Whoever asks with the title of a note gets it."""
    asked = searcher(*(note(str(number), text) for number, text in enumerate(texts)))
    number = data.draw(st.integers(0, len(texts) - 1))

    assert str(number) in ids(ask(asked, texts[number], limit=50))
