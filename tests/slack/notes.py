"""Notes and answers for the tests of what Slack is sent: plain ones, and hostile ones."""

import datetime as dt

from hypothesis import Phase, settings
from hypothesis import strategies as st

from bot.notes.model import Advice, AdviceLevel, Note, Paragraph, Reference, Source
from bot.search.query import Filters, Query
from bot.search.results import Hit, Outcome, Results, Snippet
from bot.slack.actions import Ask, Kind, ask
from bot.slack.sentences import Language

TODAY = dt.date(2026, 12, 1)
patient = settings(deadline=None)  # a busy machine is no fault
# What is drawn here is too big to be shrunk within a minute.
few = settings(patient, max_examples=30, phases=(Phase.explicit, Phase.reuse, Phase.generate))
TRICKS = (
    "<!channel>",
    "<!here|here>",
    "<@U1>",
    "<@U1|name>",
    "<!subteam^S1>",
    "<#C1|general>",
    "@channel",
    "@here",
    "@everyone",
    "<https://evil.example|click>",
    "&lt;!channel&gt;",
    "&amp;lt;!here&gt;",
    "*bold*",
    "_init_",
    "~gone~",
    "`code`",
    "```",
    "`",
    "> quote",
    "\n",
    "\r\n",
    "|",
    ":100:",
    ":fire:",
    "👩‍👩‍👧",
    "🇨🇳",
    "e\u0301",
    "\u202e",
    "\x00",
    "中文",
    "。",
    "__init__.py",
    "a*b*c",
    "&" * 50,
    "<" * 50,
    "很长的句子" * 100,
    "x" * 900,
)

words = st.one_of(st.sampled_from(TRICKS), st.text(max_size=20))
texts = st.lists(words, max_size=12).map("".join)
lines = texts.map(lambda text: " ".join(text.split()))
urls = st.one_of(
    st.none(),
    st.sampled_from(
        (
            "https://notes.example/a?b=1&c=2#L3",
            "https://notes.example/*a*/_b_|c",
            "https://notes.example/" + "p" * 2_900,
            "https://notes.example/" + "q" * 4_000,
            "http://[::1]:8080/x",
        )
    ),
)
names = st.one_of(st.sampled_from(("vllm-project/vllm", "a/b", "ROCm", "bugfix")), lines)
days = st.dates(dt.date(2026, 1, 1), TODAY)
references = st.builds(
    Reference,
    text=lines,
    number=st.integers(1, 99_999),
    repo=st.one_of(st.none(), st.just("vllm-project/vllm")),
    is_issue=st.booleans(),
)


def spans_of(text: str) -> st.SearchStrategy[tuple[tuple[int, int], ...]]:
    ends = st.integers(0, len(text))
    pairs = st.lists(st.tuples(ends, ends), max_size=4)
    return pairs.map(lambda found: tuple(_apart(found)))


