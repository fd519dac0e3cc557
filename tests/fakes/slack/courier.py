"""Sends payloads to the app, and sends events again that it does not take.

Again means at once, after one minute, after five, by a clock that a test can move.

How a payload travels is the transport's business: `socket_mode` or `http_mode`.
"""

from concurrent.futures import ThreadPoolExecutor
from threading import Condition, Thread
from typing import Any, Protocol

from tests.fakes.slack import limits
from tests.fakes.slack.clock import Clock
from tests.fakes.slack.delivery import Attempt, Category, Delivery
from tests.fakes.slack.workspace import Json

RETRIES_AFTER = (0.0, 60.0, 300.0)
_LONGEST_NAP = 1.0


class Transport(Protocol):
    """A way to the app."""

    def carry(self, delivery: Delivery, attempt: Attempt) -> None:
        """Send it, and see that `Courier.answered` or `Courier.failed` is told in the end."""


class Courier:
    """Carries every payload, with Slack's patience.

    Args:
        deliveries: All of them, in the order they came up.
    """

    def __init__(self, clock: Clock, changed: Condition) -> None:
        self._clock = clock
        self._changed = changed
        self._open: list[Delivery] = []
        self._stopping = False
        self._pool = ThreadPoolExecutor(max_workers=64, thread_name_prefix="courier")
        self._thread = Thread(target=self._run, daemon=True)
        self.transport: Transport | None = None
        self.deliveries: list[Delivery] = []
        self.retries = True

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._thread.join()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def send(self, category: Category, payload: Json, **options: Any) -> Delivery:
        """Send a payload now."""
        delivery = Delivery(category, payload, **options)
        with self._changed:
            self.deliveries.append(delivery)
            self._open.append(delivery)
            self._attempt(delivery)
            self._changed.notify_all()
        return delivery

    def settled(self) -> bool:
        """Whether nothing is on its way or due."""
        with self._changed:
            return all(delivery.over for delivery in self._open)

    def answered(self, delivery: Delivery, attempt: Attempt, status: int, body: Any) -> None:
        """Take the app's answer to an attempt."""
        with self._changed:
            attempt.answered_at = self._clock.now()
            attempt.status, attempt.body = status, body
            if status != 200:
                self._fail(delivery, attempt, "http_error")
            elif not attempt.failure and delivery.answered is not None:
                delivery.answered(body)
            self._changed.notify_all()

    def failed(self, delivery: Delivery, attempt: Attempt, reason: str) -> None:
        """Take note that an attempt did not arrive, or was not answered in time."""
        with self._changed:
            self._fail(delivery, attempt, reason)
            self._changed.notify_all()

    def _fail(
        self, delivery: Delivery, attempt: Attempt, reason: str, at: float | None = None
    ) -> None:
        if attempt.failure:
            return
        attempt.failure = reason
        if delivery.category is Category.EVENT and self.retries:
            following = attempt.number
            if following < len(RETRIES_AFTER):
                delivery.due = (at or self._clock.now()) + RETRIES_AFTER[following]

    def _attempt(self, delivery: Delivery) -> None:
        last = delivery.attempts[-1] if delivery.attempts else None
        reason = (last.failure or "") if last else ""
        attempt = Attempt(len(delivery.attempts), reason, self._clock.now())
        delivery.attempts.append(attempt)
        delivery.due = None
        if self.transport is None:
            self._fail(delivery, attempt, "connection_failed")
        else:
            self._pool.submit(self.transport.carry, delivery, attempt)

    def _run(self) -> None:
        with self._changed:
            while not self._stopping:
                now = self._clock.now()
                self._open = [delivery for delivery in self._open if not delivery.over]
                for delivery in self._open:
                    self._look_at(delivery, now)
                self._changed.wait(min([_LONGEST_NAP, *self._waits(now)]))

    def _look_at(self, delivery: Delivery, now: float) -> None:
        if delivery.due is not None:
            if delivery.due <= now:
                self._attempt(delivery)
            return
        last = delivery.attempts[-1]
        deadline = last.sent_at + limits.ACK_SECONDS
        if last.answered_at is None and deadline <= now:
            self._fail(delivery, last, "timeout", at=deadline)

    def _waits(self, now: float) -> list[float]:
        return [
            max(0.01, delivery.due - now) for delivery in self._open if delivery.due is not None
        ]
