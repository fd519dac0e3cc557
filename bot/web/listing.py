"""The list of notes: what was asked of it, what the search answers, and how that is shown.

The same engine and the same reading of a question as in Slack: what is typed into the page's
field and what is typed to the bot give the same answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import quote, urlencode

from bot.links import Links
from bot.notes.model import AdviceLevel
from bot.search.query import Filters, Intent, Query, parse_query
from bot.search.results import Outcome, Results
from bot.web.inline import visible
from bot.web.sentences import Language, Say
from bot.web.shelf import Shelf
from bot.web.views import Card, Day, by_day, card_of

HITS = 10  # on one page of an answer
LATEST = 30  # on one page of the latest notes
_QUESTION_LIMIT = 500
_DEEPEST_PAGE = 1_000_000
_HEADINGS = {
    Outcome.MATCHED: Say.FOUND,
    Outcome.CORRECTED: Say.CORRECTED,
    Outcome.CLOSEST: Say.CLOSEST,
    Outcome.LATEST: Say.LATEST_OF,
    Outcome.NOTHING: Say.NOTHING,
    Outcome.GREETING: Say.GREETING,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address of a list asks for; whatever cannot be read asks for nothing."""

    question: str = ""
    repo: str = ""
    label: str = ""
    advice: str = ""
    since: str = ""
    until: str = ""
    page: int = 1

    @classmethod
    def read(cls, arguments: Mapping[str, str]) -> "Asked":
        page = arguments.get("page", "")
        levels = {level.value for level in AdviceLevel}
        return cls(
            question=" ".join(visible(arguments.get("q", "")).split())[:_QUESTION_LIMIT],
            repo=arguments.get("repo", ""),
            label=arguments.get("label", ""),
            advice=advice if (advice := arguments.get("advice", "")) in levels else "",
            since=_day_or_nothing(arguments.get("since", "")),
            until=_day_or_nothing(arguments.get("until", "")),
            page=int(page) if page.isascii() and page.isdigit() and len(page) < 8 else 1,  # noqa: PLR2004
        )

    @property
    def filters(self) -> Filters:
        return Filters(
            repos=(self.repo,) if self.repo else (),
            labels=(self.label,) if self.label else (),
            since=date.fromisoformat(self.since) if self.since else None,
            until=date.fromisoformat(self.until) if self.until else None,
            advice=AdviceLevel(self.advice) if self.advice else None,
        )

    @property
    def is_narrowed(self) -> bool:
        return self.filters != Filters()

    def address(self, **changes: object) -> str:
        """The query of a list's address, for this question changed a little."""
        asked = replace(self, **changes)  # type: ignore[arg-type]
        values = {
            "q": asked.question,
            "repo": asked.repo,
            "label": asked.label,
            "advice": asked.advice,
            "since": asked.since,
            "until": asked.until,
            "page": str(asked.page) if asked.page > 1 else "",
        }
        return "?" + urlencode({k: v for k, v in values.items() if v}, quote_via=quote)


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of the list.

    Args:
        asked: What was asked for.
        heading: The sentence above the notes.
        remarks: Further sentences: what was not found, what was not understood.
        suggestions: Questions worth asking instead.
        days: The notes by day, where the list is the latest ones.
        cards: The notes by rank, where it is an answer.
        near: Those behind them that only come near.
        first: The number of the first note shown, counted from 1; 0 where there is none.
        last: The number of the last.
        total: How many there are in all.
    """

    asked: Asked
    heading: str
    remarks: tuple[str, ...]
    suggestions: tuple[str, ...]
    days: tuple[Day, ...]
    cards: tuple[Card, ...]
    near: tuple[Card, ...]
    first: int
    last: int
    total: int

    @property
    def newer(self) -> str | None:
        """The address of the page before."""
        page = self.asked.page
        return self.asked.address(page=page - 1) if page > 1 else None

    @property
    def older(self) -> str | None:
        """The address of the page behind."""
        has_more = 0 < self.last < self.total
        return self.asked.address(page=self.asked.page + 1) if has_more else None


def list_page(
    asked: Asked, shelf: Shelf, links: Links, language: Language, today: date
) -> ListPage:
    """Answer what was asked of the list."""
    query = _query(asked, today)
    size = LATEST if query.intent is Intent.LATEST else HITS
    offset = min((asked.page - 1) * size, _DEEPEST_PAGE)
    results = shelf.searcher.search(query, limit=size, offset=offset)
    cards = tuple(card_of(hit, links, language) for hit in results.hits)
    is_latest = results.outcome is Outcome.LATEST
    found = results.found_from(offset)
    return ListPage(
        asked=asked,
        heading=_heading(asked, results, language),
        remarks=tuple(_remarks(results, language)),
        # A correction has taken the first suggestion already.
        suggestions=() if results.corrections else results.suggestions,
        days=by_day(cards, language, Say.NO_DATE.text(language)) if is_latest else (),
        cards=() if is_latest else cards[:found],
        near=cards[found:],
        first=offset + 1 if cards else 0,
        last=offset + len(cards) if cards else 0,
        total=results.total,
    )


def _query(asked: Asked, today: date) -> Query:
    if not asked.question:
        return Query("", intent=Intent.LATEST, filters=asked.filters)
    return parse_query(asked.question, today=today, filters=asked.filters)


def _heading(asked: Asked, results: Results, language: Language) -> str:
    if results.outcome is Outcome.NOTHING and not asked.question:
        return Say.NOTHING_NARROWED.text(language)
    joined = Say.JOIN.text(language)
    near = Say.ALSO_CLOSE.text(language, count=results.near) if results.near else ""
    said = _HEADINGS[results.outcome].text(
        language,
        total=results.found,
        question=asked.question,
        asked=joined.join(pair[0] for pair in results.corrections),
        taken=joined.join(pair[1] for pair in results.corrections),
    )
    return said + near


def _remarks(results: Results, language: Language) -> list[str]:
    joined = Say.JOIN.text(language)
    remarks = []
    if results.unmatched and results.outcome is not Outcome.CORRECTED:
        remarks.append(Say.UNKNOWN_WORDS.text(language, words=joined.join(results.unmatched)))
    if results.query.ignored:
        remarks.append(Say.IGNORED.text(language, words=joined.join(results.query.ignored)))
    if results.outcome is Outcome.NOTHING:
        remarks.append(Say.OTHER_WORDS.text(language))
    return remarks


def _day_or_nothing(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""
