"""What the runner needs of the place where digests are posted, and how that can fail.

The failures differ in one thing that decides all else: whether a message may stand in the channel.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.digest.compose import Digest
from bot.digest.rule import Rule
from bot.state.ledger import Key


class PostingError(Exception):
    """Something went wrong; `reason` is a word such as `not_in_channel`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RefusedError(PostingError):
    """Nothing was posted, and nothing will be until someone changes something."""


class TryLaterError(PostingError):
    """Nothing was posted; it may work later.

    Args:
        reason: Why.
        seconds: After how long to try again; `None` where no one said.
    """

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


class UnsureError(PostingError):
    """It may have been posted, or may yet be."""


class UnreadableError(PostingError):
    """The channel cannot be read, so what stands there is unknown."""


@dataclass(frozen=True, slots=True)
class Posting:
    """A digest on its way into a channel.

    Args:
        key: What the message carries, so that it can be recognised.
        digest: What it says.
        rule: Its language, and how many notes a page shows.
    """

    key: Key
    digest: Digest
    rule: Rule


class Poster(Protocol):
    """Posts into channels and reads them."""

    def workspace(self) -> str:
        """The team that is posted to.

        Raises:
            TryLaterError: It cannot be told now.
            RefusedError: The token is refused.
        """

    def post(self, posting: Posting) -> str:
        """Post once, without trying again by itself, and return the message's `ts`.

        Raises:
            PostingError: One of the kinds above.
        """

    def find(self, key: Key, since: datetime) -> str | None:
        """Look for the message with a key in its channel, from a moment on.

        Raises:
            TryLaterError: It cannot be looked for now.
            UnreadableError: It cannot be looked for at all.
        """

    def tell(self, user: str, key: Key, reason: str, language: str) -> None:
        """Tell someone why their channel got no digest; a failure is logged and no more."""
