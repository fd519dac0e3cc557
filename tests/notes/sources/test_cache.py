"""`bot.notes.sources.cache`: what a source keeps, whole or not at all."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.library import read_library
from bot.notes.sources.cache import (
    read_memory,
    read_records,
    write_memory,
    write_records,
    write_whole,
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "id": st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9),
                "title": st.text(max_size=20),
                "text": st.text(max_size=40),
            }
        ),
        max_size=8,
        unique_by=lambda record: record["id"],
    )
)
def test_records_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, str]]
) -> None:
    """Line ends of any kind inside a text do not part a record."""
    path = tmp_path_factory.mktemp("cache") / "notes.jsonl"
    write_records(path, records)

    assert records == list(read_records(path).values())


def test_the_library_reads_what_is_kept(tmp_path: Path) -> None:
    """The form is that of all notes."""
    path = tmp_path / "notes.jsonl"
    write_records(
        path, [{"id": "x", "title": "标题", "text": "一\u2028二", "repo": "a/b", "pr": 3}]
    )
    [note] = read_library([path]).notes

    assert ("x", "标题", "a/b", 3) == (note.id, note.title, note.repo, note.pr)


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"id": 3}', "null", ""])
def test_a_broken_line_costs_itself(tmp_path: Path, line: str) -> None:
    """The others are kept."""
    path = tmp_path / "notes.jsonl"
    path.write_text(f'{{"id": "a"}}\n{line}\n{{"id": "b"}}\n', encoding="utf-8")

    assert ["a", "b"] == list(read_records(path))


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"[1]", b"{"])
def test_what_cannot_be_read_counts_as_absent(tmp_path: Path, content: bytes | None) -> None:
    """It costs one full pull, not the source."""
    path = tmp_path / "memory.json"
    if content is not None:
        path.write_bytes(content)

    assert ({}, {}) == (read_memory(path), read_records(path))


def test_memory_comes_back(tmp_path: Path) -> None:
    """Folders are made as they are needed."""
    write_memory(tmp_path / "a" / "b" / "memory.json", {"etag": '"标"'})

    assert {"etag": '"标"'} == read_memory(tmp_path / "a" / "b" / "memory.json")


def test_a_write_that_fails_leaves_the_old_and_no_litter(tmp_path: Path) -> None:
    """A disk that refuses keeps what it held."""
    path = tmp_path / "notes.jsonl"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "half \ud800")

    assert path.read_text(encoding="utf-8") == "old"
    assert [path] == list(tmp_path.iterdir())
