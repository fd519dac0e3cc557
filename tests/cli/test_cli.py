"""The command line itself: help that is at once there, and faults that keep their countenance."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from bot.cli import COMMANDS, FAULT, _guarded, main
from tests.cli.process import SEEDS

SLOW = [
    "numpy",
    "jieba",
    "pydantic",
    "rich",
    "snowballstemmer",
    "slack_bolt",
    "flask",
    "sqlalchemy",
]

NOT_FOR_A_QUESTION = [
    "flask",
    "frontmatter",
    "httpx",
    "numpy.ma",
    "rapidfuzz",
    "rich.console",
    "slack_bolt",
    "sqlalchemy",
    "watchfiles",
    "yaml",
]


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["ask", "--help"], ["index", "-h"]]
)
def test_help_loads_nothing_that_is_slow(arguments: list[str]) -> None:
    """What a command needs is imported by the command."""
    program = (
        "import sys; from bot.cli import main; status = main(sys.argv[1:]); "
        f"sys.exit(status or ' '.join(sorted(set({SLOW!r}) & set(sys.modules))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )

    assert "" == done.stderr.strip()
    assert done.stdout


def test_a_question_waits_for_nothing_that_it_does_not_need() -> None:
    """Most of its time is loading: what serves other commands or formats is left where it is."""
    program = (
        "import sys; from bot.cli import main; main(sys.argv[1:]); "
        f"sys.exit(' '.join(sorted(set({NOT_FOR_A_QUESTION!r}) & set(sys.modules))))"
    )
    command = [sys.executable, "-c", program, "ask", "FlashInfer 相关的 PR", "--notes", str(SEEDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert "" == done.stderr.strip()
    assert "FlashInfer" in done.stdout


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    """A line in the list, and a page of its own with its exit status."""
    main(["--help"])
    listed = capsys.readouterr().out

    for name in (command.__name__.rpartition(".")[2] for command in COMMANDS):
        assert 0 == main([name, "--help"])
        assert f"usage: prbot {name}" in capsys.readouterr().out
        assert f"\n    {name} " in listed


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """As tools tell it: the name and the number."""
    status = main(["--version"])

    name, number = capsys.readouterr().out.split()
    assert (0, "prbot") == (status, name)
    assert 3 == len(number.split("."))


def _failing(fault: BaseException) -> Callable[[], int]:
    def run() -> int:
        raise fault

    return run


def test_a_fault_of_ours_is_a_sentence_with_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 3; the exception's own text, which may hold anything, is not told."""
    statuses = [_guarded(_failing(ValueError("xoxb-fake"))) for _ in range(2)]

    first, second = capsys.readouterr().err.splitlines()
    assert [FAULT, FAULT] == statuses
    assert first == second
    assert first.startswith("prbot: something went wrong inside prbot (error ")
    assert "ValueError" in first
    assert "xoxb-fake" not in first


@pytest.mark.parametrize(("debug", "expected"), [("1", True), ("0", False), ("maybe", False)])
def test_a_traceback_is_for_who_asks(
    debug: str,
    expected: bool,  # noqa: FBT001  a column of the table
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`PRBOT_DEBUG=1` shows where a fault happened; a wrong value of it makes no second fault."""
    monkeypatch.setenv("PRBOT_DEBUG", debug)

    _guarded(_failing(ValueError("odd")))

    assert expected == ("Traceback" in capsys.readouterr().err)
