"""How people write sources: `git+https://…#branch:folder`, `feed:https://…`, `github:owner/name`.

Reads a spec and nothing else; whether the place exists is found out by pulling.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

import httpx

from bot.notes.sources.feed import FeedSource
from bot.notes.sources.fetching import Fetcher, shown_url
from bot.notes.sources.git import GitSource
from bot.notes.sources.github import API, MOST_PULLS, GitHubSource
from bot.notes.sources.source import NoteSource, SourceSpecError

_GIT_SCHEMES = frozenset({"https", "http", "ssh", "file"})
_BRANCH = re.compile(r"(?!-)[\w./+@-]+")
_REPO = re.compile(r"(?!-)[A-Za-z0-9-]+/(?!\.{1,2}$)[\w.-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """What all sources of one deployment share.

    Args:
        folder: Where sources keep their files, each in a folder of its own.
        client: The HTTP client.
        now: The wall clock.
        github_token: A token for GitHub; empty for none.
        github_api: The address of GitHub's API.
        github_pulls: How many PRs the first pull of a repository reads.
    """

    folder: Path
    client: httpx.Client
    now: Callable[[], datetime]
    github_token: str = ""
    github_api: str = API
    github_pulls: int = MOST_PULLS

    def __repr__(self) -> str:
        return f"SourceOptions(folder={self.folder!r}, github_api={self.github_api!r})"


def read_specs(specs: Sequence[str], options: SourceOptions) -> tuple[NoteSource, ...]:
    """The sources that some specs name.

    Raises:
        SourceSpecError: One that cannot be understood, with what is wrong.
    """
    return tuple(read_spec(spec, options) for spec in dict.fromkeys(specs))


def read_spec(spec: str, options: SourceOptions) -> NoteSource:
    """The source that a spec names.

    Raises:
        SourceSpecError: It cannot be understood.
    """
    kind, _, rest = spec.partition("+" if spec.startswith("git+") else ":")
    # By a digest: a spec holds characters no file system takes, and may hold a password.
    digest = hashlib.sha256(spec.encode()).hexdigest()[:12]
    folder = options.folder / f"{kind}-{digest}"
    if kind == "git":
        return _git(rest, folder)
    fetcher = Fetcher(options.client, options.now)
    if kind == "feed":
        if urlsplit(rest).scheme not in {"http", "https"} or not urlsplit(rest).hostname:
            raise SourceSpecError(f"feed:{shown_url(rest)} needs an http or https address")
        return FeedSource(rest, folder, fetcher)
    if kind == "github":
        if not _REPO.fullmatch(rest):
            raise SourceSpecError(f"github:{rest[:80]} needs the form github:owner/name")
        return GitHubSource(
            rest, folder, fetcher, options.github_token, options.github_api, options.github_pulls
        )
    raise SourceSpecError("a source starts with git+, feed: or github:")


def _git(rest: str, folder: Path) -> GitSource:
    url, _, fragment = rest.partition("#")
    branch, _, inside = fragment.partition(":")
    parts = urlsplit(url)
    if parts.scheme not in _GIT_SCHEMES or not (parts.hostname or parts.scheme == "file"):
        raise SourceSpecError(f"git+{shown_url(url)} needs an https, ssh or file address")
    if (parts.hostname or "").startswith("-"):
        raise SourceSpecError("a git host's name cannot start with a dash")
    if branch and (not _BRANCH.fullmatch(branch) or ".." in branch):
        raise SourceSpecError(f"git+{shown_url(url)}: no branch is called {branch[:80]!r}")
    place = PurePosixPath(inside)
    if place.is_absolute() or ".." in place.parts or ".git" in place.parts:
        raise SourceSpecError(f"git+{shown_url(url)}: the folder must lie inside the repository")
    return GitSource(url, folder, branch, inside)
