"""Real `prbot` processes that can be killed at any moment, born cheaply from one nursery."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parent.parent.parent
_PATIENCE = 60.0
_PAUSE = 0.004


@dataclass
class Child:
    """A process of its own.

    Args:
        pid: Its number.
        log: Where it writes.
        ended: Gets its exit status, or the negated number of the signal that ended it.
    """

    pid: int
    log: Path = Path()
    ended: "Queue[int]" = field(default_factory=Queue)

    def kill(self) -> int:
        """End it as a power cut would, wait until it is gone, and return how it ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        return self.wait()

    def wait(self, timeout: float = _PATIENCE) -> int:
        status = self.ended.get(timeout=timeout)
        self.ended.put(status)
        return status


class Nursery:
    """Where processes come from; they are the test's own, and end with it."""

    def __init__(self) -> None:
        self._children: dict[int, Child] = {}
        self._born: Queue[int] = Queue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.digest.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._reader = Thread(target=self._listen, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for child in list(self._children.values()):
            if child.ended.empty():
                child.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(_PATIENCE)
        self._reader.join(_PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def run(self, argv: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Child:
        """Start a command in a folder, with these variables beside the test's own."""
        log = cwd / "log"
        order = {"argv": argv, "env": dict(env), "cwd": str(cwd), "log": str(log)}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        child = self._children[self._born.get(timeout=_PATIENCE)]
        child.log = log
        return child

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            word, *numbers = line.split()
            if word == "born":
                self._children[int(numbers[0])] = Child(int(numbers[0]))
                self._born.put(int(numbers[0]))
            elif word == "gone":
                self._children[int(numbers[0])].ended.put(int(numbers[1]))


def until(happened: Callable[[], object]) -> None:
    """Look again and again, as often as costs nothing, until something has happened."""
    pause = Event()
    for _ in range(int(_PATIENCE / _PAUSE)):
        if happened():
            return
        pause.wait(_PAUSE)
    raise AssertionError("it never happened")
