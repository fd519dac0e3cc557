"""`bot.notes.sources.markup`: the HTML of feeds as Markdown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.sources.markup import to_markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("plain words", "plain words"),
        ("<p>one</p><p>two\n lines</p>", "one\n\ntwo lines"),
        ("a <b>bold</b> <em>word</em>", "a **bold** *word*"),
        ("<h2>Risk</h2><p>none</p>", "## Risk\n\nnone"),
        ("<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>", "- a\n- b\n  1. c"),
        ("<pre><code>x = 1\n  y</code></pre>", "```\nx = 1\n  y\n```"),
        ("see <a href='https://a.example/x'>here</a>", "see [here](https://a.example/x)"),
        ("<a>no target</a>", "no target"),
        ("x<script>alert(1)</script>y<style>p{}</style>", "xy"),
        ("&lt;b&gt; &amp; &#x4e2d;", "<b> & 中"),
        ("<p>never <b>closed", "never **closed"),
        ("</p></ul></a></b>", "**"),
        ("<pre>open", "```\nopen\n```"),
        ("a<br>b", "a\nb"),
        ("x<svg><p>in</p><a href=y>k</a></svg>y", "xy"),
        ("<pre>a<br>b</pre>", "```\na\nb\n```"),
        ("<code>f_x</code>", "`f_x`"),
        ("", ""),
        ("if a <b and c<![d", "if a <b and c<![d"),
        ("a<!-- hidden -->b<!-- open", "ab"),
        ("<!doctype html><p>x", "x"),
    ],
)
def test_html_becomes_markdown(html: str, markdown: str) -> None:
    """What carries meaning stays, the rest gives its text."""
    assert markdown == to_markdown(html)


@given(st.text(alphabet=st.sampled_from("<>/abp&;\"'= \n中!-[?"), max_size=60))
def test_broken_html_never_fails(html: str) -> None:
    """Any string at all gives text without a script's content."""
    assert isinstance(to_markdown(html), str)


@pytest.mark.parametrize("part", ["<a ", "<a b=c ", "<a x='", "</", "<!--", "<![CDATA[", "<?"])
def test_endless_html_is_read_in_one_go(part: str) -> None:
    """What opens again and again and never ends holds nobody up, and is cut at some length."""
    assert len(to_markdown(part * 1_000_000)) <= 200_000
