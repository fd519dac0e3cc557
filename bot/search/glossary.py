"""Words that mean the same: 投机解码 = speculative decoding = spec decode.

The data is a plain file that a team can edit (`glossary.txt` beside this module, and a file of
their own); this module reads it and recognises its forms in a question. What a form is worth is
for `bot.search.concepts`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain, product
from pathlib import Path

from bot.errors import BotError
from bot.search.analysis import Kind, Token, tokens
from bot.search.folding import fold_text
from bot.search.identifiers import joined

Atoms = tuple[str, ...]
"""How a form is recognised: Latin chunks in their joined form, Han character by character."""

_MOST_WORDS = 5  # of a form that is also known with hyphens: each word more doubles the spellings
_LIKE = "a group is a line like 投机解码 = speculative decoding"


class GlossaryError(BotError, ValueError):
    """A glossary file that cannot be read as one.

    Args:
        path: The file, as it was named.
        line: The line it stands at, counted from 1; 0 for the file as a whole.
        reason: What is wrong and what to do.
    """

    def __init__(self, path: str, line: int, reason: str) -> None:
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: {reason}")


@dataclass(frozen=True, slots=True)
class Group:
    """Forms of one concept, or loose translations of one another.

    Args:
        forms: As written, the head first.
        is_loose: Whether they merely translate one another (`~`), which helps ranking only.
    """

    forms: tuple[str, ...]
    is_loose: bool = False

    @property
    def head(self) -> str:
        """The form a group is named by."""
        return self.forms[0]


@dataclass(frozen=True, slots=True)
class Glossary:
    """All groups, and their forms by how they begin.

    A question meets a few of the many thousand forms, so a form is analysed when a question first
    has its initial: a start need not wait for all of them.
    """

    groups: tuple[Group, ...] = ()
    _waiting: dict[str, list[tuple[str, Group]]] = field(default_factory=dict, compare=False)
    _ready: dict[str, dict[str, list[tuple[Atoms, Group]]]] = field(
        default_factory=dict, compare=False
    )

    @classmethod
    def of(cls, groups: Sequence[Group]) -> "Glossary":
        """Make the groups ready to recognise."""
        glossary = cls(tuple(groups))
        entries = [(form, group) for group in groups for form in group.forms]
        for entry, initial in zip(entries, _initials(form for form, _ in entries), strict=True):
            glossary._waiting.setdefault(initial, []).append(entry)
        return glossary

    @classmethod
    def load(cls, extra: Path | None = None) -> "Glossary":
        """The glossary that ships with the bot, and a team's own file where there is one.

        Raises:
            GlossaryError: The team's file cannot be read; the message names file and line.
        """
        return _shipped() if extra is None else cls.extended(read_glossary(extra), str(extra))

    @classmethod
    def extended(cls, text: str, path: str) -> "Glossary":
        """The glossary that ships, behind the groups of a team's own.

        Raises:
            GlossaryError: A line is no group.
        """
        return cls.of([*parse_glossary(text, path), *_shipped().groups])

    def longest(self, atoms: Sequence[str], start: int) -> tuple[int, list[Group]]:
        """The longest form that starts at an atom: how many atoms, and the groups that hold it."""
        length = 0
        found: list[Group] = []
        for form, group in self._beginning_with(atoms[start]):
            if len(form) < length:
                break
            if tuple(atoms[start : start + len(form)]) == form:
                length = len(form)
                if group not in found:  # two of its forms may be spelt alike
                    found.append(group)
        return length, found

    def beginnings(self) -> frozenset[Atoms]:
        """The first two atoms of each form, or its only one: elsewhere in a text, none begins."""
        for initial in self._waiting:
            self._beginning_with(initial)
        ready = (entries for initial in self._waiting for entries in self._ready[initial].values())
        return frozenset(form[:2] for entries in ready for form, _ in entries)

    def _beginning_with(self, atom: str) -> Sequence[tuple[Atoms, Group]]:
        """The forms with this first atom, the longest first."""
        initial = atom[:1]
        ready = self._ready.get(initial)
        if ready is None:  # two threads at once make the same value
            ready = self._ready[initial] = _by_first_atom(self._waiting.get(initial, ()))
        return ready.get(atom, ())


def read_glossary(path: Path) -> str:
    """The text of a team's file.

    Raises:
        GlossaryError: It cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError as fault:
        reason = f"cannot be read ({fault.strerror}); check the file and PRBOT_GLOSSARY"
        raise GlossaryError(str(path), 0, reason) from fault
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        raise GlossaryError(str(path), line, "not UTF-8; save the file as UTF-8") from fault


def parse_glossary(text: str, path: str) -> Iterator[Group]:
    """Read a glossary file: one group a line, `#` comments, blank lines between.

    Raises:
        GlossaryError: A line is no group.
    """
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip() if raw.lstrip().startswith("#") else raw.strip()
        if not line:
            continue
        is_loose = " ~ " in line
        mark = " ~ " if is_loose else " = "
        forms = tuple(dict.fromkeys(filter(None, map(str.strip, line.split(mark)))))
        if len(forms) < 2 or (is_loose and " = " in line):  # noqa: PLR2004  a group needs two
            reason = f"no group of forms parted by = or ~: {line[:60]!r}; {_LIKE}"
            raise GlossaryError(path, number, reason)
        yield Group(forms, is_loose)


def form_atoms(found: Sequence[Token]) -> list[tuple[str, int, int]]:
    """The atoms of a text, each with its place in the original."""
    atoms: list[tuple[str, int, int]] = []
    for token in found:
        if token.kind is Kind.HAN:
            width = (token.end - token.start) / len(token.text)
            is_even = width == 1
            for place, char in enumerate(token.text):
                start = token.start + place if is_even else token.start
                atoms.append((char, start, start + 1 if is_even else token.end))
        else:
            key = token.text if token.kind is Kind.NUMBER else joined(token.text)
            atoms.append((key, token.start, token.end))
    return atoms


@cache
def _shipped() -> Glossary:
    text = files("bot.search").joinpath("glossary.txt").read_text(encoding="utf-8")
    return Glossary.of(list(parse_glossary(text, "glossary.txt")))


def _initials(forms: Iterable[str]) -> Iterator[str]:
    """The first character of each form that is searched: what its first atom begins with."""
    # One text of all lines: to fold each by itself takes five times as long, of every start.
    copies = fold_text("".join(f"{form}\n" for form in forms)).lower().split("\n")
    for copy in copies[:-1]:
        yield copy[0] if copy[:1].isalnum() else next(filter(str.isalnum, copy), "")


def _by_first_atom(forms: Iterable[tuple[str, Group]]) -> dict[str, list[tuple[Atoms, Group]]]:
    found: dict[str, list[tuple[Atoms, Group]]] = {}
    for form, group in forms:
        for atoms in _spellings(form):
            found.setdefault(atoms[0], []).append((atoms, group))
    for entries in found.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return found


def hyphenations(form: str) -> Iterator[str]:
    """The ways to put Latin words together: multi-head attention, multi head-attention, …"""
    words = form.split()
    if form.isascii() and 1 < len(words) <= _MOST_WORDS:
        for marks in product(" -", repeat=len(words) - 1):
            if "-" in marks:
                yield "".join(chain.from_iterable(zip(words, (*marks, ""), strict=True)))


def _spellings(form: str) -> list[Atoms]:
    """How a form may be typed: as it is, and Latin words put together."""
    written = [form, *hyphenations(form)]
    spellings = [tuple(key for key, _, _ in form_atoms(tokens(text))) for text in written]
    return [atoms for atoms in dict.fromkeys(spellings) if atoms]
