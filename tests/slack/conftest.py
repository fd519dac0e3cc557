"""The Bolt app in this process, with the fake Slack beside it and notes of the tests' own."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from slack_bolt import App
from slack_bolt.request import BoltRequest
from slack_sdk import WebClient

from bot.links import Links
from bot.notes.model import Note
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher
from bot.slack.access import Access
from bot.slack.answering import Answering
from bot.slack.app import make_app
from bot.slack.client import web_client
from bot.slack.deps import Deps
from bot.slack.features import Feature
from bot.slack.hygiene import Me
from bot.slack.manifest import manifest
from bot.slack.once import Once
from bot.slack.publisher import Publisher
from bot.state.stores import Stores, open_stores
from tests.fakes.slack import BOT, BOT_ID, TEAM, Attempt, Delivery, FakeSlack, Installation
from tests.slack.notes import TODAY, note

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
ME = Me(TEAM, BOT, BOT_ID)
NOTES = (
    *(note(number) for number in range(1, 8)),
    note(8, title="KV cache 量化", repo="sgl-project/sglang", labels=("量化",), paragraphs=()),
)


@dataclass
class InProcess:
    """Carries payloads straight into an app."""

    slack: FakeSlack
    app: App

    def carry(self, delivery: Delivery, attempt: Attempt) -> None:
        request = BoltRequest(body=delivery.payload, mode="socket_mode")
        response = self.app.dispatch(request)
        body = response.body or None
        self.slack.courier.answered(delivery, attempt, status=response.status, body=body)


@dataclass
class Desk:
    """The app and all it works with."""

    slack: FakeSlack
    client: WebClient
    deps: Deps
    stores: Stores
    pauses: list[float]

    def waits(self, happened: Callable[[], object]) -> object:
        return self.slack.wait_for(happened)


Start = Callable[..., Desk]
"""Starts an app with some of its parts changed."""


def answering(notes: tuple[Note, ...] = NOTES, access: Access | None = None) -> Answering:
    searcher = Searcher.build(notes, Glossary.load(None))
    return Answering(lambda: searcher, Links(), access or Access(), lambda: TODAY)


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    made = manifest(frozenset(Feature))
    with FakeSlack(Installation.from_manifest(made)) as running:
        yield running


@pytest.fixture
def start(slack: FakeSlack, tmp_path: Path) -> Iterator[Start]:
    stores = open_stores(tmp_path / "state.sqlite3", clock=lambda: NOW)
    pool = ThreadPoolExecutor(4)

    def started(notes: tuple[Note, ...] = NOTES, **changes: object) -> Desk:
        pauses: list[float] = []
        access = changes.get("access", Access())
        assert isinstance(access, Access)
        deps = Deps(
            me=ME,
            answering=answering(notes, access),
            access=access,
            once=Once(stores.seen_events),
            votes=stores.feedback,
            publisher=Publisher(pauses.append),
            now=lambda: NOW,
        )
        deps = replace(deps, **changes)  # type: ignore[arg-type]  # each test says what it changes
        client = web_client(slack.installation.bot_token, slack.api_url)
        slack.courier.transport = InProcess(slack, make_app(client, deps, pool))
        return Desk(slack, client, deps, stores, pauses)

    yield started
    pool.shutdown()
    stores.close()
