"""The pages in a real Chromium: what a reader gets, by eye, by keyboard and by screen reader."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from bot.search.query import parse_query
from tests.web.browser import PROGRAM, Window, accessibility_faults, chromium, window
from tests.web.site import SOME_NOTES, TODAY, Site, write_notes
from tests.web.test_rendering import HOSTILE

pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="no Chromium here: apt-get install chromium, as .ci/run does"
)

SEEDS = Path(__file__).resolve().parents[2] / "seeds"
LONG_WORD = "_a_name_of_code_that_nobody_would_write_" * 6
WIDE = f"""---
title: {LONG_WORD} 很长的标识符
repo: acme/engine
date: 2026-02-26
labels: [{"x" * 90}, 性能]
---
值得精读 {LONG_WORD}

```
{"wide = " + "x" * 300}
```

| {"列" * 30} | b | c |
|-|-|-|
| {"y" * 80} | https://a.example/{"z" * 200} | `{LONG_WORD}` |
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = write_notes(tmp_path_factory.mktemp("site") / "notes", {**SOME_NOTES, "w": WIDE})
    for seed in SEEDS.iterdir():
        (folder / seed.name).write_bytes(seed.read_bytes())
    with Site(folder, language="auto").served() as site:
        yield site


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = write_notes(tmp_path_factory.mktemp("closed") / "notes", SOME_NOTES)
    with Site(folder, is_open=False).served() as site:
        yield site


@pytest.fixture
def seen(browser: Browser) -> Iterator[Window]:
    with window(browser, viewport={"width": 1440, "height": 900}) as seen:
        yield seen


def pages(site: Site) -> dict[str, str]:
    """The addresses of every kind of page."""
    return {
        "list": site.url + "/",
        "answer": site.url + "/?q=" + quote("FlashInfer 相关的 PR"),
        "near": site.url + "/?q=" + quote("what fixes a CI failure?"),
        "narrowed": site.url + "/?q=MoE&advice=close",
        "nothing": site.url + "/?q=" + quote("今天天气怎么样"),
        "note": site.link("KV", "FlashInfer") + "#p2",
        "wide note": site.link(LONG_WORD[:20], "code"),
        "summary": site.link("只有摘要"),
        "absent": site.url + "/nowhere",
    }


def test_a_link_of_an_answer_opens_at_the_marked_paragraph(closed: Site, seen: Window) -> None:
    """The address an answer carries shows its paragraph, in view, with the words marked."""
    searcher = closed.live.current.searcher
    hits = searcher.search(parse_query("缓存键 FlashInfer", today=TODAY)).hits
    hit = next(hit for hit in hits if hit.note.title.startswith("KV"))
    url = closed.links().note(hit.note, hit.paragraph, hit.matched)
    assert url is not None
    seen.page.set_viewport_size({"width": 360, "height": 300})
    seen.page.goto(url)
    target = seen.page.locator(".paragraph:target")

    expect(target).to_be_in_viewport()
    expect(target.locator("mark", has_text="FlashInfer")).to_be_visible()
    assert seen.refused == []


def test_a_search_on_the_page(site: Site, seen: Window) -> None:
    """Typed and sent by keyboard; the answer is the searcher's, and leads to the note."""
    seen.page.goto(site.url + "/")
    seen.page.get_by_role("searchbox", name="搜索评审").fill("FlashInfer autotune")
    seen.page.keyboard.press("Enter")
    first = seen.page.get_by_role("main").get_by_role("article").first
    expect(first).to_contain_text("FlashInfer autotune 缓存键")
    expect(seen.page.get_by_role("searchbox")).to_have_value("FlashInfer autotune")
    first.get_by_role("link").first.click()

    expect(seen.page.get_by_role("heading", level=1)).to_contain_text("FlashInfer autotune")
    assert seen.refused == []


def test_filters_and_pages_by_hand(site: Site, seen: Window) -> None:
    """A filter chosen stays chosen, and narrows."""
    seen.page.goto(site.url + "/")
    seen.page.get_by_text("筛选").click()
    seen.page.get_by_label("仓库").select_option("other/lib")
    seen.page.locator(".narrow button").click()

    expect(seen.page.get_by_role("heading", level=1)).to_have_text("最新评审，共 1 条")
    expect(seen.page.get_by_label("仓库")).to_have_value("other/lib")


def test_notes_lead_to_each_other(site: Site, seen: Window) -> None:
    """Earlier, later and related notes open."""
    seen.page.goto(site.link("KV"))
    seen.page.locator(".turn .later").click()
    expect(seen.page.get_by_role("heading", level=1)).to_contain_text("修复 ROCm")
    seen.page.locator(".turn .earlier").click()

    expect(seen.page.get_by_role("heading", level=1)).to_contain_text("KV 缓存")


