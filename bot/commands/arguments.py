"""What the commands share of the command line: notes, questions, and sentences beside the results.

Light: nothing here imports a part of the bot that is slow to load.
"""

import argparse
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

VALUED = ("--repo", "--label", "--since", "--until", "--limit")
"""The options of a question that are followed by one value."""


def add_notes_option(parser: argparse.ArgumentParser) -> None:
    """Let notes be named on the command line; the option may be given several times."""
    parser.add_argument(
        "--notes",
        nargs="+",
        action="extend",
        type=Path,
        default=[],
        metavar="PATH",
        help="files or folders of notes, in place of PRBOT_NOTES",
    )


def arranged(arguments: Sequence[str]) -> list[str]:
    """Put options first and the words of a question behind `--`, for argparse to part them.

    A word may begin with one `-`: it leaves notes out. After `--notes` come paths up to the next
    option, unless no word of a question stood elsewhere: then only the first is a path.
    """
    options: list[str] = []
    words: list[str] = []
    trailing: list[str] = []
    is_after_notes = False
    rest = iter(arguments)
    for argument in rest:
        name, _, value = argument.partition("=")
        if argument == "--":
            words += rest
        elif name == "--notes":
            options += [*_paths(trailing), "--notes", *([value] if value else _next(rest))]
            trailing = []
        elif argument in VALUED:
            options += [argument, *_next(rest)]
        elif argument.startswith("--") or argument == "-h":
            options.append(argument)
        elif is_after_notes and not argument.startswith("-"):
            trailing.append(argument)
            continue
        else:
            words.append(argument)
        is_after_notes = name == "--notes"
    if words:
        options += _paths(trailing)
    question = words or trailing
    return [*options, *(["--", *question] if question else [])]


def _paths(arguments: Sequence[str]) -> list[str]:
    return ["--notes", *arguments] if arguments else []


def _next(arguments: Iterator[str]) -> list[str]:
    return [value] if (value := next(arguments, None)) is not None else []


def as_text(argument: str) -> str:
    """Read an argument as UTF-8, whatever the locale took its bytes for."""
    try:
        return os.fsencode(argument).decode("utf-8", "replace")
    except UnicodeEncodeError:
        return argument


def tell(sentence: str) -> None:
    """Say something to the person, beside the results."""
    from bot.terminal.lines import harmless

    if sys.stderr is None:
        return
    with suppress(OSError):  # nobody listens: the exit status still tells
        for line in sentence.split("\n"):
            print(f"prbot: {harmless(line)}", file=sys.stderr)  # noqa: T201  what this is for


def command_line(command: str, paths: Sequence[Path]) -> str:
    """Give the command that looks at the same notes, as it would be typed."""
    return shlex.join(["prbot", command, *(["--notes", *map(str, paths)] if paths else [])])
