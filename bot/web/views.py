"""What a page shows, worked out before any template is opened: values and HTML that is safe.

Pure: a note and a state of the notes in, a frozen value out. Markup in these values is made by
`bot.web.rendering` and `bot.web.inline` alone, and typed as such (`Markup`); all else is plain text
that the templates escape.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from urllib.parse import quote, urlencode

from markupsafe import Markup

from bot.links import Links, anchor_of, safe_url
from bot.notes.model import Note, Paragraph, Reference
from bot.search.results import Hit
from bot.web.inline import FindSpans, Inline, find_nothing, marked, snippet_html, visible
from bot.web.rendering import render
from bot.web.sentences import ADVICE, TAGS, Language, day_text
from bot.web.signing import marked_words, slug_of

DEEPEST_HEADING = 5  # below the title, so that there are six levels in all


@dataclass(frozen=True, slots=True)
class Link:
    """A text with an address, where there is one."""

    text: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph of a review, with the headings that begin above it.

    Args:
        anchor: Its name in the address: `p1`, `p2`, …
        headings: Level (2 to 6) and text of each heading that is new here.
        html: Its text.
        is_marked: Whether a matched word is in it.
    """

    anchor: str
    headings: tuple[tuple[int, str], ...]
    html: Markup
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A note in a list."""

    slug: str
    title: Markup
    lang: str
    snippet: Markup | None
    facts: "Facts"
    query: str = ""
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a note beside its text."""

    repo: str
    labels: tuple[str, ...]
    day: date | None
    author: str
    advice: str
    advice_level: str
    pull: Link | None
    source: str


@dataclass(frozen=True, slots=True)
class NotePage:
    """A whole note."""

    slug: str
    plain_title: str
    title: Markup
    lang: str
    facts: Facts
    blocks: tuple[Block, ...]
    references: tuple[Link, ...]
    own_url: str | None

    @property
    def first_marked(self) -> str | None:
        """The anchor of the first paragraph with a matched word."""
        return next((block.anchor for block in self.blocks if block.is_marked), None)


def note_page(
    note: Note, links: Links, language: Language, find: FindSpans = find_nothing
) -> NotePage:
    """Work out the page of a note.

    Args:
        note: The note.
        links: Makes the addresses of what it names.
        language: The language of the interface.
        find: Finds the matched places.
    """
    named = {
        visible(reference.text): url
        for reference in note.references
        if (url := links.reference(reference))
    }
    inline = Inline(named, find)
    title = visible(note.title)
    return NotePage(
        slug=slug_of(note.id),
        plain_title=title,
        title=Markup(inline.text(title, inline.bare)),  # noqa: S704  escaped by `Inline`
        lang=language_of(note),
        facts=facts_of(note, links, language),
        blocks=tuple(_blocks(note.paragraphs, inline)),
        references=tuple(Link(text, url) for text, url in named.items()),
        own_url=safe_url(note.url),
    )


def card_of(hit: Hit, links: Links, language: Language) -> Card:
    """Work out how a hit is shown in a list."""
    note, snippet = hit.note, hit.snippet
    text = None
    if hit.paragraph is not None and snippet.text:
        before, after = "…" * snippet.starts_inside, "…" * snippet.ends_inside
        html = snippet_html(snippet.text, snippet.spans)
        text = Markup(visible(f"{before}{html}{after}"))  # noqa: S704  escaped by `snippet_html`
    return Card(
        slug=slug_of(note.id),
        title=Markup(visible(marked(note.title, hit.title_spans))),  # noqa: S704  escaped
        lang=language_of(note),
        snippet=text,
        facts=facts_of(note, links, language),
        query=_marking(hit),
        missing=hit.missing,
    )


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A note to go on to."""

    slug: str
    title: str
    lang: str
    day: date | None


def neighbour_of(note: Note) -> Neighbour:
    return Neighbour(slug_of(note.id), visible(note.title), language_of(note), note.date)


def facts_of(note: Note, links: Links, language: Language) -> Facts:
    pull = None
    if note.pr is not None:
        url = links.reference(Reference(f"#{note.pr}", note.pr, note.repo))
        pull = Link(f"#{note.pr}", url)
    return Facts(
        repo=note.repo or "",
        labels=tuple(map(visible, note.labels)),
        day=note.date,
        author=visible(note.author or ""),
        advice=ADVICE[note.advice.level].text(language) if note.advice else "",
        advice_level=note.advice.level.value if note.advice else "",
        pull=pull,
        source=visible(links.place(note)),
    )


def language_of(note: Note) -> str:
    """The language a note is written in, for its `lang`: Chinese where a tenth of it is Han."""
    text = f"{note.title} {note.paragraphs[0].text if note.paragraphs else ''}"[:1000]
    han = sum("\u4e00" <= character <= "\u9fff" for character in text)
    return TAGS["zh" if han * 10 >= len(text) else "en"]


def _marking(hit: Hit) -> str:
    """The end of an address that marks what matched and goes to the best paragraph."""
    words = urlencode([("hl", word) for word in marked_words(hit.matched)], quote_via=quote)
    return (f"?{words}" if words else "") + anchor_of(hit.note, hit.paragraph)


def by_day(cards: Sequence[Card], language: Language, undated: str) -> tuple["Day", ...]:
    """Cards in their order, grouped by the day of their notes."""
    return tuple(
        Day(day.isoformat() if day else "", day_text(day, language) if day else undated, tuple(of))
        for day, of in groupby(cards, key=lambda card: card.facts.day)
    )


@dataclass(frozen=True, slots=True)
class Day:
    """The notes of one day."""

    iso: str
    text: str
    cards: tuple[Card, ...]


def _blocks(paragraphs: Sequence[Paragraph], inline: Inline) -> Iterator[Block]:
    above: list[str] = []
    for number, paragraph in enumerate(paragraphs, start=1):
        path = (
            [visible(part) for part in paragraph.heading.split(" / ")] if paragraph.heading else []
        )
        shared = next(
            (i for i, (old, new) in enumerate(zip(above, path, strict=False)) if old != new),
            min(len(above), len(path)),
        )
        new = tuple(
            (min(level, DEEPEST_HEADING) + 1, text)
            for level, text in enumerate(path[shared:], start=shared + 1)
        )
        above = path
        html = render(paragraph.text, inline)
        yield Block(f"p{number}", new, Markup(html), "<mark>" in html)  # noqa: S704  cleaned
