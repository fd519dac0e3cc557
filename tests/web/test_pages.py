"""`bot.web.pages` and what they show, asked without a server."""

import re
from html import unescape
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest

from bot.search.query import parse_query
from bot.web.signing import slug_of
from tests.web.site import SOME_NOTES, TODAY, Site, text_of, titles_of, write_notes


def test_a_note_is_shown_whole(site: Site) -> None:
    """Summary, review, code, references, labels, date, author and the file it came from."""
    html = site.get(site.link("KV")).text

    assert "<h1" in html
    assert "KV 缓存复用减少重复预填" in html
    assert "<code>reuse_blocks</code>" in html
    assert 'href="https://github.com/acme/engine/pull/34"' in html
    assert 'href="https://github.com/acme/engine/issues/35"' in html
    assert 'href="https://github.com/acme/engine/pull/12"' in html
    for seen in ("值得精读", "kv-cache", "性能", "2026-02-27", "mei", "a.md:"):
        assert seen in text_of(html)


def test_headings_stand_above_their_paragraphs_once(site: Site) -> None:
    """A heading is shown where it begins."""
    html = site.get(site.link("KV")).text

    assert re.findall(r"<h2 dir=\"auto\">(.*?)</h2>", html) == ["风险"]
    assert (
        html.index('id="p1"') < html.index("风险") < html.index('id="p2"') < html.index('id="p3"')
    )


def test_the_link_of_a_hit_names_its_paragraph(site: Site) -> None:
    """The anchor in an answer is an anchor of the page."""
    note = site.note("KV")
    url = site.links().note(note, note.paragraphs[1], ("FlashInfer",))

    assert url is not None
    path, _, anchor = url.partition("#")
    html = site.get(path).text
    [block] = re.findall(rf'id="{anchor}".*?</div>', html, re.DOTALL)
    assert "<mark>FlashInfer</mark> 后端" in block


def test_what_means_the_same_is_marked_too(site: Site) -> None:
    """The page marks what the search would: groups of the glossary, and other ways to write."""
    html = site.get(site.link("KV", "kv cache")).text

    assert "<mark>KV 缓存</mark>" in html


def test_words_of_an_address_are_few_short_and_keep_their_direction(site: Site) -> None:
    """Whoever changes an address can fill no page with words of their own."""
    words = "&hl=".join(["kv cache", "x" * 10_000 + "y", quote("\u202eeno"), *"abcdefgh"])
    html = site.get(site.link("KV") + "?hl=" + words).text

    assert "：kv cache、" + "x" * 40 + "、eno、a、b、c、d、e " in html


def test_nothing_is_marked_unasked(site: Site) -> None:
    """A bare link shows the note as it is."""
    assert "<mark>" not in site.get(site.link("KV")).text


def test_neighbours_are_the_next_by_date(site: Site) -> None:
    """Earlier and later, and none beyond the ends."""
    html = site.get(site.link("KV")).text
    [earlier] = re.findall(r'class="earlier" href="([^"]+)"', html)
    [later] = re.findall(r'class="later" href="([^"]+)"', html)
    newest = site.get(site.link("FlashInfer")).text

    assert slug_of(site.note("只有摘要").id) == earlier
    assert slug_of(site.note("修复 ROCm").id) == later
    assert 'class="later"' not in newest


def test_related_notes_are_the_index_s_own(site: Site) -> None:
    """What the searcher calls related is what the page lists."""
    note = site.note("FlashInfer")
    related = [hit.note.title for hit in site.live.current.searcher.related(note.id)]
    html = site.get(site.link("FlashInfer")).text

    assert related
    assert related == titles_of(html)


def test_a_note_without_a_review_says_so(site: Site) -> None:
    """A summary alone is a page too."""
    assert "只有摘要，没有评审正文" in text_of(site.get(site.link("只有摘要")).text)


