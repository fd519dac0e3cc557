"""The parts are put together as the settings say."""

from pathlib import Path

import pytest

from bot.app import build_links, build_searcher, load_library, require_notes
from bot.errors import NoNotesError
from bot.settings import Settings
from tests.cli.process import SEEDS


@pytest.fixture
def note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A note at `here/notes/a.md`; the current folder is `here`."""
    folder = tmp_path / "here" / "notes"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder.parent)
    path = folder / "a.md"
    path.write_text("# FlashInfer\n\ntext\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param("notes", "notes/a.md", id="below the current folder"),
        pytest.param("{here}/notes", "notes/a.md", id="the same, in full"),
        pytest.param("{here}/notes/a.md", "notes/a.md", id="a file"),
    ],
)
def test_a_path_at_the_code_host_starts_at_the_current_folder(
    note: Path, place: str, expected: str
) -> None:
    """However the place was named, as long as it is in there."""
    paths = [Path(place.format(here=note.parent.parent))]
    settings = Settings(notes_base_url="https://example.org")
    (read,) = load_library(settings, paths=paths).notes

    url = build_links(settings, paths).note(read)

    assert f"https://example.org/{expected}#L{read.source.line}" == url


def test_a_path_elsewhere_starts_at_the_folder_that_was_named(
    note: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No folder of this machine gets into an address."""
    monkeypatch.chdir(SEEDS)
    settings = Settings(notes_base_url="https://example.org", notes=(tmp_path / "here",))
    (read,) = load_library(settings).notes

    assert f"https://example.org/notes/a.md#L{read.source.line}" == build_links(settings).note(read)
    assert note.name == "a.md"


def test_paths_given_take_the_place_of_the_settings(note: Path) -> None:
    """The settings' own notes are not read then."""
    settings = Settings(notes=(SEEDS,))

    assert 24 == len(load_library(settings).notes)
    assert ["FlashInfer"] == [read.title for read in load_library(settings, paths=[note]).notes]


def test_a_glossary_of_ones_own_is_used(note: Path, tmp_path: Path) -> None:
    """A word of the team finds what it stands for."""
    glossary = tmp_path / "glossary.txt"
    glossary.write_text("闪推 = flashinfer\n", encoding="utf-8")
    settings = Settings(notes=(note,), glossary=glossary)

    searcher = build_searcher(load_library(settings).notes, settings)

    assert 1 == searcher.stats.notes


def test_no_notes_at_all_are_refused(tmp_path: Path) -> None:
    """The sentence names the place, or the first reason where there is one."""
    settings = Settings(notes=(tmp_path,))
    with pytest.raises(NoNotesError, match=f"no notes in {tmp_path}"):
        require_notes(load_library(settings), settings)

    for name in ("a.md", "b.md"):
        (tmp_path / name).touch()
    with pytest.raises(NoNotesError, match=r"a\.md: the file is empty \(and 1 more; prbot index"):
        require_notes(load_library(settings), settings)
