"""`prbot manifest`: prints the app manifest that Slack makes the app from."""

import argparse
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.errors import BotError

if TYPE_CHECKING:
    from bot.settings import Settings


class AddressError(BotError, ValueError):
    """An address is none that Slack could reach."""

    def __init__(self, written: str) -> None:
        super().__init__(f"--http {written!r:.80} is no address such as https://prbot.example.com")


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "manifest",
        help="print the manifest to make the Slack app from",
        description="Print the app manifest as JSON, with the least scopes for what is chosen in "
        "PRBOT_FEATURES. Paste it at https://api.slack.com/apps › Create New App › From a "
        "manifest.",
        epilog="exit status: 0 it was printed, 2 bad usage or configuration",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--http", metavar="URL", help="be reached over HTTP at this address; else Socket Mode"
    )
    parser.add_argument("--all", action="store_true", help="with every feature")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """Print it."""
    import json
    import sys

    _require_address(args.http)
    from bot.slack.features import Feature
    from bot.slack.manifest import manifest

    features = Feature if args.all else (Feature(name) for name in settings.features)
    made = manifest(frozenset(features), args.http)
    sys.stdout.write(json.dumps(made, ensure_ascii=False, indent=2) + "\n")
    return 0


def _require_address(url: str | None) -> None:
    if url is not None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise AddressError(url)
