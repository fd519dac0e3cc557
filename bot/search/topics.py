"""Topics: the terms people search by, with how many notes each of them finds."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from bot.notes.model import Note
from bot.search.analysis import Kind, tokens
from bot.search.glossary import Glossary, Group, form_atoms
from bot.search.identifiers import is_identifier, joined

_FEWEST = 2  # notes; a term of one note is found by asking for it
_MOST = 2_000  # notes looked at, the newest: what is talked of now, known in a second
_MARKS = frozenset("/.:")  # of paths; of filters, which a question would obey


@dataclass(frozen=True, slots=True)
class Topic:
    """A term worth asking for, and how many notes answer it."""

    text: str
    count: int


def topics(
    notes: Sequence[Note], glossary: Glossary, limit: int, count: Callable[[str], int]
) -> tuple[Topic, ...]:
    """The terms that most notes share but not nearly all: names, and heads of glossary groups.

    Args:
        notes: The notes; of very many, the newest are looked at.
        glossary: Its `=` groups count under their heads.
        limit: How many at most.
        count: How many notes answer a term. They are more than say it: there are other words for
            it, and a review need not name its own repository.
    """
    most = max(len(notes) // 2, _FEWEST)
    found = (Topic(text, count(text)) for text in _shared(notes, glossary))
    return tuple(islice((topic for topic in found if _FEWEST <= topic.count <= most), limit))


def _shared(notes: Sequence[Note], glossary: Glossary) -> list[str]:
    """What several notes say, in the spelling of most of them, what most notes say first."""
    counts: Counter[str] = Counter()
    written: dict[str, Counter[str]] = {}
    if len(notes) > _MOST:
        notes = sorted(notes, key=lambda note: note.date or date.min, reverse=True)[:_MOST]
    for note in notes:
        for key, text in dict(_terms(note, glossary)).items():
            counts[key] += 1
            written.setdefault(key, Counter())[text] += 1
    kept = [(key, count) for key, count in counts.items() if count >= _FEWEST]
    kept.sort(key=lambda entry: (-entry[1], entry[0]))
    return [written[key].most_common(1)[0][0] for key, _ in kept]


def _terms(note: Note, glossary: Glossary) -> Iterator[tuple[str, str]]:
    """The keys of a note's topics, each with the way it is written."""
    for text in (note.title, *(paragraph.text for paragraph in note.paragraphs)):
        found = tokens(text)
        atoms = form_atoms(found)
        keys = [key for key, _, _ in atoms]
        place = 0
        while place < len(atoms):
            length, groups = glossary.longest(keys, place)
            heads = [group for group in groups if not group.is_loose]
            if heads:
                yield f"={heads[0].head}", _shown(heads[0])
            place += max(length, 1)
        for token in found:
            if token.kind is Kind.LATIN and _is_name(token.text):
                yield joined(token.text), token.text


def _shown(group: Group) -> str:
    return group.head


def _is_name(chunk: str) -> bool:
    """A name people would ask for: FlashInfer, GLM-5; no path, filter, number or short word."""
    is_plain = "_" not in chunk.strip("_") and not _MARKS & set(chunk)
    return is_plain and len(chunk) > 2 and is_identifier(chunk) and any(map(str.isalpha, chunk))  # noqa: PLR2004
