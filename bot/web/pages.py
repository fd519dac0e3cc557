"""The pages: which address shows what, and to whom.

A note's page opens by its signed link, or by anyone who reaches it where the pages are open; the
list opens only where they are open. A signed link opens its own note and leads to no other: where
the pages are closed, a page shows neither neighbours nor related notes.

No part of an address is ever a path: notes are looked up by their address in a table, the assets
are read once when the pages are made.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from importlib import resources
from threading import Lock
from typing import Literal

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.routing import BaseConverter

from bot.errors import NoteNotFoundError
from bot.links import Links
from bot.notes.model import Note
from bot.notes.watch import Served
from bot.search.searcher import Searcher
from bot.search.snippet import spans
from bot.search.topics import Topic
from bot.web.inline import FindSpans, find_nothing, visible
from bot.web.listing import Asked, list_page
from bot.web.security import secured
from bot.web.sentences import ADVICE, TAGS, Language, Say, day_text
from bot.web.shelf import Shelf
from bot.web.signing import Access, LinkSigner, marked_words
from bot.web.views import card_of, neighbour_of, note_page

_ASSETS = {"style.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml"}
_RELATED = 5


@dataclass(frozen=True, slots=True)
class PageOptions:
    """What a deployment decides about its pages.

    Args:
        links: Makes the addresses of PRs, issues and notes' own places.
        today: The readers' date, for 今天 and last week.
        signer: Checks signed links; `None` where no key is set.
        is_open: Whether all pages open to everyone who reaches them.
        language: The interface's language; `auto` asks the browser.
        days: How long links open, to say so.
        topics: Gives what people may want to ask about. No page may wait for them.
    """

    links: Links
    today: Callable[[], date]
    signer: LinkSigner | None = None
    is_open: bool = False
    language: Literal["auto", "zh", "en"] = "auto"
    days: int = 30
    topics: Callable[[], Sequence[Topic]] = tuple


class _SlugConverter(BaseConverter):
    regex = "~?[A-Za-z0-9_-]{1,128}"


class Refusal(Exception):  # noqa: N818  a page of its own, no fault
    """A page is not shown; another one says why and what to do."""

    def __init__(self, status: int, title: Say, more: Say) -> None:
        super().__init__(title.name)
        self.status, self.title, self.more = status, title, more


def make_pages(current: Callable[[], Served[Searcher]], options: PageOptions) -> Blueprint:
    """The blueprint of the pages, for one Flask application.

    Args:
        current: Gives the notes that are served now; asked once a request.
        options: What the deployment decides.
    """
    pages = _Pages(current, options)
    blueprint = Blueprint("pages", __name__, template_folder="templates")
    blueprint.record_once(lambda state: state.app.url_map.converters.update(slug=_SlugConverter))
    blueprint.add_url_rule("/", view_func=pages.show_list, endpoint="list")
    blueprint.add_url_rule("/notes/<slug:slug>", view_func=pages.show_note, endpoint="note")
    blueprint.add_url_rule("/assets/<name>", view_func=pages.show_asset, endpoint="asset")
    blueprint.register_error_handler(Refusal, pages.show_refusal)
    blueprint.app_errorhandler(HTTPException)(pages.show_failure)
    blueprint.after_app_request(secured)
    return blueprint


@dataclass
class _Pages:
    """The views; each takes the notes once, so a page is of one state of them."""

    current: Callable[[], Served[Searcher]]
    options: PageOptions
    _shelf: Shelf | None = field(default=None, init=False)
    _arranging: Lock = field(default_factory=Lock, init=False)

    def __post_init__(self) -> None:
        folder = resources.files("bot.web") / "static"
        self._assets = {name: (folder / name).read_bytes() for name in _ASSETS}
        self._version = hashlib.sha256(b"".join(self._assets.values())).hexdigest()[:10]

    def show_list(self) -> Response:
        if not self.options.is_open:
            raise Refusal(403, Say.CLOSED, Say.CLOSED_MORE)
        language, shelf = self._language(), self._arranged()
        asked = Asked.read(request.args)
        page = list_page(asked, shelf, self.options.links, language, self.options.today())
        topics = self.options.topics()
        return self._page("list.html", language, shelf=shelf, page=page, asked=asked, topics=topics)

    def show_note(self, slug: str) -> Response:
        self._let_in(slug)
        language, shelf = self._language(), self._arranged()
        try:
            note = shelf.find(slug)
        except NoteNotFoundError:
            raise Refusal(404, Say.GONE, Say.GONE_MORE) from None
        words = tuple(filter(None, marked_words(map(visible, request.args.getlist("hl")))))
        page = note_page(note, self.options.links, language, _finder(shelf, words))
        around = self._around(note, shelf, language) if self.options.is_open else {}
        return self._page("note.html", language, page=page, words=words, **around)

    def show_asset(self, name: str) -> Response:
        if name not in self._assets:
            raise Refusal(404, Say.NOT_FOUND, Say.NOT_FOUND_MORE)
        response = Response(self._assets[name], content_type=_ASSETS[name])
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response

    def show_refusal(self, refusal: Refusal) -> Response:
        language = self._language()
        more = refusal.more.text(language, days=self.options.days)
        response = self._page(
            "message.html", language, title=refusal.title.text(language), more=more
        )
        response.status_code = refusal.status
        return response

    def show_failure(self, failure: HTTPException) -> Response:
        """A page for what the server itself refuses; never the text of an error."""
        status = failure.code or InternalServerError.code
        if failure.response is not None or status < 400:  # noqa: PLR2004  a redirect is no failure
            return make_response(failure.get_response())
        if status == 404:  # noqa: PLR2004
            refusal = Refusal(status, Say.NOT_FOUND, Say.NOT_FOUND_MORE)
        elif status < 500:  # noqa: PLR2004
            refusal = Refusal(status, Say.BAD_REQUEST, Say.BAD_REQUEST_MORE)
        else:
            refusal = Refusal(status, Say.FAILED, Say.FAILED_MORE)
        response = self.show_refusal(refusal)
        for name, value in failure.get_headers():
            if name.lower() in {"allow", "retry-after"}:
                response.headers[name] = value
        return response

    def _let_in(self, slug: str) -> None:
        """Check the link before any note is looked for: a refusal tells nothing of them."""
        if self.options.is_open:
            return
        key = request.args.get("key", "")
        if not key or self.options.signer is None:
            raise Refusal(403, Say.CLOSED, Say.CLOSED_MORE)
        access = self.options.signer.check(slug, key)
        if access is Access.EXPIRED:
            raise Refusal(410, Say.EXPIRED, Say.EXPIRED_MORE)
        if access is Access.REFUSED:
            raise Refusal(403, Say.REFUSED, Say.REFUSED_MORE)

    def _around(self, note: Note, shelf: Shelf, language: Language) -> dict[str, object]:
        earlier, later = shelf.neighbours(note)
        related = shelf.searcher.related(note.id, limit=_RELATED)
        # What made them related is no question of the reader's: nothing is marked.
        hits = [replace(hit, title_spans=()) for hit in related]
        return {
            "earlier": earlier and neighbour_of(earlier),
            "later": later and neighbour_of(later),
            "related": [card_of(hit, self.options.links, language) for hit in hits],
        }

    def _arranged(self) -> Shelf:
        served = self.current()
        with self._arranging:
            if self._shelf is None or self._shelf.served is not served:
                self._shelf = Shelf(served)
            return self._shelf

    def _language(self) -> Language:
        if self.options.language != "auto":
            return self.options.language
        found = request.accept_languages.best_match(["zh-CN", "zh", "en"], default="zh-CN")
        return "en" if found == "en" else "zh"

    def _page(self, template: str, language: Language, **values: object) -> Response:
        # Relative, so that the pages work under any path a proxy puts them.
        root = "../" * (request.path.count("/") - 1) or "./"
        html = render_template(
            template,
            say=lambda name, **filled: Say[name].text(language, **filled),
            day=lambda day: day_text(day, language),
            lang=TAGS[language],
            root=root,
            version=self._version,
            is_open=self.options.is_open,
            advice=[(level.value, say.text(language)) for level, say in ADVICE.items()],
            **values,
        )
        response = make_response(html)
        response.headers["Vary"] = "Accept-Language"
        response.headers["Content-Language"] = TAGS[language]
        return response


def _finder(shelf: Shelf, words: Sequence[str]) -> FindSpans:
    if not words:
        return find_nothing
    highlighter = shelf.searcher.highlighter(words)
    return lambda text: spans(highlighter.marks(text))
