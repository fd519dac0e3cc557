"""Why each note of an answer matched: the terms, and what each gave. A modal; pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.links import Links
from bot.search.results import Hit, TermScore
from bot.slack import limits
from bot.slack.blocks import Block, Sheet, context, section
from bot.slack.hit import title
from bot.slack.modal import modal
from bot.slack.mrkdwn import cut, literal
from bot.slack.sentences import Language, Say

_TERMS = 12
"""Terms of one hit, the weightiest first: further ones change no order."""

_TERM = 60


@dataclass(frozen=True, slots=True)
class Why:
    """The explanation of one page of an answer.

    Args:
        hits: Its hits, searched for with their explanations.
        first: The number of the first, from 1.
        links: Makes addresses.
        language: The language of the interface.
    """

    hits: Sequence[Hit]
    first: int
    links: Links
    language: Language

    def view(self) -> dict[str, Any]:
        """The modal."""
        sheet = Sheet(most_blocks=limits.VIEW_BLOCKS)
        sheet.add(context(Say.WHY_LEGEND(self.language)))
        for number, hit in enumerate(self.hits, self.first):
            sheet.add(*self._hit(hit, number))
        return modal(Say.WHY, self.language, sheet.blocks)

    def _hit(self, hit: Hit, number: int) -> Iterator[Block]:
        head = title(hit.note, self.links.note(hit.note, hit.paragraph, hit.matched))
        weightiest = sorted(hit.explanation, key=lambda row: -row.score)[:_TERMS]
        rows = "\n".join(map(self._row, weightiest)) or Say.WHY_NOTHING(self.language)
        yield section(f"*{number}.* {head}\n{rows}")

    def _row(self, row: TermScore) -> str:
        field = Say.WHY_WORD if row.field == "word" else Say.WHY_BIGRAM
        line = Say.WHY_ROW(
            self.language,
            term=literal(cut(row.term, _TERM)),
            field=field(self.language),
            idf=f"{row.idf:.2f}",
            weight=f"{row.weight:.2f}",
            score=f"{row.score:.2f}",
        )
        if row.group is None:
            return line
        group = literal(cut(row.group, _TERM))
        return line + Say.WHY_GROUP(self.language, group=group)
