"""`python -m bot`: the same as the console script `prbot`."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
