"""Reading one file's bytes: a pure function, so that a reload reads only what changed."""

import re
from dataclasses import replace
from datetime import date

from bot.notes.draft import Draft, Reading
from bot.notes.facts import advice_in, references_in
from bot.notes.parsers import choice

# A squashed commit's title ends with the number of its PR: `Fix the scheduler (#12345)`.
_PR_AT_END = re.compile(r"[(（]#([1-9]\d{0,6})[)）]$")

# Advice that opens a review may stand below a short first block, such as a greeting.
_BLOCKS_WITH_ADVICE = 2


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
    texts = [paragraph.text for paragraph in draft.paragraphs]
    pr = draft.fields.pr
    if pr is None and (at_end := _PR_AT_END.search(draft.title)):
        pr = int(at_end[1])
    return replace(
        draft,
        fields=replace(draft.fields, pr=pr),
        advice=advice_in("\n\n".join(texts[:_BLOCKS_WITH_ADVICE])),
        references=references_in((draft.title, *texts), draft.fields.repo),
    )
