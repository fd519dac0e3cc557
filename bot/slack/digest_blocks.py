"""What a digest looks like in Slack: a header, topics, a line and a reason for each note.

Pure. A message holds as many notes as fit; the button below carries where the next page begins,
so that nothing is lost to a limit.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.digest.compose import Digest, Item, shortened
from bot.digest.headings import facts, heading, title
from bot.digest.wording import ADVICE, Says
from bot.links import Links
from bot.slack.blocks import (
    Block,
    Message,
    Sheet,
    actions,
    button,
    context,
    fallback,
    header,
    section,
)
from bot.slack.hit import Drawing, reference, references_of
from bot.slack.hit import title as note_title
from bot.slack.mrkdwn import bold, cut, literal
from bot.slack.runs import highlighted
from bot.slack.sentences import Language

PAGE = "prbot_digest_page"
BACK = "prbot_digest_back"
_VERSION = 1
_REFERENCES = 4
_ROOM_BELOW = {"keep": 1, "keep_text": 200}  # the row of buttons


@dataclass(frozen=True, slots=True)
class Page:
    """What a page button carries: which digest, and where the page begins.

    Args:
        key: The digest's key in the ledger; empty for a preview.
        start: How many notes come before the page.
        language: `zh` or `en`.
        is_private: Whether the page it stands below is for one person alone, and is replaced;
            what Slack says of that on a press is not to be relied on.
    """

    key: str
    start: int
    language: str
    is_private: bool = False

    def pack(self) -> str:
        fields = {"v": _VERSION, "k": self.key, "o": self.start, "g": self.language}
        fields |= {"p": 1} if self.is_private else {}
        return json.dumps(fields, separators=(",", ":"))


def unpack_page(value: str) -> Page | None:
    """Read what a button carries; `None` where this version cannot."""
    try:
        found = json.loads(value)
        if found["v"] != _VERSION:
            return None
        start, is_private = max(0, int(found["o"])), bool(found.get("p"))
        return Page(str(found["k"]), start, str(found["g"]), is_private)
    except (ValueError, KeyError, TypeError):
        return None


def draw_digest(digest: Digest, page: Page, links: Links, *, lead: str = "") -> Message:
    """Draw a page of a digest, with as many of its notes as fit.

    Args:
        digest: The page.
        page: Which digest it is, for the buttons below.
        links: Makes the addresses.
        lead: A line in front of all else.
    """
    drawing = Drawing(links, Language(page.language))
    while True:
        sheet = _opened(digest, page.language, lead)
        groups = list(_groups(digest, page.language, drawing))
        fitting = [group for group in groups if sheet.add(*group.blocks, **_ROOM_BELOW)]
        if len(fitting) == len(groups) or not fitting:
            return _closed(digest, page, sheet, fitting)
        digest = shortened(digest, len(fitting))


def _opened(digest: Digest, language: str, lead: str) -> Sheet:
    sheet = Sheet()
    if lead:
        sheet.add(context(literal(lead)))
    sheet.add(header(title(digest, language)))
    if told := facts(digest, language):
        sheet.add(context(literal(" · ".join(told))))
    return sheet


def _closed(digest: Digest, page: Page, sheet: Sheet, groups: Sequence["_Group"]) -> Message:
    if buttons := list(_buttons(digest, page)):
        sheet.add(actions(buttons))
    lines = [literal(title(digest, page.language)), *(group.line for group in groups)]
    if digest.rest:
        lines.append(Says.MORE_PLAIN(page.language, count=digest.rest))
    shown = tuple(group.note_id for group in groups)
    return Message(fallback(lines), tuple(sheet.blocks), shown)


@dataclass(frozen=True, slots=True)
class _Group:
    """One note with the heading before it, if it opens a topic."""

    note_id: str
    line: str
    blocks: tuple[Block, ...]


def _groups(digest: Digest, language: str, drawing: Drawing) -> Iterator[_Group]:
    for topic in digest.topics:
        named = heading(topic.repo, topic.name, digest, language)
        opening = (section(bold(literal(cut(named, 120)))),) if named else ()
        for item in topic.items:
            plain = f"• {' '.join(item.note.title.split())}"
            blocks = (*opening, _item(item, language, drawing))
            yield _Group(item.note.id, literal(cut(plain, 300)), blocks)
            opening = ()


def _item(item: Item, language: str, drawing: Drawing) -> Block:
    """A note: its summary as a link, its facts, its reason; a button where there is no link."""
    note, links = item.note, drawing.links
    url = links.note(note)
    told = [reference(each, links) for each in references_of(note)[:_REFERENCES]]
    if note.advice is not None:
        is_own = language == "zh" and bool(note.advice.text)
        own = literal(cut(note.advice.text, 40))
        told.insert(0, own if is_own else ADVICE[note.advice.level](language))
    lines = [f"• {note_title(note, url)}", *([" · ".join(told)] if told else [])]
    if item.why:
        lines.append(highlighted(item.why))
    return section("\n".join(lines), None if url else drawing.details(note))


def _buttons(digest: Digest, page: Page) -> Iterator[Block]:
    language = page.language
    if digest.start:
        start = max(0, digest.start - digest.page_size)
        yield button(Says.BACK(language), BACK, replace(page, start=start).pack())
    if digest.rest and digest.shown:
        after = replace(page, start=digest.start + digest.shown)
        yield button(Says.MORE(language, count=digest.rest), PAGE, after.pack())
