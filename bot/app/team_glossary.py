"""The team's glossary while prbot serves: an edit of the file is what questions are read by next.

Owned here: when the file has changed, and what is said of one that cannot be read. The file is
looked at, not watched: it may be a link, or mounted into a container by itself, and of neither
the system tells. It is small: to read it costs less than to find out whether it changed.
"""

import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from bot.search.glossary import Glossary, GlossaryError, read_glossary

if TYPE_CHECKING:  # what watches files is imported by those alone who serve
    from bot.notes.watch import LiveNotes
    from bot.search.searcher import Searcher

_BETWEEN = 0.5  # seconds between two looks; what two of them find alike is taken
_log = logging.getLogger(__name__)


class TeamGlossary:
    """Follows the team's file. One that cannot be read leaves the glossary of before in use.

    Args:
        path: The file.
        live: The notes that are served, by what the file said when they were read.

    Attributes:
        problem: Why the glossary of before is in use, if it is.
    """

    def __init__(self, path: Path, live: "LiveNotes[Searcher]") -> None:
        self.path, self.problem = path, ""
        self._live = live
        self._seen: tuple[str, str] | None = None
        self._taken: tuple[str, str] | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="prbot-glossary", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        self._stopped.set()
        self._thread.join(seconds)

    def look(self) -> None:
        """Look at the file, and take what the look before found there too: then it is whole."""
        before, seen = self._seen, self._read()
        self._seen = seen
        if seen == before and seen != self._taken:
            self._taken = seen
            self._take(*seen)

    def _read(self) -> tuple[str, str]:
        """What the file says, or why it says nothing."""
        try:
            return read_glossary(self.path), ""
        except GlossaryError as fault:
            return "", str(fault)

    def _take(self, text: str, fault: str) -> None:
        if fault:
            return self._keep(fault)
        try:
            glossary = Glossary.extended(text, str(self.path))
        except GlossaryError as error:
            return self._keep(str(error))
        return self._use(glossary)

    def _keep(self, fault: str) -> None:
        problem = f"{fault}; the glossary of before is used until it can be read"
        if problem != self.problem:
            _log.warning("%s", problem)
        self.problem = problem

    def _use(self, glossary: Glossary) -> None:
        is_another = glossary != self._live.current.searcher.glossary
        if is_another:
            self._live.exchange(lambda searcher: searcher.reading_by(glossary))
        if is_another or self.problem:
            self.problem = ""
            _log.info(
                "glossary read again: %d groups, those of %s among them",
                len(glossary.groups),
                self.path,
            )

    def _run(self) -> None:
        while not self._stopped.wait(_BETWEEN):
            try:
                self.look()
            except Exception:  # noqa: BLE001  the edge: a dead thread leaves it stale for good
                _log.exception("the glossary stays as it was: a fault nobody thought of")