def test_the_keyboard_reaches_the_text_first(site: Site, seen: Window) -> None:
    """The first stop is the skip link, it is seen, and it leads to the text."""
    seen.page.goto(site.url + "/")
    seen.page.keyboard.press("Tab")
    skip = seen.page.get_by_role("link", name="跳到正文")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    seen.page.keyboard.press("Enter")

    expect(seen.page.get_by_role("main")).to_be_focused()


def test_focus_is_seen(site: Site, seen: Window) -> None:
    """Whatever the keyboard stands on has an outline."""
    seen.page.goto(site.url + "/")
    for _ in range(8):
        seen.page.keyboard.press("Tab")
        outline = seen.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(site: Site, browser: Browser, scheme: str) -> None:
    """The page follows the reader's system."""
    with window(browser, color_scheme=scheme) as seen:
        seen.page.goto(site.url + "/")
        colour = seen.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    red = int(colour.removeprefix("rgb(").split(",")[0])
    assert (red > 200) == (scheme == "light")


@pytest.mark.parametrize("width", [320, 360, 768, 1440])
def test_no_page_is_wider_than_its_window(site: Site, browser: Browser, width: int) -> None:
    """Names of code, tables and addresses of any length break; nobody scrolls sideways."""
    with window(browser, viewport={"width": width, "height": 800}) as seen:
        for name, url in pages(site).items():
            seen.page.goto(url)

            assert (name, 0) == (name, seen.overflow())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "locale"), [(360, "zh-CN"), (1440, "en-GB")])
def test_axe_finds_nothing_serious(
    site: Site, browser: Browser, scheme: str, width: int, locale: str
) -> None:
    """Contrast, names, landmarks, order of headings, languages: on every kind of page."""
    options = {"color_scheme": scheme, "locale": locale}
    with window(browser, viewport={"width": width, "height": 800}, **options) as seen:
        for name, url in pages(site).items():
            seen.page.goto(url)

            assert (name, []) == (name, accessibility_faults(seen.page))


def test_axe_would_find_a_fault(site: Site, seen: Window) -> None:
    """The check is no empty one: a field without a name is found."""
    seen.page.goto(site.url + "/")
    seen.page.evaluate("document.querySelector('label[for=q]').remove()")
    seen.page.evaluate("document.querySelector('#q').removeAttribute('placeholder')")

    assert [fault for fault in accessibility_faults(seen.page) if fault.startswith("label:")]


def test_print_leaves_the_note_alone(site: Site, seen: Window) -> None:
    """On paper stands the note, without search, neighbours or related notes."""
    seen.page.emulate_media(media="print")
    seen.page.goto(site.link("KV"))

    expect(seen.page.locator(".note h1")).to_be_visible()
    for selector in (".top", ".turn", ".related"):
        expect(seen.page.locator(selector)).to_be_hidden()


def test_nothing_is_asked_of_anyone_else(site: Site, seen: Window) -> None:
    """Page, stylesheet and icon come from here; nothing else is loaded."""
    for url in pages(site).values():
        seen.page.goto(url)

    assert {url for url in seen.asked if not url.startswith(site.url)} == set()
    assert [text for text in seen.refused if "404" not in text] == []


def test_hostile_notes_do_nothing(tmp_path: Path, browser: Browser) -> None:
    """No script runs, no dialog opens, no request leaves, nothing moves out of its place."""
    notes = {
        f"h{number}": f"---\ntitle: {_one_line(text, f' note {number}')}\ndate: 2026-01-01\n"
        f"author: {_one_line(text)}\nlabels: [{_one_line(text)}]\n---\n{text}\n"
        for number, text in enumerate(HOSTILE)
    }
    notes["huge"] = "---\ntitle: A huge one\ndate: 2026-01-01\n---\n" + "<b>x</b> ![y](z) " * 60_000
    site = Site(write_notes(tmp_path / "notes", notes))
    with site.served(), window(browser) as seen:
        urls = [site.links().note(note) for note in site.live.current.library.notes]
        for url in [*filter(None, urls), site.url + "/", site.url + "/?page=2"]:
            seen.page.goto(url)
            seen.page.evaluate("document.querySelectorAll('[id=main] *').forEach(e => e.focus?.())")
            assert seen.page.locator("main script, main img, main iframe, main svg").count() == 0
            assert seen.overflow() == 0

    assert len(urls) == len(notes)
    assert seen.dialogs == []
    assert {url for url in seen.asked if not url.startswith(site.url)} == set()
    assert seen.refused == []


def _one_line(text: str, end: str = "") -> str:
    """A text as a quoted YAML value."""
    line = " ".join(text.split())[:300] + end
    return json.dumps(line)
