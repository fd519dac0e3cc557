"""A place to post to that the tests look into, and that fails when told to."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bot.digest.poster import Posting, PostingError
from bot.state.ledger import Key

TEAM = "T1"


@dataclass(frozen=True)
class Trouble:
    """One call that goes wrong.

    Args:
        error: What the caller gets.
        after: Whether the message stands all the same.
    """

    error: PostingError
    after: bool = False


@dataclass
class Channels:
    """All channels of a workspace: what stands in them, and what goes wrong next.

    Args:
        posted: What stands, in order.
        told: Who was told which reason.
        unreadable: Raised where a channel is read back.
        meanwhile: Called while a message is being posted.
    """

    posted: list[Posting] = field(default_factory=list)
    told: list[tuple[str, str]] = field(default_factory=list)
    unreadable: PostingError | None = None
    meanwhile: Callable[[], object] = lambda: None
    reads: int = 0
    _troubles: dict[str, deque[Trouble]] = field(default_factory=dict)

    def fail(self, channel: str, *troubles: Trouble) -> None:
        self._troubles.setdefault(channel, deque()).extend(troubles)

    def in_channel(self, channel: str) -> list[Posting]:
        return [posting for posting in self.posted if posting.key.channel == channel]

    def workspace(self) -> str:
        return TEAM

    def post(self, posting: Posting) -> str:
        troubles = self._troubles.get(posting.key.channel)
        trouble = troubles.popleft() if troubles else None
        self.meanwhile()
        if trouble is None or trouble.after:
            self.posted.append(posting)
        if trouble is not None:
            raise trouble.error
        return f"{len(self.posted)}.0"

    def find(self, key: Key, since: datetime) -> str | None:
        del since
        self.reads += 1
        if self.unreadable is not None:
            raise self.unreadable
        places = [at for at, posting in enumerate(self.posted, 1) if posting.key == key]
        return f"{places[0]}.0" if places else None

    def tell(self, user: str, key: Key, reason: str, language: str) -> None:
        del key, language
        self.told.append((user, reason))
