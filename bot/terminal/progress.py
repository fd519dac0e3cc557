"""A progress bar on standard error, for work that keeps a person waiting.

Drawn by rich, which is imported only once a second has gone by; most work never gets there.
"""

import time
from collections.abc import Callable
from types import TracebackType
from typing import IO, TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE = 1.0  # seconds of work that nobody needs to see
_PACE = 0.1  # seconds between two looks at the bar


class Progress:
    """Shows how far work is, once it has taken a second; silent where nobody watches.

    Args:
        stream: Where the bar is drawn, if it is a terminal.
        term: The value of `TERM`; a dumb terminal cannot redraw a line.
        clock: Seconds that never go back.
    """

    def __init__(
        self, stream: IO[str] | None, term: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._is_watched = stream is not None and stream.isatty() and term != "dumb"
        self._clock = clock
        self._shown_from = clock() + _PATIENCE
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def stage(self, title: str) -> Callable[[int, int], None]:
        """Begin a stage of the work: give what is to be called with how much is done, of what."""
        if not self._is_watched:
            return lambda _done, _total: None
        task: TaskID | None = None
        next_look = self._shown_from

        def report(done: int, total: int) -> None:
            nonlocal task, next_look
            now = self._clock()
            is_due = now >= next_look or (task is not None and done >= total)
            if not is_due:
                return
            next_look = now + _PACE
            self._bar = self._bar or self._started()
            if task is None:
                task = self._bar.add_task(title, total=total)
            self._bar.update(task, completed=done, total=total)

        return report

    def _started(self) -> "Bar":
        from rich.console import Console  # noqa: PLC0415  see the module's docstring
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
        from rich.progress import Progress as Bar  # noqa: PLC0415

        bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeRemainingColumn(),
            console=Console(file=self._stream),
            transient=True,
        )
        bar.start()
        return bar
