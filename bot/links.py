"""The only maker of URLs: where a note, a PR and an issue can be read.

Pure text. Whatever comes out is an http or https address that is safe inside a Slack link, an
HTML attribute and a terminal's escape sequence (`file` addresses come from `Links.local` alone,
which is for a terminal). How a link is drawn is up to the one who draws it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from urllib.parse import quote, urlsplit

from bot.notes.model import Note, Paragraph, Reference, Source

# What RFC 3986 lets stand in a URL, without the quote marks and brackets that end one in Markdown
# and HTML; `%` stays, since an address may come quoted already.
_SAFE = "%/:=&?~#+!$,;@*-._"


@dataclass(frozen=True, slots=True)
class Links:
    """Makes the addresses of one deployment.

    Args:
        notes_base_url: Where the notes' files are shown, such as a code host's tree of a branch.
        repo_base_url: The code host of the repositories that notes speak of.
        roots: The notes' folders as they stand in front of a note's path: they are this machine's,
            so an address leaves them out.
        page: Makes the address of a note's page from the note and the words that matched; `None`
            where no pages are served.
    """

    notes_base_url: str | None = None
    repo_base_url: str = "https://github.com"
    page: Callable[[Note, tuple[str, ...]], str] | None = None
    roots: tuple[str, ...] = ()

    def note(
        self, note: Note, paragraph: Paragraph | None = None, matched: tuple[str, ...] = ()
    ) -> str | None:
        """The best address of a note: its own, its file at a code host, its page, or none."""
        if own := safe_url(note.url):
            return own
        if self.notes_base_url is not None:
            place = _place(note, paragraph)
            path = quote(_bytes(_inside(place.path, self.roots)), safe="/")
            return safe_url(f"{self.notes_base_url.rstrip('/')}/{path}#L{place.line}")
        if self.page is None or (page := safe_url(self.page(note, matched))) is None:
            return None
        return page + anchor_of(note, paragraph)

    def reference(self, reference: Reference) -> str | None:
        """The address of a PR or an issue, where its repository is known."""
        if reference.repo is None or reference.number < 1:
            return None
        owner, _, name = reference.repo.partition("/")
        if not owner or not name or ".." in reference.repo:
            return None
        repo = quote(_bytes(reference.repo), safe="/")
        path = self._path(is_issue=reference.is_issue)
        return safe_url(f"{self.repo_base_url.rstrip('/')}/{repo}/{path}/{reference.number}")

    def _path(self, *, is_issue: bool) -> str:
        host = (urlsplit(self.repo_base_url).hostname or "").lower()
        if "gitlab" in host.split("."):
            return "-/issues" if is_issue else "-/merge_requests"
        return "issues" if is_issue else "pull"

    def place(self, note: Note) -> str:
        """Where a note stands below the notes' folders, as `path:line`.

        For those who are not at this machine: nothing of its own folders is told.
        """
        return str(Source(_inside(note.source.path, self.roots), note.source.line))

    @staticmethod
    def source(note: Note, paragraph: Paragraph | None = None) -> str:
        """Where a note stands, as `path:line`."""
        return str(_place(note, paragraph))

    @staticmethod
    def local(note: Note, folder: str = "") -> str | None:
        """The `file` address of a note, for a terminal.

        Args:
            note: The note.
            folder: What a relative path is relative to, itself absolute.
        """
        for kind in (PurePosixPath, PureWindowsPath):
            path = kind(folder) / note.source.path
            if path.is_absolute():
                return path.as_uri()
        return None


def anchor_of(note: Note, paragraph: Paragraph | None) -> str:
    """Where a paragraph stands on its note's page: `#p1` for the first."""
    if paragraph is None or paragraph not in note.paragraphs:
        return ""
    return f"#p{note.paragraphs.index(paragraph) + 1}"


def safe_url(url: str | None) -> str | None:
    """An http or https address with all else than URL characters quoted; `None` for any other."""
    if url is None:
        return None
    quoted = quote(_bytes(url.strip()), safe=_SAFE)
    try:
        parts = urlsplit(quoted)
        port_is_sound = parts.port is None or parts.port > 0  # reading `.port` raises on nonsense
    except ValueError:
        return None
    is_web = parts.scheme in {"http", "https"} and bool(parts.hostname) and port_is_sound
    return quoted if is_web else None


def _bytes(text: str) -> bytes:
    """The bytes to quote: a file name that is not UTF-8 keeps its own."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _place(note: Note, paragraph: Paragraph | None) -> Source:
    line = note.source.line if paragraph is None else paragraph.line
    return Source(note.source.path, line)


def _inside(path: str, roots: tuple[str, ...]) -> str:
    """A path as it stands under the notes' root; nothing of this machine's folders leaks.

    A path that climbs out of the root or starts at the machine's own keeps its name alone.
    """
    kind = PureWindowsPath if PureWindowsPath(path).drive else PurePosixPath
    pure = kind(path)
    for root in roots:
        if pure.is_relative_to(root) and pure != kind(root):
            pure = pure.relative_to(root)
            break
    is_outside = pure.is_absolute() or bool(pure.drive) or ".." in pure.parts
    return pure.name if is_outside else pure.as_posix()
