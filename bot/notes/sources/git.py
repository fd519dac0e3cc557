"""A branch of a git repository as a source: its files are the notes.

The git program does the work, in the source's own folder, one commit deep. Nothing a repository
holds is ever run or followed: no hooks, no submodules, no external transports, and symbolic links
are written as plain files, so none can point the library at this machine's other files. Git never
asks for a password; credentials come from git's own configuration.

An update is fetched into the clone; a clone that cannot be updated (its branch was rewritten, a
killed process left a lock) is replaced by a fresh one, made beside it first.
"""

import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bot.notes.sources.fetching import shown_url
from bot.notes.sources.source import Pulled, SourceError

SECONDS = 300.0  # for one git command
_SAFE = (
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.symlinks=false"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "submodule.recurse=false"),
    *("-c", "advice.detachedHead=false"),
)
_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",  # set and empty: no window asks either
    "GIT_SSH_COMMAND": "ssh -o BatchMode=yes",
    "GIT_ALLOW_PROTOCOL": "file:http:https:ssh",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "LC_ALL": "C",
}
# A git process started by a hook or a rebase sets these; they would point ours at that repository.
_FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE")


@dataclass(frozen=True, slots=True)
class GitSource:
    """A branch, or a folder of it.

    Args:
        url: The repository's address.
        folder: Where the clone is kept.
        branch: The branch; empty for the repository's own default.
        inside: The folder of the repository that holds notes; empty for all of it.
        seconds: How long one git command may take.
    """

    url: str
    folder: Path
    branch: str = ""
    inside: str = ""
    seconds: float = SECONDS

    @property
    def name(self) -> str:
        place = "#" + self.branch if self.branch or self.inside else ""
        return f"git+{shown_url(self.url)}{place}{':' + self.inside if self.inside else ''}"

    @property
    def notes(self) -> Path:
        return self._clone / self.inside if self.inside else self._clone

    @property
    def _clone(self) -> Path:
        return self.folder / "clone"

    def pull(self) -> Pulled:
        """Bring the clone to the branch's newest commit, if that is another than before."""
        wanted = self._newest()
        is_changed = wanted != self._present()
        if is_changed and not self._update():
            self._replace()
        if not self.notes.is_dir():
            raise SourceError(f"{self.name}: the repository has no folder {self.inside}")
        if is_changed:
            return Pulled(is_changed=True, note=f"now at {(self._present() or wanted)[:12]}")
        return Pulled(is_changed=False, note=f"unchanged at {wanted[:12]}")

    def _newest(self) -> str:
        """The commit the branch stands at, by a question that carries no files."""
        ref = f"refs/heads/{self.branch}" if self.branch else "HEAD"
        told = self._git("ls-remote", "--", self.url, ref)
        for line in told.splitlines():
            commit, _, name = line.partition("\t")
            if name == ref:
                return commit
        raise SourceError(f"{self.name}: the repository has no branch {self.branch or 'at all'}")

    def _present(self) -> str | None:
        if not (self._clone / ".git").is_dir():
            return None
        try:
            return self._git("rev-parse", "--verify", "HEAD", inside=self._clone).strip()
        except SourceError:
            return None

    def _update(self) -> bool:
        """Update the clone where it stands; `False` where that cannot be done."""
        if self._present() is None:
            return False
        ref = f"refs/heads/{self.branch}" if self.branch else "HEAD"
        fetch = ("fetch", "--depth=1", "--no-tags", "--no-recurse-submodules", "--force")
        try:
            self._git(*fetch, "--", self.url, ref, inside=self._clone)
            self._git("checkout", "--force", "--detach", "FETCH_HEAD", inside=self._clone)
        except SourceError:
            return False
        return True

    def _replace(self) -> None:
        """Clone beside the old clone, then let the new one take its place."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder, prefix=".new-") as scratch:
            fresh, stale = Path(scratch, "clone"), Path(scratch, "stale")
            branch = (f"--branch={self.branch}",) if self.branch else ()
            shallow = ("--depth=1", "--single-branch", "--no-tags", "--template=")
            self._git("clone", "--quiet", *shallow, *branch, "--", self.url, str(fresh))
            # The address may hold a password, which has no business in a file.
            self._git("remote", "remove", "origin", inside=fresh)
            if self._clone.exists():
                self._clone.replace(stale)
            fresh.replace(self._clone)

    def _git(self, *arguments: str, inside: Path | None = None) -> str:
        program = shutil.which("git")
        if program is None:
            raise SourceError(f"{self.name}: git is not installed")
        place = ("-C", str(inside)) if inside else ()
        environment = {key: value for key, value in os.environ.items() if key not in _FOREIGN}
        with subprocess.Popen(  # noqa: S603  the program is git, the arguments are held by `--`
            [program, *place, *_SAFE, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, **_ENVIRONMENT},
            start_new_session=True,
        ) as process:
            out, fault = self._wait(process)
        if process.returncode:
            raise SourceError(f"{self.name}: {self._reason(fault)}")
        return out.decode("utf-8", "replace")

    def _wait(self, process: "subprocess.Popen[bytes]") -> tuple[bytes, str]:
        try:
            out, fault = process.communicate(timeout=self.seconds)
        except subprocess.TimeoutExpired:
            # Git's own children (the transport) hold the pipes; the whole session goes.
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise SourceError(f"{self.name}: git took longer than {self.seconds:g} s") from None
        return out, fault.decode("utf-8", "replace")

    def _reason(self, fault: str) -> str:
        """Git's last word on a failure, without what may be secret in the address."""
        lines = [line for line in fault.splitlines() if line.strip()]
        telling = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines
        reason = telling[0].strip() if telling else "git failed without a word"
        userinfo = urlsplit(self.url).netloc.rpartition("@")[0]
        reason = reason.replace(self.url, shown_url(self.url))
        return reason.replace(userinfo + "@", "") if userinfo else reason
