"""Where a channel stands, in sentences. Pure."""

from collections.abc import Iterator

from bot.digest.rule import MOST, Rule
from bot.digest.rule_words import Fault, RuleError
from bot.digest.status import Standing
from bot.digest.wording import (
    ADVICE,
    Says,
    day_in_words,
    moment_in_words,
    weekdays_in_words,
    why_refused,
)
from bot.state.ledger import Entry, Progress

_DAYS_SHOWN = 5


def standing_lines(standing: Standing, language: str, *, channel: str) -> Iterator[str]:
    """Say what comes next, what came last, and why a day had none.

    Args:
        standing: Where the channel stands.
        language: `zh` or `en`.
        channel: How the channel is written.
    """
    zone = standing.subscription.rule.schedule.zone
    if standing.next_due is None:
        yield Says.NEVER(language)
    else:
        at = moment_in_words(standing.next_due.moment, zone, language)
        yield Says.NEXT(language, at=at)
    if standing.last is None:
        yield Says.NO_LAST(language)
    else:
        sentence = Says.LAST_LATE if standing.last.is_late else Says.LAST
        day = day_in_words(standing.last.key.day, language)
        yield sentence(language, day=day, count=standing.last.count)
    if standing.without is not None:
        yield why_without(standing.without, language, zone=zone, channel=channel)


def why_without(entry: Entry, language: str, *, zone: str, channel: str) -> str:
    """Say why a day has no digest, or none yet."""
    sentence = {
        Progress.SKIPPED: Says.SKIPPED,
        Progress.MISSED: Says.MISSED,
        Progress.UNSURE: Says.UNSURE,
        Progress.REFUSED: Says.REFUSED,
        Progress.WAITING: Says.WAITING,
    }.get(entry.state, Says.UNDER_WAY)
    return sentence(
        language,
        day=day_in_words(entry.key.day, language),
        reason=entry.reason,
        why=why_refused(entry.reason, channel, language),
        at=moment_in_words(entry.lease_until, zone, language),
    )


def rule_words(rule: Rule, language: str) -> str:
    """Say a rule in a clause."""
    schedule = rule.schedule
    narrowed = filter_words(rule, language)
    return Says.RULE(
        language,
        days=weekdays_in_words(schedule.weekdays, language),
        at=f"{schedule.at:%H:%M}",
        zone=_zone_words(schedule.zone),
        top=rule.top,
        only=Says.ONLY(language, filters=narrowed) if narrowed else "",
        besides="".join(_besides(rule, language)),
    )


def _besides(rule: Rule, language: str) -> Iterator[str]:
    if days := sorted(rule.schedule.skip):
        shown = [day.isoformat() for day in days[:_DAYS_SHOWN]]
        more = ["…"] if len(days) > _DAYS_SHOWN else []
        yield Says.WITHOUT_DAYS(language, days=" ".join([*shown, *more]))
    if rule.tells_empty:
        yield Says.TELLS_EMPTY(language)


def _zone_words(zone: str) -> str:
    """A zone as people read it: the sign of `Etc/GMT-8` says the opposite of what it means."""
    offset = zone.removeprefix("Etc/GMT")
    if offset == zone or not offset[1:].isdecimal():
        return zone
    return f"UTC{'+' if offset[0] == '-' else '-'}{offset[1:]}"


def fault_words(fault: RuleError, language: str) -> str:
    """Say which word of a rule could not be read, and what may have been meant."""
    sentence = {
        Fault.NO_TIME: Says.NO_TIME,
        Fault.TIME: Says.BAD_TIME,
        Fault.TWO_TIMES: Says.TWO_TIMES,
        Fault.LENGTH: Says.TOO_LONG,
        Fault.ZONE: Says.BAD_ZONE,
        Fault.COUNT: Says.BAD_COUNT,
        Fault.DATE: Says.BAD_DATE,
        Fault.WORD: Says.BAD_WORD,
    }[fault.fault]
    said = sentence(language, word=fault.word, most=MOST)
    return f"{said} {Says.DID_YOU_MEAN(language, near=fault.near)}" if fault.near else said


def filter_words(rule: Rule, language: str) -> str:
    """Name what narrows a rule; empty where nothing does."""
    filters = rule.filters
    words = [f"repo:{name}" for name in filters.repos]
    words += [f"label:{name}" for name in filters.labels]
    if filters.advice is not None:
        words.append(ADVICE[filters.advice](language))
    words += [f"-{word}" for word in filters.without]
    return " ".join(words)
