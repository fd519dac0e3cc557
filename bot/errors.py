"""The errors a person may see: one base, and a sentence made from the facts of each case.

A leaf subclasses the built-in that a caller would expect too. Every message says what is wrong,
where, and what to do about it. Errors are caught at the edge only (`bot.cli`, the listeners'
error handler, the digest loop).
"""


class BotError(Exception):
    """The root of all errors that carry a sentence for a person."""


class NotesPathError(BotError, FileNotFoundError):
    """A path given for notes does not exist."""

    def __init__(self, path: str) -> None:
        super().__init__(f"no notes at {path}: the path does not exist; check --notes or PRBOT_NOTES")
