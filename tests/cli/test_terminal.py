"""On a real terminal of 80 columns: colours, hyperlinks, and no line over the edge."""

import fcntl
import os
import re
import struct
import subprocess
import termios
from collections.abc import Mapping

import pytest
from rich.cells import cell_len

from tests.cli.process import PRBOT, SEEDS, environment

COLUMNS = 80
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\")


def _on_a_terminal(*arguments: str, environ: Mapping[str, str]) -> str:
    """Run `prbot` at the root of the checkout on a terminal of its own; give what is drawn."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    process = subprocess.Popen(
        [str(PRBOT), *arguments],
        cwd=SEEDS.parent,
        env=environment(environ, SEEDS.parent),
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    drawn = b""
    try:
        while part := os.read(master, 65536):
            drawn += part
    except OSError:  # Linux says so when the last writer is gone
        pass
    os.close(master)
    process.wait()
    return drawn.decode().replace("\r\n", "\n")


QUESTIONS = [
    "FlashInfer 相关的 PR",
    "最近有哪些 PR",
    "which PRs touch warmup?",
    "Kubernetes",
    "你好",
]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    "environ", [{"TERM": "xterm-256color"}, {"TERM": "xterm", "NO_COLOR": "1"}]
)
def test_no_line_is_wider_than_the_terminal(question: str, environ: Mapping[str, str]) -> None:
    """A Chinese character counts two."""
    drawn = _on_a_terminal("ask", "--limit", "50", "--explain", question, environ=environ)

    lines = _ESCAPES.sub("", drawn).splitlines()
    assert lines
    assert [] == [line for line in lines if cell_len(line) > COLUMNS]
    assert [] == [line for line in lines if line.lstrip()[:1] in "，。、；：）」" and line.strip()]


def test_matches_are_bold_and_places_are_links() -> None:
    """OSC-8 hyperlinks lead to the file on this machine and to the PRs a note names."""
    drawn = _on_a_terminal("ask", "#55385", environ={"TERM": "xterm-256color"})

    assert "\x1b[1;35m#55385\x1b[0m" in drawn or "\x1b[1;35m55385\x1b[0m" in drawn
    assert f";{(SEEDS / '000_019d287c5316eef0.txt').as_uri()}\x1b\\" in drawn
    assert ";https://github.com/vllm-project/vllm/pull/55385\x1b\\" in drawn


@pytest.mark.parametrize(
    "environ", [{"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"]
)
def test_a_terminal_may_ask_for_plain_text(environ: Mapping[str, str]) -> None:
    """Not one escape sequence; references show their addresses."""
    drawn = _on_a_terminal("ask", "#55385", environ=environ)

    assert "\x1b" not in drawn
    assert "https://github.com/vllm-project/vllm/pull/55385" in drawn