@pytest.mark.parametrize(
    ("accepts", "lang", "word"),
    [
        ("zh-CN,zh;q=0.9", "zh-CN", "来源文件"),
        ("en-GB,en;q=0.8", "en", "Source file"),
        ("zh-TW", "zh-CN", "来源文件"),
        ("fr", "zh-CN", "来源文件"),
        ("", "zh-CN", "来源文件"),
    ],
)
def test_the_interface_speaks_the_browser_s_language(
    folder: Path, accepts: str, lang: str, word: str
) -> None:
    """The interface has its language, the note its own, and both are declared."""
    site = Site(folder, language="auto")
    reply = site.get(site.link("FlashInfer"), {"Accept-Language": accepts})

    assert f'<html lang="{lang}">' in reply.text
    assert '<article class="note" lang="en">' in reply.text
    assert word in text_of(reply.text)
    assert reply.headers["Content-Language"] == lang


def test_the_list_shows_the_latest_by_day(site: Site) -> None:
    """Newest first, a heading for each day, topics beside it."""
    html = site.get("/").text

    assert re.findall(r'<h2 id="day-\d"><time datetime="([\d-]+)"', html) == (
        ["2026-02-28", "2026-02-27", "2026-02-20"]
    )
    assert titles_of(html) == [note.title for note in site.live.current.library.latest()]


def test_topics_are_questions(site: Site) -> None:
    """Each topic of the index is a link to its question."""
    topics = site.live.current.searcher.topics()
    html = site.get("/").text

    assert topics
    for topic in topics:
        assert f'href="./?q={quote(topic.text)}"' in html


@pytest.mark.parametrize(
    "question", ["FlashInfer 相关的 PR", "kv cache", "值得精读的 PR", "ROCm label:x", "#34", "天气"]
)
def test_a_search_answers_as_the_searcher_does(site: Site, question: str) -> None:
    """The same engine, the same answer as in Slack."""
    hits = site.live.current.searcher.search(parse_query(question, today=TODAY)).hits
    html = site.get("/?q=" + quote(question)).text

    assert [hit.note.title for hit in hits] == titles_of(html)


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        (
            "label=kv-cache",
            ["FlashInfer backend picks kernels by capability", "KV 缓存复用减少重复预填"],
        ),
        ("repo=other/lib", ["修复 ROCm 图模式解析失败"]),
        ("since=2026-02-28&label=kv-cache", ["FlashInfer backend picks kernels by capability"]),
        ("until=2026-02-20", ["只有摘要的一条"]),
        ("advice=close", ["KV 缓存复用减少重复预填"]),
        ("q=FlashInfer&repo=other/lib", []),
        ("since=nonsense&advice=x&page=-1&until=2026-02-20", ["只有摘要的一条"]),
    ],
)
def test_filters_narrow(site: Site, query: str, titles: list[str]) -> None:
    """Each filter by itself and with others; what cannot be read narrows nothing."""
    assert titles == titles_of(site.get("/?" + query).text)


def test_a_link_in_a_list_leads_to_the_marked_paragraph(site: Site) -> None:
    """From the list to the place that matched, like a link in Slack."""
    html = site.get("/?q=FlashInfer").text
    [href] = re.findall(r'<a href="\./(notes/[^"]+#p2)"', html)
    page = site.get("/" + unescape(href).partition("#")[0]).text

    assert "<mark>FlashInfer</mark>" in page


def test_a_miss_says_what_to_do(site: Site) -> None:
    """An honest no, and near words as links."""
    text = text_of(site.get("/?q=" + quote("今天天气怎么样")).text)

    assert "没有找到与「今天天气怎么样」有关的评审" in text
    assert "换个说法试试" in text


