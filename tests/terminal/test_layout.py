"""An answer on a terminal says what it is, and shows each hit with its reasons and its links."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.model import AdviceLevel, Note, Source
from bot.search.query import Filters, Intent, Query
from bot.search.results import Hit, Outcome, Results, Snippet
from bot.terminal.layout import lay_out
from bot.terminal.lines import Style, cells
from tests.terminal.answers import EXPLAINED, HIT, NOTE, REVIEW, VIEW, answer, shown

ENGLISH = Query(raw="which PRs touch FlashInfer?", text="FlashInfer", is_chinese=False)


def test_a_hit_shows_all_that_a_reader_needs() -> None:
    """Count, summary, snippet, advice, repository, label, date, references and place, in order."""
    assert [
        "找到 1 条笔记",
        "",
        "1. 修复非 pinned CPU 张量 H2D 拷贝导致的同步 stall",
        f"   …{REVIEW}",
        "   值得精读 · vllm-project/vllm · 标签视图 · 2026-11-30",
        "   引用：#55385 https://github.com/vllm-project/vllm/pull/55385 · AITER #44",
        "   seeds/a.txt:27",
    ] == shown(lay_out(answer(), VIEW))


def test_matches_are_told_from_the_rest() -> None:
    """The matched terms of the summary and of the snippet are runs of their own."""
    runs = [run for line in lay_out(answer(), VIEW) for run in line]

    assert ["pinned"] == [run.text for run in runs if run.style is Style.TITLE_MATCH]
    assert ["FlashInfer"] == [run.text for run in runs if run.style is Style.MATCH]


def test_where_hyperlinks_work_addresses_stay_behind_the_text() -> None:
    """References lead to their pages, and the place of the note to its file."""
    lines = lay_out(answer(), replace(VIEW, has_hyperlinks=True))
    links = {run.text: run.link for line in lines for run in line if run.link}

    assert {
        "#55385": "https://github.com/vllm-project/vllm/pull/55385",
        "seeds/a.txt:27": "file:///home/me/seeds/a.txt",
    } == links


def test_a_note_with_an_address_shows_it() -> None:
    """The note's own address takes the place of its file's."""
    note = replace(NOTE, url="https://example.org/notes/1", references=())

    last = lay_out(answer(hits=[replace(HIT, note=note)]), VIEW)[-1]

    assert ("https://example.org/notes/1",) * 2 == (last[-1].text, last[-1].link)


def test_the_pr_reviewed_is_linked() -> None:
    """A note that knows its PR leads to it."""
    lines = lay_out(answer(hits=[replace(HIT, note=replace(NOTE, pr=7))]), VIEW)
    links = {run.text: run.link for line in lines for run in line}

    assert "https://github.com/vllm-project/vllm/pull/7" == links["PR #7"]


def test_a_summary_alone_is_not_shown_twice() -> None:
    """A note without a review has no snippet, and no facts that it does not know."""
    bare = Note("n2", "只有一行", (), Source("b.txt", 3))
    hit = Hit(bare, None, 1.0, Snippet("只有一行", ((0, 2),)))

    assert ["找到 1 条笔记", "", "1. 只有一行", "   b.txt:3"] == shown(
        lay_out(answer(hits=[hit]), VIEW)
    )


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        (answer(total=12), "找到 12 条笔记"),
        (
            answer(Outcome.CORRECTED, corrections=(("Flashinfra", "FlashInfer"),)),
            "没有笔记提到「Flashinfra」；按「FlashInfer」找到 1 条笔记",
        ),
        (answer(total=4, full=1), "找到 1 条笔记，另有 3 条接近"),
        (
            answer(Outcome.CORRECTED, total=4, full=3, corrections=(("infra", "infer"),)),
            "没有笔记提到「infra」；按「infer」找到 3 条笔记，另有 1 条接近",
        ),
        (answer(Outcome.CLOSEST), "没有一条笔记能完整回答；最接近的有 1 条"),
        (answer(Outcome.LATEST, total=24), "最新的 1 条笔记，共 24 条"),
        (answer(Outcome.LATEST), "最新的笔记，共 1 条"),
        (answer(Outcome.NOTHING, hits=[]), "笔记里没有找到相关内容"),
        (answer(Outcome.NOTHING, hits=[], query=Query(raw="repo:x")), "没有符合条件的笔记"),
        (answer(Outcome.GREETING, hits=[]), "想了解哪方面的 PR 评审？直接问就行，例如："),
        (answer(query=ENGLISH), "1 note matches"),
        (answer(query=ENGLISH, total=2), "2 notes match"),
        (answer(query=ENGLISH, total=4, full=1), "1 note matches, 3 more are close"),
        (answer(query=ENGLISH, total=3, full=2), "2 notes match, 1 more is close"),
        (
            answer(
                Outcome.CORRECTED,
                query=ENGLISH,
                total=9,
                full=1,
                corrections=(("infra", "infer"),),
            ),
            'No note mentions "infra"; 1 note matches "infer", 8 more are close',
        ),
        (
            answer(Outcome.CORRECTED, query=ENGLISH, corrections=(("infra", "infer"),)),
            'No note mentions "infra"; 1 note matches "infer"',
        ),
        (answer(Outcome.CLOSEST, query=ENGLISH), "No note answers in full; 1 note is close"),
        (
            answer(Outcome.CLOSEST, query=ENGLISH, total=2),
            "No note answers in full; 2 notes are close",
        ),
        (answer(Outcome.LATEST, query=ENGLISH, total=24), "The latest 1 of 24 notes"),
        (answer(Outcome.LATEST, query=ENGLISH), "The latest notes, 1 in all"),
        (answer(Outcome.NOTHING, hits=[], query=ENGLISH), "No note speaks of this"),
        (
            answer(Outcome.NOTHING, hits=[], query=replace(ENGLISH, text="")),
            "No note fits these filters",
        ),
        (
            answer(Outcome.GREETING, hits=[], query=replace(ENGLISH, intent=Intent.GREETING)),
            "Ask about the PR reviews in plain words, such as:",
        ),
    ],
)
def test_the_first_line_says_what_kind_of_answer_it_is(results: Results, expected: str) -> None:
    """Each outcome has a sentence of its own, in the asker's language."""
    assert expected == shown(lay_out(results, VIEW))[0]


