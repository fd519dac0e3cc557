"""`bot.notes.sources.github`, against a server shaped like GitHub's API."""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.notes.sources.fetching import Fetcher, open_client
from bot.notes.sources.github import GitHubSource
from bot.notes.sources.github_note import BODY_LIMIT, note_of
from bot.notes.sources.source import SourceError, TryLaterError
from tests.notes.sources.servers import Answer, GitHub, Request, Server

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def pull_request(number: int, updated: str = "2026-02-01T00:00:00Z", **more: Any) -> dict[str, Any]:
    return {
        "number": number,
        "title": f"PR {number}",
        "body": f"Description of {number}.",
        "html_url": f"https://github.com/acme/engine/pull/{number}",
        "user": {"login": "mei"},
        "labels": [{"name": "kv-cache"}],
        "created_at": "2026-01-20T00:00:00Z",
        "updated_at": updated,
        **more,
    }


class Hub:
    """The API, a server around it, and a source that reads it."""

    def __init__(self, folder: Path) -> None:
        self.api = GitHub()
        self.folder = folder
        self.server = Server(self.api.answer)
        self.client = open_client()

    def source(self, token: str = "", most: int = 100, repo: str = "acme/engine") -> GitHubSource:
        fetcher = Fetcher(self.client, lambda: NOW)
        return GitHubSource(repo, self.folder, fetcher, token, self.server.url, most)

    def records(self) -> dict[int, dict[str, Any]]:
        lines = (self.folder / "notes.jsonl").read_text(encoding="utf-8").splitlines()
        return {record["pr"]: record for record in map(json.loads, lines)}

    def asked(self) -> list[str]:
        paths = [request.path.removeprefix("/repos/acme/engine") for request in self.server.asked]
        self.server.asked.clear()
        return paths


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(tmp_path / "github")
    with hub.server.running(), hub.client:
        hub.api.base = hub.server.url
        yield hub


def test_a_pull_request_becomes_a_note(hub: Hub) -> None:
    """Title, description, reviews and comments, with URL, labels, author and date."""
    hub.api.pulls = [pull_request(7)]
    hub.api.reviews[7] = [
        {
            "user": {"login": "bo"},
            "state": "CHANGES_REQUESTED",
            "body": "Needs a test.",
            "submitted_at": "2026-02-03T09:00:00Z",
        }
    ]
    hub.api.comments[7] = [
        {
            "user": {"login": "bo"},
            "path": "engine/kv.py",
            "line": 40,
            "body": "Off by one?",
            "created_at": "2026-02-02T09:00:00Z",
        }
    ]
    hub.source().pull()

    assert {
        "id": "github_acme_engine_7",
        "title": "PR 7",
        "text": "Description of 7.\n\n## Review by bo (changes requested)\n\nNeeds a test.\n\n"
        "## Comments on `engine/kv.py`\n\n**bo** (line 40): Off by one?",
        "url": "https://github.com/acme/engine/pull/7",
        "repo": "acme/engine",
        "pr": 7,
        "labels": ["kv-cache"],
        "date": "2026-02-03",
        "author": "mei",
    } == hub.records()[7]


def test_every_page_is_read(hub: Hub) -> None:
    """Lists longer than a page are followed by their `Link` header."""
    hub.api.page_size = 2
    hub.api.pulls = [pull_request(n, f"2026-02-{n:02}T00:00:00Z") for n in range(1, 6)]
    hub.api.reviews[3] = [
        {"user": {"login": f"r{n}"}, "state": "COMMENTED", "body": f"said {n}"} for n in range(5)
    ]
    hub.source().pull()

    assert [1, 2, 3, 4, 5] == sorted(hub.records())
    assert "said 4" in hub.records()[3]["text"]


def test_an_unchanged_repository_costs_a_304(hub: Hub) -> None:
    """The list's validator is sent; GitHub does not count such a request."""
    hub.api.pulls = [pull_request(1)]
    hub.source().pull()
    left = hub.api.remaining
    hub.asked()
    pulled = hub.source().pull()

    assert not pulled.is_changed
    assert left == hub.api.remaining
    assert hub.asked() == ["/pulls"]


