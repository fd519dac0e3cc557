"""The real console script, run as people run it: arguments in, streams and an exit status out."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PRBOT = Path(sys.executable).with_name("prbot")
SEEDS = Path(__file__).parents[2] / "seeds"

UTF_8 = {"LC_ALL": "C.UTF-8"}
# Python would make UTF-8 of the C locale by itself; here it is left as bare as it can be.
BARE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@dataclass(frozen=True)
class Finished:
    """How a command ended.

    Args:
        status: Its exit status.
        out: What it wrote to standard output, which must be UTF-8.
        err: What it wrote to standard error.
    """

    status: int
    out: str
    err: str


def environment(extra: Mapping[str, str], home: Path) -> dict[str, str]:
    """An environment of its own: no setting of the person who runs the tests gets in."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), **UTF_8, **extra}


def prbot(
    *arguments: str | bytes | Path,
    cwd: Path,
    stdin: bytes = b"",
    environ: Mapping[str, str] | None = None,
) -> Finished:
    """Run `prbot` in a folder and wait for its end."""
    command: Sequence[str | bytes | Path] = [PRBOT, *arguments]
    done = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env=environment(environ or {}, cwd),
        timeout=60,
    )
    return Finished(done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace"))
