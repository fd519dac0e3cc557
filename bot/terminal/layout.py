"""An answer laid out for a terminal: what stands on which line, as styled runs.

Pure: the width, the language and the addresses come in with the `View`. All that comes from notes
and from the question is made harmless here, before it is measured.
"""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from bot.links import Links
from bot.notes.model import Note, Reference
from bot.search.query import Filters
from bot.search.results import Hit, Outcome, Results, Snippet, Span, TermScore
from bot.terminal.lines import Line, Run, Style, clipped, harmless, indented, padded, wrap
from bot.terminal.wording import EXAMPLES, Chinese, English, Words, headline, remarks

_LONGEST_TITLE = 240
_MOST_LABELS = 6
_MOST_REFERENCES = 8
_FULL_STOPS = frozenset("。！？.!?")  # a sentence that is whole needs no dots behind it
_NUMBERS = {2, 3, 4}  # the columns of an explanation that hold figures


@dataclass(frozen=True, slots=True)
class View:
    """How an answer is looked at.

    Args:
        links: The addresses.
        folder: The current folder, which relative paths are relative to.
        width: The cells of a line; `None` where lines are not cut, as in a pipe.
        has_hyperlinks: Whether text can carry an address; where it cannot, references are
            followed by theirs.
        language: `zh`, `en`, or `auto` for the asker's own.
        asks_with: The command line that asks again, to which a question is added.
    """

    links: Links
    folder: str
    width: int | None = None
    has_hyperlinks: bool = False
    language: str = "auto"
    asks_with: str = "prbot ask"


def lay_out(results: Results, view: View) -> list[Line]:
    """Lay out an answer: the sentence, then each hit, then what else is worth asking.

    A line of its own tells where the notes that answer end, and those that come near begin.
    """
    # Words that are of no language (`FlashInfer`) come from those whose notes are Chinese.
    is_english = {"zh": False, "en": True}.get(view.language, results.query.is_chinese is False)
    words: Words = English if is_english else Chinese
    lines = wrap([Run(harmless(headline(results, words)), Style.HEAD)], view.width)
    for remark in remarks(results, words):
        lines += wrap([Run(harmless(remark), Style.FAINT)], view.width)
    for rank, hit in enumerate(results.hits, start=1):
        if rank == results.found + 1:
            lines += [(), *wrap([Run(words.near, Style.HEAD)], view.width)]
        lines += [(), *_hit(rank, hit, words, view)]
    return lines + list(_closing(results, words, view))


def _closing(results: Results, words: Words, view: View) -> Iterator[Line]:
    rest = results.total - len(results.hits)
    if results.hits and rest > 0:
        yield ()
        yield from wrap([Run(words.more(rest, results.total), Style.FAINT)], view.width)
    answered = {taken.casefold() for _, taken in results.corrections}
    asks = [ask for ask in results.suggestions if ask.casefold() not in answered]
    if results.outcome is Outcome.GREETING:
        asks = asks or list(EXAMPLES)
    elif asks:
        yield ()
        yield from wrap([Run(words.suggestions)], view.width)
    elif results.outcome is Outcome.NOTHING:
        is_narrowed = results.query.filters != Filters()
        next_step = words.other_filters if is_narrowed else words.other_words
        yield from wrap([Run(next_step)], view.width)
    for ask in asks:
        run = Run(f"{view.asks_with} {shlex.quote(harmless(ask))}", Style.MATCH)
        yield from indented(wrap([run], _inner(view, 2)), 2)


def _hit(rank: int, hit: Hit, words: Words, view: View) -> Iterator[Line]:
    number = f"{rank}. "
    by = len(number)
    width = _inner(view, by)
    title = wrap(_title(hit), width)
    yield from indented(title, by, Run(number, Style.FAINT))
    body: list[Line] = []
    if hit.paragraph is not None:
        body += wrap(_snippet(hit.snippet), width)
    if hit.missing:
        body += wrap([Run(words.missing + harmless(", ".join(hit.missing)), Style.FAINT)], width)
    if facts := _facts(hit.note, view.links):
        body += wrap(facts, width)
    if hit.note.references:
        body += wrap(_references(hit.note.references, words, view), width)
    body += wrap([_place(hit, view)], width)
    body += _table(hit.explanation, words, width)
    yield from indented(body, by)


