"""`prbot pull`, and what the other commands make of what it brought."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app import build_links, build_live, build_sources, build_watcher, load_library
from bot.cli import main
from bot.settings import read_settings
from tests.notes.sources.servers import Answer, GitHub, Request, Server

FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>R</title>
<item><guid>a</guid><title>FlashInfer kernels</title><description>Worth it.</description></item>
</channel></rss>"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def web() -> Iterator[Server]:
    """A server with a feed at `/feed`, a fault at `/broken` and GitHub's API elsewhere."""
    hub = GitHub()
    hub.pulls = [
        {
            "number": 7,
            "title": "Fix ROCm graphs",
            "body": "Capture failed.",
            "html_url": "https://github.com/acme/engine/pull/7",
            "user": {"login": "mei"},
            "created_at": "2026-01-20T00:00:00Z",
            "updated_at": "2026-02-20T00:00:00Z",
        }
    ]

    def answer(request: Request) -> Answer:
        if request.path.startswith("/repos/"):
            return hub.answer(request)
        return Answer(body=FEED.encode()) if request.path == "/feed" else Answer(500)

    with Server(answer).running() as server:
        hub.base = server.url
        yield server


def use(monkeypatch: pytest.MonkeyPatch, *specs: str, api: str = "") -> None:
    monkeypatch.setenv("PRBOT_NOTES", ",".join(specs))
    if api:
        monkeypatch.setenv("PRBOT_GITHUB_API", api)


def test_what_was_pulled_is_answered_from(
    web: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One pull, and the notes of a feed and of a repository answer, with their own links."""
    use(monkeypatch, f"feed:{web.url}/feed", "github:acme/engine", api=web.url)
    status = main(["pull"])
    told = capsys.readouterr().out.splitlines()
    main(["ask", "--json", "--", "ROCm"])
    answer = json.loads(capsys.readouterr().out)

    assert status == 0
    assert told[0].startswith(f"feed:{web.url}/feed: entries shown: 1 (last success: ")
    assert told[1].startswith("github:acme/engine: PRs read: 1 (last success: ")
    assert ["https://github.com/acme/engine/pull/7"] == [hit["url"] for hit in answer["hits"]]


def test_a_source_that_fails_is_told_and_costs_no_other(
    web: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, a sentence for the one that failed, and the others' notes."""
    use(monkeypatch, f"feed:{web.url}/broken", f"feed:{web.url}/feed")
    status = main(["pull", "--json"])
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    main(["index"])
    read = capsys.readouterr().out

    assert status == 1
    assert [True, False] == [bool(record["reason"]) for record in records]
    assert [None, False] == [records[0]["last_success"], records[1]["last_success"] is None]
    assert read.startswith("Read 1 file: 1 note, ")
    assert (
        f"feed:{web.url}/broken: nothing of it is here yet; `prbot pull` brings it, or says why not"
        in read
    )


def test_without_a_source_it_says_how_to_write_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Bad usage, with the three forms."""
    status = main(["pull"])

    assert status == 2
    assert "git+https://…#branch, feed:https://… or github:owner/name" in capsys.readouterr().err


def test_a_source_written_wrongly_is_bad_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence says which form it should have; a password in it is not told."""
    use(monkeypatch, "git+ftp://me:xoxb-fake@a.example/b")
    status = main(["pull"])
    said = capsys.readouterr().err

    assert status == 2
    assert "git+ftp://a.example/b needs an https, ssh or file address" in said
    assert "xoxb-fake" not in said


def test_sources_stand_beside_paths(
    web: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folders, files and sources in one setting."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "a.md").write_text("# Own note\n\nText.\n", encoding="utf-8")
    use(monkeypatch, "own", f"feed:{web.url}/feed")
    before = load_library(read_settings())
    main(["pull"])
    after = load_library(read_settings())

    assert ["Own note"] == [note.title for note in before.notes]
    assert ["Own note", "FlashInfer kernels"] == [note.title for note in after.notes]


def test_the_address_of_a_pulled_file_is_that_of_its_repository(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a code host stands the repository, not the folder it is kept in here."""
    use(monkeypatch, "git+https://host.example/a/b#main")
    monkeypatch.setenv("NOTES_BASE_URL", "https://host.example/a/b/blob/main")
    settings = read_settings()
    [source] = build_sources(settings)

    assert f"{source.notes.as_posix()}" in build_links(settings).roots


def test_a_pull_reaches_what_is_being_served(web: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process pulls; the one that serves notices the files."""
    use(monkeypatch, f"feed:{web.url}/feed")
    settings = read_settings()
    sources = build_sources(settings)
    live = build_live(settings, sources)
    watcher = build_watcher(live, settings, sources)
    before = live.current.searcher.stats.notes
    watcher.start()
    try:
        main(["pull"])
        live.reload()
    finally:
        watcher.stop()

    assert (0, 1) == (before, live.current.searcher.stats.notes)
