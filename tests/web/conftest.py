"""What the tests of pages share."""

from pathlib import Path

import pytest

from tests.web.site import SOME_NOTES, Site, write_notes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four notes in Markdown."""
    return write_notes(tmp_path / "notes", SOME_NOTES)


@pytest.fixture
def site(folder: Path) -> Site:
    """Pages open to everyone."""
    return Site(folder)


@pytest.fixture
def closed(folder: Path) -> Site:
    """Pages that open by signed links alone."""
    return Site(folder, is_open=False)
