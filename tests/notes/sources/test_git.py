"""`bot.notes.sources.git`, over file and over HTTP, against repositories the tests make."""

import os
import subprocess
from pathlib import Path

import pytest

from bot.notes.sources.git import GitSource
from bot.notes.sources.source import SourceError
from tests.notes.sources.servers import Answer, Server, git_backend

IDENTITY = {
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


class Repository:
    """A repository that others clone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self.path), *arguments],
            env={**os.environ, **IDENTITY},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def commit(self, files: dict[str, str | None]) -> None:
        for name, text in files.items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "served" / "notes")
    repository.commit({"a.md": "# A\n\none", "reviews/b.md": "# B\n\ntwo"})
    return repository


def files_of(source: GitSource) -> dict[str, str]:
    return {
        path.relative_to(source.notes).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(source.notes.rglob("*.md"))
    }


def test_a_repository_is_cloned_one_commit_deep(repository: Repository, tmp_path: Path) -> None:
    """The first pull brings the files of the default branch, and no history."""
    repository.commit({"a.md": "# A\n\nnew"})
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    pulled = source.pull()

    assert pulled.is_changed
    assert {"a.md": "# A\n\nnew", "reviews/b.md": "# B\n\ntwo"} == files_of(source)
    history = subprocess.run(
        ["git", "-C", str(source.notes), "rev-list", "--count", "HEAD"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert history.stdout.strip() == "1"


def test_an_unchanged_branch_costs_one_question(repository: Repository, tmp_path: Path) -> None:
    """Nothing on disk is touched when the branch stands where it stood."""
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    source.pull()
    before = {path: path.stat().st_mtime_ns for path in source.notes.rglob("*")}
    pulled = source.pull()

    assert not pulled.is_changed
    assert before == {path: path.stat().st_mtime_ns for path in source.notes.rglob("*")}


def test_a_change_a_deletion_and_a_rename_arrive(repository: Repository, tmp_path: Path) -> None:
    """The next pull leaves the files as the branch has them."""
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    source.pull()
    repository.commit({"a.md": None, "c.md": "# A\n\none", "reviews/b.md": "# B\n\nthree"})
    source.pull()

    assert {"c.md": "# A\n\none", "reviews/b.md": "# B\n\nthree"} == files_of(source)


def test_a_branch_and_a_folder_of_it(repository: Repository, tmp_path: Path) -> None:
    """Only the folder asked for is read, from the branch asked for."""
    repository.git("checkout", "-q", "-b", "team/next")
    repository.commit({"reviews/d.md": "# D\n\nfour"})
    repository.git("checkout", "-q", "main")
    source = GitSource(repository.path.as_uri(), tmp_path / "git", "team/next", "reviews")
    source.pull()

    assert {"b.md": "# B\n\ntwo", "d.md": "# D\n\nfour"} == files_of(source)
    assert source.name == f"git+{repository.path.as_uri()}#team/next:reviews"


def test_a_rewritten_branch_arrives(repository: Repository, tmp_path: Path) -> None:
    """History that was replaced is no obstacle."""
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    source.pull()
    repository.git("checkout", "-q", "--orphan", "fresh")
    repository.commit({"a.md": "# A\n\nrewritten"})
    repository.git("branch", "-M", "fresh", "main")
    source.pull()

    assert files_of(source)["a.md"] == "# A\n\nrewritten"


def test_a_clone_with_a_killed_process_s_lock_heals(repository: Repository, tmp_path: Path) -> None:
    """A clone that cannot be updated is replaced."""
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    source.pull()
    (source.notes / ".git" / "index.lock").touch()
    repository.commit({"a.md": "# A\n\nafter"})
    source.pull()

    assert files_of(source)["a.md"] == "# A\n\nafter"
    assert ["clone"] == [path.name for path in source.folder.iterdir()]


@pytest.mark.parametrize(
    ("branch", "inside", "fault"),
    [("absent", "", "has no branch absent"), ("main", "absent", "has no folder absent")],
)
def test_what_is_not_there_is_told(
    repository: Repository, tmp_path: Path, branch: str, inside: str, fault: str
) -> None:
    """A branch or a folder that does not exist is named, at each pull until it is there."""
    source = GitSource(repository.path.as_uri(), tmp_path / "git", branch, inside)
    for _ in range(2):
        with pytest.raises(SourceError, match=fault):
            source.pull()


def test_a_repository_that_is_gone_leaves_its_last_files(
    repository: Repository, tmp_path: Path
) -> None:
    """A failure costs no note."""
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    source.pull()
    before = files_of(source)
    repository.path.rename(tmp_path / "moved")
    with pytest.raises(SourceError, match=r"^git\+file://.*fatal:"):
        source.pull()

    assert before == files_of(source)


def test_an_empty_repository_is_told(tmp_path: Path) -> None:
    """A repository without a commit has no branch at all."""
    empty = Repository(tmp_path / "empty")
    with pytest.raises(SourceError, match="has no branch at all"):
        GitSource(empty.path.as_uri(), tmp_path / "git").pull()


def test_links_in_a_repository_lead_nowhere(repository: Repository, tmp_path: Path) -> None:
    """A symbolic link arrives as a small file of text; this machine's files stay unread."""
    secret = tmp_path / "secret.md"
    secret.write_text("# secret", encoding="utf-8")
    (repository.path / "link.md").symlink_to(secret)
    repository.commit({})
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    source.pull()

    assert not (source.notes / "link.md").is_symlink()
    assert files_of(source)["link.md"] == str(secret)


def test_no_hook_runs(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the clone's own hooks nor those of git's configuration are run."""
    told = tmp_path / "told"
    hooks = tmp_path / "hooks"
    for folder in (hooks, tmp_path / "template" / "hooks"):
        folder.mkdir(parents=True)
        hook = folder / "post-checkout"
        hook.write_text(f"#!/bin/sh\ntouch {told}\n", encoding="utf-8")
        hook.chmod(0o755)
    config = tmp_path / "config"
    config.write_text(
        f"[core]\nhooksPath = {hooks}\n[init]\ntemplateDir = {tmp_path / 'template'}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    source.pull()
    repository_hooks = source.notes / ".git" / "hooks"
    repository_hooks.mkdir(exist_ok=True)
    (repository_hooks / "post-checkout").write_bytes((hooks / "post-checkout").read_bytes())
    (repository_hooks / "post-checkout").chmod(0o755)
    repository.git("commit", "-q", "--allow-empty", "-m", "again")
    source.pull()

    assert not told.exists()


def test_another_repository_s_environment_is_not_followed(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Started from inside a git hook, the source still works in its own folder."""
    source = GitSource(repository.path.as_uri(), tmp_path / "git")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "foreign-index"))
    source.pull()

    assert list(files_of(source)) == ["a.md", "reviews/b.md"]
    assert not (tmp_path / "foreign-index").exists()