@pytest.mark.parametrize(
    ("language", "heading", "line"),
    [
        ("zh", "找到 6 条相关评审，另有 9 条接近", "以下接近，但不能完整回答"),
        ("en", "Related reviews: 6. Coming close: 9", "Close, but not a full answer"),
    ],
)
def test_near_notes_stand_apart(
    tmp_path: Path, language: Literal["zh", "en"], heading: str, line: str
) -> None:
    """Counted apart in the heading; on each page below a heading of their own."""
    says = ["CI failure, and what fixes it."] * 6 + ["CI failure."] * 9 + ["Other."] * 40
    notes = {f"n{n:02}": f"---\ntitle: Note {n:02}\n---\n{text}" for n, text in enumerate(says)}
    site = Site(write_notes(tmp_path / "n", notes), language=language)
    pages = [site.get(f"/?q=what+fixes+a+CI+failure%3F&page={page}").text for page in (1, 2)]
    parted = [page.partition('<section class="near"') for page in pages]

    assert [f"<h1>{heading}</h1>"] * 2 == [re.findall("<h1>.*</h1>", page)[0] for page in pages]
    assert [f'<h2 id="near">{line}</h2>'] * 2 == [
        re.findall('<h2 id="near">.*</h2>', page)[0] for page in pages
    ]
    assert [(6, 4), (0, 5)] == [(len(titles_of(a)), len(titles_of(b))) for a, _, b in parted]


@pytest.mark.parametrize("query", ["q=FlashInfer", "q=FlashInfer+ROCm", "q=" + quote("天气"), ""])
def test_notes_that_are_all_alike_stand_together(site: Site, query: str) -> None:
    """The heading has said whether they answer or come near."""
    assert 'class="near"' not in site.get("/?" + query).text


def test_long_answers_are_paged(tmp_path: Path) -> None:
    """Every note is on exactly one page, in order."""
    notes = {
        f"n{n:03}": f"---\ntitle: Note {n:03}\ndate: 2026-01-01\n---\nkernel" for n in range(61)
    }
    site = Site(write_notes(tmp_path / "n", notes))
    pages = [titles_of(site.get(f"/?page={page}").text) for page in (1, 2, 3, 4)]

    assert [30, 30, 1, 0] == [len(page) for page in pages]
    assert len({title for page in pages for title in page}) == 61
    assert 'href="?page=2"' in site.get("/").text
    assert 'href="?page=4"' not in site.get("/?page=3").text
    for page, place in ((2, "第 31–60 条，共 61 条"), (3, "第 61 条，共 61 条")):
        assert f"<span>{place}</span>" in site.get(f"/?page={page}").text


def test_a_question_comes_back_escaped(site: Site) -> None:
    """What was typed stands in the field and in the sentence, and does nothing."""
    html = site.get("/?q=" + quote('"><script>alert(1)</script>\u202e')).text

    assert "<script>" not in html
    assert "\u202e" not in html
    assert "&lt;script&gt;" in html


def test_pages_work_below_any_path(site: Site) -> None:
    """All their own addresses are relative, so a proxy may put them anywhere."""
    for path in ("/", site.link("KV"), "/a/b/c"):
        html = site.get(path).text

        assert not re.search(r'(?:href|action|src)="/', html)


def test_ids_of_any_text_have_pages(tmp_path: Path) -> None:
    """A note may be called anything, and its page is found all the same."""
    ids = ["..", "a/b", "评审 1", "a?b#c", "x" * 300, "%2e", "~tilde", "plain-1"]
    (tmp_path / "n").mkdir()
    lines = [f'{{"id": "{each}", "title": "Title of {n}"}}\n' for n, each in enumerate(ids)]
    (tmp_path / "n" / "n.jsonl").write_text("".join(lines), encoding="utf-8")
    site = Site(tmp_path / "n", is_open=False)
    for number in range(len(ids)):
        reply = site.get(site.link(f"Title of {number}"))

        assert reply.status_code == 200
        assert f"Title of {number}" in text_of(reply.text)


def test_no_notes_is_a_page_too(tmp_path: Path) -> None:
    """An empty library is said to be empty."""
    (tmp_path / "n").mkdir()
    site = Site(tmp_path / "n")

    assert site.get("/").status_code == 200
    assert site.get("/?q=FlashInfer").status_code == 200


def test_a_reload_is_on_the_next_page(site: Site, folder: Path) -> None:
    """A page is of the notes as they are served when it is asked for."""
    write_notes(folder, {"e": SOME_NOTES["a"].replace("KV 缓存", "Paged 缓存")})
    before = titles_of(site.get("/").text)
    site.live.reload()
    after = titles_of(site.get("/").text)

    assert {"Paged 缓存复用减少重复预填"} == set(after) - set(before)
