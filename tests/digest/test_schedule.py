"""One due moment for each local date, whatever the zone's clock does."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.digest.schedule import EVERY_DAY, WORKDAYS, Due, Schedule, due_on, latest_due, next_due

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
# Half-hour shifts, shifts at midnight, dates left out, dates of fasting, no shifts at all.
STRANGE = (
    "Africa/Cairo", "Africa/Casablanca", "America/Nuuk", "America/Sao_Paulo", "America/St_Johns",
    "Antarctica/Troll", "Asia/Beirut", "Asia/Kathmandu", "Asia/Shanghai", "Australia/Lord_Howe",
    "Europe/Berlin", "Europe/Dublin", "Pacific/Apia", "Pacific/Chatham", "UTC",
)  # fmt: skip
zones = st.sampled_from(STRANGE) | st.sampled_from(sorted(available_timezones()))
days = st.dates(date(1950, 1, 1), date(2099, 12, 31))
times = st.times().map(lambda at: at.replace(second=0, microsecond=0))


def wall(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


@given(zones, days, times)
@example("Europe/Berlin", date(2026, 3, 29), time(2, 30))
@example("Europe/Berlin", date(2026, 10, 25), time(2, 30))
@example("America/Nuuk", date(2024, 3, 30), time(23, 30))
@example("Pacific/Apia", date(2011, 12, 30), time(9, 30))
@example("America/Sao_Paulo", date(2018, 11, 4), time(0, 15))
def test_due_is_the_first_moment_the_clock_shows_the_time(zone: str, day: date, at: time) -> None:
    """Before it the clock shows less, at it the time or, after a gap, the first beyond."""
    due = due_on(Schedule(at, zone), day)
    target = datetime.combine(day, at)
    if due is None:
        noons = (datetime.combine(day, time(12), UTC) + number * DAY / 4 for number in range(-8, 9))

        assert day not in {wall(noon, zone).date() for noon in noons}
        return

    assert target <= wall(due.moment, zone)
    assert all(wall(due.moment - SECOND * step, zone) < target for step in (1, 1800, 3600, 7200))


@given(zones, days, times)
@example("Pacific/Apia", date(2011, 12, 28), time(9, 30))
def test_each_local_date_has_one_due_and_each_due_another_moment(
    zone: str, day: date, at: time
) -> None:
    """Walking from due to due meets every date that the zone has, once, in order."""
    schedule = Schedule(at, zone)
    walked: list[Due] = []
    moment = datetime.combine(day - DAY, at, UTC) - DAY
    while len(walked) < 9:
        due = next_due(schedule, moment)
        assert due is not None
        walked.append(due)
        moment = due.moment
    first, last = walked[0].day, walked[-1].day
    dates = [first + number * DAY for number in range((last - first).days + 1)]
    existing = [each for each in dates if due_on(schedule, each) is not None]

    assert existing == [due.day for due in walked]
    assert len(walked) == len({due.moment for due in walked})


@given(zones, st.datetimes(datetime(1990, 1, 1), datetime(2080, 1, 1)), times)  # noqa: DTZ001
def test_latest_due_is_the_one_before_the_next(zone: str, now: datetime, at: time) -> None:
    """No moment lies between the last due and the next one without being seen by either."""
    schedule = Schedule(at, zone)
    moment = now.replace(tzinfo=UTC)
    latest = latest_due(schedule, moment, within=timedelta(days=3))
    assert latest is not None

    assert latest.moment <= moment
    assert next_due(schedule, moment) == next_due(schedule, latest.moment)


@pytest.mark.parametrize(
    ("zone", "day", "at", "expected"),
    [
        ("Asia/Shanghai", date(2026, 12, 1), time(9, 30), "2026-12-01T01:30"),
        ("Europe/Berlin", date(2026, 3, 29), time(2, 30), "2026-03-29T01:00"),  # skipped: 3:00
        ("Europe/Berlin", date(2026, 10, 25), time(2, 30), "2026-10-25T00:30"),  # the first of two
        ("America/New_York", date(2026, 11, 1), time(1, 30), "2026-11-01T05:30"),
        ("Australia/Lord_Howe", date(2026, 10, 4), time(2, 15), "2026-10-03T15:30"),  # half an hour
        ("America/Nuuk", date(2024, 3, 30), time(23, 30), "2024-03-31T01:00"),  # over midnight
    ],
)
def test_due_moment(zone: str, day: date, at: time, expected: str) -> None:
    """The moments of days on which clocks change, by hand."""
    due = due_on(Schedule(at, zone), day)

    assert Due(day, datetime.fromisoformat(expected).replace(tzinfo=UTC)) == due


def test_date_that_a_zone_left_out_has_nothing_due() -> None:
    """Samoa went from 29 to 31 December 2011; neither day is served twice."""
    schedule = Schedule(time(9, 30), "Pacific/Apia")

    assert due_on(schedule, date(2011, 12, 30)) is None
    assert due_on(schedule, date(2011, 12, 29)) != due_on(schedule, date(2011, 12, 31))


def test_weekends_and_holidays_have_nothing_due() -> None:
    """From Thursday's digest the next is Monday's, where Friday is a holiday."""
    friday = date(2026, 12, 25)
    schedule = Schedule(time(9), "UTC", WORKDAYS, frozenset({friday}))
    due = next_due(schedule, datetime(2026, 12, 24, 9, tzinfo=UTC))
    assert due is not None

    assert date(2026, 12, 28) == due.day


def test_schedule_without_days_is_never_due() -> None:
    """An empty week ends the search instead of going on for ever."""
    schedule = Schedule(time(9), "UTC", frozenset())

    assert next_due(schedule, datetime(2026, 1, 1, tzinfo=UTC)) is None


@pytest.mark.parametrize(("hours", "is_due"), [(0, True), (6, True), (6.01, False), (-0.01, False)])
def test_missed_hour_is_caught_up_with_within_the_limit(hours: float, *, is_due: bool) -> None:
    """Six hours late is late, more is missed."""
    schedule = Schedule(time(9), "UTC", EVERY_DAY)
    now = datetime(2026, 12, 1, 9, tzinfo=UTC) + timedelta(hours=hours)
    found = latest_due(schedule, now, within=timedelta(hours=6))

    assert is_due == (found is not None)


@pytest.mark.parametrize(
    "zone", ["Asia/Shanghai", "Europe/Berlin", "America/Nuuk", "UTC", "Asia/Beirut"]
)
def test_year_looked_at_every_quarter_of_an_hour_gives_one_due_a_day(zone: str) -> None:
    """A process that looks again and again sees each date of a year come due once."""
    schedule = Schedule(time(0, 30), zone)
    moment = datetime(2025, 12, 31, 12, tzinfo=UTC)
    seen: list[Due] = []
    while moment < datetime(2027, 1, 1, 12, tzinfo=UTC):
        due = latest_due(schedule, moment, within=timedelta(hours=6))
        if due is not None and due not in seen[-1:]:
            seen.append(due)
        moment += timedelta(minutes=15)
    of_the_year = [due.day for due in seen if due.day.year == 2026]

    assert [date(2026, 1, 1) + number * DAY for number in range(365)] == of_the_year
