"""The words of a question are told from options as a person would tell them."""

import os
from pathlib import Path

import pytest

from bot.commands.arguments import arranged, as_text, command_line


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param("FlashInfer 相关的 PR", "-- FlashInfer 相关的 PR", id="several words"),
        pytest.param("a --limit 3 b", "--limit 3 -- a b", id="options between words"),
        pytest.param("a --limit=3 --json b", "--limit=3 --json -- a b", id="values by equals sign"),
        pytest.param("-ROCm MoE", "-- -ROCm MoE", id="a word that leaves notes out"),
        pytest.param("--json -", "--json -- -", id="standard input"),
        pytest.param("-h", "-h", id="help"),
        pytest.param("-hello", "-- -hello", id="no help"),
        pytest.param("a -- --limit -h", "-- a --limit -h", id="all words"),
        pytest.param("a -- b -- c", "-- a b -- c", id="only the first parts"),
        pytest.param("--notes n a", "--notes n -- a", id="one path before the question"),
        pytest.param("--notes=n a", "--notes n -- a", id="one path by equals sign"),
        pytest.param("a --notes n m", "--notes n --notes m -- a", id="paths after the question"),
        pytest.param("--notes n m -- a", "--notes n --notes m -- a", id="paths before --"),
        pytest.param("--notes n m --json -", "--notes n --json --notes m -- -", id="paths, stdin"),
        pytest.param("--notes n -a", "--notes n -- -a", id="no path begins with -"),
        pytest.param("--notes n m --notes o a", "--notes n --notes m --notes o -- a", id="twice"),
        pytest.param("--notes", "--notes", id="a path is missing"),
        pytest.param("--limit", "--limit", id="a value is missing"),
        pytest.param("--explian a", "--explian -- a", id="an option that does not exist"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_options_come_first_and_words_behind_them(typed: str, expected: str) -> None:
    """Whatever the order, argparse finds options before `--` and the question behind it."""
    assert expected.split() == arranged(typed.split())


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("预热", "预热"),
        (os.fsdecode("预热".encode("gb18030")), "Ԥ\ufffd\ufffd"),
        (os.fsdecode(b"a\xffb"), "a\ufffdb"),
        ("a\ud800b", "a\ud800b"),
    ],
)
def test_arguments_are_read_as_utf_8(given: str, expected: str) -> None:
    """Bytes that are not become U+FFFD; a surrogate that no bytes stand for is left alone."""
    assert expected == as_text(given)


def test_a_command_is_told_as_it_would_be_typed() -> None:
    """With the same notes, quoted for a shell."""
    assert "prbot index" == command_line("index", [])
    assert "prbot index --notes 'my notes' b.md" == command_line(
        "index", [Path("my notes"), Path("b.md")]
    )
