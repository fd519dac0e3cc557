"""Streams that tests write to: one that takes itself for a terminal, one that breaks."""

import io


class Screen(io.StringIO):
    """Says that it is a terminal, and keeps what was written."""

    def isatty(self) -> bool:
        return True


class Broken(io.StringIO):
    """Fails with `fault` when it is written to."""

    def __init__(self, fault: OSError) -> None:
        super().__init__()
        self._fault = fault

    def write(self, _text: str) -> int:
        raise self._fault