@pytest.mark.parametrize(
    ("language", "expected"), [("auto", "找到"), ("zh", "找到"), ("en", "1 note matches")]
)
def test_a_deployment_may_fix_the_language(language: str, expected: str) -> None:
    """`auto` follows the asker; else the setting decides."""
    assert shown(lay_out(answer(), replace(VIEW, language=language)))[0].startswith(expected)


FILTERS = Filters(
    repos=("vllm",),
    labels=("perf",),
    since=date(2026, 11, 1),
    until=date(2026, 11, 30),
    advice=AdviceLevel.CLOSE,
    without=("ROCm",),
)
FILTERED = "repo:vllm · label:perf · since:2026-11-01 · until:2026-11-30"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            Query(raw="", text="x", filters=FILTERS),
            f"筛选条件：值得精读 · {FILTERED} · 不含 ROCm",
        ),
        (
            replace(ENGLISH, filters=FILTERS),
            f"Filters: worth a close read · {FILTERED} · without ROCm",
        ),
        (Query(raw="", text="x", ignored=("since:soon",)), "没看懂，未用于筛选：since:soon"),
        (
            replace(ENGLISH, ignored=("since:soon",)),
            "Not understood, so not used as a filter: since:soon",
        ),
    ],
)
def test_what_narrows_an_answer_is_told(query: Query, expected: str) -> None:
    """Filters are named, and so are those that could not be read."""
    assert expected == shown(lay_out(answer(query=query), VIEW))[1]


def test_a_near_answer_names_what_is_missing() -> None:
    """Words that no note holds are told once, those a hit lacks with the hit."""
    results = answer(
        Outcome.CLOSEST, hits=[replace(HIT, missing=("ROCm", "图"))], unmatched=("昇腾",)
    )
    lines = shown(lay_out(results, VIEW))

    assert "所有笔记都没有提到：昇腾" == lines[1]
    assert "   未提到：ROCm, 图" in lines


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (Query(raw="", text="x"), "以下接近，但不能完整回答"),
        (ENGLISH, "Close, but not a full answer"),
    ],
)
def test_a_line_tells_where_the_answers_end(query: Query, expected: str) -> None:
    """It stands between the notes that answer and those that come near."""
    lines = shown(lay_out(answer(hits=[HIT] * 4, full=2, query=query), VIEW))[1:]
    kept = [line if line == expected else line[:2] for line in lines if line[:1].strip()]

    assert ["1.", "2.", expected, "3.", "4."] == kept


@pytest.mark.parametrize(
    "results", [answer(hits=[HIT] * 2), answer(Outcome.CLOSEST), answer(total=9, full=1)]
)
def test_no_line_is_drawn_where_all_that_is_shown_is_alike(results: Results) -> None:
    """The first line has said what the notes are."""
    assert [] == [line for line in shown(lay_out(results, VIEW)) if line.startswith("以下接近")]


def test_a_corrected_word_is_not_told_twice() -> None:
    """The first line has said that no note mentions it."""
    results = answer(Outcome.CORRECTED, corrections=(("infra", "infer"),), unmatched=("infra",))

    assert "" == shown(lay_out(results, VIEW))[1]


