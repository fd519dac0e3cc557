"""`bot.web.signing`: an address that opens one note for a while."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.links import safe_url
from bot.notes.model import Note, Source
from bot.web.signing import Access, LinkSigner, PageAddresses, slug_of

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LIFE = timedelta(days=30)


def signer(now: datetime = NOW, key: str = "fake-key") -> LinkSigner:
    return LinkSigner(key, LIFE, lambda: now)


def note(note_id: str) -> Note:
    return Note(note_id, "Title", (), Source("a.md", 1))


def test_a_signature_opens_its_note() -> None:
    """What was signed for a note opens that note, to the last second of its life."""
    signature = signer().sign("abc")

    assert signer().check("abc", signature) is Access.GRANTED
    assert signer(NOW + LIFE).check("abc", signature) is Access.GRANTED


def test_a_signature_ends() -> None:
    """One second later it opens nothing, and is told apart from a forged one."""
    late = signer(NOW + LIFE + timedelta(seconds=1))

    assert late.check("abc", signer().sign("abc")) is Access.EXPIRED


def test_a_signature_of_the_future_is_no_signature() -> None:
    """A link cannot be given a longer life by a date ahead of the clock."""
    ahead = signer(NOW + timedelta(days=400)).sign("abc")

    assert signer().check("abc", ahead) is not Access.GRANTED


def test_a_replica_s_clock_may_be_a_little_ahead() -> None:
    """A link that one has just signed opens at once at the other."""
    ahead = signer(NOW + timedelta(seconds=90)).sign("abc")

    assert signer().check("abc", ahead) is Access.GRANTED


def test_another_note_s_signature_is_refused() -> None:
    """Swapped, it is worth nothing."""
    assert signer().check("abd", signer().sign("abc")) is Access.REFUSED


def test_another_key_s_signature_is_refused() -> None:
    """A new key ends all links made with the old one."""
    assert signer(key="other").check("abc", signer().sign("abc")) is Access.REFUSED


@given(st.text(max_size=60))
def test_whatever_is_made_up_is_refused(text: str) -> None:
    """No string but the signature itself opens a page, and none raises."""
    assert signer().check("abc", text) is Access.REFUSED


@given(st.integers(0, 200), st.characters(categories=["L", "N", "P"]))
def test_a_signature_changed_anywhere_is_refused(place: int, character: str) -> None:
    """One character changed, and it is forged, save where base64 has two ways to write one end."""
    signature = signer().sign("abc")
    place %= len(signature) - 1
    changed = signature[:place] + character + signature[place + 1 :]

    assert changed == signature or signer().check("abc", changed) is not Access.GRANTED


def test_signatures_do_not_hold_the_key_or_the_note() -> None:
    """Nothing of the key is told, and the note is named once in an address."""
    signature = signer().sign("abc")

    assert "fake-key" not in signature
    assert "abc" not in signature


@pytest.mark.parametrize("note_id", ["abc", "A_b-9", "0f3c9a", "github_acme_engine_12"])
def test_a_plain_id_stands_in_the_address(note_id: str) -> None:
    """People can tell notes apart by their addresses."""
    assert note_id == slug_of(note_id)


@pytest.mark.parametrize(
    "note_id",
    ["..", ".", "", "a/b", "../../etc/passwd", "a b", "a?b", "评审", "~x", "a" * 101, "a\0"],
)
def test_an_id_that_would_change_the_address_does_not_stand_in_it(note_id: str) -> None:
    """It is replaced by a digest of the same form."""
    slug = slug_of(note_id)

    assert slug.startswith("~")
    assert slug[1:].isalnum()
    assert len(slug) == 33


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
)
def test_two_ids_have_two_addresses(one: str, other: str) -> None:
    """No two notes share a page."""
    assert (one == other) == (slug_of(one) == slug_of(other))


def test_an_address_is_the_page_s_with_what_matched() -> None:
    """Signed, with the words to be marked, in a form that links pass on unchanged."""
    made = PageAddresses("https://bot.example/notes-bot/", signer())(
        note("abc"), ("KV 缓存", "a&b")
    )

    assert made.startswith("https://bot.example/notes-bot/notes/abc?key=")
    assert made.endswith("&hl=KV%20%E7%BC%93%E5%AD%98&hl=a%26b")
    assert safe_url(made) == made


def test_an_open_address_has_no_key() -> None:
    """Where all may read, nothing is signed."""
    assert PageAddresses("https://bot.example", None)(note("abc")) == (
        "https://bot.example/notes/abc"
    )


@given(st.lists(st.text(max_size=200), max_size=50).map(tuple))
def test_an_address_stays_short(words: tuple[str, ...]) -> None:
    """However much matched, Slack's limit of 3,000 characters is out of reach."""
    made = PageAddresses("https://bot.example", signer())(note("a" * 100), words)

    assert len(safe_url(made) or "") < 3000
