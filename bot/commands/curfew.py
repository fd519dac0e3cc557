"""Bounds how long the end of the process may take, whatever is still in hand.

Orchestrators kill thirty seconds after they have asked. Who ends a little earlier by itself can
still say what it gave up; a digest that is cut off is settled by whoever runs next.
"""

import logging
import os
from collections.abc import Callable
from threading import Timer

_LOG = logging.getLogger("prbot")
SECONDS = 28.0


def _end_at_once() -> None:
    logging.shutdown()
    os._exit(1)  # threads in hand would keep the process for as long as they like


class Curfew:
    """Ends the process some time after the end has begun, unless it is lifted before.

    Args:
        seconds: For how long the end may take.
        end: Ends the process.
    """

    def __init__(self, seconds: float = SECONDS, end: Callable[[], object] = _end_at_once) -> None:
        self._seconds = seconds
        self._end = end
        self._timer = Timer(seconds, self._ring)
        self._timer.daemon = True

    def begin(self) -> None:
        """Start to count."""
        self._timer.start()

    def lift(self) -> None:
        """All is done in time."""
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()

    def _ring(self) -> None:
        _LOG.error(
            "not done in %.0f s after the signal; what is in hand is given up", self._seconds
        )
        self._end()
