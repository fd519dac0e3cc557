"""How one note is drawn in an answer: its summary as a link, what matched, its facts."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from bot.links import Links
from bot.notes.model import Note, Reference
from bot.search.results import Hit, Snippet
from bot.slack import limits
from bot.slack.actions import Action, NoteAt, can_open, pack_note
from bot.slack.blocks import Block, button, section
from bot.slack.limits import size
from bot.slack.mrkdwn import bold, cut, link, literal, quoted
from bot.slack.runs import highlighted
from bot.slack.sentences import ADVICE, Language, Say

TITLE = 200
SNIPPET = 400
_LABELS = 4
_MORE = 50  # the ends of lines, the mark of a quote, and how many references are left out
_SHORTEST_SNIPPET = 60
_LABEL = 40
_REFERENCE = 60
_FACTS = 1_200
_AROUND_TITLE = 60  # its number, and the marks of bold
_BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class Drawing:
    """What drawing a note needs besides the note.

    Args:
        links: Makes its addresses.
        language: The language of the interface.
    """

    links: Links
    language: Language

    def hit(self, hit: Hit, number: int, *, tells_words: bool) -> Block:
        """Draw a hit. Its facts stand in the same block, above the button on a narrow screen.

        Args:
            hit: The hit.
            number: Its place in the answer, from 1.
            tells_words: Whether to say which of the question's words it holds and lacks.
        """
        url = self.links.note(hit.note, hit.paragraph, hit.matched)
        head = f"*{number}.* {title(hit.note, url)}"
        words = self._words(hit) if tells_words else ()
        snippet = _snippet(hit.snippet) if hit.paragraph is not None else ""
        return section(self._lines(hit.note, head, snippet, *words), self.details(hit.note))

    def line(self, note: Note) -> Block:
        """Draw a note without a question: its summary and its facts."""
        head = title(note, self.links.note(note))
        return section(self._lines(note, head, ""), self.details(note))

    def _lines(self, note: Note, head: str, snippet: str, *words: str) -> str:
        """Summary, snippet, facts: the links first, the snippet in what room is left."""
        room = limits.SECTION_TEXT - size(head) - _MORE
        facts = self.facts(note, *words, most=min(_FACTS, room))
        room -= size(facts)
        has_snippet = bool(snippet.strip()) and room > _SHORTEST_SNIPPET
        quote = quoted(cut(snippet, room)) if has_snippet else ""
        return "\n".join(line for line in (head, quote, facts) if line)

    def details(self, note: Note) -> Block | None:
        """The button that opens the whole review."""
        if not can_open(note.id):
            return None
        return button(
            Say.DETAILS(self.language),
            Action.DETAILS,
            pack_note(NoteAt(note.id, self.language)),
            said=Say.DETAILS_OF(self.language, title=note.title),
        )

    def facts(self, note: Note, *more: str, most: int = _FACTS) -> str:
        """A line of facts, as many as fit: advice, labels, day, repository, PRs."""
        line, left_out = "", 0
        references = [reference(each, self.links) for each in references_of(note)]
        for fact in (*more, *self._plain_facts(note), *references):
            longer = f"{line}{_BETWEEN}{fact}" if line else fact
            if size(longer) <= most:
                line = longer
            else:
                left_out += fact in references
        if left_out:
            line += _BETWEEN + Say.MORE_REFERENCES(self.language, count=left_out)
        return line

    def _plain_facts(self, note: Note) -> Iterator[str]:
        if note.advice is not None:
            is_chinese = self.language is Language.ZH
            own = cut(note.advice.text, _LABEL)
            yield literal(own) if is_chinese and own else ADVICE[note.advice.level](self.language)
        for label in note.labels[:_LABELS]:
            yield literal(cut(" ".join(label.split()), _LABEL))
        if note.date is not None:
            yield note.date.isoformat()
        if note.repo is not None:
            yield literal(cut(note.repo, _LABEL * 2))
        if self.links.note(note) is None:
            yield literal(place_of(note, self.links))

    def _words(self, hit: Hit) -> Iterator[str]:
        for sentence, words in ((Say.MENTIONS, hit.matched), (Say.LACKS, hit.missing)):
            if words:
                yield sentence(self.language, words=listed(words, self.language))


def title(note: Note, url: str | None) -> str:
    """The summary as a link in bold; in bold alone where there is no address."""
    label = cut(" ".join(note.title.split()), TITLE) or note.id
    linked = link(url, label)
    fits = size(linked) <= limits.SECTION_TEXT - _AROUND_TITLE
    return bold(linked if fits else literal(label))


def _snippet(snippet: Snippet) -> str:
    text, front = snippet.text, "…" if snippet.starts_inside else ""
    kept = cut(text, SNIPPET)
    is_whole = kept == text
    end = len(text) if is_whole else len(kept) - 1
    spans = tuple((start, min(stop, end)) for start, stop in snippet.spans if start < end)
    return front + highlighted(kept, spans) + ("…" if is_whole and snippet.ends_inside else "")


def place_of(note: Note, links: Links) -> str:
    """The file and the line a note stands at, without the folders of the machine."""
    return PurePath(links.source(note)).name[-2 * _LABEL :]


def references_of(note: Note) -> tuple[Reference, ...]:
    """The PR a note reviews, then those it names, each once."""
    if note.pr is None or note.repo is None:
        return note.references
    reviewed = Reference(f"#{note.pr}", note.pr, note.repo)
    rest = (r for r in note.references if (r.number, r.repo) != (note.pr, note.repo))
    return (reviewed, *rest)


def reference(named: Reference, links: Links) -> str:
    """A PR or an issue, as a link where it is known whose it is."""
    return link(links.reference(named), cut(named.text, _REFERENCE))


def listed(words: tuple[str, ...], language: Language, most: int = 8) -> str:
    """Words in a sentence: a few of them, none of them long."""
    shown = [literal(cut(" ".join(word.split()), _LABEL)) for word in words[:most]]
    return Say.JOIN(language).join(shown) + ("…" if len(words) > most else "")
