"""What concepts give the paragraphs of an index: scores, and who holds what.

The arithmetic between `bot.search.concepts` and `bot.search.index`: for every concept the best of
its forms counts once, so a paragraph that says it in two languages gains nothing by that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.search.concepts import Concept, Form
from bot.search.index import PostingIndex, Postings
from bot.search.numbers import ascending
from bot.search.postings import Ids, Scores
from bot.search.vocabulary import terms_with

_NO_IDS = np.empty(0, np.int32)


_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds a concept.

    Args:
        ids: Numbers of documents or of notes, ascending; shape (n,).
        shares: How much of it each one holds, above 0 and up to 1; shape (n,).
    """

    ids: npt.NDArray[np.integer[Any]]
    shares: Scores

    @property
    def whole(self) -> npt.NDArray[np.integer[Any]]:
        """Those that hold all of it."""
        return self.ids[self.shares >= 1]


@dataclass(frozen=True, slots=True)
class Weighted:
    """One term of a form, with where it stands and what it weighs."""

    term: str
    field: str
    weight: float
    postings: Postings


@dataclass(frozen=True, slots=True)
class Fields:
    """The two fields of an index of paragraphs.

    Args:
        words: Words, names and numbers.
        bigrams: Pairs of Han characters.
        bigram_weight: What the second field counts beside the first.
    """

    words: PostingIndex
    bigrams: PostingIndex
    bigram_weight: float
    _pairs: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False)
    """The bigrams of each character that was ever asked for alone: a look at all of them."""

    def terms(self, form: Form) -> Iterator[Weighted]:
        """The terms that score for a form, those that occur."""
        for term in dict.fromkeys((*form.words, *form.parts)):
            postings = self.words.postings(term)
            if len(postings.ids):
                yield Weighted(term, "word", form.weight, postings)
        for term in self._pairs_of(form.text) if _is_lone(form) else form.bigrams:
            postings = self.bigrams.postings(term)
            if len(postings.ids):
                yield Weighted(term, "bigram", form.weight * self.bigram_weight, postings)

    def holders(self, form: Form) -> Ids:
        """The paragraphs that hold a form: all its words, and all its bigrams; ascending."""
        if _is_lone(form):
            return self._holders_of_character(form.text)
        return _intersection(self._lists(form))

    def holding(self, form: Form) -> Holding:
        """The paragraphs that hold at least half of a form, with the share of it they hold."""
        lists = self._lists(form)
        if len(lists) < 2 or not form.bigrams:  # noqa: PLR2004  one term is held or not
            ids = self.holders(form)
            return Holding(ids, np.ones(len(ids), np.float32))
        ids, counts = np.unique(np.concatenate(lists), return_counts=True)
        shares = (counts / len(lists)).astype(np.float32)
        is_half = shares >= _HALF
        return Holding(ids[is_half], shares[is_half])

    def _lists(self, form: Form) -> list[Ids]:
        """Where each of the terms stands that a paragraph must hold."""
        lists = [self.words.postings(term).ids for term in form.words]
        return lists + [self.bigrams.postings(term).ids for term in form.bigrams]

    def _holders_of_character(self, char: str) -> Ids:
        """One character stands in no word of its own: any pair that has it will do."""
        lists = [self.bigrams.postings(pair).ids for pair in self._pairs_of(char)]
        return ascending([self.words.postings(char).ids, *lists])

    def _pairs_of(self, char: str) -> Sequence[str]:
        """All pairs that have a character; kept, since it takes a look at all of them."""
        pairs = self._pairs.get(char)
        if pairs is None:
            pairs = self._pairs[char] = terms_with(self.bigrams.vocabulary, char)
        return pairs


@dataclass(frozen=True, slots=True)
class Scored:
    """What a question gives the paragraphs.

    Args:
        scores: The score of every paragraph; shape (number of paragraphs,).
        own: For each concept, who holds it in the asker's own words.
        held: For each concept, who holds it in any form.
    """

    scores: Scores
    own: tuple[Holding, ...]
    held: tuple[Holding, ...]


def score(concepts: Sequence[Concept], fields: Fields) -> Scored:
    """Score all paragraphs by the concepts of a question."""
    scores = np.zeros(fields.words.corpus_size, np.float32)
    holdings = [_score_concept(concept, fields, scores) for concept in concepts]
    return Scored(scores, tuple(own for own, _ in holdings), tuple(held for _, held in holdings))


def _score_concept(concept: Concept, fields: Fields, scores: Scores) -> tuple[Holding, Holding]:
    """Add a concept's scores to the total; of several forms, the best counts.

    Returns:
        Who holds the concept in the asker's own words, and who in any form.
    """
    own, *others = concept.forms
    best = np.zeros(len(scores), np.float32) if others else scores
    touched: list[Ids] = []
    for found in fields.terms(own):
        best[found.postings.ids] += np.float32(found.weight) * found.postings.impacts
        touched.append(found.postings.ids)
    holding = fields.holding(own)
    further = [fields.holders(form) for form in others]
    for form, ids in zip(others, further, strict=True):
        best[ids] = np.maximum(best[ids], _score_form(form, ids, fields))
    if others:
        places = ascending([*touched, *further])
        scores[places] += best[places]
    return holding, _joined(holding, further)


def _joined(holding: Holding, further: Sequence[Ids]) -> Holding:
    """A holding and those that hold all of another form."""
    if not any(map(len, further)):
        return holding
    whole = ascending(further)
    ids = ascending([holding.ids, whole])
    shares = np.zeros(len(ids), np.float32)
    shares[np.searchsorted(ids, holding.ids)] = holding.shares
    shares[np.searchsorted(ids, whole)] = 1
    return Holding(ids, shares)


def _score_form(form: Form, ids: Ids, fields: Fields) -> Scores:
    """What a form gives some paragraphs."""
    total = np.zeros(len(ids), np.float32)
    for found in fields.terms(form):
        total += np.float32(found.weight) * look_up(found.postings, ids)
    return total


def are_held_together(words: Sequence[Concept], fields: Fields) -> bool:
    """Whether any paragraph holds all of some concepts."""
    held = [ascending([fields.holders(form) for form in word.forms]) for word in words]
    return len(held) > 1 and bool(len(reduce(np.intersect1d, held)))


def is_held(concept: Concept, fields: Fields) -> bool:
    """Whether any paragraph holds a concept."""
    return any(len(fields.holders(form)) for form in concept.forms)


def look_up(postings: Postings, ids: Ids) -> Scores:
    """The impacts of a term on some documents; 0 where it does not stand."""
    places = np.searchsorted(postings.ids, ids)
    places[places == len(postings.ids)] = 0
    found = postings.ids[places] == ids
    return np.where(found, postings.impacts[places], np.float32(0))


def _intersection(lists: Sequence[Ids]) -> Ids:
    """What stands in all lists of ascending numbers, the shortest first."""
    if not lists:
        return _NO_IDS
    shortest_first = sorted(lists, key=len)
    return reduce(
        lambda left, right: np.intersect1d(left, right, assume_unique=True), shortest_first
    )


def _is_lone(form: Form) -> bool:
    """Whether a form is one character of Han."""
    first_han = 0x3400
    return not form.bigrams and len(form.text) == 1 and ord(form.text) >= first_han
