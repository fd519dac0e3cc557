"""The real `prbot serve` as a process of its own, and what can be seen of it from outside."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from threading import Condition, Thread
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from tests.fakes.slack import FakeSlack

ROOT = Path(__file__).resolve().parent.parent.parent
_PATIENCE = 60.0
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR", "COVERAGE_PROCESS_START")


class Bot:
    """`prbot serve` in a folder of its own, with no settings but those given.

    Args:
        home: Where it runs: its state goes here.
        settings: Its environment variables.
        lines: What it has written, line by line.
    """

    def __init__(self, home: Path, settings: Mapping[str, str]) -> None:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._environment = {
            **kept,
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "PRBOT_PORT": "0",
            "PRBOT_NOTES": str(ROOT / "seeds"),
            **settings,
        }
        self._home = home
        self._changed = Condition()
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None
        self.lines: list[str] = []

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.running:
            self.stop()
        self._finish()

    def start(self) -> Self:
        """Start it, and wait until it says that it serves."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bot", "serve"],
            cwd=self._home,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self._reader = Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        return self

    @property
    def process(self) -> subprocess.Popen[str]:
        if self._process is None:
            raise RuntimeError("the bot was not started")
        return self._process

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def log(self) -> str:
        """All it has written."""
        with self._changed:
            return "\n".join(self.lines)

    def line_with(self, words: str, timeout: float = _PATIENCE) -> str:
        """Wait for a line of the log that holds these words."""

        def found() -> str | None:
            return next((line for line in self.lines if words in line), None)

        with self._changed:
            self._changed.wait_for(lambda: found() or not self.running, timeout)
            line = found()
        if line is None:
            raise AssertionError(f"no line with {words!r} in:\n{self.log}")
        return line

    @property
    def address(self) -> str:
        """Where it serves HTTP, as it says itself."""
        line = self.line_with("http://127.0.0.1:")
        return "http://" + line.partition("http://")[2].split()[0].rstrip("/.,;\"'")

    def get(self, path: str) -> tuple[int, str]:
        """Ask it for a page."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=_PATIENCE)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def command(self, *words: str) -> str:
        """Run another command of `prbot` beside it, and return what that prints."""
        line = [sys.executable, "-m", "bot", *words]
        done = subprocess.run(
            line, cwd=self._home, env=self._environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    def health(self) -> tuple[int, dict[str, Any]]:
        """Return the status and the body of its health page."""
        status, text = self.get("/healthz")
        return status, json.loads(text)

    def wait_until_idle(self, timeout: float = _PATIENCE) -> None:
        """Wait until it has nothing in hand, as its health page tells."""
        deadline = time.monotonic() + timeout
        while (body := self.health()[1])["answers"]["in_hand"]:
            if time.monotonic() > deadline:
                raise AssertionError(f"never idle: {body}\n{self.log}")
            with self._changed:
                self._changed.wait(0.05)

    def wait_for_health(self, status: int, timeout: float = _PATIENCE) -> dict[str, Any]:
        """Wait until its health page answers with this status.

        Nothing tells of a change of health, so it is asked again after each line of the log and
        otherwise a few times a second.
        """
        deadline = time.monotonic() + timeout
        while True:
            seen, body = self.health()
            if seen == status:
                return body
            if time.monotonic() > deadline:
                raise AssertionError(f"health stays {seen}: {body}\n{self.log}")
            with self._changed:
                self._changed.wait(0.2)

    def terminate(self) -> None:
        """Ask it to end, as an orchestrator does."""
        self.process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once, as a crash does."""
        self.process.kill()
        self._finish()

    def wait(self, timeout: float = _PATIENCE) -> int:
        """Return its exit status once it has ended, its log complete."""
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"still there after {timeout} s:\n{self.log}") from None
        self._finish()
        return status

    def stop(self) -> int:
        """Ask it to end and wait for it: all it had in hand is done then."""
        self.terminate()
        return self.wait()

    def meet(self, slack: FakeSlack, *, socket_mode: bool = True) -> Self:
        """Wait until it can hear Slack, by its socket or at its request URL."""
        if socket_mode:
            self.line_with("http://127.0.0.1:")
            slack.wait_for(slack.socket.live, _PATIENCE)
        else:
            slack.speak_http(f"{self.address}/slack/events")
        return self

    def _read(self, process: subprocess.Popen[str]) -> None:
        for line in process.stderr or ():
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()
        process.wait()
        with self._changed:
            self._changed.notify_all()

    def _finish(self) -> None:
        if self._reader is not None:
            self._reader.join(_PATIENCE)
        if self._process is not None and self._process.stderr is not None:
            self._process.stderr.close()
