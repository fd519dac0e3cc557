"""Vocabularies: terms with their numbers, and one that grows and shrinks without being copied.

A hundred thousand paragraphs have millions of terms, and a note that comes brings a few dozen. So
the vocabulary of a revised index is the one of before, beside it the terms that are new, and the
numbers of those that no document holds any more. Only what changed is made.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

_MOST = 8  # one of so many terms may be new or gone; then all are written down anew


class Vocabulary(Mapping[str, int]):
    """Terms with their numbers, in the order of these, kept otherwise than in a dictionary."""

    @abstractmethod
    def get(self, term: str, default: int | None = None) -> int | None:  # type: ignore[override]
        """The number of a term."""

    @abstractmethod
    def with_character(self, char: str) -> list[str]:
        """The terms that hold a character, in the order of their numbers."""

    def __getitem__(self, term: str) -> int:
        number = self.get(term)
        if number is None:
            raise KeyError(term)
        return number

    def __contains__(self, term: object) -> bool:
        return isinstance(term, str) and self.get(term) is not None


def terms_with(terms: Mapping[str, int], char: str) -> list[str]:
    """The terms that hold a character, in the order of their numbers."""
    if isinstance(terms, Vocabulary):
        return terms.with_character(char)
    return [term for term in terms if char in term]


class GrownTerms(Vocabulary):
    """Terms with their numbers, on top of a vocabulary that stays as it is.

    Args:
        base: The terms of before, each numbered by its place.
        new: Terms that came since, numbered on from there.
        gone: Numbers of terms that no document holds any more; for a caller they are not there.
    """

    def __init__(
        self, base: Mapping[str, int], new: Mapping[str, int], gone: AbstractSet[int]
    ) -> None:
        self.base, self.new, self.gone = base, new, gone

    def number(self, term: str) -> int | None:
        """The number a term has or had; its place is kept for it."""
        number = self.new.get(term)
        return self.base.get(term) if number is None else number

    def get(self, term: str, default: int | None = None) -> int | None:  # type: ignore[override]
        """The number of a term that occurs."""
        number = self.number(term)
        return default if number is None or number in self.gone else number

    def __iter__(self) -> Iterator[str]:
        for number, term in enumerate(self.base):
            if number not in self.gone:
                yield term
        for term, number in self.new.items():
            if number not in self.gone:
                yield term

    def __len__(self) -> int:
        return len(self.base) + len(self.new) - len(self.gone)

    def with_character(self, char: str) -> list[str]:
        """The terms that hold a character."""
        found = terms_with(self.base, char) + terms_with(self.new, char)
        return [term for term in found if term in self]

    @property
    def is_worn(self) -> bool:
        """Whether so much came and went that it pays to number all terms anew."""
        return _MOST * (len(self.new) + len(self.gone)) > len(self.base)
