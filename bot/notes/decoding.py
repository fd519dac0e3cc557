"""From bytes to text: byte order marks, UTF-16, UTF-8, GB18030; a refusal for what is no text.

Notes are exported by many editors. UTF-8 is tried first, because it proves itself; GB18030 accepts
nearly any bytes, so what it yields has to look like Chinese before it is believed.
"""

import codecs
import re
from dataclasses import dataclass

# UTF-32 stands first: its little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
WIDE_MARKS = tuple(mark for mark, encoding in _MARKS if encoding != "utf-8-sig")

# Control characters would reach terminals and pages; lone surrogates cannot be written anywhere.
# Tabs and line ends stay.
_UNWANTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")

# Most of running Chinese is made of a few hundred characters, all of them in the first level of
# GB 2312. Bytes of another encoding that are read as GB18030 land mostly outside of it: UTF-8's
# three-byte characters, for one, become rare characters and kana.
_PLAUSIBLE_SHARE = 0.7

# So many characters tell; looking at all of a large file would only take time.
_SAMPLE = 20_000

# A file of UTF-8 with a few broken bytes in it is still worth reading.
_BROKEN_SHARE = 0.02

_REPLACEMENT = "\ufffd"
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


class UndecodableError(ValueError):
    """Bytes that are no text we know; the message is a clause that says what to do."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text whose lines all end alike.

    Args:
        text: The text, without control characters.
        broken_lines: Lines, counted from 1, where bytes had to be replaced.
    """

    text: str
    broken_lines: tuple[int, ...] = ()


def decode(content: bytes) -> Decoded:
    """Read bytes as text.

    Raises:
        UndecodableError: Where they are binary, or of an encoding we do not know.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _with_replacements(content.decode(encoding, errors="replace"))
    if b"\0" in content:
        raise UndecodableError(
            "it is a binary file, or UTF-16 without a byte order mark; save it as UTF-8"
        )
    try:
        return Decoded(clean(content.decode()))
    except UnicodeDecodeError:
        return _decode_other(content)


def clean(text: str) -> str:
    """Make line ends alike and take out what no note means to say."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNWANTED.sub("", text)


def _decode_other(content: bytes) -> Decoded:
    text = _as_chinese(content)
    if text is not None:
        return Decoded(clean(text))
    lenient = content.decode(errors="replace")
    beyond_ascii = sum(1 for _ in _BEYOND_ASCII.finditer(lenient))
    # Of a few characters beyond ASCII, one may be broken; of many, few; and of none but broken
    # ones the text has to be long to be believed.
    broken = lenient.count(_REPLACEMENT)
    if broken > max(1, (len(lenient) + beyond_ascii) * _BROKEN_SHARE):
        raise UndecodableError("its encoding is neither UTF-8 nor GB18030; save it as UTF-8")
    return _with_replacements(lenient)


def _with_replacements(text: str) -> Decoded:
    text = clean(text)
    if _REPLACEMENT not in text:
        return Decoded(text)
    lines = enumerate(text.split("\n"), start=1)
    return Decoded(text, tuple(number for number, line in lines if _REPLACEMENT in line))


def _as_chinese(content: bytes) -> str | None:
    try:
        text = content.decode("gb18030")
    except UnicodeDecodeError:
        return None
    letters = _BEYOND_ASCII.findall(text[: _SAMPLE * 4])[:_SAMPLE]
    common = sum(map(_is_common, letters))
    return text if common >= len(letters) * _PLAUSIBLE_SHARE else None


def _is_common(character: str) -> bool:
    """Whether a character is of GB 2312's signs, or of its first level of Han characters."""
    try:
        row = character.encode("gb2312")[0]
    except UnicodeEncodeError:
        return False
    return 0xA1 <= row <= 0xA3 or 0xB0 <= row <= 0xD7  # noqa: PLR2004 - rows of the code table
