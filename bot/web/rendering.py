"""A review's Markdown as HTML that is safe to show, whoever wrote it.

Three nets, one behind the other: markdown-it-py leaves raw HTML as text and refuses `javascript:`
addresses; nh3 lets only the elements listed here through, with `href` and `title` alone; the pages'
Content-Security-Policy runs no script and loads nothing from elsewhere. Images become links: to
show one would tell its server who is reading.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from bot.web.inline import Inline, visible

MARKDOWN_LIMIT = 50_000
"""Characters of a paragraph that are read as Markdown; a longer one is shown as plain text."""

_HAN = "[\u2e80-\u9fff\uff00-\uffef]"
_DUNDER = re.compile(r"_{1,2}[A-Za-z]\w*+(?:\.\w++)++|__[a-z][a-z0-9_]*__", re.ASCII)
_CLEANER = nh3.Cleaner(
    tags={
        *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "li"),
        *("pre", "code", "em", "strong", "s", "mark", "a"),
        *("table", "thead", "tbody", "tr", "th", "td"),
    },
    attributes={"a": {"href", "title"}, "ol": {"start"}},
    url_schemes={"http", "https"},
    url_relative="deny",
    link_rel="noopener noreferrer nofollow",
)


def render(text: str, inline: Inline) -> str:
    """HTML of one paragraph.

    Args:
        text: Its Markdown.
        inline: Writes the text between Markdown's marks.
    """
    shown = visible(text)
    if len(shown) > MARKDOWN_LIMIT:
        return f'<p class="plain">{escape(shown)}</p>'
    tokens = list(_enriched(_MARKDOWN.parse(shown), inline))
    html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return _CLEANER.clean(html)


def _enriched(tokens: Sequence[Token], inline: Inline) -> Iterator[Token]:
    pattern = inline.pattern
    for token in tokens:
        if token.type == "inline":
            token.children = list(_children(token.children or [], inline, pattern))
        elif token.type in {"fence", "code_block"}:
            token = _html(f"<pre><code>{inline.code(token.content)}</code></pre>\n")  # noqa: PLW2901
        elif token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(int(token.tag[1]) + 2, 6)}"  # below the page's own headings
        yield token


def _children(
    children: Sequence[Token], inline: Inline, pattern: re.Pattern[str]
) -> Iterator[Token]:
    depth = 0
    for position, child in enumerate(children):
        depth += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type == "text":
            yield _html(inline.text(child.content, None if depth else pattern))
        elif child.type == "code_inline":
            yield _html(f"<code>{inline.code(child.content)}</code>")
        elif child.type == "image":
            yield from _as_link(child, inline, is_linked=depth > 0)
        elif child.type == "softbreak" and _is_between_han(children, position):
            continue  # Chinese is written without spaces; a line's end is none
        else:
            yield child


def _as_link(image: Token, inline: Inline, *, is_linked: bool) -> Iterator[Token]:
    target = str(image.attrs.get("src") or "")
    label = inline.code(image.content or target)
    is_web = target.startswith(("http://", "https://"))
    yield _html(label if is_linked or not is_web else f'<a href="{escape(target)}">{label}</a>')


def _is_between_han(children: Sequence[Token], position: int) -> bool:
    before, after = children[position - 1 : position], children[position + 1 : position + 2]
    return bool(
        before
        and after
        and re.search(_HAN + r"\Z", before[0].content)
        and re.match(_HAN, after[0].content)
    )


def _html(html: str) -> Token:
    return Token("html_inline", "", 0, content=html)


def _dunder(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  markdown-it's own call
    """`__init__` is a name, although Markdown would print `init` in bold."""
    if state.src[state.pos] != "_" or (state.pos and _is_word(state.src[state.pos - 1])):
        return False
    match = _DUNDER.match(state.src, state.pos, state.posMax)
    if match is None or (match.end() < state.posMax and _is_word(state.src[match.end()])):
        return False
    if not silent:
        state.push("code_inline", "code", 0).content = match[0]
    state.pos = match.end()
    return True


def _product(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  markdown-it's own call
    """`256*64*128` is a product: a star between letters or figures is no emphasis."""
    before, after = state.src[state.pos - 1 : state.pos], state.src[state.pos + 1 : state.pos + 2]
    if state.src[state.pos] != "*" or not (before and after):
        return False
    if not (_is_word(before) and _is_word(after)):
        return False
    if not silent:
        state.pending += "*"
    state.pos += 1
    return True


def _is_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("emphasis", "name_of_code", _dunder)
    parser.inline.ruler.before("emphasis", "product", _product)
    return parser


_MARKDOWN = _parser()
