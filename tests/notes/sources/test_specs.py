"""`bot.notes.sources.specs`: how sources are written."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.notes.sources.feed import FeedSource
from bot.notes.sources.fetching import open_client
from bot.notes.sources.git import GitSource
from bot.notes.sources.github import GitHubSource
from bot.notes.sources.source import SourceSpecError
from bot.notes.sources.specs import SourceOptions, read_spec, read_specs


@pytest.fixture
def options(tmp_path: Path) -> SourceOptions:
    client = open_client()
    client.close()  # nothing is asked here
    return SourceOptions(tmp_path, client, lambda: datetime(2026, 3, 1, tzinfo=UTC), "ghp_fake")


@pytest.mark.parametrize(
    ("spec", "branch", "inside"),
    [
        ("git+https://host.example/a/b.git", "", ""),
        ("git+https://host.example/a/b.git#main", "main", ""),
        ("git+ssh://git@host.example/a/b#team/next", "team/next", ""),
        ("git+https://host.example/a/b#评审/2026", "评审/2026", ""),
        ("git+file:///srv/notes#main:reviews/2026", "main", "reviews/2026"),
        ("git+https://host.example/a/b#:reviews", "", "reviews"),
    ],
)
def test_a_git_spec(options: SourceOptions, spec: str, branch: str, inside: str) -> None:
    """Address, branch and folder."""
    source = read_spec(spec, options)

    assert isinstance(source, GitSource)
    assert (branch, inside) == (source.branch, source.inside)


def test_the_other_kinds(options: SourceOptions) -> None:
    """A feed and a repository on GitHub."""
    feed, hub = read_specs(["feed:https://a.example/x?y=1", "github:acme/engine"], options)

    assert isinstance(feed, FeedSource)
    assert feed.url == "https://a.example/x?y=1"
    assert isinstance(hub, GitHubSource)
    assert ("acme/engine", "ghp_fake") == (hub.repo, hub.token)


def test_each_source_has_a_folder_of_its_own(options: SourceOptions) -> None:
    """Two branches of one repository do not share a clone; a spec given twice is one source."""
    specs = ["git+https://a.example/b#x", "git+https://a.example/b#y", "git+https://a.example/b#x"]

    assert len({source.folder for source in read_specs(specs, options)}) == 2
    assert len(read_specs(specs, options)) == 2


@pytest.mark.parametrize(
    "spec",
    [
        "git+https://",
        "git+ext::sh -c whoami",
        "git+--upload-pack=x",
        "git+ssh://-oProxyCommand=x/y",
        "git+https://a.example/b#--force",
        "git+https://a.example/b#a..b",
        "git+https://a.example/b#main:../../etc",
        "git+https://a.example/b#main:/etc",
        "git+https://a.example/b#main:.git/hooks",
        "feed:file:///etc/passwd",
        "feed:ftp://a.example/x",
        "feed:",
        "github:acme",
        "github:acme/engine/pulls",
        "github:acme/..",
        "github:../acme",
        "github:acme/engine?x=1",
        "svn:x",
        "",
    ],
)
def test_what_cannot_be_a_source_is_refused(options: SourceOptions, spec: str) -> None:
    """No spec reaches a local file, another program or another API path."""
    with pytest.raises(SourceSpecError):
        read_spec(spec, options)


def test_no_secret_in_a_repr_or_an_error(options: SourceOptions) -> None:
    """Neither the token nor a password in an address is told."""
    with pytest.raises(SourceSpecError) as caught:
        read_spec("git+ftp://me:xoxb-fake@a.example/b", options)

    assert "xoxb-fake" not in str(caught.value)
    assert "ghp_fake" not in repr(options)
