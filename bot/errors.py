"""The errors a person may see: one base, and a sentence made from the facts of each case.

A leaf subclasses the built-in that a caller would expect too. Every message says what is wrong,
where, and what to do about it. Errors are caught at the edge only (`bot.cli`, the listeners'
error handler, the digest loop).
"""

from collections.abc import Sequence


class BotError(Exception):
    """The root of all errors that carry a sentence for a person."""


class NotesPathError(BotError, FileNotFoundError):
    """A path given for notes does not exist."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"no notes at {path}: the path does not exist; check --notes or PRBOT_NOTES"
        )


class NoNotesError(BotError, LookupError):
    """The places given for notes hold none."""

    def __init__(self, places: Sequence[str], problems: Sequence[str] = ()) -> None:
        if not problems:
            where = ", ".join(places)
            super().__init__(
                f"no notes in {where}: no file there holds any; check --notes or PRBOT_NOTES"
            )
            return
        rest = f" (and {len(problems) - 1} more; prbot index lists them)" if problems[1:] else ""
        super().__init__(f"no notes could be read: {problems[0]}{rest}")


class NoteNotFoundError(BotError, LookupError):
    """No note has this id."""

    def __init__(self, note_id: str) -> None:
        super().__init__(f"no note has the id {note_id}; it may have been taken out since")
