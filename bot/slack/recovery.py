"""Settles what a process that died had in hand, and keeps what this one has from being settled.

Slack delivers an event no more that was acknowledged, and everything is acknowledged at once. So
each question is kept until it is answered; here, a thread looks for those whose process is gone.
"""

import logging
from datetime import timedelta
from http.client import HTTPException
from threading import Event, Thread

from slack_sdk import WebClient
from slack_sdk.errors import SlackClientError

from bot.errors import BotError
from bot.slack import questions
from bot.slack.deps import Deps
from bot.slack.failures import error_of

_LOG = logging.getLogger(__name__)
_EVERY = 10.0  # seconds: a lease lasts several of them
_STALE = timedelta(minutes=15)  # an answer later than this answers nobody


class Recovery:
    """The thread.

    Args:
        client: Posts.
        deps: What questions are answered with.
        every: After how many seconds it looks again.
    """

    def __init__(self, client: WebClient, deps: Deps, every: float = _EVERY) -> None:
        self._client, self._deps, self._every = client, deps, every
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="recovery", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(self._every)

    def step(self) -> None:
        """Look once."""
        self._deps.once.renew()
        for key, question in self._deps.once.left_over(self._deps.now() - _STALE):
            _LOG.warning("taking over %s, which another process left unanswered", key)
            try:
                questions.settle(question, self._client, self._deps)
            except (BotError, SlackClientError, OSError, HTTPException) as fault:
                _LOG.error("%s stays unanswered: %s", key, error_of(fault))
            self._deps.once.answered(key)

    def _run(self) -> None:
        """Look at once: whose process died before this one began has waited long enough."""
        while not self._stopping.is_set():
            try:
                self.step()
            except Exception:  # noqa: BLE001  the edge: the thread goes on
                _LOG.exception("recovery")
            self._stopping.wait(self._every)
