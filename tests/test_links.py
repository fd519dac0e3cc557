"""`bot.links`: every address that leaves the bot is safe where it is put, and leads to its note."""

import re
import string
from dataclasses import replace
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.links import Links, safe_url
from bot.notes.model import Note, Paragraph, Reference, Source

BASE = "https://host.example/o/r/blob/main"
CLOSES_A_LINK = re.compile(r"""[\s<>|"'`\\^{}()\[\]\x00-\x1f\x7f]""")
"""What ends a link, or starts something else, in Slack, HTML, Markdown or a terminal."""


def _note(path: str = "a/b.txt", line: int = 3, url: str | None = None) -> Note:
    return Note(id="n1", title="t", paragraphs=(), source=Source(path, line), url=url)


def _page(note: Note, matched: tuple[str, ...]) -> str:
    return f"https://pages.example/notes/{note.id}?m={','.join(matched)}"


def test_own_address_first() -> None:
    """A note's own address goes before all others."""
    links = Links(notes_base_url=BASE, page=_page)

    assert links.note(_note(url="https://x.example/1")) == "https://x.example/1"


def test_own_address_that_is_no_address() -> None:
    """A note's `url` that is not http or https does not get out; the file's address does."""
    note = _note(url="javascript:alert(1)")

    assert Links().note(note) is None
    assert Links(notes_base_url=BASE).note(note) == f"{BASE}/a/b.txt#L3"


def test_code_host_leads_to_the_paragraph() -> None:
    """The link opens at the paragraph that answers, else at the summary."""
    links = Links(notes_base_url=BASE, page=_page)

    assert links.note(_note()) == f"{BASE}/a/b.txt#L3"
    assert links.note(_note(), Paragraph("x", line=9)) == f"{BASE}/a/b.txt#L9"


def test_page_without_a_code_host() -> None:
    """Where no code host shows the notes, the note's page is the link, with what matched."""
    url = Links(page=_page).note(_note(), matched=("推理", "a|b"))

    assert url == "https://pages.example/notes/n1?m=%E6%8E%A8%E7%90%86,a%7Cb"


def test_page_at_the_paragraph() -> None:
    """A page's address goes to the paragraph that matched, by its place in the note."""
    first, second = Paragraph("one", 4), Paragraph("two", 6)
    note = replace(_note(), paragraphs=(first, second))
    links = Links(page=_page)

    assert links.note(note, second) == "https://pages.example/notes/n1?m=#p2"
    assert links.note(note, Paragraph("of another note", 1)) == "https://pages.example/notes/n1?m="


@pytest.mark.parametrize(
    ("path", "place"),
    [("seeds/a.txt", "seeds/a.txt:3"), ("/srv/n/b/a.txt", "b/a.txt:3"), ("/etc/a.txt", "a.txt:3")],
)
def test_place_tells_nothing_of_this_machine(path: str, place: str) -> None:
    """Readers elsewhere learn where a note stands among the notes, and no folder above them."""
    assert place == Links(roots=("/srv/n",)).place(_note(path))


def test_no_address_at_all() -> None:
    """Where nothing leads to a note, there is no dead link."""
    assert Links().note(_note()) is None


@pytest.mark.parametrize(
    ("path", "end"),
    [
        ("a.md", "/a.md#L3"),
        ("./a.md", "/a.md#L3"),
        ("a//b.md", "/a/b.md#L3"),
        ("推理/评审 1.md", "/%E6%8E%A8%E7%90%86/%E8%AF%84%E5%AE%A1%201.md#L3"),
        ("100%#1?.md", "/100%25%231%3F.md#L3"),
        ("a|b<c>.md", "/a%7Cb%3Cc%3E.md#L3"),
        ("/home/someone/notes/a.md", "/a.md#L3"),
        ("../../etc/passwd", "/passwd#L3"),
        ("a/../../b.md", "/b.md#L3"),
        ("C:\\Users\\me\\a.md", "/a.md#L3"),
        ("/srv/notes/x/a.md", "/x/a.md#L3"),
        ("/srv/notes2/a.md", "/a.md#L3"),
        ("seeds/a.md", "/a.md#L3"),
        ("caf\udce9.md", "/caf%E9.md#L3"),
        ("\ud800.md", "/%3F.md#L3"),
        ("javascript:alert(1)", "/javascript%3Aalert%281%29#L3"),
    ],
)
def test_path_in_an_address(path: str, end: str) -> None:
    """A path is quoted, stands under the notes' root, and tells nothing of this machine."""
    links = Links(notes_base_url=f"{BASE}/", roots=("/srv/notes", "seeds"))

    assert links.note(_note(path)) == BASE + end


