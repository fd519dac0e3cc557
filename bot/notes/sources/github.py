"""Pull-request reviews on GitHub as a source: one PR with its reviews becomes one note.

The list of PRs, latest updated first, is asked with the validator of the last reply: where nothing
changed it costs a 304, which GitHub does not count. PRs that changed are read oldest first and kept
one by one, so a pull cut short by the rate limit goes on next time where it stopped. A PR that the
server will not give costs only itself, and is asked for again at the next pull.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

from bot.notes.sources.cache import read_memory, read_records, write_memory, write_records
from bot.notes.sources.fetching import Fetcher, Reply
from bot.notes.sources.github_note import note_of
from bot.notes.sources.source import Pulled, RefusedError, SourceError

API = "https://api.github.com"
MOST_PULLS = 100  # read on the first pull; later ones read whatever changed since
MOST_PAGES = 20  # of any one list
MOST_NOTES = 10_000  # kept of one repository
_SAVE_EVERY = 20  # PRs
_MOST_REFUSED = 3  # PRs in one pull; then it is the server, not a PR
_NEXT = re.compile(r'<([^<>]+)>\s*;[^,]*\brel="?next"?', re.ASCII)

_TOKEN_REFUSED = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
_HINTS: dict[int, str] = {
    HTTPStatus.UNAUTHORIZED: "PRBOT_GITHUB_TOKEN is not accepted",
    HTTPStatus.FORBIDDEN: "PRBOT_GITHUB_TOKEN may not read this repository's pull requests",
    HTTPStatus.NOT_FOUND: "there is no such repository, or PRBOT_GITHUB_TOKEN may not read it",
}

Json = dict[str, Any]


@dataclass(slots=True)
class _Memory:
    """What was read so far.

    Args:
        updated: When each PR kept was last updated, by its number.
        refused: Why some PR could not be read, by its number.
        etag: The validator of the list.
    """

    updated: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    etag: str = ""

    def has_read(self, pull: Json) -> None:
        self.updated[str(pull["number"])] = str(pull["updated_at"])
        self.refused.pop(str(pull["number"]), None)

    def forget_all_but(self, pulls: Sequence[Json]) -> None:
        """Let go of refused PRs that are listed no more: they were deleted, or are old by now."""
        listed = {str(pull["number"]) for pull in pulls}
        self.refused = {number: why for number, why in self.refused.items() if number in listed}

    def lacks(self, pull: Json, since: str) -> bool:
        """Whether a PR is to be read: it changed since a moment, or could not be read before."""
        number, updated = str(pull["number"]), str(pull["updated_at"])
        return number in self.refused or (updated >= since and self.updated.get(number) != updated)


@dataclass(frozen=True, slots=True)
class GitHubSource:
    """The PRs of one repository.

    Args:
        repo: `owner/name`.
        folder: Where its notes and its memory are kept.
        fetcher: Gets addresses.
        token: A token that may read the repository; empty for public ones at 60 requests an hour.
        api: The address of the API, for GitHub Enterprise.
        most: How many PRs the first pull reads.
        most_kept: How many notes are kept; those reviewed longest ago go first.
    """

    repo: str
    folder: Path
    fetcher: Fetcher
    token: str = field(default="", repr=False)
    api: str = API
    most: int = MOST_PULLS
    most_kept: int = MOST_NOTES

    @property
    def name(self) -> str:
        return f"github:{self.repo}"

    @property
    def notes(self) -> Path:
        return self.folder / "notes.jsonl"

    def pull(self) -> Pulled:
        """Read the PRs that changed since the last pull."""
        records = read_records(self.notes)
        memory = self._remember() if records else _Memory()
        try:
            listed = self._changed(memory)
        except RefusedError as fault:
            raise self._explained(fault) from fault
        if listed is None:
            return Pulled(is_changed=False, note="unchanged")
        pulls, etag = listed
        memory.forget_all_but(pulls)
        is_whole = False
        try:
            read = self._read(reversed(pulls), records, memory)
            # A list that is unchanged is not looked through: what is lacking would stay so.
            memory.etag = "" if memory.refused else etag
            is_whole = True
        finally:
            # Also where the rate limit ends the pull: each PR kept is whole.
            if records or is_whole:
                self._keep(records, memory)
        lacking = "".join(f"; #{number}: {why}" for number, why in memory.refused.items())
        return Pulled(is_changed=bool(read), note=f"PRs read: {read}{lacking}")

    def _read(self, pulls: Iterable[Json], records: dict[str, Json], memory: _Memory) -> int:
        """Read PRs, and tell how many; oldest first, what is kept is complete up to a moment."""
        read = refused = 0
        for pull in pulls:
            try:
                record = note_of(self.repo, pull, *self._reviews(pull))
            except RefusedError as fault:
                memory.refused[str(pull["number"])] = str(fault)
                refused += 1
                if fault.status in _TOKEN_REFUSED or refused == _MOST_REFUSED:
                    raise self._explained(fault) from fault
                continue
            records[record["id"]] = record
            memory.has_read(pull)
            read += 1
            if read % _SAVE_EVERY == 0:
                self._keep(records, memory)
        return read

    def _remember(self) -> _Memory:
        kept = read_memory(self.folder / "memory.json")
        updated, refused = (
            found if isinstance(found := kept.get(name), dict) else {}
            for name in ("updated", "refused")
        )
        return _Memory(updated, refused, str(kept.get("etag") or ""))

    def _keep(self, records: dict[str, Json], memory: _Memory) -> None:
        by_day = sorted(records, key=lambda key: str(records[key].get("date")))
        for key in by_day[: -self.most_kept]:
            del records[key]
        write_records(self.notes, records.values())
        write_memory(self.folder / "memory.json", asdict(memory))

    def _changed(self, memory: _Memory) -> tuple[list[Json], str] | None:
        """The PRs to read, latest updated first, with the list's validator; `None` for a 304."""
        query = "state=all&sort=updated&direction=desc&per_page=100"
        url = f"{self.api.rstrip('/')}/repos/{self.repo}/pulls?{query}"
        newest = max(memory.updated.values(), default="")
        pulls: list[Json] = []
        etag = ""
        for reply in self._pages(url, {"If-None-Match": memory.etag} if memory.etag else {}):
            if reply.is_unchanged:
                return None
            etag = etag or reply.headers.get("etag", "")
            page = [pull for pull in _listed(reply) if _is_pull(pull)]
            pulls += [pull for pull in page if memory.lacks(pull, newest)]
            is_past = any(str(pull["updated_at"]) < newest for pull in page)
            if is_past or (not newest and len(pulls) >= self.most):
                break
        return (pulls if newest else pulls[: self.most]), etag

    def _reviews(self, pull: Json) -> tuple[list[Json], list[Json]]:
        base = f"{self.api.rstrip('/')}/repos/{self.repo}/pulls/{int(pull['number'])}"
        reviews = [r for page in self._pages(f"{base}/reviews?per_page=100") for r in _listed(page)]
        comments = [
            c for page in self._pages(f"{base}/comments?per_page=100") for c in _listed(page)
        ]
        return reviews, comments

    def _pages(self, url: str, conditions: Mapping[str, str] | None = None) -> Iterator[Reply]:
        """A list, page by page as the `Link` header leads; the conditions go with the first."""
        headers = dict(conditions or {})
        for _ in range(MOST_PAGES):
            reply = self._get(url, headers)
            yield reply
            following = _NEXT.search(reply.headers.get("link", ""))
            # Only the API's own addresses: the token goes nowhere else.
            if following is None or not following[1].startswith(self.api.rstrip("/") + "/"):
                return
            url, headers = following[1], {}

    def _get(self, url: str, conditions: Mapping[str, str]) -> Reply:
        headers = {
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": "2022-11-28",
            **({"Authorization": f"Bearer {self.token}"} if self.token else {}),
            **conditions,
        }
        return self.fetcher.get(url, headers)

    def _explained(self, fault: RefusedError) -> SourceError:
        hint = _HINTS.get(fault.status)
        return SourceError(f"{self.name}: {fault}; {hint}") if hint else fault


def _listed(reply: Reply) -> list[Json]:
    try:
        found = json.loads(reply.body)
    except ValueError as fault:
        raise SourceError(f"GitHub sends something that is not JSON: {fault}") from fault
    if not isinstance(found, list):
        raise SourceError("GitHub sends something else than a list")
    return [item for item in found if isinstance(item, dict)]


def _is_pull(item: Json) -> bool:
    return isinstance(item.get("number"), int) and isinstance(item.get("updated_at"), str)
