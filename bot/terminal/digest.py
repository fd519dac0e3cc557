"""A digest laid out for a terminal: topics, and under each its notes with the reason to read them.

Pure, as the rest of the layout; what comes from notes is made harmless before it is measured.
"""

from collections.abc import Iterator
from itertools import count

from bot.digest.compose import Digest, Item
from bot.digest.headings import facts, heading, title
from bot.digest.wording import ADVICE, Says
from bot.notes.model import Note, Reference
from bot.terminal.layout import View
from bot.terminal.lines import Line, Run, Style, harmless, indented, wrap

_MOST_REFERENCES = 4


def lay_out_digest(digest: Digest, view: View) -> list[Line]:
    """Lay out a page of a digest.

    Args:
        digest: The page.
        view: How it is looked at; a language of `auto` is Chinese, as most notes are.
    """
    language = "en" if view.language == "en" else "zh"
    lines = wrap([Run(harmless(title(digest, language)), Style.HEAD)], view.width)
    if told := facts(digest, language):
        lines += wrap([Run(harmless(" · ".join(told)), Style.FAINT)], view.width)
    wide = len(str(digest.start + digest.shown))
    numbers = count(digest.start + 1)
    for topic in digest.topics:
        if named := heading(topic.repo, topic.name, digest, language):
            lines += [(), *wrap([Run(harmless(named), Style.MATCH)], view.width)]
        for item in topic.items:
            number = f"{next(numbers):>{wide}}. "
            lines += [(), *_item(item, number, view, language)]
    if digest.rest:
        more = Says.MORE_HERE(language, count=digest.rest)
        lines += [(), *wrap([Run(more, Style.FAINT)], view.width)]
    return lines


def _item(item: Item, number: str, view: View, language: str) -> Iterator[Line]:
    by = len(number)
    width = None if view.width is None else max(view.width - by, 8)
    address = view.links.note(item.note)
    summary = wrap([Run(harmless(item.note.title), Style.TITLE, address)], width)
    yield from indented(summary, by, Run(number, Style.FAINT))
    body: list[Line] = []
    if item.why:
        body += wrap([Run(harmless(item.why))], width)
    body += wrap(_facts(item.note, view, language), width)
    yield from indented(body, by)


def _facts(note: Note, view: View, language: str) -> list[Run]:
    """Advice, the PRs it names, and where it stands: the place is a link if there is one."""
    told: list[Run] = []
    if note.advice is not None:
        own = harmless(note.advice.text) if language == "zh" else ""
        told.append(Run(own or ADVICE[note.advice.level](language), Style.FAINT))
    told += [_reference(each, view) for each in _references(note)[:_MOST_REFERENCES]]
    address = view.links.note(note)
    if address is None or not view.has_hyperlinks:
        local = view.links.local(note, view.folder)
        shown = address or harmless(view.links.source(note))
        told.append(Run(shown, Style.LINK, address or local))
    dot = Run(" · ", Style.FAINT)
    return [part for run in told for part in (dot, run)][1:]


def _reference(reference: Reference, view: View) -> Run:
    return Run(harmless(reference.text), Style.FAINT, view.links.reference(reference))


def _references(note: Note) -> tuple[Reference, ...]:
    if note.pr is None:
        return note.references
    rest = (each for each in note.references if each.number != note.pr)
    return (Reference(f"#{note.pr}", note.pr, note.repo), *rest)
