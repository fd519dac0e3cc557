"""The Bolt app: everything is acknowledged first, then answered by a thread of the pool."""

import logging
import re
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

from slack_bolt import Ack, App, BoltResponse
from slack_sdk import WebClient

from bot.slack import errors
from bot.slack.deps import Deps
from bot.slack.listeners import (
    buttons,
    commands,
    details,
    home,
    mentions,
    messages,
    revoked,
    shortcuts,
)

LISTENERS = (mentions, messages, commands, shortcuts, buttons, details, home, revoked)
_LOG = logging.getLogger(__name__)
_ANYTHING = re.compile(".*")
_NO_SECRET = "unused in Socket Mode"  # noqa: S105  it verifies nothing

Register = Callable[[App, Deps], None]


def make_app(
    client: WebClient,
    deps: Deps,
    executor: Executor,
    *,
    signing_secret: str | None = None,
    more: Sequence[Register] = (),
) -> App:
    """Make the app.

    Args:
        client: Carries the token, the address and the retry handlers to each request's own client.
        deps: What the listeners work with.
        executor: Runs the listeners.
        signing_secret: Verifies requests in HTTP mode; Socket Mode needs none.
        more: Registers the listeners of other parts.
    """
    app = App(
        name="prbot",
        client=client,
        signing_secret=signing_secret or _NO_SECRET,
        listener_executor=executor,
        logger=logging.getLogger("bot.slack.bolt"),
    )
    app.middleware(_acknowledge)
    app.middleware(_note_lost_events)
    errors.register(app, deps)
    for register in (*(module.register for module in LISTENERS), *more):
        register(app, deps)
    _register_rest(app, deps)
    return app


def _acknowledge(ack: Ack, next: Callable[[], Any]) -> None:  # noqa: A002  Bolt's name for it
    """Acknowledge at once: no answer, however slow, is waited for by Slack."""
    ack()
    next()


def _note_lost_events(body: dict[str, Any], next: Callable[[], Any]) -> Any:  # noqa: A002
    """Tell the log that Slack holds events back; this comes in no event, so no listener hears it.

    Slack delivers 30,000 events an hour of a workspace, and says when it drops what is beyond.
    """
    if body.get("type") != "app_rate_limited":
        return next()
    _LOG.error(
        "Slack drops events: more than it delivers an hour came from %s", body.get("team_id")
    )
    return BoltResponse(status=200)


def _register_rest(app: App, deps: Deps) -> None:
    """Take what no listener knows without a word, so that Slack does not deliver it again."""
    buttons.register_rest(app, deps)
    for register in (app.event, app.command, app.shortcut, app.view):
        register(_ANYTHING)(_ignore)


def _ignore() -> None:
    pass
