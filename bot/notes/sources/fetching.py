"""One GET over the network, with everything a stranger's server can do wrong held in bounds.

A reply is read up to a number of bytes *after* decompression and up to a number of seconds in all,
so neither a huge body, nor a small one that unpacks to a huge one, nor one that drips can hold a
source up. What is a failure becomes a `SourceError` that names the server and never the query or
the password of the address.
"""

import email.utils
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from urllib.parse import urlsplit, urlunsplit

import httpx

from bot.notes.sources.source import RefusedError, SourceError, TryLaterError

BODY_LIMIT = 10 * 1024 * 1024  # bytes; the largest feeds of real projects are a tenth of it
SECONDS = 60.0  # for one whole reply
_USER_AGENT = "prbot"
_WAIT_UNTOLD = timedelta(minutes=1)  # where a server says "later" but not when
_WAIT_MOST = timedelta(days=1)  # whatever a server says
_OK, _REDIRECT = 200, 300
_DIGITS = 12  # of seconds, as many as a date has and no more than an integer can be added with


def open_client() -> httpx.Client:
    """A client for all sources: bounded in time and in redirects, no cookies kept by us."""
    return httpx.Client(
        timeout=httpx.Timeout(20.0, connect=10.0),
        follow_redirects=True,
        max_redirects=5,
        headers={"User-Agent": _USER_AGENT},
    )


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Args:
        status: The HTTP status; 304 where nothing changed.
        headers: The reply's headers.
        body: The decompressed body; empty for a 304.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_unchanged(self) -> bool:
        return self.status == HTTPStatus.NOT_MODIFIED


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Gets addresses.

    Args:
        client: The HTTP client.
        now: The wall clock, for what servers say of time.
        limit: How many bytes of a body are read.
        seconds: How long a whole reply may take.
    """

    client: httpx.Client
    now: Callable[[], datetime]
    limit: int = BODY_LIMIT
    seconds: float = SECONDS

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Reply:
        """Get an address.

        Raises:
            TryLaterError: The server asks to wait.
            SourceError: Any other failure.
        """
        try:
            with self.client.stream("GET", url, headers=dict(headers or {})) as response:
                body = self._read(response)
                reply = Reply(response.status_code, response.headers, body)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as fault:
            reason = str(fault) or type(fault).__name__
            raise SourceError(f"{shown_url(url)} cannot be reached: {reason}") from fault
        self._refuse_failures(url, reply)
        return reply

    def _read(self, response: httpx.Response) -> bytes:
        place, started = shown_url(str(response.url)), time.monotonic()
        chunks, size = [], 0
        for chunk in response.iter_bytes():
            size += len(chunk)
            if size > self.limit:
                raise SourceError(f"{place} sends more than {self.limit:,} bytes; nothing was kept")
            if time.monotonic() - started > self.seconds:
                raise SourceError(f"{place} takes longer than {self.seconds:g} s for one reply")
            chunks.append(chunk)
        return b"".join(chunks)

    def _refuse_failures(self, url: str, reply: Reply) -> None:
        if reply.is_unchanged or _OK <= reply.status < _REDIRECT:
            return
        place = shown_url(url)
        if until := wait_until(reply, self.now()):
            raise TryLaterError(f"{place} answers {reply.status}", until)
        raise RefusedError(place, reply.status, _phrase(reply.status))


def wait_until(reply: Reply, now: datetime) -> datetime | None:
    """The moment a server asks to wait for; `None` where it does not ask.

    A moment is told by the server's clock, so it is measured by that one where the reply tells it.
    """
    there = _moment(reply.headers.get("date", "")) or now
    is_busy = reply.status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
    is_spent = reply.headers.get("x-ratelimit-remaining") == "0"
    if told := reply.headers.get("retry-after"):
        wait = _retry_after(told.strip(), there)
    elif is_spent and (is_busy or reply.status == HTTPStatus.FORBIDDEN):
        reset = reply.headers.get("x-ratelimit-reset", "").strip()
        wait = timedelta(seconds=int(reset) - there.timestamp()) if _is_number(reset) else None
    elif reply.status == HTTPStatus.TOO_MANY_REQUESTS:
        wait = None
    else:
        return None
    return now + min(_WAIT_UNTOLD if wait is None else max(wait, timedelta(0)), _WAIT_MOST)


def _retry_after(told: str, now: datetime) -> timedelta | None:
    """Read `Retry-After`: a number of seconds, or an HTTP date."""
    if _is_number(told):
        return timedelta(seconds=int(told))
    until = _moment(told)
    return until - now if until else None


def _moment(told: str) -> datetime | None:
    """Read an HTTP date."""
    try:
        moment = email.utils.parsedate_to_datetime(told)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


def shown_url(url: str) -> str:
    """An address without what may be secret in it: user, password, query, fragment."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        place = f"{host}:{parts.port}" if parts.port else host
    except ValueError:
        return "an address that cannot be read"
    return urlunsplit((parts.scheme, place, parts.path, "", ""))


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
