"""Keeps a repeated delivery from being answered twice.

The shared store decides. In front of it stands a memory of this process: it spares the store the
ten repeats of one message, and it alone keeps watch while the store cannot be reached, so that a
database that is away makes nobody silent.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection
from datetime import datetime
from threading import Lock
from typing import Protocol, TypeVar

from bot.errors import BotError

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
_REMEMBERED = 20_000


class SeenStore(Protocol):
    """What of the state store is needed here; see `bot.state.seen_events`."""

    def first_time(self, key: str, question: str | None = None) -> bool: ...

    def answered(self, key: str) -> None: ...

    def release(self, key: str) -> None: ...

    def is_answered(self, key: str) -> bool: ...

    def renew(self, keys: Collection[str]) -> None: ...

    def left_over(self, since: datetime) -> tuple[tuple[str, str], ...]: ...


class Once:
    """Lets each key through once.

    Args:
        store: What all replicas share.
        most: How many keys this process remembers by itself.
    """

    def __init__(self, store: SeenStore, most: int = _REMEMBERED) -> None:
        self._store, self._most = store, most
        self._lock = Lock()
        self._keys: OrderedDict[str, None] = OrderedDict()
        self._in_hand: set[str] = set()
        self.trouble = ""

    def first_time(self, key: str, question: str | None = None) -> bool:
        """Whether nobody has taken this up yet; asking takes it up.

        Args:
            key: What makes it one and the same through all its deliveries.
            question: What another process shall find, should this one die over it.
        """
        if not self._remember(key):
            return False
        is_first = self._ask(lambda: self._store.first_time(key, question), otherwise=True)
        if is_first and question is not None:
            with self._lock:
                self._in_hand.add(key)
        return is_first

    def answered(self, key: str) -> None:
        """Keep it from ever being taken up again."""
        self._remember(key)
        self._ask(lambda: self._store.answered(key), otherwise=None)
        with self._lock:
            self._in_hand.discard(key)

    def renew(self) -> None:
        """Keep other processes away from what this one has in hand."""
        with self._lock:
            keys = tuple(self._in_hand)
        if keys:
            self._ask(lambda: self._store.renew(keys), otherwise=None)

    def left_over(self, since: datetime) -> tuple[tuple[str, str], ...]:
        """Take over what processes that died had in hand: keys with questions."""
        nothing: tuple[tuple[str, str], ...] = ()
        found = self._look(lambda: self._store.left_over(since), otherwise=nothing)
        return tuple((key, question) for key, question in found if self._take_over(key, question))

    def _take_over(self, key: str, question: str) -> bool:
        with self._lock:
            if key in self._in_hand:
                return False
        is_ours = self._ask(lambda: self._store.first_time(key, question), otherwise=False)
        if is_ours:
            with self._lock:
                self._in_hand.add(key)
        return is_ours

    def give_back(self, key: str) -> None:
        """Let it be taken up again: it came to nothing."""
        with self._lock:
            self._keys.pop(key, None)
            self._in_hand.discard(key)
        self._ask(lambda: self._store.release(key), otherwise=None)

    def is_answered(self, key: str) -> bool:
        """Whether it was taken up and answered."""
        return self._look(lambda: self._store.is_answered(key), otherwise=False)

    def _remember(self, key: str) -> bool:
        with self._lock:
            is_new = key not in self._keys
            self._keys[key] = None
            while len(self._keys) > self._most:
                self._keys.popitem(last=False)
            return is_new

    def _ask(self, call: Callable[[], T], *, otherwise: T) -> T:
        """Make a call that writes."""
        try:
            found = call()
        except BotError as fault:
            self._note(fault)
            return otherwise
        if self.trouble:
            _LOG.warning("the state can be used again")
        self.trouble = ""
        return found

    def _look(self, call: Callable[[], T], *, otherwise: T) -> T:
        """Make a call that reads: where a disk is full that still works, and is no good sign."""
        try:
            return call()
        except BotError as fault:
            self._note(fault)
            return otherwise

    def _note(self, fault: BotError) -> None:
        if not self.trouble:
            _LOG.error("%s; repeats are kept out by this process alone", fault)
        self.trouble = str(fault)
