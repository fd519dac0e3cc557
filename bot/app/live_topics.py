"""Topics while prbot serves: found beside the answers, so that none of them waits for topics.

To find them is to read thousands of notes at a start, and to ask for each topic after every change.
Until that is done, the topics of before are told; at first there are none.
"""

import logging
import threading
from typing import TYPE_CHECKING

from bot.search.topics import Topic

if TYPE_CHECKING:  # what watches files is imported by those alone who serve
    from bot.notes.watch import LiveNotes
    from bot.search.searcher import Searcher

_MOST = 24  # told on the pages; Home shows fewer
_log = logging.getLogger(__name__)


class LiveTopics:
    """The topics last found, most notes first; found anew after each change of what is served.

    Args:
        live: The notes that are served.
    """

    def __init__(self, live: "LiveNotes[Searcher]") -> None:
        self._live = live
        self._found: tuple[Topic, ...] = ()
        self._changed, self._stopped = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="prbot-topics", daemon=True)

    def __call__(self) -> tuple[Topic, ...]:
        return self._found

    def start(self) -> None:
        self._live.follow(self._changed.set)
        self._changed.set()
        self._thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        self._stopped.set()
        self._changed.set()
        self._thread.join(seconds)

    def find(self) -> None:
        """Find the topics of what is served now."""
        self._found = self._live.current.searcher.topics(_MOST)

    def _run(self) -> None:
        while self._changed.wait() and not self._stopped.is_set():
            self._changed.clear()  # before they are found: a change meanwhile is another
            try:
                self.find()
            except Exception:  # noqa: BLE001  the edge: a dead thread leaves them stale for good
                _log.exception("the topics stay as they were: a fault nobody thought of")
