"""Reading one file's bytes into a `Reading`: a pure function, so a reload reads only what changed."""

from dataclasses import replace
from datetime import date

from bot.notes.draft import Draft, Reading
from bot.notes.facts import advice_in, references_in
from bot.notes.parsers import choice


def read_content(path: str, content: bytes, written: date) -> Reading:
    """Read a file's notes.

    Args:
        path: The file, as it is shown to people.
        content: Its bytes.
        written: The day it was last changed.
    """
    drafts, problems = choice.parse(path, content)
    return Reading(path, written, tuple(map(_with_facts, drafts)), problems)


def _with_facts(draft: Draft) -> Draft:
    first = draft.paragraphs[0].text if draft.paragraphs else ""
    texts = (draft.title, *(paragraph.text for paragraph in draft.paragraphs))
    references = references_in(texts, draft.fields.repo)
    return replace(draft, advice=advice_in(first), references=references)
