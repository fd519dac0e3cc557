"""`prbot index` tells how much was read, and each thing that was not."""

from bot.notes.model import Problem
from bot.terminal.lines import cells
from bot.terminal.report import Report, lay_out_report
from tests.terminal.answers import shown


def test_a_sound_folder_is_one_sentence() -> None:
    """Files, notes, paragraphs, terms and time; thousands are parted."""
    report = Report(files=3, notes=24, paragraphs=24, terms=1234, skipped=(), took_ms=456.7)

    assert ["Read 3 files: 24 notes, 24 paragraphs, 1,234 terms in 0.46 s"] == shown(
        lay_out_report(report, None)
    )


def test_what_was_skipped_is_told_line_by_line() -> None:
    """Each with its place and its reason; one is one, not many."""
    skipped = (Problem("a.jsonl", 3, "it is not JSON"), Problem("b\x1b.md", 0, "it is empty"))
    report = Report(files=1, notes=1, paragraphs=1, terms=1, skipped=skipped, took_ms=1)

    assert [
        "Read 1 file: 1 note, 1 paragraph, 1 term in 0.00 s",
        "Skipped 2:",
        "  a.jsonl:3: it is not JSON",
        "  b␛.md: it is empty",
    ] == shown(lay_out_report(report, None))


def test_long_reasons_are_cut_to_the_width() -> None:
    """A terminal of forty columns shows forty."""
    skipped = (Problem("notes/a.jsonl", 3, "a reason of many words " * 9),)
    report = Report(files=1, notes=0, paragraphs=0, terms=0, skipped=skipped, took_ms=1)

    assert [] == [line for line in lay_out_report(report, 40) if cells(line) > 40]
