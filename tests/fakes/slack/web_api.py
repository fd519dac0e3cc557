"""The Web API over real HTTP: who calls, whether they may, what goes wrong, and the record of it.

Also takes what is posted to a `response_url`, which needs no token and has rules of its own.
"""

import json
import socket
import struct
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlsplit

from tests.fakes.slack.faults import Fault, Faults
from tests.fakes.slack.methods import METHODS, Desk, Method
from tests.fakes.slack.refusal import RefusalError
from tests.fakes.slack.response_url import answer_by_url
from tests.fakes.slack.workspace import Json

_STRUCTURED = ("blocks", "view", "metadata", "attachments", "prompts", "loading_messages")
# A `response_url` looks different for a command, a button and a shortcut, as it does at Slack.
_RESPONSE_PATHS = ("/commands/", "/actions/", "/app/")
_LONGEST_HOLD = 60.0


@dataclass
class Call:
    """One call of the Web API (or one post to a `response_url`), as it came.

    Args:
        at: By the clock, when it came.
        outcome: `ok`, or the error it was answered with.
        complaints: What was wrong with it, where Slack would say so.
    """

    method: str
    args: Json
    token: str
    at: float
    headers: dict[str, str] = field(default_factory=dict)
    outcome: str = ""
    complaints: tuple[str, ...] = ()


class WebApi:
    """A server of the Web API on loopback, on a port of its own.

    Args:
        desk: Where calls are handled.
        changed: Held while a call is handled, notified when it is done.
        date_offset: Seconds its `Date` header is off, for clocks that disagree.
    """

    def __init__(self, desk: Desk, changed: Condition) -> None:
        self.desk = desk
        self.changed = changed
        self.faults = Faults()
        self.calls: list[Call] = []
        self.date_offset = 0.0
        handler = type("Handler", (_Handler,), {"api": self})
        self._server = _Server(("127.0.0.1", 0), handler)
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def record(self, call: Call) -> None:
        with self.changed:
            self.calls.append(call)
            self.changed.notify_all()

    def take_fault(self, method: str) -> Fault:
        with self.changed:
            return self.faults.take(method) or Fault()

    def handle(self, call: Call) -> Json:
        """Do what a call asks, or refuse it."""
        with self.changed:
            try:
                method = self._admitted(call)
                answer = {"ok": True, **method.run(self.desk, call.args)}
            except RefusalError as refusal:
                answer = refusal.body
            call.outcome = "ok" if answer["ok"] else answer["error"]
            call.complaints = tuple(answer.get("errors", ()))
            self.changed.notify_all()
        return answer

    def _admitted(self, call: Call) -> Method:
        app, method = self.desk.installation, METHODS.get(call.method)
        if method is None:
            raise RefusalError("unknown_method")
        if not call.token:
            raise RefusalError("not_authed")
        if call.token not in (app.bot_token, app.app_token):
            raise RefusalError("invalid_auth")
        if (call.token == app.app_token) != method.app_token:
            raise RefusalError("not_allowed_token_type")
        if app.revoked and not method.app_token:
            raise RefusalError(app.revoked)
        asked = method.needs(self.desk, call.args) if method.needs else None
        wanted = (asked,) if asked else method.scopes
        if wanted and not app.scopes.intersection(wanted):
            provided = ",".join(sorted(app.scopes))
            raise RefusalError("missing_scope", needed=wanted[0], provided=provided)
        return method


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay quiet: a caller that hangs up, or is hung up on, is part of the game."""


class _Handler(BaseHTTPRequestHandler):
    api: ClassVar[WebApi]
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        path = urlsplit(self.path).path
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        args = _arguments(raw, self.headers.get("Content-Type", ""))
        if path.startswith(_RESPONSE_PATHS):
            self._respond("response_url", {"url": path, **args}, path.rpartition("/")[2])
        elif path.startswith("/api/"):
            self._respond(path.removeprefix("/api/"), args)
        else:
            self._send(HTTPStatus.NOT_FOUND, {"ok": False, "error": "not_found"})

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        args: Json = dict(parse_qsl(split.query))
        self._respond(split.path.removeprefix("/api/"), args)

    def _respond(self, method: str, args: Json, key: str | None = None) -> None:
        token = self.headers.get("Authorization", "").removeprefix("Bearer ") or args.get("token")
        call = Call(method, args, token or "", self.api.desk.workspace.clock.now())
        call.headers = {name.lower(): value for name, value in self.headers.items()}
        fault = self.api.take_fault(method)
        body: Json = {"ok": False, "error": fault.error}
        if fault.spares_the_answer or fault.after:
            body = self._body(call, key) if not fault.after else {**self._body(call, key), **body}
        else:
            call.outcome = fault.error or "reset"
        self.api.record(call)
        self._wait(fault)
        if fault.reset:
            self._cut()
        else:
            status, retry_after = fault.status, fault.retry_after
            if fault.spares_the_answer and body.get("error") == "ratelimited":
                status, retry_after = HTTPStatus.TOO_MANY_REQUESTS, 1
            if key is not None and not body["ok"] and fault.spares_the_answer:
                status = HTTPStatus.NOT_FOUND if "url" in body["error"] else HTTPStatus.BAD_REQUEST
            self._send(status, body, retry_after=retry_after)

    def _body(self, call: Call, key: str | None) -> Json:
        if key is None:
            return self.api.handle(call)
        with self.api.changed:
            body = answer_by_url(self.api.desk, key, call.args)
            call.outcome = "ok" if body["ok"] else body["error"]
        return body

    @staticmethod
    def _wait(fault: Fault) -> None:
        if fault.gate is not None:
            fault.gate.hold(_LONGEST_HOLD)
        if fault.seconds:
            time.sleep(fault.seconds)

    def _cut(self) -> None:
        # Linger zero makes the close a reset, which is what a broken line looks like.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def _send(self, status: int, body: Json, *, retry_after: int | None = None) -> None:
        raw = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(raw)))
        self.send_header("X-OAuth-Scopes", ",".join(sorted(self.api.desk.installation.scopes)))
        if retry_after is not None:
            self.send_header("Retry-After", str(retry_after))
        self.end_headers()
        self.wfile.write(raw)

    def date_time_string(self, timestamp: float | None = None) -> str:
        now = self.api.desk.workspace.clock.now() if timestamp is None else timestamp
        return formatdate(now + self.api.date_offset, usegmt=True)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base's name)
        """Say nothing: the calls are kept instead."""


def _arguments(raw: bytes, content_type: str) -> Json:
    if content_type.startswith("application/json"):
        return _an_object(json.loads(raw or b"{}"))
    args: Json = dict(parse_qsl(raw.decode(), keep_blank_values=True))
    for name in _STRUCTURED:
        if isinstance(args.get(name), str) and args[name][:1] in ("[", "{"):
            args[name] = json.loads(args[name])
    return args


def _an_object(value: Any) -> Json:
    return dict(value) if isinstance(value, Mapping) else {}
