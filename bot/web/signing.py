"""Signed links: an address that opens one note, for a while, for whoever holds it.

The signature covers the note's own part of the address, so put on another note it is forged. What
was matched travels unsigned beside it: it can change which words are marked, and nothing else.
"""

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from enum import Enum
from itertools import islice
from typing import Any
from urllib.parse import quote, urlencode

from itsdangerous import BadSignature, SignatureExpired, TimestampSigner

from bot.notes.model import Note

MOST_WORDS = 8  # marked on a page
_WORD_LIMIT = 40  # characters of one of them
_SEPARATOR = "."
_SKEW = timedelta(minutes=5)  # by which the clocks of replicas may differ


class Access(Enum):
    """What a signature is worth."""

    GRANTED = "granted"
    EXPIRED = "expired"
    REFUSED = "refused"


class LinkSigner:
    """Signs the addresses of pages, and reads what it signed.

    Args:
        secret: The key; whoever knows it can open every page.
        lifetime: How long a link opens.
        now: The wall clock.
    """

    def __init__(self, secret: str, lifetime: timedelta, now: Callable[[], datetime]) -> None:
        self._lifetime, self._now = lifetime, now
        self._signer = _Signer(secret, now)

    def sign(self, slug: str) -> str:
        """The signature for a page: when it was made, and by whom."""
        return self._signer.sign(slug).decode().removeprefix(slug + _SEPARATOR)

    def check(self, slug: str, signature: str) -> Access:
        """Whether a signature opens a page."""
        signed = f"{slug}{_SEPARATOR}{signature}"
        try:
            self._signer.unsign(signed, max_age=int(self._lifetime.total_seconds()))
        except SignatureExpired as fault:
            ahead = fault.date_signed - self._now() if fault.date_signed else timedelta(0)
            return Access.GRANTED if timedelta(0) < ahead <= _SKEW else Access.EXPIRED
        except (BadSignature, UnicodeError):
            return Access.REFUSED
        return Access.GRANTED


class _Signer(TimestampSigner):
    def __init__(self, secret: str, now: Callable[[], datetime]) -> None:
        super().__init__(
            secret,
            salt="prbot.page",
            sep=_SEPARATOR,
            key_derivation="hmac",
            digest_method=_sha256,
        )
        self._now = now

    def get_timestamp(self) -> int:
        return int(self._now().timestamp())


def _sha256(data: bytes = b"") -> Any:
    return hashlib.sha256(data)


class PageAddresses:
    """Makes the addresses of pages, for `bot.links`.

    Args:
        public_url: Where the pages are reached from outside.
        signer: Signs them; `None` where the pages are open to all who reach them.
    """

    def __init__(self, public_url: str, signer: LinkSigner | None) -> None:
        self._base, self._signer = public_url.rstrip("/"), signer

    def __call__(self, note: Note, matched: tuple[str, ...] = ()) -> str:
        slug = slug_of(note.id)
        query = [("key", self._signer.sign(slug))] if self._signer else []
        query += [("hl", word) for word in marked_words(matched)]
        asked = f"?{urlencode(query, quote_via=quote)}" if query else ""
        return f"{self._base}/notes/{slug}{asked}"


def marked_words(matched: Iterable[str]) -> tuple[str, ...]:
    """The words an address carries to be marked: few and short, since addresses have limits."""
    return tuple(word[:_WORD_LIMIT] for word in islice(matched, MOST_WORDS))


def slug_of(note_id: str) -> str:
    """A note's part of an address: its id, or a digest where the id is no plain word.

    An id may be any text at all, and `..`, `a/b` or `a?b` would change the address they stand in.
    """
    is_plain = note_id.isascii() and note_id.replace("-", "").replace("_", "").isalnum()
    if is_plain and len(note_id) <= _LONGEST:
        return note_id
    return "~" + hashlib.blake2b(note_id.encode("utf-8", "replace"), digest_size=16).hexdigest()


_LONGEST = 100  # characters of an id that stands in an address as it is
