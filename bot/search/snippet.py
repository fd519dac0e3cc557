"""Where a text speaks of what was asked, and the cut of it that shows this best.

Three steps, each testable apart: `bot.search.flat` makes a paragraph one plain line, `Highlighter`
finds the matched places in it, `cut` chooses a stretch that ends where sentences end. Markup is the
business of whoever shows it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.search.analysis import latin_places
from bot.search.concepts import Concept, Form
from bot.search.flat import Seams, flatten
from bot.search.folding import fold, fold_text
from bot.search.results import Snippet, Span

DEFAULT_LENGTH = 160
"""Characters of a snippet: about four lines of Han on a terminal of 80 columns."""

_SENTENCE_END = re.compile(r"[。！？!?；;]+[”’」』）)\"']*|(?<![0-9])\.(?=\s)")
_MEETING = re.compile(
    r"(?<=[a-z0-9]) ?(?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff]) ?(?=[a-z0-9])"
)  # of two scripts
_CLAUSE_END = re.compile(r"[，、：,:）)]+|\s")


@dataclass(frozen=True, slots=True)
class Mark:
    """A matched place: where it stands, and which concept of the question it answers."""

    start: int
    end: int
    concept: int


class Highlighter:
    """Finds the concepts of one question in any text.

    Args:
        concepts: The question's.
    """

    def __init__(self, concepts: Sequence[Concept]) -> None:
        self._terms: dict[str, int] = {}
        self._texts: list[tuple[str, int]] = []
        for number, concept in enumerate(concepts):
            for form in concept.forms:
                self._add(form, number)

    def _add(self, form: Form, number: int) -> None:
        if form.bigrams or len(form.words) != 1 or len(form.text) == 1:
            self._texts.append((form.text, number))
        if not form.bigrams and len(form.words) == 1:
            self._terms.setdefault(form.words[0], number)

    def marks(self, text: str) -> list[Mark]:
        """All matched places of a text, in order; they do not overlap."""
        found = [
            Mark(term.start, term.end, self._terms[term.text])
            for term in latin_places(text)
            if term.text in self._terms
        ]
        copy = fold(text)
        lower = copy.text.lower()
        if len(lower) == len(copy.text):
            for wanted, number in self._texts:
                found += [Mark(*copy.span(*place), number) for place in _occurrences(lower, wanted)]
        return _apart(found)


def cut(text: str, marks: Sequence[Mark], *, length: int = DEFAULT_LENGTH) -> Snippet:
    """The stretch of a flat text that shows the most different concepts.

    Args:
        text: One line of text.
        marks: Its matched places.
        length: Most characters of the stretch.
    """
    seams = Seams(text, length)
    start, end = _best(_stretches(text, (0, len(text)), _SENTENCE_END, seams), marks, length)
    if end - start > length:
        inside = [mark for mark in marks if start <= mark.start and mark.end <= end]
        clauses = _stretches(text, (start, end), _CLAUSE_END, seams)
        start, end = _best(list(_pieces(clauses, inside, length, seams)), inside, length)
    spans = tuple(
        (m.start - start, m.end - start) for m in marks if start <= m.start < m.end <= end
    )
    return Snippet(text[start:end], spans, bool(text[:start].strip()), bool(text[end:].strip()))


def holds_phrase(text: str, phrase: str) -> bool:
    """Whether a text holds a phrase as it is written, but for case, width and line breaks."""
    wanted = fold_text(phrase).lower()
    return bool(_occurrences(fold_text(flatten(text)).lower(), wanted))


def spans(marks: Iterable[Mark]) -> tuple[Span, ...]:
    """The places alone."""
    return tuple((mark.start, mark.end) for mark in marks)


def _best(sentences: Sequence[Span], marks: Sequence[Mark], length: int) -> Span:
    """The run of sentences that fits and shows most; the first of equals.

    A sentence that is too long stands alone.
    """
    best = sentences[0]
    most = (-1, -1)
    starts = [mark.start for mark in marks]
    last = 0  # both ends only move on, so a paragraph of a megabyte is read once
    for first, (start, _) in enumerate(sentences):
        last = max(last, first)
        while last + 1 < len(sentences) and sentences[last + 1][1] - start <= length:
            last += 1
        end = sentences[last][1]
        near = marks[bisect_left(starts, start) : bisect_left(starts, end)]
        shown = [mark for mark in near if mark.end <= end]
        value = (len({mark.concept for mark in shown}), len(shown))
        if value > most:
            best, most = (start, end), value
    return best


def _pieces(
    clauses: Sequence[Span], marks: Sequence[Mark], length: int, seams: Seams
) -> Iterator[Span]:
    """Clauses that fit; of a longer one stretches side by side, and one around each match."""
    starts = [mark.start for mark in marks]
    for first, last in clauses:
        near = starts[bisect_left(starts, first) : bisect_left(starts, last)]
        around: list[int] = []
        for start in near:  # matches close to one another share a stretch
            if not around or start - around[-1] > length // 2:
                around.append(seams.before(max(start - length // 4, first), first))
        at = first
        places = []
        while last - at > length:
            places.append(at)
            at = seams.before(at + length, at)
        for start in sorted({*places, at, *(around if places else ())}):
            end = min(start + length, last)
            yield start, end if end == last else seams.before(end, start)


def _stretches(text: str, within: Span, ends: re.Pattern[str], seams: Seams) -> list[Span]:
    """Cut a text behind each end; spaces between belong to none."""
    places = (match.end() for match in ends.finditer(text, *within))
    bounds = [within[0], *(place for place in places if place in seams), within[1]]
    found = []
    for start, end in pairwise(bounds):
        inner = text[start:end]
        if inner.strip():
            left = start + len(inner) - len(inner.lstrip())
            found.append((left, start + len(inner.rstrip())))
    return found or [within]


def _occurrences(text: str, wanted: str) -> list[Span]:
    """Where a stretch stands in a text; a Latin one only between word ends."""
    return [match.span() for match in re.finditer(_pattern(wanted), text)] if wanted.split() else []


def _pattern(wanted: str) -> str:
    words = r"[\s_\-]+".join(re.escape(word) for word in wanted.split())
    words = _MEETING.sub(r"\\s?", words.replace(r"[\s_\-]+", " ")).replace(" ", r"[\s_\-]+")
    left = r"(?<![a-z0-9])" if wanted[0].isascii() and wanted[0].isalnum() else ""
    right = r"(?![a-z0-9])" if wanted[-1].isascii() and wanted[-1].isdigit() else ""
    return left + words + right


def _apart(marks: list[Mark]) -> list[Mark]:
    """Marks in order, of overlapping ones the longest that starts first."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        if not kept or mark.start >= kept[-1].end:
            kept.append(mark)
        elif mark.end > kept[-1].end:
            kept[-1] = Mark(kept[-1].start, mark.end, kept[-1].concept)
    return kept
