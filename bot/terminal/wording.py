"""The sentences of an answer on a terminal, in the asker's language.

Every kind of answer says what it is: what matched, what was searched in its place, what is only
near, and an honest no.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from bot.notes.model import AdviceLevel
from bot.search.query import Filters
from bot.search.results import Outcome, Results
from bot.terminal.lines import clipped

_MOST_WORDS = 8  # of a list inside a sentence
_MOST_CHARACTERS = 40  # of one word inside a sentence

EXAMPLES = (
    "FlashInfer 相关的 PR",
    "值得精读的 ROCm PR",
    "#55385",
    "repo:vllm since:2026-11-01 MoE",
)


class Chinese:
    """The sentences in Chinese."""

    near = "以下接近，但不能完整回答"
    missing = "未提到："
    advice: ClassVar = {
        AdviceLevel.CLOSE: "值得精读",
        AdviceLevel.QUICK: "快速浏览",
        AdviceLevel.SKIP: "可跳过",
    }
    refs = "引用："
    table = ("词项", "字段", "idf", "权重", "得分", "词组")

    @staticmethod
    def matched(results: Results) -> str:
        return f"找到 {results.found} 条笔记"

    @staticmethod
    def corrected(results: Results) -> str:
        asked = _listed([asked for asked, _ in results.corrections], "、", "「{}」")
        taken = _listed([taken for _, taken in results.corrections], "、", "「{}」")
        return f"没有笔记提到{asked}；按{taken}找到 {results.found} 条笔记"

    @staticmethod
    def behind(results: Results) -> str:
        return f"，另有 {results.near} 条接近" if results.near else ""

    @staticmethod
    def closest(results: Results) -> str:
        return f"没有一条笔记能完整回答；最接近的有 {results.total} 条"

    @staticmethod
    def latest(results: Results) -> str:
        if results.total == len(results.hits):
            return f"最新的笔记，共 {results.total} 条"
        return f"最新的 {len(results.hits)} 条笔记，共 {results.total} 条"

    @staticmethod
    def nothing(results: Results) -> str:
        return "笔记里没有找到相关内容" if results.query.text else "没有符合条件的笔记"

    greeting = "想了解哪方面的 PR 评审？直接问就行，例如："
    suggestions = "可以这样问："
    other_filters = "放宽筛选条件再试试。"
    other_words = "换个说法试试：模型、硬件、内核的名字，代码里的标识符，或 PR 编号。"

    @staticmethod
    def unmatched(words: Sequence[str]) -> str:
        return f"所有笔记都没有提到：{_listed(words, '、')}"

    @staticmethod
    def ignored(words: Sequence[str]) -> str:
        return f"没看懂，未用于筛选：{_listed(words, '、')}"

    @staticmethod
    def filters(parts: Sequence[str]) -> str:
        return f"筛选条件：{' · '.join(parts)}"

    @staticmethod
    def more(rest: int, total: int) -> str:
        return f"还有 {rest} 条，加 --limit {total} 可全部列出。"

    @staticmethod
    def without(word: str) -> str:
        return f"不含 {word}"


class English:
    """The sentences in English."""

    near = "Close, but not a full answer"
    missing = "does not mention: "
    advice: ClassVar = {
        AdviceLevel.CLOSE: "worth a close read",
        AdviceLevel.QUICK: "a quick read",
        AdviceLevel.SKIP: "may be skipped",
    }
    refs = "refers to "
    table = ("term", "field", "idf", "weight", "score", "group")

    @staticmethod
    def matched(results: Results) -> str:
        return f"{_notes(results.found)} {_match(results)}"

    @staticmethod
    def corrected(results: Results) -> str:
        asked = _listed([asked for asked, _ in results.corrections], ", ", '"{}"')
        taken = _listed([taken for _, taken in results.corrections], ", ", '"{}"')
        return f"No note mentions {asked}; {_notes(results.found)} {_match(results)} {taken}"

    @staticmethod
    def behind(results: Results) -> str:
        are = "is" if results.near == 1 else "are"
        return f", {results.near} more {are} close" if results.near else ""

    @staticmethod
    def closest(results: Results) -> str:
        are = "is" if results.total == 1 else "are"
        return f"No note answers in full; {_notes(results.total)} {are} close"

    @staticmethod
    def latest(results: Results) -> str:
        if results.total == len(results.hits):
            return f"The latest notes, {results.total} in all"
        return f"The latest {len(results.hits)} of {_notes(results.total)}"

    @staticmethod
    def nothing(results: Results) -> str:
        return "No note speaks of this" if results.query.text else "No note fits these filters"

    greeting = "Ask about the PR reviews in plain words, such as:"
    suggestions = "Questions worth asking:"
    other_filters = "Try again with fewer filters."
    other_words = (
        "Try other words: the name of a model, a device or a kernel, "
        "an identifier from the code, or the number of a PR."
    )

    @staticmethod
    def unmatched(words: Sequence[str]) -> str:
        return f"No note mentions: {_listed(words, ', ')}"

    @staticmethod
    def ignored(words: Sequence[str]) -> str:
        return f"Not understood, so not used as a filter: {_listed(words, ', ')}"

    @staticmethod
    def filters(parts: Sequence[str]) -> str:
        return f"Filters: {' · '.join(parts)}"

    @staticmethod
    def more(rest: int, total: int) -> str:
        return f"{rest} more; --limit {total} lists them all."

    @staticmethod
    def without(word: str) -> str:
        return f"without {word}"


Words = type[Chinese] | type[English]


def headline(results: Results, words: Words) -> str:
    """Say what kind of answer this is, how many notes answer, and how many come near."""
    sentences = {
        Outcome.MATCHED: words.matched,
        Outcome.CORRECTED: words.corrected,
        Outcome.CLOSEST: words.closest,
        Outcome.LATEST: words.latest,
        Outcome.NOTHING: words.nothing,
    }
    sentence = sentences.get(results.outcome)
    return words.greeting if sentence is None else sentence(results) + words.behind(results)


def remarks(results: Results, words: Words) -> Iterator[str]:
    """Say what narrowed the answer, and what of the question is not in it."""
    if narrowed := list(_narrowed(results.query.filters, words)):
        yield words.filters(narrowed)
    if results.query.ignored:
        yield words.ignored(results.query.ignored)
    asked = {asked for asked, _ in results.corrections}
    if unmatched := [word for word in results.unmatched if word not in asked]:
        yield words.unmatched(unmatched)


def _narrowed(filters: Filters, words: Words) -> Iterator[str]:
    if filters.advice is not None:
        yield words.advice[filters.advice]
    yield from (f"repo:{repo}" for repo in filters.repos)
    yield from (f"label:{label}" for label in filters.labels)
    if filters.since is not None:
        yield f"since:{filters.since}"
    if filters.until is not None:
        yield f"until:{filters.until}"
    yield from (words.without(word) for word in filters.without)


def _notes(count: int) -> str:
    return "1 note" if count == 1 else f"{count} notes"


def _match(results: Results) -> str:
    return "matches" if results.found == 1 else "match"


def _listed(words: Sequence[str], comma: str, form: str = "{}") -> str:
    shown = [form.format(clipped(word, _MOST_CHARACTERS)) for word in words[:_MOST_WORDS]]
    return comma.join(shown) + (" …" if len(words) > _MOST_WORDS else "")
