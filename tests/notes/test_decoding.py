"""Bytes of many editors become text, or are refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.decoding import UndecodableError, clean, decode

CHINESE = "修复 FlashInfer 的崩溃，值得精读。重点看三个设计决策。"


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030", "gbk", "gb2312"],
)
def test_encodings(encoding: str) -> None:
    """Chinese text is the same in each encoding that people save notes in."""
    assert CHINESE == decode(CHINESE.encode(encoding)).text


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_wide_byte_orders(mark: str) -> None:
    """UTF-16 of either byte order is told by its mark."""
    assert CHINESE == decode(("\ufeff" + CHINESE).encode(mark)).text


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends(end: str) -> None:
    """All line ends become one."""
    assert "一\n二\n" == decode(f"一{end}二{end}".encode()).text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
        (CHINESE.encode("utf-16-le"), "UTF-16 without a byte order mark"),
        ("修復崩潰，值得精讀。重點看三個設計決策。".encode("big5"), "neither UTF-8 nor GB18030"),
        ("エラー処理を改善しました。".encode("euc-jp") * 9, "neither UTF-8 nor GB18030"),
        (bytes(range(128, 256)) * 4, "neither UTF-8 nor GB18030"),
    ],
)
def test_refused(content: bytes, reason: str) -> None:
    """What is no text we know is refused, with a clause that says what it seems to be."""
    with pytest.raises(UndecodableError, match=reason) as refusal:
        decode(content)

    assert "save it as UTF-8" in str(refusal.value)


def test_one_broken_byte() -> None:
    """A broken byte in UTF-8 costs only itself, and its line is named."""
    content = f"{CHINESE}\n{CHINESE}\n".encode() + b"\xe4\xbd\n" + CHINESE.encode()

    decoded = decode(content)

    assert (3,) == decoded.broken_lines
    assert [CHINESE, CHINESE, "\ufffd", CHINESE] == decoded.text.split("\n")


def test_utf8_with_a_broken_byte_is_no_gb18030() -> None:
    """UTF-8 with a broken byte is not taken for GB18030, which would make rubbish of it."""
    content = b"\xff" + (CHINESE * 20).encode()

    assert decode(content).text.endswith(CHINESE)


def test_control_characters_go() -> None:
    """What could steer a terminal, or cannot be written, is taken out."""
    assert "红 [31m色\t了\n" == clean("红 \x1b[31m色\t了\x00\x07\ud800\ufeff\n")


@given(st.binary(max_size=400))
def test_any_bytes(content: bytes) -> None:
    """Any bytes give text that can be written as UTF-8, or the one error."""
    try:
        text = decode(content).text
    except UndecodableError:
        return

    assert text == clean(text)
    assert text == text.encode().decode()


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff\ufffd")))
def test_utf8_comes_back(text: str) -> None:
    """Text of visible characters comes back from UTF-8 as it was."""
    assert text == decode(text.encode()).text
