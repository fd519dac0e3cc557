"""Channels of the settings and channels that asked in Slack are one list."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.digest.subscription import (
    DigestsSettingError,
    Subscription,
    all_subscriptions,
    kept,
    read_configured,
    subscription_of,
)

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def read(text: str | None) -> dict[str, str]:
    found = read_configured(text, zone="UTC", language="zh")
    return {each.channel: f"{each.rule.schedule.at:%H:%M}" for each in found}


@pytest.mark.parametrize(
    ("text", "channels"),
    [
        (None, {}),
        ("", {}),
        (" ; ", {}),
        ("C1 09:30", {"C1": "09:30"}),
        ("C1 09:30 mon-fri; G2 18:00 Europe/Berlin;", {"C1": "09:30", "G2": "18:00"}),
        ("C1 09:30\nC2 10:00\n", {"C1": "09:30", "C2": "10:00"}),
    ],
)
def test_setting(text: str | None, channels: dict[str, str]) -> None:
    """Channels with their rules, parted by `;` or line ends."""
    assert channels == read(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("general 09:30", "no channel id"),
        ("C1", "needs an hour"),
        ("C1 25:00", "no time of day"),
        ("C1 09:30; C1 10:00", "twice"),
    ],
)
def test_setting_that_cannot_be_read_is_said(text: str, reason: str) -> None:
    """The sentence names the key, the line and what is wrong with it."""
    with pytest.raises(DigestsSettingError, match=reason) as refusal:
        read(text)

    assert str(refusal.value).startswith("PRBOT_DIGESTS: ")


def test_slack_goes_before_the_settings() -> None:
    """What a channel said itself, on or off, is what it gets."""
    configured = read_configured("C1 09:30; C2 09:30; C3 09:30", zone="UTC", language="zh")
    other = read_configured("C2 18:00", zone="UTC", language="zh")[0].rule
    asked = Subscription("T1", "C2", other, "U1", NOW)
    off = replace(asked, channel="C3")
    elsewhere = replace(asked, workspace="T2", channel="C1")
    rows = [
        kept(asked, changed_at=NOW),
        kept(off, changed_at=NOW, is_on=False),
        kept(elsewhere, changed_at=NOW),
    ]
    found = {each.channel: each for each in all_subscriptions("T1", rows, configured)}

    assert {"C1", "C2"} == found.keys()
    assert ("", None) == (found["C1"].subscriber, found["C1"].since)
    assert asked == found["C2"]


@pytest.mark.parametrize(
    "rule",
    [{}, {"at": "09:30"}, {"at": "x", "zone": "UTC"}, {"at": "09:30", "zone": "Mars/Base"}],
)
def test_wish_that_cannot_be_read_costs_its_own_channel(rule: dict[str, str]) -> None:
    """A zone that is no more, or a rule of another version: the others have their digests."""
    good = read_configured("C1 09:30", zone="UTC", language="zh")[0].rule
    row = kept(Subscription("T1", "C1", good, "U1", NOW), changed_at=NOW)
    rows = [row, replace(row, channel="C2", rule=rule)]

    assert ["C1"] == [each.channel for each in all_subscriptions("T1", rows, ())]


def test_wish_comes_back_from_the_state() -> None:
    """Rule, subscriber and moment."""
    rule = read_configured("C1 09:30 label:x", zone="UTC", language="en")[0].rule
    asked = Subscription("T1", "C1", rule, "U1", NOW)

    assert asked == subscription_of(kept(asked, changed_at=NOW))
