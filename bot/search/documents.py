"""Notes counted for the index: what each paragraph says, its title, its heading and its facts.

A paragraph is a document of the index. The title of its note and the heading above it count in each
one as if they were said several times there. They are read once: a document is put together from
numbers, of a thousand notes at a time.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.notes.model import Note
from bot.search.counting import Counted, Piece, laid, piece_of
from bot.search.identifiers import joined
from bot.search.numbers import ascending, ranges
from bot.search.pairs import PairTerms
from bot.search.reading import Numbers, Read, Stream, TextReader

Progress = Callable[[int, int], None]
"""Told how many notes of how many are done."""

_BATCH = 1_000_000
"""Characters read and counted at once: some 50 MB while they are."""

_AT_A_TIME = 100_000  # characters of one string; longer ones leave the caches of a processor


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted of some notes, by field, and their Latin chunks."""

    words: Counted
    bigrams: Counted
    chunks: set[str]


def count_notes(
    notes: Sequence[Note], title_weight: int, progress: Progress | None = None
) -> Counts:
    """Read and count notes.

    Args:
        notes: The notes.
        title_weight: How often title and heading count as said in each paragraph.
        progress: Told how many notes of how many are done.
    """
    counter = _Counter(title_weight)
    for number, note in enumerate(notes, 1):
        counter.add(note)
        if progress and (counter.is_empty or number == len(notes)):
            progress(number, len(notes))
    return counter.counts()


class _Counter:
    """Takes notes one by one, and reads and counts a batch of them at a time."""

    def __init__(self, title_weight: int) -> None:
        self._weight = title_weight
        self._reader = TextReader()
        self._words: list[Piece] = []
        self._others: list[Piece] = []
        self._pairs: list[Piece] = []
        self._lengths: list[tuple[Numbers, Numbers]] = []
        self._first = 0
        self._begin()

    def _begin(self) -> None:
        self._texts: list[str] = []
        self._characters = 0
        # For each text in each document: the text, the document, how often it counts there.
        self._parts = array("i")
        self._facts, self._facts_in = array("i"), array("i")
        self._documents = 0

    @property
    def is_empty(self) -> bool:
        """Whether all that was taken is counted."""
        return not self._texts

    def add(self, note: Note) -> None:
        """Take a note: one document for each paragraph, or one of its title alone."""
        facts = [self._reader.words[fact] for fact in _facts(note)]
        # A note that is its title alone says it once at least.
        weight = self._weight if note.paragraphs else max(self._weight, 1)
        title = self._text(note.title) if weight else 0
        for paragraph in note.paragraphs:
            self._part(title, weight)
            self._part(self._text(paragraph.text), 1)
            if paragraph.heading and weight:
                self._part(self._text(paragraph.heading), weight)
            self._end(facts)
        if not note.paragraphs:
            self._part(title, weight)
            self._end(facts)
        if self._characters >= _BATCH:
            self._count()

    def _text(self, text: str) -> int:
        self._texts.append(text)
        self._characters += len(text)
        return len(self._texts) - 1

    def _part(self, text: int, times: int) -> None:
        self._parts.extend((text, self._documents, times))

    def _end(self, facts: Sequence[int]) -> None:
        self._facts.extend(facts)
        self._facts_in.extend([self._documents] * len(facts))
        self._documents += 1

    def _count(self) -> None:
        """Read and count what was taken since the last time."""
        read = _joined([self._reader.read(texts) for texts in _cut(self._texts)])
        text, document, times = np.asarray(self._parts, np.int64).reshape(-1, 3).T
        parts = np.repeat(text, times), np.repeat(document, times)
        said = [_put_together(stream, *parts) for stream in read]
        (han, han_in), (latin, latin_in), (others, others_in), (pairs, pairs_in) = said
        facts, facts_in = (np.asarray(each, np.int64) for each in (self._facts, self._facts_in))
        first, size = self._first, self._documents
        words, words_in = np.concatenate((han, latin)), np.concatenate((han_in, latin_in))
        self._lengths.append(
            (
                np.bincount(words_in, minlength=size),
                np.bincount(np.concatenate((others_in, pairs_in)), minlength=size),
            )
        )
        self._words.append(
            piece_of(np.concatenate((words, facts)), np.concatenate((words_in, facts_in)), first)
        )
        self._others.append(piece_of(others, others_in, first))
        self._pairs.append(piece_of(pairs, pairs_in, first))
        self._first += size
        self._begin()

    def counts(self) -> Counts:
        """What was counted. To be called once: pieces are let go of as they are laid."""
        self._count()
        words, bigrams = (
            np.concatenate(lengths).astype(np.int32) for lengths in zip(*self._lengths, strict=True)
        )
        terms = self._reader.words.terms()
        return Counts(laid(self._words, terms, words), self._bigrams(bigrams), self._reader.chunks)

    def _bigrams(self, lengths: npt.NDArray[np.int32]) -> Counted:
        others, pieces = self._reader.pairs.terms(), self._others
        pairs = ascending([piece.terms for piece in self._pairs])
        self._pairs.reverse()
        while self._pairs:
            piece = self._pairs.pop()
            numbers = (np.searchsorted(pairs, piece.terms) + len(others)).astype(np.int32)
            pieces.append(Piece(numbers, piece.ids, piece.counts))
        return laid(pieces, PairTerms(others, pairs), lengths)


def _cut(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Texts in lots of so many characters as are read at a time; one lot at least."""
    first = characters = 0
    for number, text in enumerate(texts, 1):
        characters += len(text)
        if characters >= _AT_A_TIME:
            yield texts[first:number]
            first, characters = number, 0
    if first < len(texts) or not texts:
        yield texts[first:]


def _joined(lots: Sequence[Read]) -> Read:
    """Several lots as one."""
    return Read(*(_chained(streams) for streams in zip(*lots, strict=True)))


def _chained(streams: Sequence[Stream]) -> Stream:
    ends = np.cumsum([0, *(len(stream.numbers) for stream in streams)])
    bounds = [stream.bounds[:-1] + start for stream, start in zip(streams, ends[:-1], strict=True)]
    return Stream(
        np.concatenate([stream.numbers for stream in streams]),
        np.concatenate((*bounds, ends[-1:])),
    )


def _put_together(
    stream: Stream, texts: Numbers, documents: Numbers
) -> tuple[npt.NDArray[np.integer], Numbers]:
    """The terms of documents, and the document of each.

    Args:
        stream: The terms of texts.
        texts: Texts that stand in documents, as often as they count there.
        documents: The document of each.
    """
    starts, ends = stream.bounds[texts], stream.bounds[texts + 1]
    return stream.numbers[ranges(starts, ends)], np.repeat(documents, ends - starts)


def _facts(note: Note) -> list[str]:
    """What a note is about without having to say so: its repository and its PR."""
    names = dict.fromkeys((note.repo, note.repo.rpartition("/")[2])) if note.repo else {}
    facts = [joined(name) for name in names if name]
    return facts if note.pr is None else [*facts, f"#{note.pr}", str(note.pr)]
