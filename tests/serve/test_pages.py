"""From an answer in Slack to the page of its note, and from a file's change to the next answer."""

import re
import shutil
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.fakes.slack import BOT
from tests.notes.sources.servers import Answer, Server
from tests.serve.bot import ROOT
from tests.serve.meeting import ASKED, Meeting, Start
from tests.web.browser import PROGRAM, chromium, window

PUBLIC = "https://bot.example/reviews"
PAGES = {"PRBOT_PUBLIC_URL": PUBLIC, "PRBOT_SECRET_KEY": "a-key-for-tests-alone"}
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>R</title>
<item><guid>a</guid><title>Quokka kernels arrive</title><description>Worth it.</description></item>
</channel></rss>"""


def links_in(meeting: Meeting) -> list[str]:
    """The addresses of pages in the answer to a question, as they lead through a proxy."""
    message = meeting.asked()
    found = re.findall(rf"{re.escape(PUBLIC)}(/notes/[^|>\s\"]+)", message.everything)
    return list(dict.fromkeys(unescape(path) for path in found))


@pytest.mark.skipif(PROGRAM is None, reason="no Chromium here: apt-get install chromium")
def test_a_link_in_an_answer_opens_its_note_at_the_paragraph(start: Start) -> None:
    """Pressed in Slack, the link shows the note, marked, at the paragraph that matched."""
    meeting = start("socket", **PAGES)
    paths = links_in(meeting)
    assert len(paths) == 2
    with chromium() as browser, window(browser, viewport={"width": 360, "height": 500}) as seen:
        for path in paths:
            seen.page.goto(meeting.bot.address + path)

            expect(seen.page.locator(".paragraph:target")).to_be_in_viewport()
            expect(seen.page.locator("mark", has_text="FlashInfer").first).to_be_visible()
        assert seen.refused == []


def test_a_signed_link_opens_nothing_else(start: Start) -> None:
    """Neither another note, nor the list, nor the same note with the signature cut off."""
    meeting = start("socket", **PAGES)
    mine, other = (path.partition("#")[0] for path in links_in(meeting))
    swapped = other.partition("?")[0] + "?" + mine.partition("?")[2]
    tried = [mine, swapped, mine.partition("?")[0], "/", "/static/style.css"]

    assert [200, 403, 403, 403, 404] == [meeting.bot.get(path)[0] for path in tried]


def test_without_a_public_address_no_link_is_dead(start: Start) -> None:
    """An answer then links to no page, and the list stays closed."""
    meeting = start("socket")

    assert "/notes/" not in meeting.asked().everything
    assert meeting.bot.get("/")[0] == 403


def test_open_pages_search_as_slack_does(start: Start) -> None:
    """The list and the search, for all who reach them."""
    meeting = start("socket", PRBOT_PAGES="open")
    status, html = meeting.bot.get("/?q=FlashInfer%20%E7%9B%B8%E5%85%B3%E7%9A%84%20PR")

    assert status == 200
    assert "找到 2 条相关评审" in html


def test_a_changed_file_is_in_the_next_answer(start: Start, tmp_path: Path) -> None:
    """Added, broken, deleted: answers and health follow, without a restart."""
    notes = tmp_path / "notes"
    shutil.copytree(ROOT / "seeds", notes)
    meeting = start("socket", PRBOT_NOTES=str(notes))
    fresh = notes / "fresh.md"
    whole = fresh.with_suffix(".new")
    whole.write_text("# Quokka kernels arrive\n\nWorth it.\n", encoding="utf-8")
    whole.replace(fresh)
    meeting.bot.line_with("notes read again: 25 notes")
    found = meeting.asked(f"<@{BOT}> Quokka").everything
    fresh.write_bytes(b"")
    problems = _wait_for_problems(meeting)
    kept = meeting.asked(f"<@{BOT}> Quokka").everything
    fresh.unlink()
    meeting.bot.line_with("notes read again: 24 notes")
    gone = meeting.asked(f"<@{BOT}> Quokka").everything

    assert "Quokka kernels arrive" in found
    assert "Quokka kernels arrive" in kept
    assert any("fresh.md" in problem for problem in problems)
    assert "Quokka kernels arrive" not in gone


def test_a_source_is_pulled_while_it_serves(start: Start) -> None:
    """A feed's notes come into the answers by themselves; health tells of the source."""
    with Server(lambda _: Answer(body=FEED.encode())).running() as web:
        url = web.url.replace("127.0.0.1", "localhost")  # the bot's own line names the other
        meeting = start("socket", PRBOT_NOTES=f"{ROOT / 'seeds'},feed:{url}/feed")
        meeting.bot.line_with("notes read again: 25 notes")
        answer = meeting.asked(f"<@{BOT}> Quokka").everything
        _, health = meeting.bot.health()

    assert "Quokka kernels arrive" in answer
    [source] = health["sources"]["sources"]
    assert source["name"] == f"feed:{url}/feed"
    assert source["last_success"]
    assert (0, "") == (source["failures"], source["reason"])


def test_a_source_that_fails_is_named_and_costs_nothing(start: Start) -> None:
    """The other notes are served; health says since when and why, and stays green."""
    with Server(lambda _: Answer(500)).running() as web:
        url = web.url.replace("127.0.0.1", "localhost")  # the bot's own line names the other
        meeting = start("socket", PRBOT_NOTES=f"{ROOT / 'seeds'},feed:{url}/feed")
        meeting.bot.line_with("answers 500")
        status, health = meeting.bot.health()
        answer = meeting.asked(ASKED).everything

    assert status == 200
    assert "answers 500" in health["sources"]["sources"][0]["reason"]
    assert "FlashInfer" in answer


def _wait_for_problems(meeting: Meeting) -> list[str]:
    meeting.bot.line_with("fresh.md")
    problems: list[str] = meeting.bot.health()[1]["notes"]["problems"]
    return problems
