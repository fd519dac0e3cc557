"""A clock that stands still until it is told to go on."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass
class SetClock:
    """Callable like the real one."""

    now: datetime = datetime(2026, 12, 1, 1, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **time: float) -> datetime:
        self.now += timedelta(**time)
        return self.now
