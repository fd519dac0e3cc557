"""The time a fake Slack lives by: real time, plus whatever a test has skipped.

Retries after a minute and links that expire in half an hour are waited for by skipping ahead, so
no test sleeps. Whoever waits for an hour waits on the condition that a skip notifies.
"""

import time
from threading import Condition


class Clock:
    """Real time that can be moved forward.

    Args:
        changed: Notified by a skip; the one condition all of a fake Slack waits on.
    """

    def __init__(self, changed: Condition) -> None:
        self._changed = changed
        self._skipped = 0.0

    def now(self) -> float:
        """Seconds since the epoch, skips included."""
        return time.time() + self._skipped

    def advance(self, seconds: float) -> None:
        """Skip ahead, and wake whoever waits for an hour that has come."""
        with self._changed:
            self._skipped += seconds
            self._changed.notify_all()
