"""Keeps a repeated delivery from being answered twice.

The shared store decides. In front of it stands a memory of this process: it spares the store the
ten repeats of one message, and it alone keeps watch while the store cannot be reached, so that a
database that is away makes nobody silent.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Protocol, TypeVar

from bot.errors import BotError

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
_REMEMBERED = 20_000


class SeenStore(Protocol):
    """What of the state store is needed here; see `bot.state.seen_events`."""

    def first_time(self, key: str) -> bool: ...

    def answered(self, key: str) -> None: ...

    def release(self, key: str) -> None: ...

    def is_answered(self, key: str) -> bool: ...


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
        self.trouble = ""

    def first_time(self, key: str) -> bool:
        """Whether nobody has taken this up yet; asking takes it up."""
        if not self._remember(key):
            return False
        return self._ask(lambda: self._store.first_time(key), otherwise=True)

    def answered(self, key: str) -> None:
        """Keep it from ever being taken up again."""
        self._remember(key)
        self._ask(lambda: self._store.answered(key), otherwise=None)

    def give_back(self, key: str) -> None:
        """Let it be taken up again: it came to nothing."""
        with self._lock:
            self._keys.pop(key, None)
        self._ask(lambda: self._store.release(key), otherwise=None)

    def is_answered(self, key: str) -> bool:
        """Whether it was taken up and answered."""
        return self._ask(lambda: self._store.is_answered(key), otherwise=False)

    def _remember(self, key: str) -> bool:
        with self._lock:
            is_new = key not in self._keys
            self._keys[key] = None
            while len(self._keys) > self._most:
                self._keys.popitem(last=False)
            return is_new

    def _ask(self, call: Callable[[], T], *, otherwise: T) -> T:
        try:
            found = call()
        except BotError as fault:
            if not self.trouble:
                _LOG.error("%s; repeats are kept out by this process alone", fault)
            self.trouble = str(fault)
            return otherwise
        if self.trouble:
            _LOG.warning("the state can be used again")
        self.trouble = ""
        return found
