"""The glossary's parser, and how its forms are recognised in a question."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import BotError
from bot.search.analysis import tokens
from bot.search.glossary import Glossary, GlossaryError, Group, form_atoms, parse_glossary
from tests.search.texts import SOME, TEXTS


def recognised(glossary: Glossary, text: str) -> list[tuple[str, set[str]]]:
    """The forms found in a text from left to right, each with the heads of its groups."""
    atoms = form_atoms(tokens(text))
    keys = [key for key, _, _ in atoms]
    found = []
    place = 0
    while place < len(keys):
        length, groups = glossary.longest(keys, place)
        if length:
            start, end = atoms[place][1], atoms[place + length - 1][2]
            found.append((text[start:end], {group.head for group in groups}))
        place += max(length, 1)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("# a comment\n\n  # another = one\n", []),
        ("a = b", [Group(("a", "b"))]),
        ("  a = b = c  ", [Group(("a", "b", "c"))]),
        ("a ~ b", [Group(("a", "b"), is_loose=True)]),
        ("a = b = a", [Group(("a", "b"))]),
        ("c# = csharp", [Group(("c#", "csharp"))]),
        ("a=b = c", [Group(("a=b", "c"))]),
        ("a = b\r\nc ~ d\r\n", [Group(("a", "b")), Group(("c", "d"), is_loose=True)]),
        ("kv 缓存 = kv cache", [Group(("kv 缓存", "kv cache"))]),
    ],
)
def test_groups_are_lines(text: str, expected: list[Group]) -> None:
    """`=` for one concept, `~` for loose translations; comments and blank lines are left out."""
    assert expected == list(parse_glossary(text, "team.txt"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("alone", 1),
        ("a = b\n\n# fine\nalone", 4),
        ("a =", 1),
        ("= b", 1),
        ("a = a", 1),
        ("a=b", 1),
        ("a = b ~ c", 1),
        ("a ~ b = c", 1),
        ("a: b", 1),
    ],
)
def test_a_line_that_is_no_group_is_named(text: str, line: int) -> None:
    """File, line, and what a line looks like."""
    with pytest.raises(
        GlossaryError, match=rf"^team\.txt:{line}: .*投机解码 = speculative"
    ) as caught:
        list(parse_glossary(text, "team.txt"))

    assert isinstance(caught.value, BotError)
    assert isinstance(caught.value, ValueError)


@SOME
@given(TEXTS)
def test_any_file_is_read_or_refused_by_line(text: str) -> None:
    """Whatever a file holds, it is groups of two forms or more, or one clear error."""
    problem, groups = "team.txt:", []
    try:
        groups = list(parse_glossary(text, "team.txt"))
    except GlossaryError as error:
        problem = str(error)

    assert problem.startswith("team.txt:")
    assert groups == list(Glossary.of(groups).groups)
    assert all(len(group.forms) > 1 for group in groups)


@pytest.mark.parametrize(
    "text",
    [
        "KV缓存",
        "KV 缓存",
        "kv-cache",
        "kv cache",
        "KVCache",
        "kv_cache",
        "KV　缓存",
        "ＫＶ缓存",
        "键值缓存",
    ],
)
def test_a_form_is_known_however_it_is_spaced(text: str) -> None:
    """Case, width, spaces and separators do not matter."""
    assert [(text, {"kv 缓存"})] == recognised(Glossary.load(), text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("滑动窗口注意力", "滑动窗口注意力"),
        ("sliding window attention", "滑动窗口注意力"),
        ("Sliding-Window Attention", "滑动窗口注意力"),
        ("自动前缀缓存", "自动前缀缓存"),
        ("投機解碼", "投机解码"),
        ("SpecDecode", "投机解码"),
    ],
)
def test_the_longest_form_wins(text: str, expected: str) -> None:
    """A sliding window in a sliding window attention is not seen by itself."""
    assert [(text, {expected})] == recognised(Glossary.load(), text)


def test_forms_stand_side_by_side() -> None:
    """One after another, each told with its place in the original."""
    assert [("修复", {"修复"}), ("ＫＶ cache", {"kv 缓存"})] == recognised(
        Glossary.load(), "修复 x ＫＶ cache"
    )


def test_words_are_compared_by_their_stems() -> None:
    """`KV caches` and `decoding` are forms too."""
    assert ["kv caches"] == [text for text, _ in recognised(Glossary.load(), "kv caches")]


def test_a_team_s_file_extends_the_shipped_one(tmp_path: Path) -> None:
    """Its groups are known beside ours; a BOM and Windows' line ends do no harm."""
    own = tmp_path / "team.txt"
    own.write_bytes("\ufeff# ours\r\n北极星 = polaris = ns1\r\n".encode())
    glossary = Glossary.load(own)

    assert [("Polaris", {"北极星"}), ("kv cache", {"kv 缓存"})] == recognised(
        glossary, "Polaris kv cache"
    )
    assert len(Glossary.load().groups) + 1 == len(glossary.groups)


def test_a_team_s_word_stands_before_ours(tmp_path: Path) -> None:
    """Where both know a form, both groups are told, the team's own first."""
    own = tmp_path / "team.txt"
    own.write_text("我们的缓存 = kv cache\n", encoding="utf-8")
    glossary = Glossary.load(own)
    _, groups = glossary.longest(["kv", "cach"], 0)

    assert ["我们的缓存", "kv 缓存"] == [group.head for group in groups]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """The message names it, and where its name comes from."""
    with pytest.raises(GlossaryError, match=r"missing\.txt: cannot be read .*PRBOT_GLOSSARY"):
        Glossary.load(tmp_path / "missing.txt")


def test_a_folder_is_no_glossary(tmp_path: Path) -> None:
    """Nor is anything else that cannot be opened."""
    with pytest.raises(GlossaryError, match="cannot be read"):
        Glossary.load(tmp_path)


def test_a_file_of_another_encoding(tmp_path: Path) -> None:
    """UTF-8 only, said with the file's name, the first line that is not, and what to do."""
    own = tmp_path / "team.txt"
    own.write_bytes("# ours\n\n缓存 = cache\n".encode("gb18030"))

    with pytest.raises(GlossaryError, match=r"team\.txt:3: not UTF-8; save the file as UTF-8"):
        Glossary.load(own)


@SOME
@given(TEXTS)
def test_atoms_stand_in_their_text(text: str) -> None:
    """Every atom of any text has a place in it, in order."""
    atoms = form_atoms(tokens(text))
    places = [(start, end) for _, start, end in atoms]

    assert sorted(places) == places
    assert all(0 <= start < end <= len(text) for start, end in places)


@SOME
@given(TEXTS, st.integers(0, 5))
def test_a_recognised_form_is_in_the_text(text: str, place: int) -> None:
    """No form reaches beyond the end."""
    keys = [key for key, _, _ in form_atoms(tokens(text))]
    if place < len(keys):
        length, groups = Glossary.load().longest(keys, place)

        assert place + length <= len(keys)
        assert bool(length) == bool(groups)
