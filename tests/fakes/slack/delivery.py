"""What is sent to the app, and each attempt to send it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tests.fakes.slack.workspace import Json


class Category(StrEnum):
    """The three kinds of payload, by Socket Mode's names."""

    EVENT = "events_api"
    COMMAND = "slash_commands"
    INTERACTION = "interactive"


@dataclass
class Attempt:
    """One attempt to deliver.

    Args:
        number: 0 for the first.
        reason: Why the one before failed, in Slack's word.
        sent_at: By the clock.
        answered_at: By the clock; `None` while nothing came back.
        status: The HTTP status; 200 for an envelope that was acknowledged.
        body: What came back with it.
        failure: Slack's word for how it failed, once it has.
    """

    number: int
    reason: str
    sent_at: float
    answered_at: float | None = None
    status: int | None = None
    body: Any = None
    failure: str | None = None

    @property
    def seconds(self) -> float | None:
        """How long the acknowledgement took."""
        return None if self.answered_at is None else self.answered_at - self.sent_at


@dataclass
class Delivery:
    """One payload on its way to the app.

    Args:
        due: When it is next to be sent; `None` while an attempt is out, or once all is over.
        answered: Told of the body of a successful acknowledgement.
    """

    category: Category
    payload: Json
    due: float | None = None
    attempts: list[Attempt] = field(default_factory=list)
    answered: Callable[[Any], None] | None = None

    @property
    def acknowledged(self) -> bool:
        """Whether the app has taken it."""
        return any(attempt.answered_at and not attempt.failure for attempt in self.attempts)

    @property
    def over(self) -> bool:
        """Whether nothing more will be done about it."""
        return self.due is None and all(
            attempt.answered_at is not None or attempt.failure for attempt in self.attempts
        )

    @property
    def ack_seconds(self) -> float | None:
        """How long the first acknowledged attempt took."""
        taken = (a.seconds for a in self.attempts if a.answered_at and not a.failure)
        return next(taken, None)
