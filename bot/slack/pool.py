"""The threads that answer, and how they are brought to an end."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Condition
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Pool(ThreadPoolExecutor):
    """A pool that knows how much it has in hand.

    Args:
        workers: How many answers are in the making at a time.
    """

    def __init__(self, workers: int) -> None:
        super().__init__(workers, thread_name_prefix="answer")
        self._changed = Condition()
        self._in_hand = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with self._changed:
            self._in_hand += 1
        try:
            future = super().submit(fn, *args, **kwargs)
        except RuntimeError:
            self._done()
            raise
        future.add_done_callback(self._done)
        return future

    def drain(self, seconds: float) -> int:
        """Take no more, wait for what is in hand, and return how much is left of it."""
        self.shutdown(wait=False)
        with self._changed:
            self._changed.wait_for(lambda: self._in_hand == 0, seconds)
            return self._in_hand

    def report(self) -> Mapping[str, object]:
        """How much is in hand, for health."""
        return {"in_hand": self._in_hand}

    def _done(self, _: Future[Any] | None = None) -> None:
        with self._changed:
            self._in_hand -= 1
            self._changed.notify_all()