def test_over_http(repository: Repository, tmp_path: Path) -> None:
    """Cloned and updated through git's own HTTP back end."""
    with Server(git_backend(repository.path.parent)).running() as server:
        source = GitSource(f"{server.url}/notes/.git", tmp_path / "git", "main")
        source.pull()
        repository.commit({"a.md": "# A\n\nby http"})
        source.pull()

    assert files_of(source)["a.md"] == "# A\n\nby http"


@pytest.mark.parametrize("status", [401, 404, 500])
def test_an_http_failure_keeps_secrets_and_never_asks(status: int, tmp_path: Path) -> None:
    """A refusal is told without the password, and nobody is asked to type one."""
    challenge = {"WWW-Authenticate": "Basic realm=x"} if status == 401 else {}
    with Server(lambda _: Answer(status, challenge)).running() as server:
        url = server.url.replace("//", "//me:xoxb-fake@")
        source = GitSource(f"{url}/notes.git", tmp_path / "git")
        with pytest.raises(SourceError) as caught:
            source.pull()

    assert f"git+{server.url}/notes.git" in str(caught.value)
    assert "xoxb-fake" not in str(caught.value)


def test_a_password_is_not_left_in_the_clone(repository: Repository, tmp_path: Path) -> None:
    """Nothing of the address is written beside the notes."""
    with Server(git_backend(repository.path.parent)).running() as server:
        url = server.url.replace("//", "//me:xoxb-fake@")
        source = GitSource(f"{url}/notes/.git", tmp_path / "git")
        source.pull()
        repository.commit({"a.md": "# A\n\nagain"})
        source.pull()

    kept = [path for path in source.folder.rglob("*") if path.is_file()]
    assert not [path for path in kept if b"xoxb-fake" in path.read_bytes()]


def test_a_server_that_hangs_is_given_up(tmp_path: Path) -> None:
    """Git and its own children are ended when their time is over."""
    with Server(lambda _: Answer(200, {}, b"0", endless=True)).running() as server:
        source = GitSource(f"{server.url}/notes.git", tmp_path / "git", seconds=0.5)
        with pytest.raises(SourceError, match=r"git took longer than 0\.5 s|fatal"):
            source.pull()


def test_without_git_the_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repository: Repository
) -> None:
    """A machine without git learns what is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="git is not installed"):
        GitSource(repository.path.as_uri(), tmp_path / "git").pull()