def _inner(view: View, by: int) -> int | None:
    return None if view.width is None else max(view.width - by, 8)


def _title(hit: Hit) -> list[Run]:
    text = hit.note.title
    runs = _marked(text[:_LONGEST_TITLE], hit.title_spans, Style.TITLE, Style.TITLE_MATCH)
    return [*runs, Run("…", Style.TITLE)] if len(text) > _LONGEST_TITLE else runs


def _snippet(snippet: Snippet) -> list[Run]:
    runs = _marked(snippet.text, snippet.spans, Style.PLAIN, Style.MATCH)
    before = [Run("…")] if snippet.starts_inside else []
    is_cut = snippet.ends_inside and snippet.text[-1:] not in _FULL_STOPS
    return [*before, *runs, *([Run("…")] if is_cut else [])]


def _marked(text: str, spans: Sequence[Span], style: Style, match: Style) -> list[Run]:
    safe = harmless(text)
    runs, done = [], 0
    for start, end in spans:
        runs += [Run(safe[done:start], style), Run(safe[start:end], match)]
        done = end
    return [run for run in (*runs, Run(safe[done:], style)) if run.text]


def _facts(note: Note, links: Links) -> list[Run]:
    facts = []
    if note.advice is not None:
        facts.append(Run(harmless(note.advice.text)))
    if note.repo is not None:
        facts.append(Run(harmless(note.repo), Style.FAINT))
    if note.pr is not None:
        reviewed = Reference(f"PR #{note.pr}", note.pr, note.repo)
        facts.append(Run(reviewed.text, Style.FAINT, links.reference(reviewed)))
    labels = [clipped(harmless(label), 40) for label in note.labels]
    facts += [Run(label, Style.FAINT) for label in labels[:_MOST_LABELS]]
    if len(labels) > _MOST_LABELS:
        facts.append(Run(f"+{len(labels) - _MOST_LABELS}", Style.FAINT))
    if note.date is not None:
        facts.append(Run(note.date.isoformat(), Style.FAINT))
    return _joined(facts)


def _references(references: Sequence[Reference], words: Words, view: View) -> list[Run]:
    runs = []
    for reference in references[:_MOST_REFERENCES]:
        address = view.links.reference(reference)
        text = harmless(reference.text)
        if address and not view.has_hyperlinks:
            text = f"{text} {address}"
        runs.append(Run(text, Style.FAINT, address))
    if len(references) > _MOST_REFERENCES:
        runs.append(Run(f"+{len(references) - _MOST_REFERENCES}", Style.FAINT))
    return [Run(words.refs, Style.FAINT), *_joined(runs)]


def _joined(runs: Sequence[Run]) -> list[Run]:
    dot = Run(" · ", Style.FAINT)
    return [part for run in runs for part in (dot, run)][1:]


def _place(hit: Hit, view: View) -> Run:
    """The link to the note, or where its file stands, which a terminal may open too."""
    address = view.links.note(hit.note, matched=hit.matched)
    if address is not None:
        return Run(address, Style.LINK, address)
    place = harmless(view.links.source(hit.note))
    return Run(place, Style.LINK, view.links.local(hit.note, view.folder))


def _table(scores: Sequence[TermScore], words: Words, width: int | None) -> list[Line]:
    """The explanation of a hit, one term a row."""
    if not scores:
        return []
    rows = [words.table, *map(_row, scores)]
    wide = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        fields = (padded(cell, wide[at], is_number=at in _NUMBERS) for at, cell in enumerate(row))
        lines += wrap([Run("  ".join(fields).rstrip(), Style.FAINT)], width)
    return lines


def _row(score: TermScore) -> tuple[str, ...]:
    return (
        clipped(harmless(score.term), 30),
        score.field,
        f"{score.idf:.2f}",
        f"{score.weight:.2f}",
        f"{score.score:.2f}",
        clipped(harmless(score.group or ""), 20),
    )