def test_only_what_changed_is_read_again(hub: Hub) -> None:
    """A PR that stands as it stood is not asked for."""
    hub.api.pulls = [pull_request(n, f"2026-02-{n:02}T00:00:00Z") for n in range(1, 5)]
    hub.source().pull()
    hub.asked()
    hub.api.pulls[1] = pull_request(2, "2026-02-20T00:00:00Z", body="Changed.")
    hub.source().pull()

    assert hub.asked() == ["/pulls", "/pulls/2/reviews", "/pulls/2/comments"]
    assert hub.records()[2]["text"] == "Changed."
    assert len(hub.records()) == 4


def test_the_first_pull_reads_the_latest_alone(hub: Hub) -> None:
    """A repository of many years does not spend the hour's requests."""
    hub.api.pulls = [pull_request(n, f"2026-02-{n:02}T00:00:00Z") for n in range(1, 10)]
    hub.source(most=3).pull()

    assert [7, 8, 9] == sorted(hub.records())


def test_later_pulls_read_what_changed_since_and_nothing_older(hub: Hub) -> None:
    """What the first pull left out stays out, until somebody works on it."""
    hub.api.pulls = [pull_request(n, f"2026-02-{n:02}T00:00:00Z") for n in range(1, 10)]
    hub.source(most=3).pull()
    hub.api.pulls[1] = pull_request(2, "2026-02-20T00:00:00Z")
    hub.source(most=3).pull()

    assert [2, 7, 8, 9] == sorted(hub.records())


def test_a_pull_cut_short_by_the_rate_limit_goes_on_where_it_stopped(hub: Hub) -> None:
    """What was read is kept, the moment of the reset is known, and nothing is read twice."""
    hub.api.pulls = [pull_request(n, f"2026-02-{n:02}T00:00:00Z") for n in range(1, 6)]
    hub.api.remaining, hub.api.reset = 6, int(NOW.timestamp()) + 900
    with pytest.raises(TryLaterError) as caught:
        hub.source().pull()
    read = sorted(hub.records())
    hub.api.remaining = 5000
    hub.asked()
    hub.source().pull()

    assert datetime(2026, 3, 1, 12, 15, tzinfo=UTC) == caught.value.until
    assert read == [1, 2]
    assert [1, 2, 3, 4, 5] == sorted(hub.records())
    assert len(hub.asked()) == 1 + 2 * 3


@pytest.mark.parametrize("headers", [{"Retry-After": "30"}, {}])
def test_the_secondary_limit_is_heard(hub: Hub, headers: dict[str, str]) -> None:
    """A 429 and a `Retry-After` are waits, not failures."""
    hub.server.answer = lambda _: Answer(429, headers)
    with pytest.raises(TryLaterError):
        hub.source().pull()


def test_the_token_is_sent(hub: Hub) -> None:
    """A private repository opens with the token."""
    hub.api.token = "ghp_fake"
    hub.api.pulls = [pull_request(1)]
    hub.source("ghp_fake").pull()

    assert list(hub.records()) == [1]


def test_a_wrong_token_and_an_absent_repository_are_told(hub: Hub) -> None:
    """The sentence names the setting to look at, and never the token."""
    hub.api.token = "ghp_right"
    with pytest.raises(SourceError, match="PRBOT_GITHUB_TOKEN is not accepted") as caught:
        hub.source("ghp_fake").pull()
    with pytest.raises(SourceError, match="there is no such repository"):
        hub.source("ghp_right", repo="acme/absent").pull()

    assert "ghp_fake" not in str(caught.value)
    assert "ghp_fake" not in repr(hub.source("ghp_fake"))


def test_a_pull_request_the_server_will_not_give_costs_only_itself(hub: Hub) -> None:
    """It is not kept half, the ones behind it are read, it is named, and asked for again."""
    hub.api.pulls = [pull_request(n, f"2026-02-{n:02}T00:00:00Z") for n in range(1, 4)]

    def answer(request: Request) -> Answer:
        broken = request.path.endswith("/2/comments")
        return Answer(500) if broken else hub.api.answer(request)

    hub.server.answer = answer
    first, again = hub.source().pull(), hub.source().pull()
    kept = sorted(hub.records())
    hub.server.answer = hub.api.answer

    assert first.note.startswith("PRs read: 2; #2: http://")
    assert again.note.startswith("PRs read: 0; #2: http://")
    assert kept == [1, 3]
    assert hub.source().pull().note == "PRs read: 1"
    assert [1, 2, 3] == sorted(hub.records())
    assert hub.source().pull().note == "unchanged"


