"""Building what a command keeps, without looking for garbage in it.

Light, as all that the command line needs before it knows its command.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def building() -> Iterator[None]:
    """Run what makes many objects that all stay: modules, settings, notes, their index.

    To search them for cycles again and again took a fifth of the time of `prbot ask`. What was
    made is left out of later searches, too, also of the last one, when the process ends.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
