"""What a review's text is made of between Markdown's own marks: names, addresses, matched words.

Works on plain text and gives HTML that is escaped already. A name of code (`_is_masked_mha`,
`a/b.py`) becomes code although nobody quoted it; `#55385` becomes a link where the note knows whose
it is; the words that matched are marked, in code as well.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from bot.links import safe_url

Span = tuple[int, int]
FindSpans = Callable[[str], Sequence[Span]]
"""Finds the matched places of a text: sorted, not overlapping."""

MOST_REFERENCES = 500  # of one note that become links

_SUFFIXES = "py|pyi|cu|cuh|cc|cpp|c|h|hpp|rs|go|js|ts|sh|md|toml|ya?ml|json|txt|cmake|proto|rst"
# Each part keeps what it took (`++`, `*+`): a pattern that tries all ways to part a long name would
# hold the whole bot for minutes over one hostile paragraph.
_CODE = (
    r"(?<![\w./@-])(?:"
    r"(?=(?:[A-Za-z0-9]++\.)*+[A-Za-z0-9]*+_++[A-Za-z0-9])"  # an underscore joins or leads:
    r"_*+[A-Za-z]\w*+(?:\.\w++)*+(?:\(\))?"  # a_b.c(), _private, __init__.py
    rf"|(?:[\w.-]++/)*+[\w-]++\.(?:{_SUFFIXES})"  # a/b.py
    r"|[A-Za-z]\w*+\(\)"  # call()
    r")(?![\w/])"
)
_ADDRESS = r"https?://[^\s<>\"'`\u3000-\u303f\uff00-\uffef]+[^\s<>\"'`\u3000-\u303f\uff00-\uffef.,;:!?)\]}]"
_QUOTED = re.compile(r"(`+)(.+?)(?:\1|\Z)", re.DOTALL)  # a cut may fall inside a quote
# Embedding and overriding a direction would let a note reorder the words around it.
_DISRUPTIVE = re.compile("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f\x7f]")


def visible(text: str) -> str:
    """A text without the characters that change how others are shown."""
    return _DISRUPTIVE.sub("", text)


def find_nothing(_: str) -> Sequence[Span]:
    return ()


@dataclass(frozen=True)
class Inline:
    """Writes the inline text of one note as HTML.

    Args:
        references: The addresses of what the note names, by the words it names it with.
        find: Finds the matched places.
    """

    references: Mapping[str, str] = field(default_factory=dict)
    find: FindSpans = find_nothing

    @property
    def bare(self) -> re.Pattern[str]:
        """What becomes code where nothing becomes a link."""
        return re.compile(rf"(?P<address>(?!))|(?P<name>(?!))|{_CODE}", re.ASCII)

    @property
    def pattern(self) -> re.Pattern[str]:
        """What becomes a link or code; compiled once a note."""
        names = sorted(list(self.references)[:MOST_REFERENCES], key=len, reverse=True)
        named = "|".join(map(re.escape, names)) or r"(?!)"
        return re.compile(
            rf"(?P<address>{_ADDRESS})|(?P<name>(?<!\w)(?:{named})(?!\w))|{_CODE}", re.ASCII
        )

    def text(self, text: str, pattern: re.Pattern[str] | None = None) -> str:
        """HTML of running text; without a pattern only the matched words are marked."""
        spans = self.find(text)
        if pattern is None:
            return marked(text, spans)
        parts, end = [], 0
        for match in pattern.finditer(text):
            parts.append(marked(text, spans, end, match.start()))
            inner = marked(text, spans, *match.span())
            parts.append(self._wrapped(match, inner))
            end = match.end()
        return "".join([*parts, marked(text, spans, end, len(text))])

    def code(self, text: str) -> str:
        """HTML of code: the matched words marked, nothing else."""
        return marked(text, self.find(text))

    def _wrapped(self, match: re.Match[str], inner: str) -> str:
        if match["address"]:
            url = safe_url(match["address"])
            return f'<a href="{escape(url)}">{inner}</a>' if url else inner
        if match["name"]:
            return f'<a href="{escape(self.references[match["name"]])}">{inner}</a>'
        return f"<code>{inner}</code>"


def marked(text: str, spans: Sequence[Span], start: int = 0, end: int | None = None) -> str:
    """A stretch of a text as HTML, with the places in it marked."""
    end = len(text) if end is None else end
    parts, at = [], start
    for first, last in spans:
        left, right = max(first, at), min(last, end)
        if left < right:
            parts.append(escape(text[at:left]))
            parts.append(f"<mark>{escape(text[left:right])}</mark>")
            at = right
    return "".join([*parts, escape(text[at:end])])


def snippet_html(text: str, spans: Sequence[Span]) -> str:
    """A snippet as HTML: its code quotes are code, its places are marked."""
    return "".join(_snippet(text, spans))


def _snippet(text: str, spans: Sequence[Span]) -> Iterator[str]:
    end = 0
    for match in _QUOTED.finditer(text):
        yield marked(text, spans, end, match.start())
        yield f"<code>{marked(text, spans, *match.span(2))}</code>"
        end = match.end()
    yield marked(text, spans, end, len(text))
