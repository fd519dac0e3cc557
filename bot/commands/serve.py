"""`prbot serve`: answers in Slack, serves health and the pages of notes, posts digests.

Order matters: settings, notes, index, then the socket, so that a first question is never slow. At
the end nothing new is heard, what is in hand is answered, and then the state is closed.
"""

import argparse
import os
import signal
from contextlib import ExitStack
from threading import Event
from typing import TYPE_CHECKING

from bot.errors import BotError

if TYPE_CHECKING:
    from bot.settings import Settings

_SECRETS = ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET")
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class NoSlackError(BotError, LookupError):
    """A key of Slack's is not set."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(f"{key} is not set: {what}; the README tells where to find it")


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "serve",
        help="answer in Slack until stopped",
        description="Answer in Slack, serve health and pages, post digests; until SIGTERM. "
        "Socket Mode where SLACK_APP_TOKEN is set, else HTTP at /slack/events.",
        epilog="exit status: 0 it was told to stop, 2 bad usage or configuration",
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """Serve until a signal comes."""
    del args
    require_keys(settings)
    for name in _SECRETS:
        os.environ.pop(name, None)  # read already: no child process and no library needs it
    stopping = Event()
    for number in _SIGNALS:
        signal.signal(number, lambda *_: stopping.set())
    from bot.commands.logs import start_logs
    from bot.commands.service import start_service

    start_logs()
    with ExitStack() as parts:
        start_service(settings, parts)
        while not stopping.wait(1):
            pass
    return 0


def require_keys(settings: "Settings") -> None:
    """Say which key of Slack's is not set.

    Raises:
        NoSlackError: One that is needed is not.
    """
    if settings.slack_bot_token is None:
        raise NoSlackError("SLACK_BOT_TOKEN", "nothing can be posted without it")
    if settings.slack_app_token is None and settings.slack_signing_secret is None:
        what = "Socket Mode needs it; HTTP mode needs SLACK_SIGNING_SECRET instead"
        raise NoSlackError("SLACK_APP_TOKEN", what)
