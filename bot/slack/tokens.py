"""Whether Slack still takes the token: said once in the log, and in health until it does again."""

import logging
from threading import Lock

_LOG = logging.getLogger(__name__)


class TokenWatch:
    """Keeps the last word on the token."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._refusal = ""

    @property
    def refusal(self) -> str:
        """Slack's word for why it refuses the token; empty while it takes it."""
        return self._refusal

    def refused(self, error: str) -> None:
        with self._lock:
            is_news, self._refusal = not self._refusal, error
        if is_news:
            _LOG.critical(
                "Slack refuses SLACK_BOT_TOKEN (%s): nothing can be answered; reinstall the app,"
                " put the new token in place and restart",
                error,
            )

    def taken(self) -> None:
        with self._lock:
            was_refused, self._refusal = bool(self._refusal), ""
        if was_refused:
            _LOG.warning("Slack takes the token again")
