"""`bot.notes.sources.feed`, against a server that the tests run."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.notes.library import read_library
from bot.notes.sources.feed import MOST_NOTES, FeedSource
from bot.notes.sources.fetching import Fetcher, open_client
from bot.notes.sources.source import SourceError, TryLaterError
from tests.notes.sources.servers import Answer, Request, Server

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

ATOM = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Reviews</title>
<entry><id>tag:acme,1</id><title>KV 缓存 &lt;b&gt;复用&lt;/b&gt;</title>
<link href="https://github.com/acme/engine/pull/12"/><updated>2026-02-27T10:00:00Z</updated>
<author><name>mei</name></author><category term="kv-cache"/><category term="perf"/>
<content type="html">&lt;p&gt;值得精读。&lt;/p&gt;&lt;p&gt;See
&lt;code&gt;reuse_blocks&lt;/code&gt;.&lt;/p&gt;\
&lt;script&gt;alert(1)&lt;/script&gt;</content></entry></feed>"""

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>R</title>
<item><guid>a</guid><title>Second</title><description>two</description>
<pubDate>Sat, 28 Feb 2026 08:00:00 GMT</pubDate></item>
<item><guid>b</guid><title>First</title><description>one</description></item>
</channel></rss>"""


class Feed:
    """A feed whose next answer the test decides."""

    def __init__(self, folder: Path) -> None:
        self.next = Answer(body=ATOM.encode())
        self.server = Server(self.answer)
        self.folder = folder
        self.client = open_client()

    def answer(self, request: Request) -> Answer:
        if request.path == "/old":
            return Answer(301, {"Location": "/feed"})
        asked = request.headers.get("if-none-match")
        if asked and asked == self.next.headers.get("ETag"):
            return Answer(304)
        return self.next

    def source(self, path: str = "/feed", limit: int = 1_000_000) -> FeedSource:
        fetcher = Fetcher(self.client, lambda: NOW, limit)
        return FeedSource(self.server.url + path, self.folder, fetcher)

    def records(self) -> list[dict[str, Any]]:
        lines = (self.folder / "notes.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


@pytest.fixture
def feed(tmp_path: Path) -> Iterator[Feed]:
    feed = Feed(tmp_path / "feed")
    with feed.server.running(), feed.client:
        yield feed


def test_an_entry_becomes_a_note_with_its_facts(feed: Feed) -> None:
    """Title, text, address, repository, labels, date and author are the entry's."""
    pulled = feed.source().pull()

    [record] = feed.records()
    assert pulled.is_changed
    assert record.pop("id").startswith("feed-")
    assert {
        "title": "KV 缓存 **复用**",
        "text": "值得精读。\n\nSee `reuse_blocks`.",
        "url": "https://github.com/acme/engine/pull/12",
        "repo": "acme/engine",
        "pr": 12,
        "labels": ["kv-cache", "perf"],
        "date": "2026-02-27",
        "author": "mei",
    } == record


def test_rss_is_read_as_well(feed: Feed) -> None:
    """Both of the forms in use, in the feed's own order."""
    feed.next = Answer(body=RSS.encode())
    feed.source().pull()

    assert ["Second", "First"] == [record["title"] for record in feed.records()]
    assert ["2026-02-28", None] == [record.get("date") for record in feed.records()]


def test_an_entry_without_a_title_is_a_note(feed: Feed) -> None:
    """RSS asks for a title or a description, one of the two."""
    feed.next = Answer(body=RSS.replace("<title>First</title>", "").encode())
    feed.source().pull()

    library = read_library([feed.folder / "notes.jsonl"])

    assert [("Second", "two"), ("", "one")] == [
        (record["title"], record["text"]) for record in feed.records()
    ]
    assert ["Second", "one"] == [note.title for note in library.notes]
    assert () == library.problems  # their ids are no addresses, though RSS takes them for such


def test_an_unchanged_feed_costs_a_304(feed: Feed) -> None:
    """The validators of the last reply are sent; nothing is written when nothing changed."""
    feed.next = Answer(200, {"ETag": '"1"', "Last-Modified": "Fri, 27 Feb 2026"}, ATOM.encode())
    feed.source().pull()
    before = (feed.folder / "notes.jsonl").stat()
    pulled = feed.source().pull()

    assert not pulled.is_changed
    assert feed.server.asked[1].headers["if-modified-since"] == "Fri, 27 Feb 2026"
    assert before == (feed.folder / "notes.jsonl").stat()


