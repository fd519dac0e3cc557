"""A Slack of the tests' own, with Slack's limits, errors and bad habits on demand.

Real HTTP for the Web API, a real WebSocket for Socket Mode, signed posts for HTTP mode.

Reading order: `workspace` (what it remembers), `limits` and `blocks` (what it takes), `methods`
(what it does), `web_api`, `courier`, `socket_mode`, `http_mode` (how it is reached and reaches
out), `person` and `server` (how a test moves it).
"""

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.delivery import Attempt, Category, Delivery
from tests.fakes.slack.faults import (
    Gate,
    connection_reset,
    held,
    rate_limited,
    refused,
    server_error,
    slow,
)
from tests.fakes.slack.http_mode import Signature
from tests.fakes.slack.installation import Installation
from tests.fakes.slack.person import Person, action_ids, blocks_of
from tests.fakes.slack.server import FakeSlack
from tests.fakes.slack.workspace import BOT, BOT_ID, TEAM, Channel, Kind, Message, User, View

__all__ = [
    "BOT",
    "BOT_ID",
    "TEAM",
    "Attempt",
    "Category",
    "Channel",
    "Clock",
    "Delivery",
    "FakeSlack",
    "Gate",
    "Installation",
    "Kind",
    "Message",
    "Person",
    "Signature",
    "User",
    "View",
    "action_ids",
    "blocks_of",
    "connection_reset",
    "held",
    "rate_limited",
    "refused",
    "server_error",
    "slow",
]
