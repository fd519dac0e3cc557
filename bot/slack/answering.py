"""From a question to a message: the one place that mentions, commands, buttons and Home share.

Each call takes the searcher once, so an answer is of one state of the notes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from bot.links import Links
from bot.notes.model import Note
from bot.search.query import Intent, Query, parse_query
from bot.search.results import Hit, Outcome, Results
from bot.search.searcher import Searcher
from bot.search.topics import Topic
from bot.slack.access import Access
from bot.slack.actions import Ask, Kind, ask
from bot.slack.answer import Answer
from bot.slack.narrowing import Common, Narrowing, common_among, common_of, narrowings
from bot.slack.sentences import Language, Say

PAGE = 5
_TOPICS = 12
_EXAMPLES = 3
_BY_SETTING = {"zh": Language.ZH, "en": Language.EN}


@dataclass(slots=True)
class _Kept:
    """What is common among the notes of the newest searcher, worked out once for each."""

    known: tuple[Searcher, Common] | None = None

    def of(self, searcher: Searcher) -> Common:
        known = self.known
        if known is None or known[0] is not searcher:
            known = self.known = (searcher, common_among(searcher.collection))
        return known[1]


@dataclass(frozen=True, slots=True)
class Answering:
    """Answers questions from the notes that are served at the moment.

    Args:
        searcher: Gives what answers now.
        links: Makes addresses.
        access: Says which notes a place may see.
        today: The askers' day.
        language: The setting: `zh`, `en` or `auto`.
        page_size: How many notes a page holds at most.
        topics: Gives what people may want to ask about, those of most notes first. No answer may
            wait for them: while they are found anew, it gives those of before.
    """

    searcher: Callable[[], Searcher]
    links: Links
    access: Access
    today: Callable[[], date]
    language: str = "auto"
    page_size: int = PAGE
    topics: Callable[[], Sequence[Topic]] = tuple
    _common: _Kept = field(default_factory=_Kept)

    def language_of(self, text: str) -> Language:
        """The language of a question; where it does not tell, of the setting, else of the notes."""
        is_chinese = parse_query(text, today=self.today()).is_chinese
        if is_chinese is not None:
            return Language.ZH if is_chinese else Language.EN
        return self.house_language

    @property
    def house_language(self) -> Language:
        """The language where no question tells another."""
        if self.language in _BY_SETTING:
            return _BY_SETTING[self.language]
        titles = " ".join(note.title for note in self.searcher().notes[:5])
        is_english = parse_query(titles, today=self.today()).is_chinese is False
        return Language.EN if is_english else Language.ZH

    def ask(self, text: str, kind: Kind = Kind.QUESTION, *, is_private: bool = False) -> Ask:
        """Make a question of what was typed."""
        return ask(text, self.language_of(text), kind, is_private=is_private)

    def answer(self, asked: Ask, channel: str | None) -> Answer:
        """Answer a question for a place."""
        searcher = self.searcher()
        results = self._search(searcher, asked, channel, self.page_size)
        if asked.offset and not results.hits:  # notes went away since the button was drawn
            asked = asked.at(0)
            results = self._search(searcher, asked, channel, self.page_size)
        return Answer(
            results=results,
            asked=asked,
            links=self.links,
            page_size=self.page_size,
            narrowings=self._narrowings(searcher, asked, channel, results),
            examples=self._examples(asked.language, channel, results),
        )

    def explained(self, asked: Ask, channel: str | None) -> tuple[Hit, ...]:
        """The hits of a page, with what each term gave them."""
        return self._search(self.searcher(), asked, channel, self.page_size, explain=True).hits

    def _search(
        self,
        searcher: Searcher,
        asked: Ask,
        channel: str | None,
        limit: int,
        *,
        explain: bool = False,
    ) -> Results:
        query = parse_query(asked.question, today=self.today(), filters=asked.filters)
        if not asked.question:
            return Results(query, Outcome.GREETING, 0, 0)
        limited = self.access.limited(query, channel)
        if limited is None:
            return Results(query, Outcome.NOTHING, 0, 0)
        if asked.kind is Kind.RELATED:
            filters = replace(asked.filters, repos=limited.filters.repos)
            found = searcher.about(
                asked.question, filters=filters, limit=asked.offset + limit, explain=explain
            )
            return replace(found, hits=found.hits[asked.offset :])
        results = searcher.search(limited, limit=limit, offset=asked.offset, explain=explain)
        if self.access.visible(channel) is None:
            return results
        return replace(results, suggestions=())  # near terms may be of notes out of sight

    def _narrowings(
        self, searcher: Searcher, asked: Ask, channel: str | None, results: Results
    ) -> tuple[Narrowing, ...]:
        """Ways to narrow an answer that does not fit a page, and back out of those taken."""
        if results.total <= self.page_size and not asked.is_narrowed:
            return ()

        def search(narrowed: Ask) -> Results:
            return self._search(searcher, narrowed, channel, 0)

        near = common_of(hit.note for hit in results.hits)
        common = near.and_then(self._common.of(searcher))
        return narrowings(common, asked, results, self.today(), search)

    def _examples(
        self, language: Language, channel: str | None, results: Results
    ) -> tuple[str, ...]:
        if results.outcome not in {Outcome.GREETING, Outcome.NOTHING} or results.suggestions:
            return ()
        return self.examples(language, channel)

    def examples(self, language: Language, channel: str | None) -> tuple[str, ...]:
        """Questions that have answers: what is new, what is worth reading, a few topics."""
        topics = self.topics_for(channel)[: _EXAMPLES - 1]
        said = (Say.EXAMPLE_TOPIC(language, topic=topic.text) for topic in topics)
        return (*said, Say.EXAMPLE_LATEST(language), Say.EXAMPLE_ADVICE(language))

    def topics_for(self, channel: str | None) -> Sequence[Topic]:
        """What people may want to ask about; none where some notes are out of sight."""
        return () if self.access.visible(channel) is not None else self.topics()[:_TOPICS]

    def latest(self, channel: str | None, count: int) -> tuple[Hit, ...]:
        """The newest notes a place may see."""
        limited = self.access.limited(Query("", intent=Intent.LATEST), channel)
        return self.searcher().search(limited, limit=count).hits if limited else ()

    def note(self, note_id: str, channel: str | None) -> Note | None:
        """A note that a place may see, if it is there."""
        try:
            found = self.searcher().get(note_id)
        except LookupError:
            return None
        return found if self.access.may_see(found, channel) else None

    def related(self, note: Note, channel: str | None, count: int) -> tuple[Note, ...]:
        """The notes most like a note, of those a place may see."""
        try:
            hits = self.searcher().related(note.id, limit=4 * count)
        except LookupError:
            return ()
        seen = (hit.note for hit in hits if self.access.may_see(hit.note, channel))
        return tuple(seen)[:count]
