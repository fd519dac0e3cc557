"""An answer as one line of JSON, for programs; its keys are promised.

`total` counts the notes of the whole answer, `full` those among them that answer the question. They
come first in `hits`; the others come near, and `missing` names what each lacks.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bot.links import Links
from bot.search.results import Hit, Results

# Not UTF-8 at all, or taken for a line's end by some readers, or obeyed by a terminal.
_UNWELCOME = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def as_line(value: Mapping[str, Any]) -> str:
    """Write a value as one line of JSON in valid UTF-8; what has no UTF-8 form becomes U+FFFD."""
    return _UNWELCOME.sub(_escaped, json.dumps(value, ensure_ascii=False)) + "\n"


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return "\ufffd" if code >= 0xD800 else f"\\u{code:04x}"  # noqa: PLR2004  where surrogates begin


def record(results: Results, links: Links, *, took_ms: float) -> str:
    """Write an answer as one line."""
    return as_line(
        {
            "query": results.query.raw,
            "outcome": results.outcome,
            "total": results.total,
            "full": results.full,
            "hits": [_hit(hit, links) for hit in results.hits],
            "unmatched": results.unmatched,
            "suggestions": results.suggestions,
            "took_ms": round(took_ms, 3),
        }
    )


def _hit(hit: Hit, links: Links) -> dict[str, Any]:
    note = hit.note
    written = {
        "id": note.id,
        "title": note.title,
        "url": links.note(note, matched=hit.matched),
        "source": links.source(note),
        "repo": note.repo,
        "labels": note.labels,
        "date": note.date.isoformat() if note.date else None,
        "advice": note.advice.text if note.advice else None,
        "score": round(hit.score, 6),
        "snippet": hit.snippet.text,
        "matched": hit.matched,
        "missing": hit.missing,
        "refs": [{"text": ref.text, "url": links.reference(ref)} for ref in note.references],
    }
    if hit.explanation:
        written["explanation"] = [asdict(score) for score in hit.explanation]
    return written
