"""When a digest is due: one moment for each local date, whatever the zone's clock does.

A local time that does not exist on its date (the clock is put forward over it) is due at the
first moment after the gap; one that comes twice is due the first time. A date that a zone left
out altogether (Samoa had no 30 December 2011) has nothing due. Pure: the present is given.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

EVERY_DAY = frozenset(range(7))
WORKDAYS = frozenset(range(5))
_HORIZON = 400  # days: who skips more than a year has nothing due
_SECOND = timedelta(seconds=1)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Days and an hour.

    Args:
        at: The local time.
        zone: The IANA name of the zone whose clock counts.
        weekdays: Monday is 0.
        skip: Dates on which nothing is due.
    """

    at: time
    zone: str
    weekdays: frozenset[int] = EVERY_DAY
    skip: frozenset[date] = frozenset()

    def local_date(self, moment: datetime) -> date:
        """The date on the wall at a moment."""
        return moment.astimezone(ZoneInfo(self.zone)).date()


@dataclass(frozen=True, slots=True)
class Due:
    """A date, and the moment (in UTC) at which its digest is due."""

    day: date
    moment: datetime


def due_on(schedule: Schedule, day: date) -> Due | None:
    """What is due on a local date, if anything."""
    zone = ZoneInfo(schedule.zone)
    if day.weekday() not in schedule.weekdays or day in schedule.skip or not _exists(day, zone):
        return None
    return Due(day, _first_moment(datetime.combine(day, schedule.at), zone))


def next_due(schedule: Schedule, after: datetime) -> Due | None:
    """The first that is due after a moment; `None` if nothing is due for more than a year."""
    # A time in a gap that reaches over midnight is due on the day after its date.
    first = schedule.local_date(after) - _DAY
    for number in range(_HORIZON):
        due = due_on(schedule, first + number * _DAY)
        if due is not None and due.moment > after:
            return due
    return None


def latest_due(schedule: Schedule, now: datetime, *, within: timedelta) -> Due | None:
    """The last that was due, up to and with this moment, if that is not too long ago.

    Args:
        schedule: Days and hour.
        now: The moment.
        within: How long ago is too long.
    """
    last = schedule.local_date(now)
    for number in range(within.days + 3):
        due = due_on(schedule, last - number * _DAY)
        if due is not None and due.moment <= now:
            return due if now - due.moment <= within else None
    return None


def _exists(day: date, zone: ZoneInfo) -> bool:
    midnight = _first_moment(datetime.combine(day, time.min), zone)
    return midnight.astimezone(zone).date() == day


def _first_moment(wall: datetime, zone: ZoneInfo) -> datetime:
    """The first moment at which the zone's clock shows a time, or has passed over it."""
    late = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if _shown(late, zone) == wall:
        return late
    early = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    while late - early > _SECOND:  # zones change at whole seconds
        middle = early + (late - early) // 2
        middle = middle.replace(microsecond=0)
        early, late = (early, middle) if _shown(middle, zone) >= wall else (middle, late)
    return late


def _shown(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)
