"""Forks a process for each command it reads, with everything loaded already.

A hundred processes that are killed a moment later would each spend a second on imports. Each line
of input is a command as JSON (`argv`, `env`, `cwd`, `log`); each line of output is what became of
one: `born 123`, later `gone 123 -9`. The children run the real `bot.cli.main`.
"""

import json
import os
import select
import signal
import sys
from typing import Any

from bot.app import build_searcher, load_library
from bot.cli import main
from bot.commands import digest, digest_preview
from bot.search.glossary import Glossary
from bot.search.han import cutter
from bot.settings import read_settings
from bot.slack import digest_poster
from bot.state import stores
from bot.terminal import console

_LOADED = (build_searcher, load_library, digest, digest_preview, digest_poster, stores, console)


def _say(*words_: object) -> None:
    sys.stdout.write(" ".join(map(str, words_)) + "\n")
    sys.stdout.flush()


def _live(order: dict[str, Any]) -> None:
    """Be the command, in this process that was just forked."""
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os._exit(main(order["argv"]))


def _bury(children: set[int]) -> None:
    while children:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        children.discard(pid)
        _say("gone", pid, os.waitstatus_to_exitcode(status))


def run() -> None:
    """Serve until the input ends."""
    list(cutter().cut_for_search("准备好"))  # loads the dictionary
    Glossary.load(None)
    read_settings(warn=lambda _: None)
    children: set[int] = set()
    wake, woken = os.pipe()
    for end in (wake, woken):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    _say("ready", len(_LOADED))
    left = b""
    while True:
        readable, _, _ = select.select([0, wake], [], [])
        if wake in readable:
            os.read(wake, 4096)
            _bury(children)
        if 0 not in readable:
            continue
        data = os.read(0, 65536)
        if not data:
            return
        *lines, left = (left + data).split(b"\n")
        for line in lines:
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _live(json.loads(line))
            children.add(pid)
            _say("born", pid)


if __name__ == "__main__":
    run()
