"""One hit: its snippet, the words it holds and lacks, and what each term gave it."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.notes.model import Note, Paragraph
from bot.search.collection import Collection
from bot.search.concepts import Concept, Form, Role
from bot.search.flat import flatten
from bot.search.results import Hit, Snippet, TermScore
from bot.search.scoring import Weighted, look_up
from bot.search.snippet import Highlighter, cut, spans

Numbers = npt.NDArray[np.integer[Any]]

_LEAST = 1e-9  # a score below this is none
_MOST_LOOKED_AT = 30  # paragraphs of a note, for one that says what the title says


class HitMaker:
    """Makes the hits of one answer.

    Args:
        collection: The notes with their index.
        concepts: The question's.
        holders: For each concept the numbers of the notes that hold it, ascending.
        explain: Whether hits tell what each term gave them.
    """

    def __init__(
        self,
        collection: Collection,
        concepts: Sequence[Concept],
        holders: Sequence[Numbers],
        *,
        explain: bool,
    ) -> None:
        self._collection = collection
        self._concepts = concepts
        self._holders = holders
        self._highlighter = Highlighter(concepts)
        self._explain = explain

    def plain(self, number: int) -> Hit:
        """A note as one of the latest: how it begins."""
        note = self._collection.notes[number]
        paragraph = note.paragraphs[0] if note.paragraphs else None
        return Hit(note, paragraph, 0.0, self._snippet(paragraph.text if paragraph else note.title))

    def hit(self, number: int, document: int, score: float) -> Hit:
        """A note that answers, with its best paragraph."""
        note = self._collection.notes[number]
        place = document - int(self._collection.first[number])
        paragraph, snippet = self._shown(note, place)
        held = [_holds(ids, number) for ids in self._holders]
        said = [c for c in self._concepts if c.role is not Role.QUIET]
        matched = [c.text for c, has in zip(self._concepts, held, strict=True) if has]
        return Hit(
            note,
            paragraph,
            round(score, 4),
            snippet,
            spans(self._highlighter.marks(note.title)),
            tuple(matched),
            tuple(concept.text for concept in said if concept.text not in matched),
            tuple(self._explained(document)) if self._explain else (),
        )

    def _shown(self, note: Note, place: int) -> tuple[Paragraph | None, Snippet]:
        """The best paragraph; where only the title made it so, the first that says a word of it."""
        if not note.paragraphs:
            return None, self._snippet(note.title)
        best = note.paragraphs[place]
        first = self._snippet(best.text)
        for paragraph in (best, *note.paragraphs[:_MOST_LOOKED_AT]):
            shown = first if paragraph is best else self._snippet(paragraph.text)
            if shown.spans:
                return paragraph, shown
        return best, first

    def _snippet(self, text: str) -> Snippet:
        flat = flatten(text)
        return cut(flat, self._highlighter.marks(flat))

    def _explained(self, document: int) -> Iterator[TermScore]:
        """What each term of the best form of each concept gave a paragraph."""
        ids = np.asarray([document], np.int32)
        for concept in self._concepts:
            lines = [self._form_lines(form, ids) for form in self._forms(concept, document)]
            yield from max(lines, key=lambda rows: sum(row.score for row in rows), default=[])

    def _forms(self, concept: Concept, document: int) -> list[Form]:
        """The asker's form, and the other forms that a paragraph holds in full."""
        own, *others = concept.forms
        fields = self._collection.fields
        return [own, *(form for form in others if document in fields.holders(form))]

    def _form_lines(self, form: Form, ids: npt.NDArray[np.int32]) -> list[TermScore]:
        rows = []
        for found in self._collection.fields.terms(form):
            score = found.weight * float(look_up(found.postings, ids)[0])
            if score > _LEAST:
                rows.append(self._line(found, form, score))
        return rows

    def _line(self, found: Weighted, form: Form, score: float) -> TermScore:
        fields = self._collection.fields
        field = fields.words if found.field == "word" else fields.bigrams
        idf = float(field.idf[found.term])
        return TermScore(
            found.term, found.field, round(idf, 3), found.weight, round(score, 4), form.group
        )


def _holds(ids: Numbers, number: int) -> bool:
    place = int(np.searchsorted(ids, number))
    return place < len(ids) and int(ids[place]) == number
