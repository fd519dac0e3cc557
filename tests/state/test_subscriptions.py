"""What a channel decided is kept as it was said, and who was told what is known."""

from dataclasses import replace

from bot.state.stores import Stores
from bot.state.subscriptions import Kept
from tests.state.clock import SetClock

KEPT = Kept("T1", "C1", True, {"at": "09:30", "labels": ["ROCm", "中文"]}, "U1", SetClock().now)  # noqa: FBT003


def test_decision_comes_back_as_it_was_kept(stores: Stores) -> None:
    """Rule, person and moment."""
    stores.subscriptions.put(KEPT)

    assert KEPT == stores.subscriptions.get("T1", "C1")
    assert stores.subscriptions.get("T2", "C1") is None


def test_last_word_of_a_channel_counts(stores: Stores) -> None:
    """Off after on is off, and is remembered as such."""
    off = replace(KEPT, is_on=False, changed_by="U2")
    stores.subscriptions.put(KEPT)
    stores.subscriptions.put(off)

    assert (off,) == stores.subscriptions.all("T1")


def test_channels_come_in_order(stores: Stores) -> None:
    """All workspaces, or one."""
    for workspace, channel in (("T2", "C1"), ("T1", "C2"), ("T1", "C1")):
        stores.subscriptions.put(replace(KEPT, workspace=workspace, channel=channel))

    assert [("T1", "C1"), ("T1", "C2"), ("T2", "C1")] == [
        (kept.workspace, kept.channel) for kept in stores.subscriptions.all()
    ]
    assert 2 == len(stores.subscriptions.all("T1"))


def test_each_reason_is_news_once(stores: Stores) -> None:
    """The same reason again is no news; another is; after a success the first is again."""
    stores.subscriptions.put(KEPT)
    reasons = ["not_in_channel", "not_in_channel", "is_archived", None, None, "not_in_channel"]

    assert [True, False, True, True, False, True] == [
        stores.subscriptions.tell("T1", "C1", reason) for reason in reasons
    ]


def test_nobody_is_told_about_a_channel_of_the_settings(stores: Stores) -> None:
    """No one asked for it in Slack, so there is no one to tell."""
    assert not stores.subscriptions.tell("T1", "C1", "not_in_channel")
