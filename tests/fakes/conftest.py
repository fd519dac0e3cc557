"""A fake Slack and the SDK's own client for it."""

from collections.abc import Iterator

import pytest
from slack_sdk import WebClient

from tests.fakes.slack import FakeSlack


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with FakeSlack() as running:
        yield running


@pytest.fixture
def client(slack: FakeSlack) -> WebClient:
    return WebClient("xoxb-fake", base_url=slack.api_url)
