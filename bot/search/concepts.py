"""What a question asks of the notes: concepts, each with the forms it may take.

A concept is one thing the asker wants, as one word to them: a name (`FlashInfer`), a number
(`#55385`), a phrase in quotes, a word of Chinese or English, or a glossary group (投机解码).
Whether a note *answers* is decided by the concepts it holds (`bot.search.matching`); how well it
ranks, by the terms of their forms.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from bot.search.analysis import Kind, Token, analyze, tokens
from bot.search.folding import fold_text
from bot.search.glossary import Glossary, Group, form_atoms, hyphenations
from bot.search.han import coarse_words
from bot.search.identifiers import is_identifier, joined, latin_terms
from bot.search.query import Query
from bot.search.scaffolding import is_quiet
from bot.search.tuning import Tuning

_SHORTEST_PIECE = 2  # letters of each of two words typed as one: br|panic

_LETTERS = str.maketrans("", "", "abcdefghijklmnopqrstuvwxyz")

MOST_CONCEPTS = 60
"""What is looked at of a question; one bit each in a machine word."""


class Role(StrEnum):
    """What a concept means for the match."""

    REQUIRED = "required"  # a name, a number, a phrase: a note that answers holds it
    COUNTED = "counted"  # a word: enough of these must be there
    QUIET = "quiet"  # searched for, but may be missing


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a concept, as terms.

    Args:
        text: Its search copy, lower case, to be found again in what is shown.
        words: Terms of the word field that must all stand in a paragraph.
        bigrams: Terms of the bigram field; a paragraph that holds all of them holds the form.
        weight: What its scores are weighed with; 1 for the asker's own form.
        parts: Further terms that score, but prove nothing.
        group: The head of the glossary group it came from.
    """

    text: str
    words: tuple[str, ...]
    bigrams: tuple[str, ...] = ()
    weight: float = 1.0
    parts: tuple[str, ...] = ()
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing the asker wants.

    Args:
        text: As the asker wrote it.
        role: What it means for the match.
        forms: The asker's own first.
    """

    text: str
    role: Role
    forms: tuple[Form, ...]

    @property
    def is_group(self) -> bool:
        """Whether it was recognised by the glossary."""
        return self.forms[0].group is not None


@dataclass(frozen=True, slots=True)
class Question:
    """All that is asked.

    Args:
        concepts: What is asked for.
        is_sentence: Whether something is asked of a thing, rather than the notes on a subject.
    """

    concepts: tuple[Concept, ...]
    is_sentence: bool = False


def concepts(
    query: Query, glossary: Glossary, known: Collection[str], tuning: Tuning
) -> tuple[Concept, ...]:
    """Read the concepts of a question, in the order they were asked.

    Args:
        query: The parsed question.
        glossary: Which words mean the same.
        known: The terms of the word field, for Latin words that only stand together
            (`flash infer`).
        tuning: What the forms of a group weigh.
    """
    reader = _Reader(query.text, glossary, known, tuning)
    found = [*map(_phrase, query.phrases), *reader.read()]
    unique = {concept.forms[0].text: concept for concept in reversed(found)}
    return tuple(list(reversed(unique.values()))[:MOST_CONCEPTS])


def word_form(text: str, weight: float = 1.0, group: str | None = None) -> Form:
    """The form that a stretch of text is searched by."""
    terms = analyze(text)
    found = tokens(text)
    copy = fold_text(text).lower()
    words = tuple(dict.fromkeys(term.text for term in terms.words))
    if len(found) == 1 and found[0].kind is Kind.LATIN:
        return Form(copy, words[:1], weight=weight, parts=words[1:], group=group)
    if len(found) == 1 and found[0].kind is Kind.NUMBER:
        return Form(copy, words[1:], weight=weight, parts=words[:1], group=group)
    pairs = tuple(dict.fromkeys(term.text for term in terms.bigrams if len(term.text) > 1))
    latin = tuple(joined(token.text) for token in found if token.kind is Kind.LATIN)
    if not pairs:
        return Form(copy, latin or words, weight=weight, parts=words, group=group)
    return Form(copy, latin, pairs, weight, words, group)


def _phrase(text: str) -> Concept:
    return Concept(text, Role.REQUIRED, (word_form(text),))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one question from left to right: glossary forms first, then word by word."""

    text: str
    glossary: Glossary
    known: Collection[str]
    tuning: Tuning

    def read(self) -> Iterator[Concept]:
        """The concepts of the question."""
        found = tokens(self.text)
        atoms = form_atoms(found)
        keys = [key for key, _, _ in atoms]
        bounds = _bounds(found)
        place = 0
        pending = 0
        while place < len(atoms):
            length, groups = self.glossary.longest(keys, place)
            start, end = atoms[place][1], atoms[place + length - 1][2] if length else 0
            if length and {start, end} <= bounds:
                yield from self._plain(self.text[pending:start])
                yield self._grouped(self.text[start:end], groups)
                pending = end
                place += length
            else:
                place += 1
        yield from self._plain(self.text[pending:])

    def _grouped(self, text: str, groups: Sequence[Group]) -> Concept:
        """A concept with all the forms of its groups; where it has equals, no loose ones."""
        groups = [group for group in groups if not group.is_loose] or groups
        forms = {text.lower(): word_form(text, group=groups[0].head)}
        for form in self._hyphenated(text.lower()):
            forms[form] = word_form(form, group=groups[0].head)
        for group in groups:
            weight = self.tuning.loose_weight if group.is_loose else self.tuning.group_weight
            for form in chain.from_iterable((f, *self._hyphenated(f)) for f in group.forms):
                if weight and form not in forms:
                    forms[form] = word_form(form, weight, group.head)
        return Concept(text, _role(text, is_name=False), tuple(forms.values()))

    def _hyphenated(self, form: str) -> Iterator[str]:
        """The form as notes may have it: KV-cache, multi-head attention."""
        for written in hyphenations(form):
            if all(joined(chunk) in self.known for chunk in written.split()):
                yield written

    def _plain(self, text: str) -> Iterator[Concept]:
        """The concepts of a stretch without glossary forms."""
        found = tokens(text)
        place = 0
        while place < len(found):
            token = found[place]
            following = found[place + 1] if place + 1 < len(found) else None
            if token.kind is Kind.HAN:
                yield from self._han(text, token)
            elif following and _names_repository(token, following):
                written = text[token.start : token.end]
                yield Concept(written, Role.QUIET, (word_form(written),))
            elif following and self._stand_together(token, following):
                both = text[token.start : following.end]
                terms = (joined(f"{token.text}-{following.text}"),)
                parts = latin_terms(token.text) + latin_terms(following.text)
                yield Concept(
                    both, Role.COUNTED, (Form(both.lower(), terms, parts=parts), word_form(both))
                )
                place += 1
            else:
                yield from self._latin(text[token.start : token.end], token)
            place += 1

    def _latin(self, written: str, token: Token) -> Iterator[Concept]:
        """A name or a word; two known ones where they were typed without the space between."""
        pieces = [] if token.kind is Kind.NUMBER else self._unglued(token.text)
        for piece in pieces or [written]:
            is_name = token.kind is Kind.NUMBER or is_identifier(piece)
            yield Concept(piece, _role(piece, is_name), (word_form(piece), *self._longer(piece)))

    def _longer(self, written: str) -> Iterator[Form]:
        """For a name that is nowhere whole: its pieces side by side in a longer one.

        `kda_prefill_backend` stands in `_resolve_kda_prefill_backend`.
        """
        whole, *pieces = latin_terms(written.lower())
        is_all = "".join(pieces).translate(_LETTERS) == whole.translate(_LETTERS)
        if len(pieces) > 1 and is_all and whole not in self.known:
            yield Form(written.lower(), tuple(pieces), weight=self.tuning.group_weight)

    def _unglued(self, chunk: str) -> list[str]:
        """The two known words that an unknown one is made of; the longest first one wins."""
        if joined(chunk) in self.known or not chunk.isalpha():
            return []
        for place in range(len(chunk) - _SHORTEST_PIECE, _SHORTEST_PIECE - 1, -1):
            pieces = [chunk[:place], chunk[place:]]
            if all(joined(piece) in self.known for piece in pieces):
                return pieces
        return []

    def _stand_together(self, first: Token, second: Token) -> bool:
        """Whether two Latin words are one name in the notes: flash infer."""
        return (
            first.kind is second.kind is Kind.LATIN
            and joined(f"{first.text}-{second.text}") in self.known
        )

    def _han(self, text: str, token: Token) -> Iterator[Concept]:
        for start, end in _han_words(token.text):
            word = text[token.start + start : token.start + end]
            yield Concept(word, _role(word, is_name=False), (word_form(word),))


