"""Notes and answers made by hand, for tests of how they are shown."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot.links import Links
from bot.notes.model import Advice, AdviceLevel, Note, Paragraph, Reference, Source
from bot.search.query import Query
from bot.search.results import Hit, Outcome, Results, Snippet, TermScore
from bot.terminal.layout import View
from bot.terminal.lines import Line, plain

REVIEW = (
    "重点看两个设计模式：一是 FlashInfer 中“拷贝前 pin_memory() 快照”如何同时满足异步与防竞态。"
)

NOTE = Note(
    id="n1",
    title="修复非 pinned CPU 张量 H2D 拷贝导致的同步 stall",
    paragraphs=(Paragraph(REVIEW, line=29),),
    source=Source("seeds/a.txt", 27),
    repo="vllm-project/vllm",
    labels=("标签视图",),
    date=date(2026, 11, 30),
    advice=Advice(AdviceLevel.CLOSE, "值得精读"),
    references=(Reference("#55385", 55385, "vllm-project/vllm"), Reference("AITER #44", 44, None)),
)

HIT = Hit(
    note=NOTE,
    paragraph=NOTE.paragraphs[0],
    score=2.5,
    snippet=Snippet(REVIEW, spans=((13, 23),), starts_inside=True),
    title_spans=((4, 10),),
    matched=("FlashInfer",),
)

EXPLAINED = replace(
    HIT,
    explanation=(
        TermScore("flashinfer", "word", 2.5, 1.0, 3.25),
        TermScore("投机解码", "bigram", 0.5, 0.25, 12.0, group="投机解码"),
    ),
)

VIEW = View(links=Links(), folder="/home/me")


def answer(
    outcome: Outcome = Outcome.MATCHED, hits: Sequence[Hit] = (HIT,), **rest: object
) -> Results:
    """Make an answer to a question in Chinese; `rest` takes the place of its other fields.

    All of its notes answer, unless it says how many or is `CLOSEST`.
    """
    query = Query(raw="FlashInfer 相关的 PR", text="FlashInfer")
    total = rest.get("total", len(hits))
    facts = {"total": total, "full": 0 if outcome is Outcome.CLOSEST else total, **rest}
    made = Results(query=query, outcome=outcome, total=0, full=0, hits=tuple(hits))
    return replace(made, **facts)  # type: ignore[arg-type]  # fields by name


def shown(lines: Sequence[Line]) -> list[str]:
    """Give lines as they read without colours."""
    return [plain(line) for line in lines]
