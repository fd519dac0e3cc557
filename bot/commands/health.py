"""`prbot health`: asks the server that runs here how it is, for a container's health check."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.settings import Settings

_PATIENCE = 5.0
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  asked, not listened on


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "health",
        help="ask the server that runs here how it is",
        description="Ask `prbot serve` at PRBOT_HOST and PRBOT_PORT how it is, and print what it "
        "says.",
        epilog="exit status: 0 it is well, 1 it is not or is not there, "
        "2 bad usage or configuration",
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """Ask, and print the answer."""
    del args
    import http.client
    import sys

    from bot.commands.arguments import tell

    host = _EVERYWHERE.get(settings.host, settings.host)
    connection = http.client.HTTPConnection(host, settings.port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        body = answer.read().decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as fault:
        tell(f"nothing answers at {host}:{settings.port} ({fault})")
        return 1
    finally:
        connection.close()
    sys.stdout.write(body.strip() + "\n")
    return 0 if answer.status == http.client.OK else 1
