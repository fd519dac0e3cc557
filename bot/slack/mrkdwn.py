"""Slack's own markup, mrkdwn: escaping, links, bold, and cutting without breaking any of them.

Answers are drawn in mrkdwn, not in `rich_text` blocks. `rich_text` needs no escaping at all, but
it cannot stand beside a button, and clients and test doubles that do not draw it show an empty
answer. The price is the care taken here:

- exactly `&`, `<` and `>` are escaped, so nothing a note says can become a mention or a link;
- `@here`, `@channel`, `@everyone` and `:name:` are broken by an invisible word joiner, since some
  parsers act on them without any markup;
- there is no escape for `*`, `_`, `~` and the backtick: words that hold one are drawn as code,
  where Slack reads no other mark, and a backtick that opens no code becomes an apostrophe;
- a mark counts only beside a space or punctuation, so bold inside a run of Han stands between
  zero-width spaces.

Pure text in, pure text out.
"""

import re
import unicodedata
from urllib.parse import quote

from bot.slack.limits import URL, size

ZERO_WIDTH_SPACE = "\u200b"
_WORD_JOINER = "\u2060"
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_SPECIAL = re.compile("[&<>]")
_PING = re.compile(r"@(?=(?:here|channel|everyone)\b)", re.IGNORECASE)
_EMOJI = re.compile(r":(?=[\w'+-]+:)")
_ATOM = re.compile(r"<[^<>\n]*>|`[^`\n]+`|&(?:amp|lt|gt);")
_SENTENCE_END = re.compile(r"[。！？；!?;…]+[”’」』）)\]\"']*|\.(?=\s)|\n+")
_PAUSE = re.compile(r"[，、：,:]|\s+")
_FAR_ENOUGH = 0.5  # a break further ahead than this wins over a fuller piece
_LONGEST_CLUSTER = 64  # characters piled up beyond this are cut through


def escape(text: str) -> str:
    """Escape what Slack's markup is made of."""
    return _SPECIAL.sub(lambda found: _ENTITIES[found[0]], text)


def unescape(text: str) -> str:
    """Undo what Slack does to the text of a message."""
    for plain, entity in reversed(_ENTITIES.items()):
        text = text.replace(entity, plain)
    return text


def literal(text: str) -> str:
    """Text that shows as it is: no markup, no ping, no emoji, no code."""
    return escape(_EMOJI.sub(":" + _WORD_JOINER, unpinged(text))).replace("`", "'")


def unpinged(text: str) -> str:
    """Text whose names of everyone are no such names any more."""
    return _PING.sub("@" + _WORD_JOINER, text)


def link(url: str | None, label: str) -> str:
    """A link, or its label alone where the address is none that Slack takes."""
    label = literal(" ".join(label.split()))
    if url is None or size(url) > URL or not url.startswith(("https://", "http://")):
        return label
    return f"<{quote(url, safe=_URL_SAFE)}|{label or literal(url)}>"


_URL_SAFE = "%/:=&?~#+!$,;@()*-._'[]"


def bold(marked_up: str) -> str:
    """Bold for text that is markup already; as it is where a mark inside would end it early."""
    inner = marked_up.strip()
    return f"*{inner}*" if inner and "*" not in inner and "\n" not in inner else marked_up


def quoted(marked_up: str) -> str:
    """Lines with a bar beside them."""
    return "\n".join(f"> {line}" for line in marked_up.splitlines())


def cut(text: str, limit: int, ending: str = "…") -> str:
    """The text, or as much of its front as fits, with an ending that says that more follows."""
    if size(text) <= limit:
        return text
    return text[: _break(text, 0, limit - size(ending))].rstrip() + ending


def split(text: str, limit: int) -> list[str]:
    """Pieces of no more than `limit`, which joined give the text again.

    They end where a sentence ends if they can, and never inside a link, a code span, an entity or
    a character that is made of several code points.
    """
    pieces, start = [], 0
    while start < len(text):
        end = _break(text, start, limit)
        pieces.append(text[start:end])
        start = end
    return pieces


def _break(text: str, start: int, limit: int) -> int:
    """Where the piece that begins at `start` should end."""
    end = _furthest(text, start, limit)
    if end >= len(text):
        return len(text)
    atoms = [(a.start(), a.end()) for a in _ATOM.finditer(text, start, end + 2 * limit)]
    hard = next((a for a, b in atoms if start < a < end < b), end)
    hard = _before_cluster(text, start, hard)
    for pattern in (_SENTENCE_END, _PAUSE):
        ends = [m.end() for m in pattern.finditer(text, start, hard)]
        last = next((e for e in reversed(ends) if not any(a < e < b for a, b in atoms)), start)
        if last - start >= _FAR_ENOUGH * (hard - start):
            return _before_cluster(text, start, last)
    return hard


def _furthest(text: str, start: int, limit: int) -> int:
    end = min(len(text), start + limit)
    while end > start + 1 and (over := size(text[start:end]) - limit) > 0:
        end -= max(1, over // 2)
    return max(end, start + 1)


def _before_cluster(text: str, start: int, end: int) -> int:
    floor = max(start + 1, end - _LONGEST_CLUSTER)
    for place in range(end, floor - 1, -1):
        if _is_between_characters(text, place):
            return place
    return end


def _is_between_characters(text: str, place: int) -> bool:
    if not 0 < place < len(text):
        return True
    before, behind = text[place - 1], text[place]
    if before == "\u200d" or _extends(behind) or (before, behind) == ("\r", "\n"):
        return False
    if not (_is_flag_half(before) and _is_flag_half(behind)):
        return True
    halves = 0
    while place - halves > 0 and _is_flag_half(text[place - halves - 1]):
        halves += 1
    return halves % 2 == 0


def _extends(character: str) -> bool:
    """Whether it belongs to the character in front of it."""
    return (
        unicodedata.category(character).startswith("M")
        or character == "\u200d"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
        or "\u1160" <= character <= "\u11ff"
    )


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
