"""HTTP mode: signs payloads and posts them; forges, ages or omits the signature on demand."""

import hashlib
import hmac
import http.client
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode, urlsplit

from tests.fakes.slack import limits
from tests.fakes.slack.courier import Courier
from tests.fakes.slack.delivery import Attempt, Category, Delivery
from tests.fakes.slack.workspace import Json

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
_STALE_SECONDS = 6 * 60


class Signature(StrEnum):
    """How a request is signed."""

    GOOD = "good"
    FORGED = "forged"  # with another secret
    STALE = "stale"  # rightly, six minutes ago
    FUTURE = "future"  # rightly, in six minutes
    MISSING = "missing"  # no header at all
    TAMPERED = "tampered"  # rightly, for another body


@dataclass(frozen=True)
class Reply:
    """What the app answered to a post."""

    status: int
    text: str

    @property
    def body(self) -> object:
        """The answer read as JSON, or its text where it is none; nothing where it is empty."""
        try:
            return json.loads(self.text) if self.text else None
        except ValueError:
            return self.text


class HttpMode:
    """Posts to one request URL; a courier's transport.

    Args:
        url: The app's request URL, once it is known.
    """

    def __init__(
        self, courier: Courier, secret: Callable[[], str], now: Callable[[], float]
    ) -> None:
        self._courier = courier
        self._secret = secret
        self._now = now
        self.url = ""

    def carry(self, delivery: Delivery, attempt: Attempt) -> None:
        """Post a payload, and tell the courier what came of it."""
        headers = {}
        if attempt.number:
            headers = {
                "X-Slack-Retry-Num": str(attempt.number),
                "X-Slack-Retry-Reason": attempt.reason,
            }
        content_type, raw = encode(delivery)
        try:
            reply = self.post(raw, content_type, headers=headers)
        except TimeoutError:
            self._courier.failed(delivery, attempt, "http_timeout")
        except (OSError, http.client.HTTPException):
            self._courier.failed(delivery, attempt, "connection_failed")
        else:
            self._courier.answered(delivery, attempt, reply.status, reply.body)

    def post(
        self,
        raw: bytes,
        content_type: str = JSON,
        *,
        signature: Signature = Signature.GOOD,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Post a body as it is, signed as told."""
        split = urlsplit(self.url)
        sent = {"Content-Type": content_type, **self.sign(raw, signature), **(headers or {})}
        connection = http.client.HTTPConnection(split.netloc, timeout=limits.ACK_SECONDS)
        try:
            connection.request("POST", split.path, raw, sent)
            response = connection.getresponse()
            return Reply(response.status, response.read().decode())
        finally:
            connection.close()

    def sign(self, raw: bytes, how: Signature = Signature.GOOD) -> dict[str, str]:
        """Return the two headers that vouch for a body, good or bad."""
        if how is Signature.MISSING:
            return {}
        shift = {Signature.STALE: -_STALE_SECONDS, Signature.FUTURE: _STALE_SECONDS}.get(how, 0)
        timestamp = str(int(self._now()) + shift)
        secret = "another-secret" if how is Signature.FORGED else self._secret()
        signed = b"{}" if how is Signature.TAMPERED else raw
        base = b":".join([b"v0", timestamp.encode(), signed])
        digest = hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


def encode(delivery: Delivery) -> tuple[str, bytes]:
    """Return a payload's content type and body, each kind in the form Slack gives it."""
    if delivery.category is Category.EVENT:
        return JSON, json.dumps(delivery.payload).encode()
    if delivery.category is Category.COMMAND:
        return FORM, urlencode(delivery.payload).encode()
    return FORM, urlencode({"payload": json.dumps(delivery.payload)}).encode()


def url_verification(challenge: str) -> Json:
    """Return the payload that asks whether a request URL is the app's."""
    return {"type": "url_verification", "token": "verification", "challenge": challenge}
