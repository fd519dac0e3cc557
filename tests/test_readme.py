"""The README tells what there is: each setting, each command, each target, and nothing else."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr
from pydantic_core import PydanticUndefined

from bot.cli import _parser
from bot.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
ROW = re.compile(r"^\| `([A-Z_]+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
TARGET = re.compile(r"^([a-z]+):", re.MULTILINE)


def _commands() -> set[str]:
    (subparsers,) = (
        action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    return set(subparsers.choices)


def _default(name: str) -> str:
    """A field's default as the table shows it."""
    default = Settings.model_fields[name].default
    if default is PydanticUndefined:
        return "the seeds"
    if default is None or default == ():
        return "none"
    if isinstance(default, SecretStr):
        default = default.get_secret_value()
    return f"`{int(default) if isinstance(default, bool) else default}`"


def test_each_setting_has_a_row() -> None:
    """The tables name every setting with its default, once, and no other."""
    rows = [(key, default) for key, default, _ in ROW.findall(README)]

    assert sorted((key, _default(name)) for key, name in Settings.key_names().items()) == sorted(
        rows
    )


def test_each_command_has_a_row() -> None:
    """The table of commands names those that `prbot` has."""
    assert _commands() == set(re.findall(r"^\| `prbot ([a-z]+)", README, re.MULTILINE))


def test_commands_in_the_text_exist() -> None:
    """Whatever the README tells to type can be typed."""
    typed = re.findall(r"\bprbot ([a-z]+)(?: |`|$)", "\n".join(_code()), re.MULTILINE)

    assert _commands() >= set(typed)


def test_each_target_has_a_row() -> None:
    """The table of targets names those of the Makefile, and no other."""
    targets = set(TARGET.findall((ROOT / "Makefile").read_text("utf-8")))

    assert targets == set(re.findall(r"^\| `make ([a-z]+)`", README, re.MULTILINE))
    assert targets >= set(re.findall(r"\bmake ([a-z]+)\b", "\n".join(_code())))


def test_files_in_the_text_exist() -> None:
    """A path of this project that the README names is there."""
    paths = re.findall(r"`((?:bot|tests|seeds|\.ci)/[\w./-]*)`", README)

    assert paths
    assert [] == [path for path in paths if not (ROOT / path).exists()]


@pytest.mark.parametrize("command", sorted(_commands()))
def test_each_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command tells what it does and how it exits."""
    with pytest.raises(SystemExit) as leaving:
        _parser().parse_args([command, "--help"])
    text = capsys.readouterr().out

    assert leaving.value.code == 0
    assert f"usage: prbot {command}" in text
    assert "exit status:" in text


def test_picture_is_true() -> None:
    """The answer shown at the top is the answer given, but for line ends and the notes' dates."""
    question, shown = re.findall(r'\$ make ask Q="(.+?)"\n(.*?)```', README, re.DOTALL)[0]
    given = subprocess.run(
        [sys.executable, "-m", "bot", "ask", question],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout

    assert _bare(given) == _bare(shown)


def _bare(answer: str) -> str:
    return re.sub(r"\s|…|\d{4}-\d{2}-\d{2}", "", answer)


def _code() -> list[str]:
    """What stands as code in the README."""
    found = re.findall(r"```\w*\n(.*?)```|`([^`\n]+)`", README, re.DOTALL)
    return [block or span for block, span in found]