def _bounds(found: Sequence[Token]) -> set[int]:
    """Where the words of a question start and end: a glossary form must not tear one."""
    bounds: set[int] = set()
    for token in found:
        bounds |= {token.start, token.end}
        if token.kind is Kind.HAN:
            for first, last in _han_words(token.text):
                bounds |= {token.start + first, token.start + last}
    return bounds


def _names_repository(token: Token, following: Token) -> bool:
    """Whether a name only says whose a number is: `owner/name#12`."""
    touches = token.end == following.start
    return token.kind is Kind.LATIN and following.kind is Kind.NUMBER and touches


def _role(text: str, is_name: bool) -> Role:  # noqa: FBT001  a fact, not a mode
    if is_name:
        return Role.REQUIRED
    return Role.QUIET if is_quiet(text.lower()) else Role.COUNTED


def _han_words(run: str) -> list[tuple[int, int]]:
    """Words of a run of Han as people read them.

    Characters that the cut leaves alone side by side are one word (涞滩镇), and one left alone
    beside a word belongs to it (预 | 填充).
    """
    merged: list[tuple[int, int, bool]] = []
    for _, start, end in coarse_words(run):
        is_lone = end - start == 1
        if merged and is_lone and merged[-1][2]:
            merged[-1] = (merged[-1][0], end, True)
        else:
            merged.append((start, end, is_lone))
    spans: list[tuple[int, int]] = []
    pending: int | None = None
    for start, end, _ in merged:
        if end - start > 1:
            spans.append((start if pending is None else pending, end))
            pending = None
        elif spans:
            spans[-1] = (spans[-1][0], end)
        else:
            pending = start
    return spans if pending is None else [*spans, (pending, len(run))]
