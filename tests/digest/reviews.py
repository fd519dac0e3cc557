"""Notes for the tests of digests."""

from dataclasses import replace
from typing import Any

from bot.notes.model import Advice, AdviceLevel, Note, Paragraph, Source

LEVELS = {"精读": AdviceLevel.CLOSE, "浏览": AdviceLevel.QUICK, "跳过": AdviceLevel.SKIP}


def review(id_: str, title: str = "", *, advice: str = "", text: str = "", **facts: Any) -> Note:
    """Make a note.

    Args:
        id_: Its id.
        title: Its summary; one that tells the id if not said.
        advice: A key of `LEVELS`; none if empty.
        text: Its only paragraph; none if empty.
        facts: Other fields of `Note`.
    """
    note = Note(
        id=id_,
        title=title or f"评审 {id_}",
        paragraphs=(Paragraph(text, 3),) if text else (),
        source=Source("notes.md", 1),
        repo="vllm-project/vllm",
        advice=Advice(LEVELS[advice], advice) if advice else None,
    )
    return replace(note, **facts)
