"""An RSS or Atom feed as a source: each entry becomes a note.

Asked with the validators of the last reply, so an unchanged feed costs a 304. A feed shows only its
latest entries, so those seen before are kept; an entry that changes replaces itself. XML that is
broken part way gives the entries before the break; XML that gives none leaves the last notes alone.
"""

import hashlib
import io
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import feedparser

from bot.notes.sources.cache import Record, read_memory, read_records, write_memory, write_records
from bot.notes.sources.fetching import Fetcher, Reply, shown_url
from bot.notes.sources.markup import to_markdown
from bot.notes.sources.source import Pulled, SourceError

MOST_NOTES = 10_000  # kept of one feed; the oldest go first
_TITLE_LIMIT = 500
_PULL_URL = re.compile(r"https?://[^/]+/([\w.-]+/[\w.-]+)/pull/(\d{1,9})(?:[/?#]|$)", re.ASCII)


@dataclass(frozen=True, slots=True)
class FeedSource:
    """A feed.

    Args:
        url: Its address.
        folder: Where its notes and its memory are kept.
        fetcher: Gets addresses.
    """

    url: str
    folder: Path
    fetcher: Fetcher

    @property
    def name(self) -> str:
        return f"feed:{shown_url(self.url)}"

    @property
    def notes(self) -> Path:
        return self.folder / "notes.jsonl"

    @property
    def _memory(self) -> Path:
        return self.folder / "memory.json"

    def pull(self) -> Pulled:
        """Ask the feed; keep what it shows beside what it has shown."""
        kept = read_records(self.notes)
        # Validators without the notes they stand for would leave the source empty for good.
        validators = read_memory(self._memory) if kept else {}
        reply = self.fetcher.get(self.url, _conditions(validators))
        if reply.is_unchanged:
            return Pulled(is_changed=False, note="unchanged")
        shown = {record["id"]: record for record in self._read(reply)}
        merged = {**shown, **{key: old for key, old in kept.items() if key not in shown}}
        is_changed = merged != kept
        if is_changed:
            write_records(self.notes, list(merged.values())[:MOST_NOTES])
        write_memory(self._memory, _validators(reply))
        return Pulled(is_changed=is_changed, note=f"entries shown: {len(shown)}")

    def _read(self, reply: Reply) -> list[Record]:
        headers = {"content-type": reply.headers.get("content-type", "")}
        try:
            parsed = feedparser.parse(io.BytesIO(reply.body), response_headers=headers)
        except (ValueError, LookupError, AssertionError) as fault:  # of an encoding nobody knows
            raise SourceError(f"{shown_url(self.url)} sends no feed that can be read") from fault
        records = [self._record(entry) for entry in parsed.entries]
        found = [record for record in records if record["title"] or record["text"]]
        if not found and (parsed.get("bozo") or not parsed.get("version")):
            reason = " ".join(str(parsed.get("bozo_exception") or "no feed in it").split())
            raise SourceError(f"{shown_url(self.url)} sends no feed that can be read: {reason}")
        return found

    def _record(self, entry: Any) -> Record:
        link = str(entry.get("link") or "")
        title = " ".join(to_markdown(str(entry.get("title") or "")).split())[:_TITLE_LIMIT]
        key = str(entry.get("id") or link or title)
        when = entry.get("published_parsed") or entry.get("updated_parsed")
        pull = _PULL_URL.match(link)
        record: Record = {
            "id": _id(self.url, key),
            "title": title,
            "text": to_markdown(_content(entry)),
            "url": link if link.startswith(("http://", "https://")) else "",
            "repo": pull[1] if pull else None,
            "pr": int(pull[2]) if pull else None,
            "labels": [str(tag.get("term") or "") for tag in entry.get("tags") or ()],
            "date": _day(when),
            "author": str(entry.get("author") or ""),
        }
        record["labels"] = [label for label in record["labels"] if label]
        return {name: value for name, value in record.items() if value or name in {"title", "text"}}


def _content(entry: Any) -> str:
    """The fullest text of an entry."""
    texts = [str(content.get("value") or "") for content in entry.get("content") or ()]
    return max([*texts, str(entry.get("summary") or "")], key=len)


def _id(url: str, key: str) -> str:
    # By the feed too: entries of two feeds may be numbered alike.
    return "feed-" + hashlib.sha256(f"{shown_url(url)}\n{key}".encode()).hexdigest()[:16]


def _day(when: time.struct_time | None) -> str | None:
    if when is None:
        return None
    try:
        return datetime(*when[:6], tzinfo=UTC).date().isoformat()
    except ValueError:  # feedparser passes on a 31st of February
        return None


def _conditions(validators: dict[str, Any]) -> dict[str, str]:
    pairs = {"If-None-Match": "etag", "If-Modified-Since": "last-modified"}
    return {name: str(validators[key]) for name, key in pairs.items() if validators.get(key)}


def _validators(reply: Reply) -> dict[str, str]:
    keys = ("etag", "last-modified")
    return {key: reply.headers[key] for key in keys if reply.headers.get(key)}
