"""A fake Slack with the app installed by its own manifest, and the real bot beside it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.fakes.slack import FakeSlack
from tests.serve.bot import ROOT, Bot
from tests.serve.meeting import MODES, Meeting, Start, installed, write_extra_notes


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with installed() as running:
        yield running


@pytest.fixture
def start(slack: FakeSlack, tmp_path: Path) -> Iterator[Start]:
    """Give a way to start bots in this test's folder, each ended with the test."""
    with ExitStack() as running:

        def started(mode: str = "socket", **settings: str) -> Meeting:
            socket_mode = mode == "socket"
            environment = {**slack.environment(socket_mode=socket_mode), **settings}
            bot = running.enter_context(Bot(tmp_path, environment))
            return Meeting(slack, bot.meet(slack, socket_mode=socket_mode))

        yield started


@pytest.fixture(scope="session", params=MODES)
def meeting(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Meeting]:
    """One bot for all tests that only talk to it, in each mode."""
    socket_mode = request.param == "socket"
    with installed() as slack:
        home = tmp_path_factory.mktemp(request.param)
        write_extra_notes(home)
        settings = {"PRBOT_NOTES": f"{ROOT / 'seeds'},{home / 'extra.jsonl'}"}
        with Bot(home, {**slack.environment(socket_mode=socket_mode), **settings}) as bot:
            yield Meeting(slack, bot.meet(slack, socket_mode=socket_mode))


@pytest.fixture(params=MODES)
def fresh(request: pytest.FixtureRequest, start: Start) -> Meeting:
    """A bot that nobody has spoken to yet, in each mode."""
    return start(request.param)


@pytest.fixture
def one(start: Start) -> Meeting:
    """The same, where the mode makes no difference."""
    return start("http")
