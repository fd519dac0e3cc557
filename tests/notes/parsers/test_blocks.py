"""Blocks, headings, and lines without Markdown's marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.parsers.blocks import blocks_of, plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("修复崩溃", "修复崩溃"),
        ("  修复   崩溃  ", "修复 崩溃"),
        ("## 修复崩溃 ##", "修复崩溃"),
        ("## 支持 C#", "支持 C#"),
        ("**修复** ~~旧~~ *崩溃*", "修复 旧 崩溃"),
        ("***修复***崩溃", "修复崩溃"),
        ("修复 `a_b`、`x * y * z` 与 ``c`d``", "修复 a_b、x * y * z 与 c`d"),
        ("缺少 __init__.py", "缺少 __init__.py"),
        ("2*3*4 与 a*b*c", "2*3*4 与 a*b*c"),
        ("[修复崩溃](https://example.com/1) (#12)", "修复崩溃 (#12)"),
        ("[ROCm] 修复崩溃", "[ROCm] 修复崩溃"),
        ("> 修复崩溃", "修复崩溃"),
        ("修复\n崩溃", "修复崩溃"),
        ("Fix the\ncrash", "Fix the crash"),
        ("#55385 之后", "#55385 之后"),
        ("####### 七个", "####### 七个"),
    ],
)
def test_plain(text: str, expected: str) -> None:
    """A title is one line without marks; code words and names keep their signs."""
    assert expected == plain(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("一\n二\n\n三", [("一\n二", 1, 0), ("三", 4, 0)]),
        ("# 一\n二", [("# 一", 1, 1), ("二", 2, 0)]),
        ("一\n## 二\n三", [("一", 1, 0), ("## 二", 2, 2), ("三", 3, 0)]),
        ("一\n===\n二", [("一\n===\n二", 1, 0)]),
        ("一\n===\n\n二", [("一", 1, 1), ("二", 4, 0)]),
        ("一\n\n* * *\n\n二", [("一", 1, 0), ("二", 5, 0)]),
        ("```\n# 一\n\n---\n```\n二", [("```\n# 一\n\n---\n```\n二", 1, 0)]),
        ("```\n一\n\n二", [("```\n一", 1, 0), ("二", 4, 0)]),
        (
            "```py\n一\n\n```py\n二\n\n三\n```",
            [("```py\n一", 1, 0), ("```py\n二\n\n三\n```", 4, 0)],
        ),
        ("~~~\n```\n\n~~~", [("~~~\n```\n\n~~~", 1, 0)]),
        ("", []),
    ],
)
def test_blocks(text: str, expected: list[tuple[str, int, int]]) -> None:
    """Blank lines part blocks, except inside of code; headings stand alone; rules are no blocks."""
    found = [(block.text, block.line, block.level) for block in blocks_of(text.split("\n"))]

    assert expected == found


@given(st.text(alphabet=st.sampled_from("a甲#`~*-=_> \n"), max_size=80))
def test_blocks_stand_where_they_say(text: str) -> None:
    """Each block's first line is the line of the text it names, and blocks never overlap."""
    lines = text.split("\n")
    end = 0
    for block in blocks_of(lines):
        assert block.line > end
        assert lines[block.line - 1] == block.lines[0]
        end = block.line + len(block.lines) - 1


@given(st.text(max_size=80))
def test_plain_is_one_line(text: str) -> None:
    """No line end and no white space around it is left in a title."""
    title = plain(text)

    assert "\n" not in title
    assert title == title.strip()


@pytest.mark.parametrize("piece", ["**a ", "`", "[", "> ", "# ", "*", "~~a ", "- ", "\n", "\na"])
def test_long_runs_are_read_in_linear_time(piece: str) -> None:
    """A line made to let expressions try for long is read at once (or the time limit ends it)."""
    text = piece * (400_000 // len(piece))

    plain(text)
    list(blocks_of(text.split("\n")))