def _apart(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted((min(pair), max(pair)) for pair in found):
        if start < end and (not kept or kept[-1][1] <= start):
            kept.append((start, end))
    return kept


identifiers = st.one_of(st.text("0123456789abcdef", min_size=16, max_size=16), st.just("i" * 400))


@st.composite
def hostile_notes(draw: st.DrawFn) -> Note:
    paragraphs = draw(
        st.lists(st.builds(Paragraph, text=texts, line=st.integers(1, 9)), max_size=4)
    )
    level = draw(st.sampled_from(AdviceLevel))
    return Note(
        id=draw(
            st.one_of(st.text("0123456789abcdef", min_size=16, max_size=16), st.just("i" * 400))
        ),
        title=draw(lines),
        paragraphs=tuple(paragraphs),
        source=Source(draw(lines) or "a.txt", draw(st.integers(1, 999))),
        url=draw(urls),
        repo=draw(st.one_of(st.none(), names)),
        pr=draw(st.one_of(st.none(), st.integers(1, 99_999))),
        labels=tuple(draw(st.lists(names, max_size=6))),
        date=draw(st.one_of(st.none(), days)),
        advice=draw(st.one_of(st.none(), st.builds(Advice, st.just(level), lines))),
        references=tuple(draw(st.lists(references, max_size=40))),
    )


@st.composite
def hostile_hits(draw: st.DrawFn) -> Hit:
    note = draw(hostile_notes())
    text = draw(lines)
    return Hit(
        note=note,
        paragraph=note.paragraphs[0] if note.paragraphs else None,
        score=1.0,
        snippet=Snippet(text, draw(spans_of(text)), draw(st.booleans()), draw(st.booleans())),
        matched=tuple(draw(st.lists(lines, max_size=4))),
        missing=tuple(draw(st.lists(lines, max_size=4))),
    )


@st.composite
def hostile_results(draw: st.DrawFn) -> Results:
    outcome = draw(st.sampled_from(Outcome))
    hits = tuple(draw(st.lists(hostile_hits(), max_size=6)))
    is_empty = outcome in {Outcome.NOTHING, Outcome.GREETING}
    pairs = st.tuples(lines, lines)
    question = draw(texts)
    total = 0 if is_empty else len(hits) + draw(st.integers(0, 200))
    some = draw(st.integers(min(1, total), total))
    return Results(
        query=Query(question, question, ignored=tuple(draw(st.lists(lines, max_size=3)))),
        outcome=outcome,
        total=total,
        full={Outcome.CLOSEST: 0, Outcome.LATEST: total}.get(outcome, some),
        hits=() if is_empty else hits,
        unmatched=tuple(draw(st.lists(lines, max_size=10))),
        suggestions=tuple(draw(st.lists(lines, max_size=8))),
        corrections=tuple(draw(st.lists(pairs, min_size=1, max_size=4)))
        if outcome is Outcome.CORRECTED
        else (),
    )


@st.composite
def hostile_asks(draw: st.DrawFn) -> Ask:
    made = ask(draw(texts), draw(st.sampled_from(Language)), draw(st.sampled_from(Kind)))
    narrowed = Ask(
        made.question,
        made.language,
        made.kind,
        draw(st.integers(0, 1_000)),
        draw(st.one_of(st.none(), st.just("vllm-project/vllm"))),
        draw(st.one_of(st.none(), st.just('a "quoted" label'))),
        draw(st.one_of(st.none(), days)),
        is_private=draw(st.booleans()),
    )
    return draw(st.sampled_from((made, narrowed, narrowed.shared(draw(lines)))))


def note(number: int = 1, **changes: object) -> Note:
    """A plain note."""
    facts: dict[str, object] = {
        "id": f"note-{number}",
        "title": f"修复 FlashInfer 预填的第 {number} 个问题",
        "paragraphs": (Paragraph(f"值得精读。FlashInfer 的改动 {number}。", 3),),
        "source": Source("seeds/a.txt", number),
        "url": f"https://notes.example/{number}",
        "repo": "vllm-project/vllm",
        "pr": 50_000 + number,
        "labels": ("ROCm",),
        "date": dt.date(2026, 11, 30),
        "advice": Advice(AdviceLevel.CLOSE, "值得精读"),
    }
    return Note(**{**facts, **changes})  # type: ignore[arg-type]  # each test says what it changes


def hit(number: int = 1, **changes: object) -> Hit:
    """A plain hit on the word FlashInfer."""
    found = note(number, **changes)
    text = found.text or found.title
    paragraph = found.paragraphs[0] if found.paragraphs else None
    start = text.find("FlashInfer")
    spans = ((start, start + 10),) if start >= 0 else ()
    return Hit(found, paragraph, 1.0, Snippet(text, spans), matched=("FlashInfer",))


def results(
    *hits: Hit, total: int | None = None, outcome: Outcome = Outcome.MATCHED, **more: object
) -> Results:
    """A plain answer to a question about FlashInfer."""
    query = Query("FlashInfer 相关的 PR", "FlashInfer", filters=Filters())
    total = len(hits) if total is None else total
    full = 0 if outcome is Outcome.CLOSEST else total
    facts = {"total": total, "full": full, "hits": hits, **more}
    return Results(query=query, outcome=outcome, **facts)  # type: ignore[arg-type]  # as above
