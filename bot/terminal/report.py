"""What `prbot index` says of the notes: how much was read, and each thing that was skipped."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.notes.model import Problem
from bot.terminal.lines import Line, Run, Style, harmless, indented, wrap


@dataclass(frozen=True, slots=True)
class Report:
    """What was read.

    Args:
        files: Files that were read.
        notes: Notes in them.
        paragraphs: Paragraphs in the index.
        terms: Different terms in the index.
        skipped: What was not read.
        took_ms: How long it all took.
    """

    files: int
    notes: int
    paragraphs: int
    terms: int
    skipped: Sequence[Problem]
    took_ms: float


def lay_out_report(report: Report, width: int | None) -> list[Line]:
    """Lay out the report: one sentence, then a line for each thing that was skipped."""
    counts = (
        f"Read {_many(report.files, 'file')}: {_many(report.notes, 'note')}, "
        f"{_many(report.paragraphs, 'paragraph')}, {_many(report.terms, 'term')} "
        f"in {report.took_ms / 1000:.2f} s"
    )
    lines = wrap([Run(counts, Style.HEAD)], width)
    if report.skipped:
        lines.append((Run(f"Skipped {len(report.skipped)}:", Style.PLAIN),))
    for problem in report.skipped:
        inside = None if width is None else width - 2
        lines += indented(wrap([Run(harmless(str(problem)))], inside), 2)
    return lines


def _many(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
