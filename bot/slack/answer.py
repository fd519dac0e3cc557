"""What an answer looks like: one renderer for every outcome and every surface.

Pure: results in, a message out that Slack takes. A page holds as many hits as fit; the next page
begins where this one ended.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.links import Links
from bot.search.results import Hit, Outcome, Results
from bot.slack import limits
from bot.slack.actions import Action, Ask, Judged, Kind, ask, pack, pack_judged
from bot.slack.blocks import (
    Block,
    Message,
    Sheet,
    actions,
    button,
    context,
    fallback,
    section,
    text_size,
)
from bot.slack.hit import TITLE, Drawing, listed
from bot.slack.mrkdwn import bold, cut, link, literal
from bot.slack.narrowing import Narrowing
from bot.slack.sentences import Language, Say

_QUESTION = 200
_SUGGESTIONS = 5
_ROOM_BELOW = 2  # rows of buttons, and the small print above them
_HEADINGS = {
    Outcome.MATCHED: Say.FOUND,
    Outcome.CORRECTED: Say.CORRECTED,
    Outcome.CLOSEST: Say.CLOSEST,
    Outcome.LATEST: Say.LATEST,
    Outcome.NOTHING: Say.NOTHING,
    Outcome.GREETING: Say.GREETING,
}
_HOLDS_HITS = frozenset({Outcome.MATCHED, Outcome.CORRECTED, Outcome.CLOSEST, Outcome.LATEST})


@dataclass(frozen=True, slots=True)
class Surface:
    """Where an answer is shown, and what can be done there.

    Args:
        can_share: Whether only the asker sees it, and may want others to.
        can_vote: Whether it asks if it was helpful.
        most_blocks: How many blocks may stand there.
    """

    can_share: bool = False
    can_vote: bool = True
    most_blocks: int = limits.MESSAGE_BLOCKS


IN_CHANNEL = Surface()
ONLY_YOU = Surface(can_share=True)
IN_MODAL = Surface(can_vote=False, most_blocks=limits.VIEW_BLOCKS)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is to be drawn.

    Args:
        results: What was found.
        asked: The question, with the place of this page.
        links: Makes addresses.
        page_size: How many hits a page holds at most.
        narrowings: The ways to narrow it.
        examples: Questions worth asking, for a greeting and a miss.
    """

    results: Results
    asked: Ask
    links: Links
    page_size: int = 5
    narrowings: tuple[Narrowing, ...] = ()
    examples: tuple[str, ...] = ()

    def drawn(self, surface: Surface = IN_CHANNEL) -> Message:
        """Draw it for a surface."""
        sheet = Sheet(most_blocks=surface.most_blocks)
        sheet.add(*self._head())
        shown = self._add_hits(sheet, surface)
        sheet.add(*self._below(shown, surface))
        text = fallback(self._plain_lines(shown))
        return Message(text, tuple(sheet.blocks), tuple(hit.note.id for hit in shown))

    @property
    def _language(self) -> Language:
        return self.asked.language

    def heading(self) -> str:
        """The sentence that says what kind of answer this is, near notes counted apart."""
        results, sentence = self.results, _HEADINGS[self.results.outcome]
        if self.asked.kind is Kind.RELATED:
            sentence = Say.NOTHING_RELATED if not results.hits else Say.RELATED
        elif results.outcome is Outcome.NOTHING and (
            self.asked.is_narrowed or not results.query.text
        ):
            sentence = Say.NOTHING_NARROWED
        asked, taken = zip(*results.corrections, strict=True) if results.corrections else ((), ())
        near = Say.ALSO_CLOSE(self._language, count=results.near) if results.near else ""
        said = sentence(
            self._language,
            total=results.found,
            question=literal(cut(self.asked.question, _QUESTION)),
            asked=listed(asked, self._language),
            taken=listed(taken, self._language),
        )
        return said + near

    def _has_filters_alone(self) -> bool:
        return self.asked.is_narrowed or not self.results.query.text

    def _lead(self) -> str:
        if self.asked.shared_by is None:
            return ""
        question = literal(cut(self.asked.question, _QUESTION))
        name = literal(self.asked.shared_by)
        return Say.SHARED_BY(self._language, name=name, question=question)

    def _head(self) -> Iterator[Block]:
        if lead := self._lead():
            yield context(lead)
        yield section(bold(self.heading()))
        if notices := " · ".join(self._notices()):
            yield context(notices)
        if self.results.outcome is Outcome.NOTHING:
            yield context(Say.OTHER_WORDS(self._language))

    def _notices(self) -> Iterator[str]:
        words = (
            (Say.ALL_MENTION, self._mentioned_by_all()),
            (Say.UNKNOWN_WORDS, self.results.unmatched),
            (Say.IGNORED, self.results.query.ignored),
            (Say.ONLY, tuple(each.name for each in self.narrowings if each.widens)),
        )
        for sentence, found in words:
            if found:
                yield sentence(self._language, words=listed(found, self._language))

    def _mentioned_by_all(self) -> tuple[str, ...]:
        hits = self.results.hits
        if not hits or self.asked.kind is Kind.RELATED or any(hit.missing for hit in hits):
            return ()
        return tuple(w for w in hits[0].matched if all(w in hit.matched for hit in hits))

    def _add_hits(self, sheet: Sheet, surface: Surface) -> tuple[Hit, ...]:
        if self.results.outcome not in _HOLDS_HITS:
            return ()
        drawing = Drawing(self.links, self._language)
        tells_words = any(hit.missing for hit in self.results.hits)
        hits = self.results.hits[: self.page_size]
        below = tuple(self._below(hits, surface))
        room = sum(text_size(block) for block in below)
        for position, hit in enumerate(hits):
            number = self.asked.offset + position + 1
            drawn = drawing.hit(hit, number, tells_words=tells_words)
            above = (section(bold(line)) for line in self._above(position))
            if not sheet.add(*above, drawn, keep=len(below) + _ROOM_BELOW, keep_text=room):
                return hits[:position]
        return hits

    def _above(self, position: int) -> Iterator[str]:
        """On each page, what stands between the hits that answer and those that come near."""
        if self.results.near and position == self.results.found_from(self.asked.offset):
            yield Say.NEAR(self._language)

    def _below(self, shown: tuple[Hit, ...], surface: Surface) -> Iterator[Block]:
        if row := [*self._suggested()]:
            sentence = Say.DID_YOU_MEAN if self.results.suggestions else Say.TRY
            yield context(sentence(self._language))
            yield actions(row)
        if self.narrowings:
            yield context(Say.NARROW(self._language))
            yield actions(each.button() for each in self.narrowings)
        first, last = self.asked.offset + 1, self.asked.offset + len(shown)
        if shown and len(shown) < self.results.total:
            facts = {"first": first, "last": last, "total": self.results.total}
            sentence = Say.RANGE if first < last else Say.PLACE
            yield context(sentence(self._language, **facts))
        if row := [*self._pages(shown), *self._votes(shown, surface)]:
            yield actions(row)

    def _suggested(self) -> Iterator[Block]:
        is_lost = self.results.outcome in {Outcome.GREETING, Outcome.NOTHING}
        taken = {new for _, new in self.results.corrections}
        near = tuple(each for each in self.results.suggestions if each not in taken)
        for words in (near or (self.examples if is_lost else ()))[:_SUGGESTIONS]:
            if words.strip():
                yield button(words, Action.SUGGESTION, self._asking(words))

    def _asking(self, words: str) -> str:
        return pack(ask(words, self._language, is_private=self.asked.is_private))

    def _pages(self, shown: tuple[Hit, ...]) -> Iterator[Block]:
        asked, after = self.asked, self.asked.offset + len(shown)
        if asked.offset > 0:
            before = asked.at(asked.offset - self.page_size)
            yield button(Say.PREVIOUS(self._language), Action.PAGE, pack(before))
        if shown and after < self.results.total:
            yield button(Say.NEXT(self._language), Action.PAGE, pack(asked.at(after)))

    def _votes(self, shown: tuple[Hit, ...], surface: Surface) -> Iterator[Block]:
        if shown and self.results.query.text and self.asked.question:
            yield button(Say.WHY(self._language), Action.WHY, pack(self.asked))
        if surface.can_share and shown:
            yield button(Say.SHARE(self._language), Action.SHARE, pack(self.asked))
        if surface.can_vote and self.results.outcome is not Outcome.GREETING:
            judged = pack_judged(Judged(self.asked, tuple(hit.note.id for hit in shown)))
            yield button(Say.HELPFUL(self._language), Action.HELPFUL, judged)
            yield button(Say.NOT_HELPFUL(self._language), Action.NOT_HELPFUL, judged)

    def _plain_lines(self, shown: tuple[Hit, ...]) -> Iterator[str]:
        if lead := self._lead():
            yield lead
        yield self.heading()
        for position, hit in enumerate(shown):
            url = self.links.note(hit.note, hit.paragraph, hit.matched)
            label = cut(" ".join(hit.note.title.split()), TITLE) or hit.note.id
            yield from self._above(position)
            yield f"{self.asked.offset + position + 1}. {link(url, label)}"
