"""The one HTTP server: health, the pages of notes, and Slack's events in HTTP mode."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any

from flask import Blueprint, Flask, Request, Response, request
from waitress.server import create_server

EVENTS_PATH = "/slack/events"
_LARGEST_BODY = 2 * 1024 * 1024
_THREADS = 16
_TICK = 0.05
_BAD_REQUEST = 400


def make_site(
    blueprints: Sequence[Blueprint],
    take_event: Callable[[Request], Response] | None = None,
) -> Flask:
    """Make the site.

    Args:
        blueprints: Its pages.
        take_event: Takes what Slack sends; `None` in Socket Mode.
    """
    site = Flask("bot.web", static_folder=None)  # no address is ever a path
    site.config["MAX_CONTENT_LENGTH"] = _LARGEST_BODY
    for blueprint in blueprints:
        site.register_blueprint(blueprint)
    if take_event is not None:
        take = take_event

        @site.post(EVENTS_PATH)
        def receive() -> Response:
            try:
                return take(request)
            except ValueError:  # it is no JSON and no form: nothing that Slack sends
                return Response(status=_BAD_REQUEST)

    return site


class Server:
    """Serves a site in threads of its own.

    Args:
        site: The site.
        host: The address to listen on.
        port: The port; 0 for any that is free.
    """

    def __init__(self, site: Flask, host: str, port: int) -> None:
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        # Typed by hand: the stubs know no server of one socket, which this is.
        self._server: Any = create_server(site, host=host, port=port, threads=_THREADS, ident=None)
        self._thread = Thread(target=self._server.run, name="web server", daemon=True)

    @property
    def address(self) -> str:
        host, port = self._server.effective_host, self._server.effective_port
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def start(self) -> None:
        self._thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        """Take no more requests, and let those at hand end."""
        self._server.trigger.pull_trigger(self._close_door)
        end = time.monotonic() + seconds
        while self._is_busy() and time.monotonic() < end:
            time.sleep(_TICK)
        self._server.task_dispatcher.shutdown(timeout=1)
        with suppress(OSError):  # an earlier pull may have ended it before this one is through
            self._server.trigger.pull_trigger(self._end)
        self._thread.join(1)

    def _is_busy(self) -> bool:
        return any(channel.requests for channel in list(self._server.active_channels.values()))

    def _close_door(self) -> None:
        self._server.accepting = False
        self._server.del_channel()
        self._server.socket.close()

    def _end(self) -> None:
        self._server.asyncore.close_all(self._server._map)  # noqa: SLF001  the loop ends without
