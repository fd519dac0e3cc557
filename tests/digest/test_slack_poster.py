"""What each failure of Slack means for a digest, against a fake Slack over real HTTP."""

import socket
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.digest.compose import Occasion, compose
from bot.digest.poster import (
    Posting,
    RefusedError,
    TryLaterError,
    UnreadableError,
    UnsureError,
)
from bot.digest.rule_words import read_rule
from bot.links import Links
from bot.slack.digest_poster import SlackPoster
from bot.state.ledger import Key
from tests.digest.reviews import review
from tests.fakes.slack.faults import (
    Fault,
    connection_reset,
    rate_limited,
    refused,
    server_error,
    slow,
)
from tests.fakes.slack.installation import MINIMUM_SCOPES, Installation
from tests.fakes.slack.server import FakeSlack
from tests.fakes.slack.workspace import BOT

DAY = date(2026, 12, 1)
KEY = Key("T1", "C1", DAY)
READING = {*MINIMUM_SCOPES, "channels:history", "groups:history"}


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    with FakeSlack(Installation(scopes=set(READING))) as running:
        yield running


def poster(slack: FakeSlack, timeout: float = 5) -> SlackPoster:
    return SlackPoster("xoxb-fake", slack.api_url, Links(), timeout=timeout)


def posting(key: Key = KEY) -> Posting:
    digest = compose([review("n1"), review("n2")], Occasion(DAY), top=10)
    return Posting(key, digest, read_rule("09:30", zone="UTC", language="zh"))


def just_now() -> datetime:
    return datetime.now(UTC) - timedelta(seconds=1)


def test_posted_digest_is_found_by_its_key(slack: FakeSlack) -> None:
    """The message carries its key, unfolds no links, and is known again."""
    desk = poster(slack)
    ts = desk.post(posting())
    (call,) = slack.calls("chat.postMessage")

    assert ts == desk.find(KEY, just_now())
    assert desk.find(Key("T1", "C1", date(2026, 12, 2)), just_now()) is None
    assert [False, False] == [call.args["unfurl_links"], call.args["unfurl_media"]]
    assert "T1" == desk.workspace()


def test_digest_is_found_among_many_messages(slack: FakeSlack) -> None:
    """A busy channel is read page by page."""
    desk = poster(slack)
    ts = desk.post(posting())
    for number in range(250):
        slack.user("U1").says("C1", f"message {number}")

    assert ts == desk.find(KEY, just_now())
    assert 3 == len(slack.calls("conversations.history"))


def test_key_of_someone_elses_message_is_no_digest(slack: FakeSlack) -> None:
    """Anyone's app can write any metadata; only our own message counts."""
    desk = poster(slack)
    desk.workspace()
    desk.post(posting())
    slack.messages("C1", by=BOT)[0].user = "UOTHERBOT"

    assert desk.find(KEY, just_now()) is None


@pytest.mark.parametrize(("said", "seconds"), [(7, 7.0), (None, None)])
def test_rate_limit_posts_nothing_and_says_how_long(
    slack: FakeSlack, said: int | None, seconds: float | None
) -> None:
    """429 with and without `Retry-After`, and no try of the client's own."""
    slack.fail("chat.postMessage", rate_limited(said))
    with pytest.raises(TryLaterError) as limit:
        poster(slack).post(posting())

    assert ("rate_limited", seconds) == (limit.value.reason, limit.value.seconds)
    assert 1 == len(slack.calls("chat.postMessage"))
    assert [] == slack.messages("C1", by=BOT)


@pytest.mark.parametrize("after", [True, False])
@pytest.mark.parametrize(
    "fault", [server_error(500), server_error(503), connection_reset(), refused("fatal_error")]
)
def test_lost_answer_leaves_a_doubt(slack: FakeSlack, fault: Fault, *, after: bool) -> None:
    """A 5xx, a cut line, `fatal_error`: it may stand or not, and the call was made once."""
    lost = Fault(fault.status, fault.error, reset=fault.reset, after=after)
    slack.fail("chat.postMessage", lost)
    with pytest.raises(UnsureError):
        poster(slack).post(posting())

    assert 1 == len(slack.calls("chat.postMessage"))
    assert after == bool(slack.messages("C1", by=BOT))


def test_late_answer_leaves_a_doubt(slack: FakeSlack) -> None:
    """A timeout is a doubt too."""
    slack.fail("chat.postMessage", slow(2))
    with pytest.raises(UnsureError) as doubt:
        poster(slack, timeout=0.2).post(posting())

    assert "timeout" == doubt.value.reason


def test_slack_that_is_not_there_has_posted_nothing() -> None:
    """Without a connection there is no doubt."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    desk = SlackPoster("xoxb-fake", f"http://127.0.0.1:{port}/api/", Links())
    with pytest.raises(TryLaterError, match="unreachable"):
        desk.post(posting())


@pytest.mark.parametrize(
    ("channel", "reason"),
    [
        ("C3", "not_in_channel"),
        ("C4", "is_archived"),
        ("G2", "channel_not_found"),
        ("C99", "channel_not_found"),
    ],
)
def test_refusal_is_named(slack: FakeSlack, channel: str, reason: str) -> None:
    """What Slack says is what the subscriber is told about."""
    with pytest.raises(RefusedError) as refusal:
        poster(slack).post(posting(Key("T1", channel, DAY)))

    assert reason == refusal.value.reason


@pytest.mark.parametrize("word", ["token_revoked", "account_inactive"])
def test_token_that_is_refused_is_no_workspace(slack: FakeSlack, word: str) -> None:
    """Without a token that is taken, not even the workspace is known."""
    slack.revoke_token(word)
    with pytest.raises(RefusedError, match=word):
        poster(slack).workspace()


def test_channel_that_may_not_be_read_is_unreadable(slack: FakeSlack) -> None:
    """Without the scope, and where the app is not in the channel, nothing can be settled."""
    desk = poster(slack)
    with pytest.raises(UnreadableError, match="not_in_channel"):
        desk.find(Key("T1", "C3", DAY), just_now())
    slack.install(Installation(scopes=set(MINIMUM_SCOPES)))
    with pytest.raises(UnreadableError, match="missing_scope channels:history"):
        desk.find(KEY, just_now())


@pytest.mark.parametrize("fault", [rate_limited(3), server_error(), connection_reset()])
def test_reading_that_fails_is_tried_again_later(slack: FakeSlack, fault: Fault) -> None:
    """Reading changes nothing, so its failures leave no doubt of their own."""
    slack.fail("conversations.history", fault)
    with pytest.raises(TryLaterError):
        poster(slack).find(KEY, just_now())


def test_subscriber_is_told_what_to_do(slack: FakeSlack) -> None:
    """The sentence names the channel, the day and the way out."""
    poster(slack).tell("U1", KEY, "not_in_channel", "zh")
    (told,) = slack.messages("DU1")

    for part in ("<#C1>", "12 月 1 日", "/invite"):
        assert part in told.text


def test_subscriber_who_cannot_be_told_is_no_failure(slack: FakeSlack) -> None:
    """A direct message that does not arrive is logged and no more."""
    slack.fail("chat.postMessage", refused("cannot_dm_bot"))
    poster(slack).tell("U1", KEY, "is_archived", "en")

    assert [] == slack.said_by_bot()
