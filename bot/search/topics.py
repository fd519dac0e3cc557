"""Topics: the terms people search by, with how many notes each of them finds.

What a note says is read once and remembered: after a reload, only what is new in it is read.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, islice, pairwise

from bot.notes.model import Note
from bot.search.analysis import HAN, LATIN
from bot.search.collection import Collection
from bot.search.folding import fold_text
from bot.search.glossary import Glossary
from bot.search.identifiers import is_identifier, joined

_FEWEST = 2  # notes; a term of one note is found by asking for it
_MOST = 2_000  # notes looked at, the newest: what is talked of now, known in a second
_SHORTEST = 3  # characters of a name
_MARKS = frozenset("/.:")  # of paths; of filters, which a question would obey
_NAMED_GROUP = re.compile(r"\?P<\w+>")

Said = Mapping[str, str]
"""What a note says: by key, the way it is written."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A term worth asking for, and how many notes answer it."""

    text: str
    count: int


class Mentions:
    """What notes say that others may say too: names, and heads of glossary groups.

    Args:
        glossary: Its `=` groups are known by their heads.
    """

    def __init__(self, glossary: Glossary) -> None:
        self._glossary = glossary
        self._beginnings: frozenset[tuple[str, ...]] = frozenset()
        self._known: dict[str, tuple[Note, Said]] = {}

    def of(self, notes: Sequence[Note]) -> list[Said]:
        """What each of some notes says; remembered until others are asked about."""
        before = self._known
        found = [self._of(note, before.get(note.id)) for note in notes]
        self._known = {read[0].id: read for read in found}
        return [said for _, said in found]

    def _of(self, note: Note, before: tuple[Note, Said] | None) -> tuple[Note, Said]:
        if before and (before[0] is note or before[0] == note):
            return before
        return note, dict(self._read(note))

    def _read(self, note: Note) -> Iterator[tuple[str, str]]:
        """The keys of a note's topics, each with the way it is written."""
        for text in (note.title, *(paragraph.text for paragraph in note.paragraphs)):
            found = _atoms().findall(fold_text(text))
            yield from self._heads([_key(atom) for atom in found])
            for atom in found:
                if len(atom) >= _SHORTEST and (key := _name_key(atom)):
                    yield key, atom

    def _heads(self, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The groups of which a text says a form."""
        # A form is looked for where one may begin: that is not so at most places of a text.
        begins = self._beginnings = self._beginnings or self._glossary.beginnings()
        end = 0
        for place, pair in enumerate(pairwise([*keys, ""])):
            if place >= end and (pair in begins or pair[:1] in begins):
                length, groups = self._glossary.longest(keys, place)
                end = place + length
                heads = [group.head for group in groups if not group.is_loose]
                if heads:
                    yield f"={heads[0]}", heads[0]


def topics(
    collection: Collection, mentions: Mentions, limit: int, count: Callable[[str], int]
) -> tuple[Topic, ...]:
    """The terms that most notes share but not nearly all: names, and heads of glossary groups.

    Args:
        collection: The notes; of very many, the newest are looked at.
        mentions: Tells what they say.
        limit: How many at most.
        count: How many notes answer a term. They are more than say it: there are other words for
            it, and a review need not name its own repository.
    """
    newest = collection.facets.newest_first()[:_MOST].tolist()
    said = mentions.of([collection.notes[number] for number in newest])
    most = max(len(collection.notes) // 2, _FEWEST)
    found = (Topic(text, count(text)) for text in _shared(said))
    return tuple(islice((topic for topic in found if _FEWEST <= topic.count <= most), limit))


def _shared(said: Sequence[Said]) -> Iterator[str]:
    """What several notes say, in the spelling of most of them, what most notes say first."""
    counts = Counter(chain.from_iterable(said))
    kept = [(key, count) for key, count in counts.items() if count >= _FEWEST]
    kept.sort(key=lambda entry: (-entry[1], entry[0]))
    for key, _ in kept:
        yield Counter(own[key] for own in said if key in own).most_common(1)[0][0]


@cache
def _atoms() -> "re.Pattern[str]":
    """What cuts a search copy as the glossary does its forms: Han apart, Latin chunks whole."""
    return re.compile(rf"[{HAN}]|{_NAMED_GROUP.sub('?:', LATIN.pattern)}")


@lru_cache(maxsize=1 << 16)
def _key(atom: str) -> str:
    """How the glossary knows an atom."""
    is_plain = atom[0] == "#" or re.fullmatch(f"[{HAN}]", atom)
    return atom if is_plain else joined(atom)


@lru_cache(maxsize=1 << 16)
def _name_key(atom: str) -> str:
    """The key of a name; empty where an atom is none."""
    return joined(atom) if _is_name(atom) else ""


def _is_name(chunk: str) -> bool:
    """A name people would ask for: FlashInfer, GLM-5; no path, filter, number or plain word."""
    is_plain = "_" not in chunk.strip("_") and not _MARKS & set(chunk)
    return is_plain and is_identifier(chunk) and any(map(str.isalpha, chunk))
