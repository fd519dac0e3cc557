"""Which notes of a digest belong together: by repository, then by a label or a term they share.

Pure, and the same for the same notes. A group needs two notes; what shares nothing with any other
stands in a last group without a name.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.notes.model import Note

_SMALLEST = 2
_IN_TITLE = 3  # a title says what a note is about; its text may only touch on it
_IN_TEXT = 1
_SPOKEN_OF = 2  # a text that names a thing once names it by the way
_FEWEST_NOTES = 4  # fewer are read at one glance, headings would only part them
_MOST_SHARE = 0.5  # a term that nearly all notes share tells nothing
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.+]*[A-Za-z0-9+]")
# Words of a title that say what was done or where every change happens, not what it is about.
_COMMON = frozenset(
    """add adds and api bug bump call change ci cpu decode default docs error fail fix fixes for
    from full gpu in into init key make max min mode model move new of off on only or out pr push py
    refactor remove set support test tests the to update use uses via when with""".split()  # noqa: SIM905  it reads as words
)


@dataclass(frozen=True, slots=True)
class Group:
    """Notes that belong together.

    Args:
        repo: Their repository; `None` where it is unknown.
        topic: What else they share; empty for what is left over, and for few notes.
        notes: In the order they were given.
    """

    repo: str | None
    topic: str
    notes: tuple[Note, ...]


def grouped(notes: Sequence[Note], topics: Sequence[str] = ()) -> tuple[Group, ...]:
    """Group notes; groups come in the order of their first notes, left-overs last.

    Args:
        notes: In the order in which they are to be read.
        topics: Terms that people search by, the most telling first.
    """
    by_repo: dict[str | None, list[Note]] = {}
    for note in notes:
        by_repo.setdefault(note.repo, []).append(note)
    return tuple(
        group for repo, members in by_repo.items() for group in _by_topic(repo, members, topics)
    )


def _by_topic(repo: str | None, notes: Sequence[Note], topics: Sequence[str]) -> list[Group]:
    left = list(notes)
    groups: list[Group] = []
    sharers = _sharers(notes, topics) if len(notes) >= _FEWEST_NOTES else {}
    while sharers:
        # The most notes first; then a label before a term, a telling term before another.
        topic = max(sharers, key=lambda name: sum(sharers[name].values()))
        members = sharers.pop(topic)
        groups.append(Group(repo, topic, tuple(note for note in left if note.id in members)))
        left = [note for note in left if note.id not in members]
        sharers = {
            name: rest
            for name, others in sharers.items()
            if _makes_group(rest := {id_: n for id_, n in others.items() if id_ not in members})
        }
    place = {note.id: at for at, note in enumerate(notes)}
    groups.sort(key=lambda group: place[group.notes[0].id])
    return [*groups, *([Group(repo, "", tuple(left))] if left else [])]


def _sharers(notes: Sequence[Note], topics: Sequence[str]) -> dict[str, dict[str, int]]:
    """How much each label and each term, in this order, has to do with each note it stands in."""
    found: dict[str, dict[str, int]] = {}
    for label in dict.fromkeys(label for note in notes for label in note.labels):
        found[label] = {note.id: _IN_TITLE for note in notes if label in note.labels}
    words = [word for note in notes for word in _title_words(note)]
    known = {name.casefold() for name in found} | _own_names(notes)
    for term in dict.fromkeys((*topics, *words)):
        if term.casefold() not in known:
            known.add(term.casefold())
            found[term] = _with_term(notes, term)
    most = len(notes) * _MOST_SHARE
    return {
        name: members
        for name, members in found.items()
        if _makes_group(members) and len(members) <= most
    }


def _own_names(notes: Sequence[Note]) -> set[str]:
    """The repository's own name, which says nothing inside it."""
    return {part for note in notes if note.repo for part in re.split("[/-]", note.repo.casefold())}


def _makes_group(members: Mapping[str, int]) -> bool:
    """Whether there are enough, and the topic stands in a title of theirs."""
    return len(members) >= _SMALLEST and _IN_TITLE in members.values()


def _title_words(note: Note) -> list[str]:
    words = [word.strip("._") for word in _WORD.findall(note.title)]
    return [word for word in words if word.casefold() not in _COMMON and len(word) > 1]


def _with_term(notes: Sequence[Note], term: str) -> dict[str, int]:
    has_term = _matcher(term)
    found = {}
    for note in notes:
        if has_term(note.title):
            found[note.id] = _IN_TITLE
        elif has_term(note.text) >= _SPOKEN_OF:
            found[note.id] = _IN_TEXT
    return found


def _matcher(term: str) -> Callable[[str], int]:
    """How often a text holds a term: as a whole word where it is Latin."""
    left = r"(?<![A-Za-z0-9_])" if term[:1].isascii() else ""
    right = r"(?![A-Za-z0-9_])" if term[-1:].isascii() else ""
    pattern = re.compile(left + re.escape(term) + right, re.IGNORECASE)
    return lambda text: len(pattern.findall(text))
