"""What a text is made of, for searching: terms, each with its place in the original.

`analyze` serves questions and snippets and keeps places; `bot.search.reading` serves the index and
keeps none, so that it can be quick. A test holds that the two agree.

Two fields come out of every text. *Words*: Latin chunks whole and in parts
(`bot.search.identifiers`), numbers, runs of Han cut by jieba (`bot.search.han`), runs of any
other script whole. *Bigrams*: pairs of Han characters, which find what the cut got wrong, and
pairs of Latin words side by side (`gpu memori`), which tell a term of two words from two words.
Where the two scripts meet, the pair is of the Latin word and the character beside it (`cuda 图`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from bot.search.folding import fold
from bot.search.han import bigrams, coarse_words, placed_words
from bot.search.identifiers import joined, latin_terms

HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff々〇"
_LETTER = rf"[^\W{HAN}]"  # of any script but Han, a digit, or _
_NAMES = (
    rf"(?P<number>#[0-9]+(?!{_LETTER}))"
    rf"|(?P<latin>(?=_*[^\W_{HAN}]){_LETTER}+(?:[.\-/+:@'’&]+{_LETTER}+)*"
    rf"(?:\+\+|(?<=[CcFf])#(?!{_LETTER}))?)"
)
_HAN_RUN = re.compile(rf"(?P<han>[{HAN}]+)")
LATIN = re.compile(_NAMES)
BETWEEN_WORDS = " "
BETWEEN_SCRIPTS = ("", " ")
"""What may part the two of a pair."""


class Kind(StrEnum):
    """What a token of a text is."""

    HAN = "han"  # a run of Han characters
    NUMBER = "number"  # #55385
    LATIN = "latin"  # a chunk: a name, a word, a version, a path


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of text that is analysed as one.

    Args:
        kind: What it is.
        text: Its search copy, case kept.
        start: Where it starts in the original.
        end: Where it ends in the original.
    """

    kind: Kind
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Term:
    """What analysis makes of text, with its place in it.

    Args:
        text: As the index holds it.
        start: Where it starts in the original text.
        end: Where it ends there.
    """

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a text by field, in order; overlapping ones all stand here."""

    words: tuple[Term, ...]
    bigrams: tuple[Term, ...]


def tokens(text: str) -> list[Token]:
    """Cut a text into tokens; what is between them (space, punctuation) is not searched."""
    folded = fold(text)
    found = []
    for match in _found(folded.text):
        kind = Kind(match.lastgroup or "")
        found.append(Token(kind, match[0], *folded.span(*match.span())))
    return found


def analyze(text: str) -> Terms:
    """All terms of a text with their places."""
    folded = fold(text)
    found_words: list[Term] = []
    found_bigrams: list[Term] = []
    before: re.Match[str] | None = None
    for match in _found(folded.text):
        start, end = match.span()
        if before and (pair := _pair(folded.text, before, match)):
            first = before.end() - 1 if before.lastgroup == Kind.HAN else before.start()
            last = start + 1 if match.lastgroup == Kind.HAN else end
            found_bigrams.append(Term(pair, *folded.span(first, last)))
        before = match
        if match.lastgroup != Kind.HAN:
            place = folded.span(start, end)
            found_words += [Term(term, *place) for term in chunk_terms(match[0], match.lastgroup)]
            continue
        for word, first, last in placed_words(match[0]):
            found_words.append(Term(word, *folded.span(start + first, start + last)))
        for first, pair in enumerate(bigrams(match[0]), start):
            found_bigrams.append(Term(pair, *folded.span(first, first + len(pair))))
    return Terms(tuple(found_words), tuple(found_bigrams))


def chunks_of(texts: Iterable[str]) -> set[str]:
    """The Latin chunks of texts as they are written, for near spellings."""
    found = (token for text in texts for token in tokens(text))
    return {token.text for token in found if token.kind is not Kind.HAN}


def latin_places(text: str) -> list[Term]:
    """The terms of the Latin chunks and numbers of a text with their places."""
    folded = fold(text)
    found: list[Term] = []
    for match in LATIN.finditer(folded.text):
        place = folded.span(*match.span())
        found += [Term(term, *place) for term in chunk_terms(match[0], match.lastgroup)]
    return found


def _found(text: str) -> list[re.Match[str]]:
    """All tokens in order: the patterns share no character, so neither hides a match of the other.

    One pattern of both would do, too, but takes as long to compile as they take together.
    """
    return sorted([*_HAN_RUN.finditer(text), *LATIN.finditer(text)], key=re.Match.start)


def _pair(text: str, before: re.Match[str], match: re.Match[str]) -> str | None:
    """The bigram of two tokens side by side, where one of them is Latin.

    One space parts two Latin words; it may stand between the scripts, too, or be left out.
    """
    gap = text[before.end() : match.start()]
    is_han = [found.lastgroup == Kind.HAN for found in (before, match)]
    if all(is_han) or gap not in (BETWEEN_SCRIPTS if any(is_han) else (BETWEEN_WORDS,)):
        return None
    first = before[0][-1] if is_han[0] else joined(before[0])
    second = match[0][0] if is_han[1] else joined(match[0])
    return f"{first} {second}"


def chunk_terms(chunk: str, kind: str | None) -> tuple[str, ...]:
    """The terms of what `LATIN` matched, by the group it was."""
    return (chunk, chunk[1:]) if kind == Kind.NUMBER else latin_terms(chunk)


def words_apart(text: str) -> list[str]:
    """The words of a text one by one, as they are written."""
    bounds = sorted(word_bounds(tokens(text)))
    pieces = [text[first:last] for first, last in pairwise(bounds)]
    return [piece for piece in pieces if tokens(piece)]


def word_bounds(found: Sequence[Token]) -> set[int]:
    """Where words of a text start and end; what is recognised in it must not tear one."""
    bounds: set[int] = set()
    for token in found:
        bounds |= {token.start, token.end}
        if token.kind is Kind.HAN:
            for _, first, last in coarse_words(token.text):
                bounds |= {token.start + first, token.start + last}
    return bounds
