"""`bot.web.rendering`: Markdown as HTML that is safe, whoever wrote it."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.web.inline import Inline
from bot.web.rendering import MARKDOWN_LIMIT, render

ALLOWED = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "pre"),
    *("code", "em", "strong", "s", "mark", "a", "table", "thead", "tbody", "tr", "th", "td"),
}


class Elements(HTMLParser):
    """Collects what a browser would make of some HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def harmless(html: str) -> bool:
    return all(
        tag in ALLOWED
        and set(attributes) <= {"href", "title", "rel", "start", "class"}
        and re.match(r"https?://|$", attributes.get("href") or "")
        for tag, attributes in Elements(html).found
    )


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("**重点**：`a_b`", "<p><strong>重点</strong>：<code>a_b</code></p>\n"),
        ("- 一\n- 二", "<ul>\n<li>一</li>\n<li>二</li>\n</ul>\n"),
        ("3. 三", '<ol start="3">\n<li>三</li>\n</ol>\n'),
        ("```py\nx = 1 < 2\n```", "<pre><code>x = 1 &lt; 2\n</code></pre>\n"),
        ("# 标题", "<h3>标题</h3>\n"),
        ("第一行\n第二行", "<p>第一行第二行</p>\n"),
        ("one\ntwo", "<p>one\ntwo</p>\n"),
        ("缺少 __init__.py 的包", "<p>缺少 <code>__init__.py</code> 的包</p>\n"),
        ("_private and _em_", "<p><code>_private</code> and <em>em</em></p>\n"),
        ("a_b_c and 2*3*4", "<p><code>a_b_c</code> and 2*3*4</p>\n"),
        ("~~old~~", "<p><s>old</s></p>\n"),
    ],
)
def test_markdown_is_shown(markdown: str, html: str) -> None:
    """What reviews are written in."""
    assert html == render(markdown, Inline())


def test_tables_are_shown() -> None:
    """A table of figures stays one."""
    assert [tag for tag, _ in Elements(render("|a|b|\n|-|-|\n|1|2|", Inline())).found] == (
        ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]
    )


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "<javascript:alert(1)>",
    "![x](https://evil.example/pixel.png)",
    "![x](javascript:alert(1))",
    "[x](/slack/events)",
    "[x](//evil.example)",
    '[x](https://a.example "onmouseover=alert(1)")',
    "[x]: javascript:alert(1)\n\n[x]",
    "```</code></pre><script>alert(1)</script>\nx\n```",
    "`</code><script>alert(1)</script>`",
    "https://a.example/\"onmouseover='alert(1)'",
    "a_b<script>c_d</script>",
    "<!channel> <@U1> <https://evil.example|x>",
    "<style>*{display:none}</style>",
    "<iframe src=//evil.example></iframe>",
    "<form action=//evil.example><input name=q>",
    "<base href=//evil.example>",
    '<a href="https://a.example" style="position:fixed">x</a>',
    "|<script>|\n|-|\n|<img src=x onerror=alert(1)>|",
    "\u202egnp.exe\u202c",
    "[" * 2000 + "](" * 2000,
    "*_" * 3000,
    ">" * 2000 + "x",
    "- " * 1500 + "x",
]


@pytest.mark.parametrize("markdown", HOSTILE)
def test_hostile_notes_are_harmless(markdown: str) -> None:
    """No element but those of prose, no attribute that acts, no address but of the web."""
    assert harmless(render(markdown, Inline(find=lambda text: [(0, min(3, len(text)))])))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                (
                    *("<", ">", '"', "'", "`", "[", "](", ")", "javascript:", "<script", "&#"),
                    *("\n", "\n\n", "*", "_", "#", "|", "!", "https://a.example/", "a_b", "中"),
                    "onerror=",
                )
            ),
            st.text(max_size=5),
        ),
        max_size=40,
    ).map("".join)
)
def test_no_text_makes_harmful_html(markdown: str) -> None:
    """Whatever is written, what comes out is prose."""
    assert harmless(render(markdown, Inline({"#1": "https://h.example/1"})))


def test_a_huge_paragraph_is_shown_plain() -> None:
    """A megabyte is no prose: shown as it is, escaped, without reading it as Markdown."""
    html = render("<b>x</b> " * 120_000, Inline())

    assert len("<b>x</b> " * 120_000) > MARKDOWN_LIMIT
    assert html.startswith('<p class="plain">&lt;b&gt;x&lt;/b&gt; ')
    assert harmless(html)


def test_underscores_without_an_end_are_read_once() -> None:
    """They are looked at as the name of a module may be, and hold nobody up."""
    rest = "_" * (MARKDOWN_LIMIT - 3)

    assert render(f"_a_{rest}", Inline()).endswith(f"{rest}</p>\n")


def test_images_become_links() -> None:
    """To load one would tell its server who is reading."""
    html = render("![a chart](https://evil.example/x.png)", Inline())

    assert [
        ("p", {}),
        ("a", {"href": "https://evil.example/x.png", "rel": "noopener noreferrer nofollow"}),
    ] == (Elements(html).found)
    assert "a chart" in html
