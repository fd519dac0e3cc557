"""The command line: which commands there are, and how each of them ends.

Results go to standard output, all else to standard error. A person sees a sentence, never a
traceback: `PRBOT_DEBUG=1` shows that too. What is slow to load is imported by the command that
needs it, so that help is at once there.
"""

import argparse
import os
import sys
import traceback
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from bot.commands import ask, check, digest, feedback, health, index, manifest, pull, serve
from bot.commands.arguments import arranged, tell
from bot.commands.building import building
from bot.errors import BotError

COMMANDS = (ask, index, digest, serve, manifest, check, health, feedback, pull)

BAD_USAGE = 2
FAULT = 3
INTERRUPTED = 130  # what shells give a command that Ctrl-C ended


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    # numpy's BLAS starts a thread for each core as it loads, for products far larger than ours.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == [ask.NAME]:
        given[1:] = arranged(given[1:])
    return _guarded(lambda: _run(given))


class _ShowVersion(argparse.Action):
    """Looks the version up when it is asked for: that takes as long as all of the help."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("prbot")
        except PackageNotFoundError:  # run from its folder
            number = "(not installed)"
        sys.stdout.write(f"prbot {number}\n")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="prbot",
        description="Answers questions about recent PR reviews, with links to the notes.",
        epilog="`prbot COMMAND --help` tells more of a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.register(subparsers)
    return parser


def _run(given: Sequence[str]) -> int:
    try:
        args = _parser().parse_args(given)
    except SystemExit as leaving:  # argparse has said why
        return leaving.code if isinstance(leaving.code, int) else BAD_USAGE
    with building():
        from bot.settings import read_settings

        settings = read_settings()
    status: int = args.run(args, settings)
    return status


def _guarded(run: Callable[[], int]) -> int:
    """Turn every way a command can end into an exit status and at most one sentence."""
    try:
        status = run()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BotError as fault:
        tell(str(fault))
        status = BAD_USAGE
    except BrokenPipeError:  # the reader has seen enough
        status = 0
    except KeyboardInterrupt:
        status = INTERRUPTED
    except Exception as fault:  # noqa: BLE001  the edge: a person sees a sentence
        _tell_fault(fault)
        status = FAULT
    _let_go_of_output()
    return status


def _let_go_of_output() -> None:
    """Drop what cannot be written, which Python would complain about on its way out."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_fault(fault: Exception) -> None:
    """Name a fault of ours without its message, which may hold anything."""
    frames = traceback.extract_tb(fault.__traceback__)
    trail = "".join(f"{frame.name}:{frame.line}" for frame in frames) + type(fault).__name__
    number = f"{zlib.crc32(trail.encode()):08x}"
    tell(
        f"something went wrong inside prbot (error {number}, {type(fault).__name__}); "
        "the same fault has the same number; PRBOT_DEBUG=1 shows where it happened"
    )
    if _is_debugging() and sys.stderr is not None:
        traceback.print_exception(fault)


def _is_debugging() -> bool:
    try:
        from bot.settings import read_settings

        return read_settings(warn=lambda _: None).debug
    except Exception:  # noqa: BLE001  it may be the settings that are at fault
        return False
