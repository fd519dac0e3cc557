"""What a channel wants each day: the hour, the days, how many notes, which ones.

A rule is written in one line, the same in Slack and in the settings:
`09:30 Asia/Shanghai mon-fri top 10 label:ROCm repo:vllm skip:2026-12-25`. Chinese words do as
well: `9点半 工作日 前10条`. Pure; what is read here is kept as JSON by `bot.state`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any

from bot.digest.schedule import EVERY_DAY, Schedule
from bot.notes.model import AdviceLevel, Note
from bot.search.query import Filters

TOP = 10
MOST = 30


@dataclass(frozen=True, slots=True)
class Rule:
    """When a digest comes, and what is in it.

    Args:
        schedule: When.
        top: How many notes its first page shows.
        filters: Which notes.
        tells_empty: Whether a day without news says so; else it is silent.
        language: `zh` or `en`.
    """

    schedule: Schedule
    top: int = TOP
    filters: Filters = field(default_factory=Filters)
    tells_empty: bool = False
    language: str = "zh"

    def wants(self, note: Note) -> bool:
        """Whether a note is among those the channel asks for."""
        wanted = self.filters
        texts = f"{note.title}\n{note.text}".casefold()
        level = note.advice.level if note.advice is not None else None
        return (
            (not wanted.repos or any(_is_repo(note.repo, name) for name in wanted.repos))
            and (not wanted.labels or bool(_folded(wanted.labels) & _folded(note.labels)))
            and (wanted.advice is None or level is wanted.advice)
            and not any(word.casefold() in texts for word in wanted.without)
        )


def _is_repo(repo: str | None, name: str) -> bool:
    full, name = (repo or "").casefold(), name.casefold()
    return bool(full) and name in {full, full.rpartition("/")[2]}


def _folded(names: tuple[str, ...]) -> set[str]:
    return {name.casefold() for name in names}


def to_json(rule: Rule) -> dict[str, Any]:
    """Write a rule as JSON values."""
    schedule, filters = rule.schedule, rule.filters
    return {
        "at": schedule.at.strftime("%H:%M"),
        "zone": schedule.zone,
        "weekdays": sorted(schedule.weekdays),
        "skip": sorted(day.isoformat() for day in schedule.skip),
        "top": rule.top,
        "repos": list(filters.repos),
        "labels": list(filters.labels),
        "advice": filters.advice.value if filters.advice else None,
        "without": list(filters.without),
        "tells_empty": rule.tells_empty,
        "language": rule.language,
    }


def from_json(kept: Mapping[str, Any]) -> Rule:
    """Read a rule back; what an older version did not know has its usual value."""
    advice = kept.get("advice")
    return Rule(
        schedule=Schedule(
            at=time.fromisoformat(kept["at"]),
            zone=kept["zone"],
            weekdays=frozenset(kept.get("weekdays", EVERY_DAY)),
            skip=frozenset(map(date.fromisoformat, kept.get("skip", ()))),
        ),
        top=kept.get("top", TOP),
        filters=Filters(
            repos=tuple(kept.get("repos", ())),
            labels=tuple(kept.get("labels", ())),
            advice=AdviceLevel(advice) if advice else None,
            without=tuple(kept.get("without", ())),
        ),
        tells_empty=kept.get("tells_empty", False),
        language=kept.get("language", "zh"),
    )
