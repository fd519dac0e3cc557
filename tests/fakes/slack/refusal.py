"""Slack's way to say no: an error's name and what else stands beside it."""

from typing import Any


class RefusalError(Exception):
    """A call that Slack would answer with `ok: false`.

    Args:
        error: Slack's name for it.
        details: What else stands in the body.
    """

    def __init__(self, error: str, **details: Any) -> None:
        self.body: dict[str, Any] = {"ok": False, "error": error, **details}
        super().__init__(error)


def bad_shape(error: str, complaints: list[str]) -> RefusalError:
    """Refuse what is badly made, with a complaint for each fault, as Slack does."""
    return RefusalError(error, errors=complaints, response_metadata={"messages": list(complaints)})
