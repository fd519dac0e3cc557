"""A Bolt app behind Flask and waitress on loopback, for tests of the fake's HTTP mode."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from flask import Flask, request
from slack_bolt import App
from slack_bolt.adapter.flask import SlackRequestHandler
from waitress.server import create_server


@contextmanager
def flask_server(app: App) -> Iterator[str]:
    """Serve the app at `/slack/events` of the address given."""
    flask, handler = Flask("tests-bolt-app"), SlackRequestHandler(app)

    @flask.post("/slack/events")
    def events() -> Any:
        return handler.handle(request)

    sockets: dict[int, Any] = {}
    server: Any = create_server(flask, host="127.0.0.1", port=0, map=sockets)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.close()
        thread.join(10)
