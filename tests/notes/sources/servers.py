"""Servers that the tests of sources run themselves, on this machine's loopback alone."""

import contextlib
import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

Headers = dict[str, str]


@dataclass
class Request:
    """A request as it came in."""

    path: str
    query: dict[str, list[str]]
    headers: Headers
    method: str = "GET"
    body: bytes = b""


@dataclass
class Answer:
    """A reply to send; `endless` repeats the body until the client hangs up."""

    status: int = 200
    headers: Headers = field(default_factory=dict)
    body: bytes = b""
    endless: bool = False


@dataclass
class Server:
    """A web server that answers by a function and remembers what it was asked."""

    answer: Callable[[Request], Answer]
    asked: list[Request] = field(default_factory=list)
    url: str = ""

    @contextlib.contextmanager
    def running(self) -> Iterator["Server"]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        self.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def _handler(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers.get("content-length") or 0))
            request = Request(parts.path, parse_qs(parts.query), headers, self.command, body)
            server.asked.append(request)
            self._send(server.answer(request))

        do_POST = do_GET  # noqa: N815  the name is the standard library's

        def _send(self, answer: Answer) -> None:
            self.send_response_only(answer.status)  # whatever the real clock says is left out
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if not answer.endless:
                self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            with contextlib.suppress(OSError):
                self.wfile.write(answer.body)
                while answer.endless:
                    self.wfile.write(answer.body)

        def log_message(self, *_: Any) -> None:
            """Say nothing: the tests read `asked`."""

    return Handler


def git_backend(root: Path) -> Callable[[Request], Answer]:
    """Serve the repositories of a folder as git's own program serves them over HTTP."""

    def answer(request: Request) -> Answer:
        query = "&".join(f"{k}={v}" for k, values in request.query.items() for v in values)
        environment = {
            **os.environ,
            "GIT_PROJECT_ROOT": str(root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": request.path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": request.method,
            "CONTENT_TYPE": request.headers.get("content-type", ""),
            "HTTP_CONTENT_ENCODING": request.headers.get("content-encoding", ""),
            "GIT_PROTOCOL": request.headers.get("git-protocol", ""),
        }
        done = subprocess.run(
            ["git", "http-backend"],
            input=request.body,
            env=environment,
            capture_output=True,
            check=True,
        )
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        return Answer(int(headers.pop("Status", "200").split()[0]), headers, body)

    return answer


@dataclass
class GitHub:
    """As much of GitHub's API as tells pull requests, with its paging, limits and validators."""

    pulls: list[dict[str, Any]] = field(default_factory=list)
    reviews: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    comments: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    page_size: int = 100
    remaining: int = 5000
    reset: int = 0
    token: str = ""
    base: str = ""

    def answer(self, request: Request) -> Answer:
        if self.token and request.headers.get("authorization") != f"Bearer {self.token}":
            return Answer(401, body=b'{"message": "Bad credentials"}')
        if self.remaining <= 0:
            limits = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(self.reset)}
            return Answer(403, limits, b'{"message": "API rate limit exceeded"}')
        listed = self._list(request.path)
        if listed is None:
            return Answer(404, body=b'{"message": "Not Found"}')
        etag = f'W/"{hash(json.dumps(listed))}"'
        if request.headers.get("if-none-match") == etag:
            return Answer(304, {"ETag": etag})
        self.remaining -= 1
        page = int(request.query.get("page", ["1"])[0])
        shown = listed[(page - 1) * self.page_size : page * self.page_size]
        headers = {"ETag": etag, "X-RateLimit-Remaining": str(self.remaining)}
        if page * self.page_size < len(listed):
            first = f'<{self.base}{request.path}?page=1>; rel="first"'
            headers["Link"] = f'<{self.base}{request.path}?page={page + 1}>; rel="next", {first}'
        return Answer(200, headers, json.dumps(shown).encode())

    def _list(self, path: str) -> list[dict[str, Any]] | None:
        base = "/repos/acme/engine/pulls"
        if path == base:
            return sorted(self.pulls, key=lambda pull: str(pull["updated_at"]), reverse=True)
        if not path.startswith(base + "/"):
            return None
        number, _, kind = path.removeprefix(base + "/").partition("/")
        return {"reviews": self.reviews, "comments": self.comments}[kind].get(int(number), [])