def test_root_that_is_the_file_itself() -> None:
    """A file given by its own path keeps its name."""
    links = Links(notes_base_url=BASE, roots=("/srv/notes/a.md",))

    assert links.note(_note("/srv/notes/a.md")) == f"{BASE}/a.md#L3"


@given(st.text(min_size=1), st.integers(1, 10**9))
def test_any_path_gives_a_safe_address(path: str, line: int) -> None:
    """Whatever a file is called, its address stays under the base and closes no link."""
    url = Links(notes_base_url=BASE).note(_note(path, line))

    assert url is not None
    assert url.startswith(f"{BASE}/")
    assert url.endswith(f"#L{line}")
    assert not CLOSES_A_LINK.search(url)
    assert ".." not in urlsplit(url).path.split("/")


@given(st.text(string.ascii_letters + "推理 %#?&", min_size=1).map(str.strip).filter(bool))
def test_path_is_quoted_once(name: str) -> None:
    """Unquoting the address gives the path back."""
    url = Links(notes_base_url=BASE).note(_note(name))

    assert url is not None
    assert f"{urlsplit(BASE).path}/{name}" == unquote(urlsplit(url).path)


@given(st.one_of(st.text(), st.text().map("https://h.example/".__add__)))
def test_any_text_gives_a_safe_address_or_none(text: str) -> None:
    """What comes out is http or https without a character that ends a link, or nothing."""
    url = safe_url(text)

    assert url is None or (
        urlsplit(url).scheme in {"http", "https"} and not CLOSES_A_LINK.search(url)
    )


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://h.example/a|b<c>d e", "https://h.example/a%7Cb%3Cc%3Ed%20e"),
        ("https://h.example/%E6%8E%A8?q=1&r=%20#x", "https://h.example/%E6%8E%A8?q=1&r=%20#x"),
        (" HTTPS://h.example/ ", "HTTPS://h.example/"),
        ("https://h.example/推", "https://h.example/%E6%8E%A8"),
        ("https://h.example/\ud800", "https://h.example/?"),
        ("http://", None),
        ("https:///path", None),
        ("https://h:port/", None),
        ("//h.example/", None),
        ("data:text/html,x", None),
        ("file:///etc/passwd", None),
        ("https://[::1", None),
        ("", None),
        (None, None),
    ],
)
def test_safe_url(url: str | None, safe: str | None) -> None:
    """An address is kept as it is, quoted where it must be, or left out."""
    assert safe == safe_url(url)


@pytest.mark.parametrize(
    ("host", "is_issue", "url"),
    [
        ("https://github.com", False, "https://github.com/o/r/pull/7"),
        ("https://github.com/", True, "https://github.com/o/r/issues/7"),
        ("https://gitlab.com", False, "https://gitlab.com/o/r/-/merge_requests/7"),
        ("https://gitlab.corp.example/x", True, "https://gitlab.corp.example/x/o/r/-/issues/7"),
        ("https://git.example", False, "https://git.example/o/r/pull/7"),
    ],
)
def test_reference(host: str, is_issue: bool, url: str) -> None:  # noqa: FBT001  a table's column
    """A PR and an issue have the form of their code host."""
    links = Links(repo_base_url=host)

    assert url == links.reference(Reference("#7", 7, "o/r", is_issue))


@pytest.mark.parametrize("repo", [None, "", "o", "o/", "/r", "../r", "o/.."])
def test_reference_to_nowhere(repo: str | None) -> None:
    """A reference whose repository is not known gets no link, rather than a wrong one."""
    assert Links().reference(Reference("#7", 7, repo)) is None


@given(st.text(), st.integers())
def test_any_reference_is_safe(repo: str, number: int) -> None:
    """Whatever a note calls its repository, the link stays on the code host."""
    url = Links().reference(Reference("#", number, repo))

    assert url is None or (
        url.startswith("https://github.com/")
        and not CLOSES_A_LINK.search(url)
        and ".." not in urlsplit(url).path.split("/")
    )


def test_source() -> None:
    """The place of a note is its path and line, for eyes and editors."""
    assert Links.source(_note()) == "a/b.txt:3"
    assert Links.source(_note(), Paragraph("x", line=9)) == "a/b.txt:9"


@pytest.mark.parametrize(
    ("path", "folder", "uri"),
    [
        ("/n/评审 1.md", "", "file:///n/%E8%AF%84%E5%AE%A1%201.md"),
        ("b.md", "/n", "file:///n/b.md"),
        ("C:/n/b.md", "", "file:///C:/n/b.md"),
        ("b.md", "", None),
    ],
)
def test_local(path: str, folder: str, uri: str | None) -> None:
    """On a terminal a file has an address of its own, if it is known where it is."""
    assert uri == Links.local(_note(path), folder)
