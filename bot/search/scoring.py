"""What concepts give the paragraphs of an index: scores, and who holds what.

The arithmetic between `bot.search.concepts` and `bot.search.index`: for every concept the best of
its forms counts once, so a paragraph that says it in two languages gains nothing by that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from bot.search.concepts import Concept, Form
from bot.search.index import Ids, PostingIndex, Postings, Scores

_NO_IDS = np.empty(0, np.int32)


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

    def terms(self, form: Form) -> Iterator[Weighted]:
        """The terms that score for a form, those that occur."""
        for term in dict.fromkeys((*form.words, *form.parts)):
            postings = self.words.postings(term)
            if len(postings.ids):
                yield Weighted(term, "word", form.weight, postings)
        for term in form.bigrams:
            postings = self.bigrams.postings(term)
            if len(postings.ids):
                yield Weighted(term, "bigram", form.weight * self.bigram_weight, postings)

    def holders(self, form: Form) -> Ids:
        """The paragraphs that hold a form: all its words, and all its bigrams; ascending."""
        if not form.bigrams and len(form.words) == 1 and _is_lone_han(form.words[0]):
            return self._holders_of_character(form.words[0])
        lists = [self.words.postings(term).ids for term in form.words]
        lists += [self.bigrams.postings(term).ids for term in form.bigrams]
        return _intersection(lists)

    def _holders_of_character(self, char: str) -> Ids:
        """One character stands in no word of its own: any pair that has it will do."""
        lists = [self.words.postings(char).ids]
        lists += [
            self.bigrams.postings(pair).ids for pair in self.bigrams.vocabulary if char in pair
        ]
        return np.unique(np.concatenate(lists))


@dataclass(frozen=True, slots=True)
class Scored:
    """What a question gives the paragraphs.

    Args:
        scores: The score of every paragraph; shape (number of paragraphs,).
        touched: The paragraphs that hold any term, ascending.
        holders: For each concept, the paragraphs that hold it, ascending.
    """

    scores: Scores
    touched: Ids
    holders: tuple[Ids, ...]


def score(concepts: Sequence[Concept], fields: Fields) -> Scored:
    """Score all paragraphs by the concepts of a question."""
    size = fields.words.corpus_size
    scores = np.zeros(size, np.float32)
    touched: list[Ids] = [_NO_IDS]
    holders = []
    for concept in concepts:
        own, held = _score_concept(concept, fields, scores)
        touched += own
        holders.append(held)
    return Scored(scores, np.unique(np.concatenate(touched)), tuple(holders))


def _score_concept(concept: Concept, fields: Fields, scores: Scores) -> tuple[list[Ids], Ids]:
    """Add a concept's scores to the total.

    Returns:
        The paragraphs touched, and those that hold the concept.
    """
    own, *others = concept.forms
    best = np.zeros(len(scores), np.float32) if others else scores
    touched = []
    for found in fields.terms(own):
        best[found.postings.ids] += np.float32(found.weight) * found.postings.impacts
        touched.append(found.postings.ids)
    held = [fields.holders(own)]
    for form in others:
        ids = fields.holders(form)
        if len(ids):
            best[ids] = np.maximum(best[ids], _score_form(form, ids, fields))
            held.append(ids)
    touched += held
    if others:
        places = np.unique(np.concatenate(touched))
        scores[places] += best[places]
    return touched, held[0] if len(held) == 1 else np.unique(np.concatenate(held))


def _score_form(form: Form, ids: Ids, fields: Fields) -> Scores:
    """What a form gives some paragraphs."""
    total = np.zeros(len(ids), np.float32)
    for found in fields.terms(form):
        total += np.float32(found.weight) * look_up(found.postings, ids)
    return total


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


def _is_lone_han(term: str) -> bool:
    return len(term) == 1 and ord(term) >= 0x3400  # noqa: PLR2004  where Han starts
