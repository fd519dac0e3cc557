"""The `prbot` command as it would be without one part of the search.

    python -m tests.bench.variant "no stems" ask --json "FlashInfer 相关的 PR"

The name is one of `tests.bench.ablation.PARTS`.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from functools import partial

from bot.search.tuning import Tuning
from tests.bench.ablation import PARTS
from tests.bench.steps import STEPS, exchange


def main(argv: Sequence[str]) -> int:
    """Run the command."""
    name, *command = argv
    if name in STEPS:
        STEPS[name]()
    exchange("bot.search.searcher", "Tuning", partial(Tuning, **PARTS[name]))
    from bot.cli import main as prbot

    with tempfile.TemporaryDirectory() as folder:
        os.environ["PRBOT_CACHE"] = folder  # an index that was kept is one with all parts
        return prbot(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
