"""Who may read a page, and what a page tells: signatures, closed lists, path tricks, headers."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from bot.links import Links
from bot.web.pages import PageOptions, make_pages
from bot.web.security import HEADERS
from bot.web.signing import slug_of
from tests.web.site import DAYS, TODAY, Site, text_of


def test_the_list_is_closed_unless_opened(closed: Site) -> None:
    """A signed link is the only way in."""
    for path in ("/", "/?q=FlashInfer"):
        reply = closed.get(path)

        assert reply.status_code == 403
        assert "FlashInfer backend" not in reply.text
        assert "在 Slack 里直接问" in text_of(reply.text)


def test_a_signed_link_opens_its_note_and_no_other(closed: Site) -> None:
    """The note is shown; nothing of other notes is, and no link leads on."""
    reply = closed.get(closed.link("KV"))

    assert reply.status_code == 200
    assert "KV 缓存复用减少重复预填" in text_of(reply.text)
    assert "这个链接只能打开这一条评审" in text_of(reply.text)
    others = [n.title for n in closed.live.current.library.notes if not n.title.startswith("KV")]
    assert not [title for title in others if title in reply.text]
    assert "notes/" not in re.sub(r"https?://\S+", "", reply.text.partition("<main")[2])


def test_a_swapped_signature_is_refused(closed: Site) -> None:
    """Another note's signature opens nothing."""
    mine, other = closed.link("KV"), closed.link("FlashInfer")
    swapped = other.partition("?")[0] + "?" + mine.partition("?")[2]

    reply = closed.get(swapped)
    assert reply.status_code == 403
    assert "请从 Slack 的回答里重新点开" in text_of(reply.text)


@pytest.mark.parametrize(
    "key", ["", "x", "a.b", "....", "%00", "AAAA.BBBBBB.CCCCCC", "é", "a" * 9000]
)
def test_a_forged_signature_is_refused(closed: Site, key: str) -> None:
    """Made up, cut or absent: refused, whether there is such a note or not."""
    slug = slug_of(closed.note("KV").id)
    replies = [closed.get(f"/notes/{each}?key={key}") for each in (slug, "no-such-note")]

    assert [403, 403] == [reply.status_code for reply in replies]
    assert replies[0].text == replies[1].text


def test_an_expired_link_says_so(closed: Site) -> None:
    """410, with how long links live and how to get another."""
    link = closed.link("KV")
    closed.now += timedelta(days=DAYS, seconds=1)
    reply = closed.get(link)

    assert reply.status_code == 410
    assert "链接 30 天内有效。在 Slack 里再问一次" in text_of(reply.text)
    assert "KV 缓存" not in reply.text


def test_a_note_that_is_gone_says_so(closed: Site, folder: Path) -> None:
    """A good link to a deleted note is a 404 that says what to do."""
    link = closed.link("KV")
    (folder / "a.md").unlink()
    closed.live.reload()
    reply = closed.get(link)

    assert reply.status_code == 404
    assert "在 Slack 里再问一次" in text_of(reply.text)


def test_a_page_without_a_key_of_its_own_opens_nothing(folder: Path) -> None:
    """With no secret set, nothing can be signed and nothing opens."""
    site = Site(folder, is_open=False)
    app = Flask("bare", static_folder=None)
    options = PageOptions(Links(), lambda: TODAY)
    app.register_blueprint(make_pages(lambda: site.live.current, options))

    assert app.test_client().get(site.link("KV").removeprefix(site.url)).status_code == 403


TRICKS = [
    "..",
    "../../etc/passwd",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%5c..%5cetc",
    "%00",
    "a.md",
    "a%20b",
    "notes/x",
    "%E8%AF%84",
    "x" * 3000,
    "~" + "a" * 200,
    ";cat",
    ".git/config",
    "",
]


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("prefix", ["/notes/", "/assets/"])
def test_path_tricks_find_nothing(site: Site, prefix: str, trick: str) -> None:
    """No part of an address reaches the file system: there is simply no such page."""
    reply = site.get(prefix + trick)

    assert reply.status_code == 404
    assert "没有这个页面" in text_of(reply.text)


@pytest.mark.parametrize("path", ["/", "/notes/absent", "/nowhere/at/all", "/assets/style.css"])
def test_every_reply_carries_the_headers(site: Site, path: str) -> None:
    """Pages, errors and assets alike."""
    headers = site.get(path).headers

    assert HEADERS.items() <= dict(headers).items()
    assert "unsafe-inline" not in headers["Content-Security-Policy"]


def test_pages_are_kept_by_no_cache_and_assets_by_all(site: Site) -> None:
    """A note may be private; the stylesheet is not, and its address changes with it."""
    page = site.get("/")
    [style] = re.findall(r'href="\./(assets/style\.css\?v=\w+)"', page.text)

    assert page.headers["Cache-Control"] == "no-store"
    assert "immutable" in site.get("/" + style).headers["Cache-Control"]


def test_nothing_inline_and_nothing_from_elsewhere(site: Site) -> None:
    """No script, no style in the page, and no asset of another server."""
    for path in ("/", "/?q=FlashInfer", site.link("KV", "FlashInfer"), "/nowhere"):
        html = site.get(path).text

        assert "<script" not in html
        assert "<style" not in html
        assert " style=" not in html
        assert not re.search(r"(?:src|<link[^>]*href)=\"https?:", html)
        assert not re.search(r"\son\w+=", html)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_pages_are_read_only(site: Site, method: str) -> None:
    """Nothing can be sent to a page."""
    reply = getattr(site.app.test_client(), method)("/")

    assert reply.status_code == 405
    assert "GET" in reply.headers["Allow"]


def test_a_fault_tells_nothing_of_itself(site: Site) -> None:
    """A reader sees a sentence, not an exception."""

    def fail() -> str:
        raise RuntimeError("secret detail")

    site.app.add_url_rule("/fault", view_func=fail)
    reply = site.get("/fault")

    assert reply.status_code == 500
    assert "secret detail" not in reply.text
    assert "请稍后再试" in text_of(reply.text)


def test_a_page_tells_nothing_of_this_machine(site: Site, folder: Path) -> None:
    """A note's file is named as it stands among the notes, not where they lie."""
    html = site.get(site.link("KV")).text

    assert "a.md:2" in html
    assert str(folder.parent) not in html
