"""What goes wrong on demand with a call of the Web API, by method and by count."""

from collections import defaultdict, deque
from dataclasses import dataclass
from threading import Event


class Gate:
    """Holds a call until the test lets it go: the way to stand in the middle of an answer."""

    def __init__(self) -> None:
        self.reached = Event()
        self._open = Event()

    def release(self) -> None:
        """Let the call go on."""
        self._open.set()

    def hold(self, longest: float) -> None:
        """Tell the test that the call is here, and wait to be let go."""
        self.reached.set()
        self._open.wait(longest)


@dataclass(frozen=True)
class Fault:
    """One way for one call to go wrong.

    Args:
        status: The HTTP status answered instead of 200.
        error: Slack's word for it, in a body with `ok: false`.
        retry_after: The `Retry-After` header of a 429; none is sent where it is `None`.
        reset: Cut the connection instead of answering.
        after: Do what was asked first and lose only the answer.
        seconds: Answer that much later.
        gate: Answer when the test says so.
    """

    status: int = 200
    error: str | None = None
    retry_after: int | None = None
    reset: bool = False
    after: bool = False
    seconds: float = 0.0
    gate: Gate | None = None

    @property
    def spares_the_answer(self) -> bool:
        """Whether the call is answered as ever, only later."""
        return self.status == 200 and self.error is None and not self.reset


def rate_limited(retry_after: int | None = None) -> Fault:
    """429, with `Retry-After` or without it."""
    return Fault(status=429, error="ratelimited", retry_after=retry_after)


def server_error(status: int = 503, *, after: bool = False) -> Fault:
    """A 5xx, before the call did anything or after it did all."""
    return Fault(status=status, error="internal_error", after=after)


def connection_reset(*, after: bool = False) -> Fault:
    """The connection cut, before the call did anything or after it did all."""
    return Fault(reset=True, after=after)


def refused(error: str) -> Fault:
    """One of Slack's own errors: `fatal_error`, `channel_not_found` and their like."""
    return Fault(error=error)


def slow(seconds: float) -> Fault:
    """The right answer, late."""
    return Fault(seconds=seconds)


def held(gate: Gate) -> Fault:
    """The right answer, when the test lets it go."""
    return Fault(gate=gate)


class Faults:
    """Which calls go wrong next: each method has its queue, and each fault serves once."""

    def __init__(self) -> None:
        self._queues: defaultdict[str, deque[Fault]] = defaultdict(deque)

    def add(self, method: str, fault: Fault, times: int = 1) -> None:
        """Let the next `times` calls of a method go wrong like this, after those said before."""
        self._queues[method].extend([fault] * times)

    def take(self, method: str) -> Fault | None:
        """Return what goes wrong with this call, if anything does."""
        queue = self._queues.get(method)
        return queue.popleft() if queue else None
