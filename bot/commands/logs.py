"""The log of a server: one line for each event, on standard error, without tokens."""

import logging
import sys
import time

from bot.slack.errors import Redaction

_FORMAT = "%(asctime)s.%(msecs)03dZ %(levelname)s %(name)s: %(message)s"
_QUIET = ("httpx", "watchfiles", "bot.slack.bolt")


def start_logs() -> None:
    """Send all logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    formatter = logging.Formatter(_FORMAT, "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    handler.addFilter(Redaction())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