def test_a_miss_offers_questions_that_can_be_pasted() -> None:
    """Near terms come as whole commands, quoted for a shell, for the same notes."""
    results = answer(Outcome.NOTHING, hits=[], suggestions=("FlashInfer", "it's"), unmatched=("x",))

    assert [
        "笔记里没有找到相关内容",
        "所有笔记都没有提到：x",
        "",
        "可以这样问：",
        "  prbot ask --notes n FlashInfer",
        "  prbot ask --notes n 'it'\"'\"'s'",
    ] == shown(lay_out(results, replace(VIEW, asks_with="prbot ask --notes n")))


def test_a_miss_without_near_terms_says_what_to_try() -> None:
    """There is always a next step."""
    last = shown(lay_out(answer(Outcome.NOTHING, hits=[], query=ENGLISH), VIEW))[-1]

    assert last.startswith("Try other words: ")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (Query(raw="", text="x", filters=Filters(repos=("r",))), "放宽筛选条件再试试。"),
        (replace(ENGLISH, filters=Filters(without=("r",))), "Try again with fewer filters."),
    ],
)
def test_a_miss_behind_filters_says_to_take_them_off(query: Query, expected: str) -> None:
    """They may be what hides the answer."""
    results = answer(Outcome.NOTHING, hits=[], query=query)

    assert expected == shown(lay_out(results, VIEW))[-1]


def test_a_greeting_is_answered_with_examples() -> None:
    """Each of them is a command."""
    lines = shown(lay_out(answer(Outcome.GREETING, hits=[]), VIEW))[1:]

    assert lines
    assert lines == [line for line in lines if line.startswith("  prbot ask ")]


def test_the_rest_of_a_long_answer_is_told() -> None:
    """How many notes are left, and how to see them."""
    assert "还有 11 条，加 --limit 12 可全部列出。" == shown(lay_out(answer(total=12), VIEW))[-1]


def test_a_correction_is_not_offered_again() -> None:
    """The question that was answered in place of the one asked is no news."""
    results = answer(
        Outcome.CORRECTED, corrections=(("infra", "FlashInfer"),), suggestions=("flashinfer", "MoE")
    )

    assert ["可以这样问：", "  prbot ask MoE"] == shown(lay_out(results, VIEW))[-2:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("一半", "…一半…"),
        ("一句。", "…一句。"),
        ("One.", "…One."),
        ("一半；", "…一半；…"),
        ("", "……"),
    ],
)
def test_a_cut_is_shown_where_it_is_no_sentence_end(text: str, expected: str) -> None:
    """Dots stand where a sentence goes on, in front and behind."""
    hit = replace(HIT, snippet=Snippet(text, starts_inside=True, ends_inside=True))

    assert f"   {expected}" == shown(lay_out(answer(hits=[hit]), VIEW))[3]


def test_an_explanation_is_a_table() -> None:
    """One term a row; columns line up in cells, figures on the right."""
    table = [
        "   词项        字段     idf  权重   得分  词组",
        "   flashinfer  word    2.50  1.00   3.25",
        "   投机解码    bigram  0.50  0.25  12.00  投机解码",
    ]

    assert table == shown(lay_out(answer(hits=[EXPLAINED]), VIEW))[-3:]


def test_long_lists_and_titles_are_cut() -> None:
    """A note of a thousand labels and references, and of a title without end, stays readable."""
    note = replace(
        NOTE,
        title="长" * 1000,
        labels=tuple(f"label{n}" for n in range(1000)),
        references=NOTE.references * 500,
    )
    hit = replace(HIT, note=note, title_spans=((239, 245), (500, 501)))
    lines = shown(lay_out(answer(hits=[hit]), VIEW))

    assert 3 + 240 + 1 == len(lines[2])
    assert lines[4].endswith("label5 · +994 · 2026-11-30")
    assert lines[5].endswith(" · +992")


TRICKY = st.text(alphabet=st.sampled_from("a中，\x1b\u202e\udcff\n[](👍 _"), max_size=60)


@given(TRICKY, TRICKY, TRICKY, st.integers(min_value=20, max_value=100))
def test_nothing_of_a_note_breaks_the_page(title: str, text: str, word: str, width: int) -> None:
    """Whatever notes and questions hold, lines fit, and no control character comes through."""
    note = replace(NOTE, title=title, labels=(text,), repo=word, source=Source(text, 1))
    hit = replace(EXPLAINED, note=note, snippet=Snippet(text), title_spans=(), missing=(word,))
    query = Query(raw=word, text=word, filters=Filters(without=(word,)), ignored=(text,))
    results = answer(Outcome.CLOSEST, [hit], query=query, unmatched=(word,), suggestions=(word,))

    lines = lay_out(results, replace(VIEW, width=width))

    assert [] == [line for line in lines if cells(line) > width]
    assert "" == "".join(c for run in shown(lines) for c in run if c in "\x1b\u202e\udcff\n")