def test_a_refused_pull_request_that_is_deleted_is_forgotten(hub: Hub) -> None:
    """It is named no longer, and an unchanged list costs a 304 again."""
    hub.api.pulls = [pull_request(n, f"2026-02-{n:02}T00:00:00Z") for n in range(1, 4)]
    refusing = hub.api.answer
    hub.server.answer = lambda asked: Answer(404) if "/2/" in asked.path else refusing(asked)
    hub.source().pull()
    del hub.api.pulls[1]

    assert [hub.source().pull().note for _ in range(2)] == ["PRs read: 0", "unchanged"]


@pytest.mark.parametrize(("status", "asked"), [(500, 3), (401, 1)])
def test_a_server_that_gives_no_pull_request_fails_the_pull(
    hub: Hub, status: int, asked: int
) -> None:
    """A few PRs in a row, or a token that is refused, are no fault of the PRs."""
    hub.api.pulls = [pull_request(n, f"2026-02-{n:02}T00:00:00Z") for n in range(1, 9)]

    def answer(request: Request) -> Answer:
        is_list = request.path.split("?")[0].endswith("/pulls")
        return hub.api.answer(request) if is_list else Answer(status)

    hub.server.answer = answer
    with pytest.raises(SourceError, match=f"answers {status}"):
        hub.source().pull()

    assert len(hub.asked()) == 1 + asked


@pytest.mark.parametrize("body", [b"<html>", b'{"message": "hi"}', b"", b"[1, null]"])
def test_replies_of_another_form_are_refused_or_skipped(hub: Hub, body: bytes) -> None:
    """A proxy's page in place of the API leaves the last notes alone."""
    hub.api.pulls = [pull_request(1)]
    hub.source().pull()
    before = hub.records()
    hub.server.answer = lambda _: Answer(200, {}, body)
    with contextlib.suppress(SourceError):
        hub.source().pull()

    assert before == hub.records()


def test_the_token_does_not_follow_a_foreign_page(hub: Hub) -> None:
    """A `Link` to another host is not followed."""
    with Server(lambda _: Answer(body=b"[]")).running() as other:
        link = {"Link": f'<{other.url}/pulls?page=2>; rel="next"'}
        hub.server.answer = lambda _: Answer(200, link, b"[]")
        hub.source("ghp_fake").pull()

    assert other.asked == []


def test_what_is_kept_is_bounded(hub: Hub) -> None:
    """Of a repository of many years the notes reviewed last are kept."""
    hub.api.pulls = [
        pull_request(n, f"2026-02-{n:02}T00:00:00Z", created_at=f"2026-01-{n:02}T00:00:00Z")
        for n in range(1, 6)
    ]
    replace(hub.source(), most_kept=3).pull()

    assert [3, 4, 5] == sorted(hub.records())


def test_progress_survives_a_kill(hub: Hub) -> None:
    """What was read is on disk every few PRs, so a process that dies does not begin anew."""
    hub.api.pulls = [pull_request(n, f"2026-02-01T00:{n:02}:00Z") for n in range(1, 31)]
    kept: list[int] = []

    def answer(request: Request) -> Answer:
        if request.path.endswith("/25/reviews"):
            kept.extend(hub.records())
        return hub.api.answer(request)

    hub.server.answer = answer
    hub.source().pull()

    assert kept == list(range(1, 21))


def test_hidden_text_and_endless_text_are_left_out() -> None:
    """Templates' HTML comments say nothing, and a body has an end."""
    body = "<!-- do not edit -->Real.\r\n\r\n# Plan\r\nGo <!-- open " + "x" * 99
    record = note_of("acme/engine", pull_request(1, body=body), [], [])
    endless = note_of("acme/engine", pull_request(1, body="x" * 10**6), [], [])

    assert record["text"] == "Real.\n\n### Plan\nGo"
    assert len(endless["text"]) == BODY_LIMIT


def test_a_pull_request_with_nothing_in_it_is_still_a_note() -> None:
    """A deleted author, no labels and no body leave a title and a date."""
    bare = {"number": 3, "updated_at": "x", "user": None, "body": None, "labels": None}
    record = note_of("acme/engine", bare, [{"state": "APPROVED", "user": None, "body": ""}], [{}])

    assert ("#3", "## Review by ghost (approved)") == (record["title"], record["text"])
    assert ("ghost", [], None) == (record["author"], record["labels"], record["date"])
