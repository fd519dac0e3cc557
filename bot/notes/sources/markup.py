"""Turns the HTML of a feed's entry into the Markdown that notes are written in.

Only what carries meaning in a review is kept: paragraphs, headings, lists, code, emphasis and
links. Everything else gives its text alone; scripts and styles give nothing. Broken HTML never
fails: an unclosed element ends where the text ends.
"""

import re
from html.parser import HTMLParser

_SILENT = frozenset({"script", "style", "template", "iframe", "object", "head", "svg"})
_BLOCKS = frozenset(
    {"p", "div", "section", "article", "header", "footer", "blockquote", "figure", "hr"}
    | {"table", "tr", "dl", "dt", "dd"}
)
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*"}
_LONGEST = 200_000  # characters of one text; no person writes as many
_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<!doctype[^<>]*+>", re.DOTALL | re.IGNORECASE)
_NO_TAG = re.compile(r"<(?!/?[a-zA-Z][^<>]*+>)")  # the parser chokes on some, dwells on others
_DEEPEST = 8  # levels of lists shown; deeper ones stay at this one


def to_markdown(html: str) -> str:
    """The Markdown of some HTML, or of plain text, which passes unchanged but for its spaces."""
    writer = _Writer()
    writer.feed(_NO_TAG.sub("&lt;", _UNSEEN.sub("", html[:_LONGEST])))
    writer.close()
    return writer.text()


class _Writer(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._silent = 0
        self._in_pre = False
        self._lists: list[int | None] = []
        self._links: list[str | None] = []

    def text(self) -> str:
        joined = "".join(self._parts)
        if self._in_pre:
            joined += "\n```"
        lines = [line.rstrip() for line in joined.splitlines()]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        elif self._silent:
            return
        elif tag == "a":
            self._links.append(dict(attrs).get("href"))
            self._parts.append("[" if self._links[-1] else "")
        else:
            self._open(tag)

    def _open(self, tag: str) -> None:
        if tag == "pre":
            self._in_pre = True
            self._parts.append("\n\n```\n")
        elif tag in {"ul", "ol"}:
            self._parts.append("" if self._lists else "\n\n")
            self._lists.append(0 if tag == "ol" else None)
        elif tag == "li":
            self._parts.append(self._bullet())
        elif tag == "br":
            self._parts.append("\n" if self._in_pre else "  \n")
        elif tag in _HEADINGS:
            self._parts.append("\n\n" + _HEADINGS[tag])
        elif tag in _BLOCKS and not self._in_pre:
            self._parts.append("" if self._lists else "\n\n")
        elif not self._in_pre:
            self._parts.append("`" if tag == "code" else _MARKS.get(tag, ""))

    def _bullet(self) -> str:
        indent = "  " * min(max(len(self._lists) - 1, 0), _DEEPEST)
        if self._lists and (count := self._lists[-1]) is not None:
            self._lists[-1] = count + 1
            return f"\n{indent}{count + 1}. "
        return f"\n{indent}- "

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif self._silent:
            return
        elif tag == "a":
            target = self._links.pop() if self._links else None
            self._parts.append(f"]({target.strip()})" if target else "")
        elif tag == "pre" and self._in_pre:
            self._in_pre = False
            self._parts.append("\n```\n\n")
        elif tag in {"ul", "ol"}:
            self._lists = self._lists[:-1]
            self._parts.append("" if self._lists else "\n\n")
        elif tag in _HEADINGS or (tag in _BLOCKS and not self._lists and not self._in_pre):
            self._parts.append("\n\n")
        elif not self._in_pre:
            self._parts.append("`" if tag == "code" else _MARKS.get(tag, ""))

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        self._parts.append(data if self._in_pre else re.sub(r"\s+", " ", data))
