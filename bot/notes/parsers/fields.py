"""What a note says about itself, from front matter or JSON, whatever types it was written with.

A field that cannot be understood costs only itself: it is left out, said to be so, and the note
is served without it.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar
from urllib.parse import urlsplit

from bot.notes.draft import Fields

_LABELS_END = re.compile(r"[,，、;；]")
_REPO = re.compile(r"[A-Za-z0-9_][\w.-]*(?:/[A-Za-z0-9_][\w.-]*)+", re.ASCII)
_REVIEW_URL = re.compile(
    r"https?://[^/\s]+/(?P<repo>[^\s?#]+?)(?:/-)?/(?:pull|pulls|merge_requests)/(?P<pr>\d{1,9})\b"
)
_NUMBER = re.compile(r"(?:PR|MR)?\s*[#!]?\s*(\d{1,9})", re.IGNORECASE)
_DAY = re.compile(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)")
_UNSAFE_IN_URL = re.compile(r"[\s<>\"\x00-\x1f]")

# Numbers of a date field are seconds since 1970, or milliseconds where they are as large as this.
_MILLISECONDS_FROM = 10**11

Report = Callable[[str, str], None]
"""Takes the name of a field, and a clause on what is wrong with it."""
_Value = TypeVar("_Value")


def read_fields(values: Mapping[str, object], report: Report) -> Fields:
    """Read the fields that all formats share.

    Args:
        values: The fields by name; other names than ours are left alone.
        report: Is told of each field that could not be understood.
    """

    def read(name: str, reader: Callable[[object], _Value | None], should: str) -> _Value | None:
        value = values.get(name)
        if value is None or value in ("", [], {}):
            return None
        found = reader(value)
        if found is None:
            report(name, f"{name} {_shown(value)} should be {should}; left out")
        return found

    url = read("url", as_url, "an http or https address")
    repo = read("repo", as_repo, "owner/name")
    pr = read("pr", as_number, "a number")
    return Fields(
        url=url,
        repo=repo or _from_url(url, "repo"),
        pr=pr if pr is not None else _as_int(_from_url(url, "pr")),
        labels=read("labels", as_labels, "a list of words, or words parted by commas") or (),
        date=read("date", as_day, "a date such as 2026-01-31"),
        author=read("author", as_text, "a name"),
    )


def as_text(value: object) -> str | None:
    """A text, or a number as one; white space around it goes."""
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return None


def as_url(value: object) -> str | None:
    text = value.strip() if isinstance(value, str) else ""
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    good = parts.scheme in {"http", "https"} and parts.netloc and not _UNSAFE_IN_URL.search(text)
    return text if good else None


def as_repo(value: object) -> str | None:
    """`owner/name`, also out of a repository's address."""
    text = value.strip() if isinstance(value, str) else ""
    text = re.sub(r"^https?://[^/]+/|^git@[^:]+:|(?:\.git)?/?$", "", text)
    return text if _REPO.fullmatch(text) else None


def as_number(value: object) -> int | None:
    """A PR's number, also out of `#123` or the PR's address."""
    text = as_text(value) or ""
    found = _NUMBER.fullmatch(text)
    return int(found[1]) if found else _as_int(_from_url(text, "pr"))


def as_labels(value: object) -> tuple[str, ...] | None:
    """Labels from a list, or from words parted by commas."""
    if isinstance(value, str):
        return split_labels(value) or None
    if not isinstance(value, list):
        return None
    labels = (as_text(each) for each in value)
    return tuple(dict.fromkeys(label for label in labels if label)) or None


def split_labels(text: str) -> tuple[str, ...]:
    labels = (label.strip() for label in _LABELS_END.split(text.strip().strip("[]")))
    return tuple(dict.fromkeys(label for label in labels if label))


def as_day(value: object) -> date | None:
    """The day, as it was written, of a date or a moment in any of the usual forms."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds = value / 1000 if value >= _MILLISECONDS_FROM else value
            return datetime.fromtimestamp(seconds, UTC).date() if value >= 10**8 else None
        text = value.strip() if isinstance(value, str) else ""
        if day := _DAY.match(text):
            return date(int(day[1]), int(day[2]), int(day[3]))
        if re.fullmatch(r"\d{8}", text):
            return date.fromisoformat(text)
        return parsedate_to_datetime(text).date()
    except (ValueError, OverflowError, OSError, TypeError, IndexError):
        return None


def _from_url(url: str | None, group: str) -> str | None:
    found = _REVIEW_URL.match(url or "")
    if found is None:
        return None
    return found[group] if group == "pr" else as_repo(found[group])


def _as_int(text: str | None) -> int | None:
    return int(text) if text else None


def _shown(value: object) -> str:
    """A value as a problem quotes it: short, and never the whole of a deep structure."""
    if isinstance(value, str):
        text = " ".join(value.split())
        return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"  # noqa: PLR2004
    if isinstance(value, list | dict):
        return "(a list)" if isinstance(value, list) else "(a mapping)"
    return repr(value)[:40]