def test_validators_without_their_notes_are_not_sent(feed: Feed) -> None:
    """A cache whose notes were deleted fills again."""
    feed.next = Answer(200, {"ETag": '"1"'}, ATOM.encode())
    feed.source().pull()
    (feed.folder / "notes.jsonl").unlink()
    feed.source().pull()

    assert len(feed.records()) == 1


def test_entries_that_leave_the_feed_stay(feed: Feed) -> None:
    """A feed shows its latest entries alone; what it has shown is still a note."""
    feed.source().pull()
    feed.next = Answer(body=RSS.encode())
    feed.source().pull()

    assert ["Second", "First", "KV 缓存 **复用**"] == [r["title"] for r in feed.records()]


def test_a_changed_entry_replaces_itself(feed: Feed) -> None:
    """An entry is known by its id."""
    feed.source().pull()
    feed.next = Answer(body=ATOM.replace("值得精读", "快速浏览").encode())
    feed.source().pull()

    assert ["快速浏览。\n\nSee `reuse_blocks`."] == [record["text"] for record in feed.records()]


def test_a_feed_that_moved_is_read(feed: Feed) -> None:
    """Redirects are followed."""
    feed.source("/old").pull()

    assert len(feed.records()) == 1


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (Answer(500), "answers 500"),
        (Answer(429, {"Retry-After": "60"}), "asks to wait until 2026-03-01 12:01:00 UTC"),
        (Answer(body=b"<html><p>Moved to our new site"), "sends no feed that can be read"),
        (Answer(body=b"\x00\xff" * 50), "sends no feed that can be read"),
        (Answer(body=RSS.replace("?>", ' encoding="utf\x00"?>', 1).encode()), "sends no feed"),
        (Answer(body=b"<?xml version='1.0' encoding='ut\xff8'?><rss/>"), "sends no feed"),
        (Answer(body=b""), "sends no feed that can be read"),
        (Answer(body=b"<?xml version='1.0'?><rss><channel><item><tit"), "no feed that can be read"),
        (Answer(body=b"x" * 2_000_000), "more than 1,000,000 bytes"),
        (Answer(body=b"<rss>" + b"x" * 999, endless=True), "more than 1,000,000 bytes"),
    ],
)
def test_a_feed_that_fails_keeps_its_last_notes(feed: Feed, answer: Answer, fault: str) -> None:
    """Each failure is a sentence, and the notes on disk are those of the last good pull."""
    feed.source().pull()
    before = feed.records()
    feed.next = answer
    with pytest.raises(SourceError, match=fault):
        feed.source().pull()

    assert before == feed.records()


def test_xml_that_breaks_part_way_gives_what_stands_before(feed: Feed) -> None:
    """A reply cut short still tells its first entries."""
    feed.next = Answer(body=RSS.partition("<item><guid>b")[0].encode() + b"<item><ti&tle")
    feed.source().pull()

    assert feed.records()[0]["title"] == "Second"


def test_entities_that_multiply_do_not(feed: Feed) -> None:
    """XML made to explode in memory gives an error or a small note, never gigabytes."""
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
    bomb = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "lol">{entities}]>'
    feed.next = Answer(body=(bomb + RSS.partition("?>")[2].replace("two", "&e9;")).encode())
    try:
        feed.source().pull()
    except SourceError:
        return

    assert (feed.folder / "notes.jsonl").stat().st_size < 100_000


def test_what_is_kept_is_bounded(feed: Feed) -> None:
    """A feed of many years keeps its newest notes."""
    items = "".join(f"<item><guid>{n}</guid><title>T{n}</title></item>" for n in range(MOST_NOTES))
    feed.next = Answer(body=RSS.encode())
    feed.source(limit=10**8).pull()
    whole = f'<rss version="2.0"><channel><title>R</title>{items}</channel></rss>'
    feed.next = Answer(body=whole.encode())
    feed.source(limit=10**8).pull()

    titles = [record["title"] for record in feed.records()]
    assert len(titles) == MOST_NOTES
    assert "Second" not in titles


def test_a_wait_asked_for_is_told_apart(feed: Feed) -> None:
    """Polling needs the moment, so it comes with the error."""
    feed.next = Answer(429, {"Retry-After": "60"})
    with pytest.raises(TryLaterError) as caught:
        feed.source().pull()

    assert datetime(2026, 3, 1, 12, 1, tzinfo=UTC) == caught.value.until


def test_the_name_holds_no_secret(tmp_path: Path) -> None:
    """A key in the address stays out of logs and health."""
    with open_client() as client:
        source = FeedSource(
            "https://me:fake@host.example/feed?key=fake", tmp_path, Fetcher(client, lambda: NOW)
        )

    assert source.name == "feed:https://host.example/feed"
