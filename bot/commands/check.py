"""`prbot check`: looks at a live workspace, and says of each thing wrong what to do."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.slack.check import Checkup


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "check",
        help="look at the live Slack workspace: tokens, scopes, channels, clock",
        description="Ask Slack whether the tokens, the scopes for PRBOT_FEATURES, the channels of "
        "digests and the clock are right; say what to do where they are not.",
        epilog="exit status: 0 all is well, 1 something is wrong, 2 bad usage or configuration",
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """Look, and say what was found on standard output."""
    del args
    from bot.commands.serve import require_keys
    from bot.slack.check import State
    from bot.terminal.console import Console
    from bot.terminal.lines import harmless

    require_keys(settings)
    console = Console.on_standard_output()
    is_well = True
    for finding in _checkup(settings).findings():
        console.write(harmless(f"{finding.state:5} {finding.what}: {finding.told}") + "\n")
        is_well = is_well and finding.state is not State.WRONG
    return 0 if is_well else 1


def _checkup(settings: "Settings") -> "Checkup":
    from datetime import UTC, datetime

    from bot.app import build_stores, read_digests
    from bot.slack.check import Checkup
    from bot.slack.client import web_client
    from bot.slack.features import Feature
    from bot.slack.identity import identify

    token = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    app_token = settings.slack_app_token.get_secret_value() if settings.slack_app_token else None
    client = web_client(token, settings.slack_api_url)
    identity = identify(client)
    stores = build_stores(settings)
    try:
        said = [kept.channel for kept in stores.subscriptions.all(identity.me.team) if kept.is_on]
    finally:
        stores.close()
    configured = [each.channel for each in read_digests(settings)]
    return Checkup(
        client=client,
        identity=identity,
        features=frozenset(Feature(name) for name in settings.features),
        app_token=app_token,
        channels=tuple(dict.fromkeys([*configured, *said])),
        now=datetime.now(UTC),
    )
