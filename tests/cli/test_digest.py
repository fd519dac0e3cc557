"""`prbot digest` on the real console script: a look without Slack, and clear words on misuse."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Executable

from bot.commands.digest import pause_until
from bot.digest.rule_words import read_rule
from bot.digest.subscription import Subscription, kept
from bot.state.ledger import Key, Window
from bot.state.stores import open_stores, utc_now
from bot.state.tables import ledger
from tests.cli.process import SEEDS, prbot
from tests.fakes.slack.server import FakeSlack
from tests.fakes.slack.workspace import BOT

DAY = date(2026, 12, 1)
SLACKLESS = {"PRBOT_NOTES": str(SEEDS)}


def test_dry_run_shows_the_digest_of_the_seeds(tmp_path: Path) -> None:
    """Ten of twenty-four in topics, without Slack, and without leaving anything behind."""
    done = prbot("digest", "--dry-run", "--date", "2026-12-01", cwd=tmp_path, environ=SLACKLESS)

    assert (0, "") == (done.status, done.err)
    assert "12 月 1 日 周二 PR 评审日报（首次）：共 24 条评审" == done.out.splitlines()[0]
    assert "还有 14 条，加 --all 全部列出。" == done.out.splitlines()[-1]
    assert "10. " in done.out
    assert [] == list(tmp_path.iterdir())


def test_dry_run_shows_all(tmp_path: Path) -> None:
    """`--all` leaves none for later."""
    done = prbot("digest", "--dry-run", "--all", cwd=tmp_path, environ=SLACKLESS)

    assert "24. " in done.out
    assert "还有" not in done.out


def test_dry_run_of_a_channel_follows_its_rule(tmp_path: Path) -> None:
    """The rule of the settings decides language, count and notes."""
    environ = {**SLACKLESS, "PRBOT_DIGESTS": "C1 09:30 top 3 lang:en -ROCm"}
    done = prbot("digest", "--dry-run", "--channel", "C1", cwd=tmp_path, environ=environ)

    assert 0 == done.status
    assert "the first digest" in done.out
    assert "3. " in done.out
    assert "4. " not in done.out
    assert "ROCm" not in done.out


def test_dry_run_of_a_channel_leaves_out_what_it_had(tmp_path: Path) -> None:
    """With a state, only what is new; the day it had shows what it was; nothing is written."""
    state = tmp_path / "state.sqlite3"
    stores = open_stores(state)
    rule = read_rule("09:30", zone="UTC", language="zh")
    stores.subscriptions.put(kept(Subscription("T1", "C1", rule, "U1"), changed_at=utc_now()))
    environ = {**SLACKLESS, "PRBOT_STATE": str(state)}
    first = prbot("digest", "--dry-run", "--channel", "C1", cwd=tmp_path, environ=environ)
    entry = stores.ledger.claim(Key("T1", "C1", DAY), utc_now())
    assert entry is not None
    ids = _ids(tmp_path)
    stores.first_seen.see(ids)
    stores.database.change(_covering(entry.key, Window(0, 20)))
    stores.ledger.delivered(entry, "1.2", utc_now())
    second = prbot("digest", "--dry-run", "--channel", "C1", cwd=tmp_path, environ=environ)
    had = prbot(
        "digest", "--dry-run", "--channel", "C1", "--date", "2026-12-01",
        cwd=tmp_path, environ=environ,
    )  # fmt: skip
    stores.close()

    assert "共 24 条评审" in first.out
    assert "4 条新评审" in second.out
    assert "共 20 条评审" in had.out


def _ids(folder: Path) -> list[str]:
    question = ("--json", "--limit", "50", "最近有哪些 PR")
    done = prbot("ask", *question, cwd=folder, environ=SLACKLESS)
    return [hit["id"] for hit in json.loads(done.out)["hits"]]


def _covering(key: Key, window: Window) -> Executable:
    return (
        ledger.update()
        .where(ledger.c.channel == key.channel)
        .values(since_number=window.since, until_number=window.until)
    )


@pytest.mark.parametrize(
    ("arguments", "environ", "said"),
    [
        ((), {}, "say which digest"),
        (("--due",), {}, "SLACK_BOT_TOKEN is not set"),
        (("--status",), {}, "SLACK_BOT_TOKEN is not set"),
        (("--channel", "C1"), {}, "SLACK_BOT_TOKEN is not set"),
        (("--dry-run", "--channel", "C1"), {}, "C1 has no digest"),
        (("--dry-run", "--channel", "C1"), {"PRBOT_DIGESTS": "C1 25:00"}, "no time of day"),
        (("--due", "--dry-run"), {}, "not allowed with"),
        (("--date", "soon", "--dry-run"), {}, "no date like"),
        (("--due", "--date", "2026-12-01"), {}, "--date goes with"),
        (("--dry-run", "--notes", "nowhere"), {}, "no notes at nowhere"),
        (("--due",), {"PRBOT_STATE": "mysql://h", "SLACK_BOT_TOKEN": "xoxb-fake"}, "PRBOT_STATE"),
    ],
)
def test_misuse_is_said_in_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], environ: dict[str, str], said: str
) -> None:
    """Exit 2, the sentence on standard error, nothing on standard output."""
    done = prbot("digest", *arguments, cwd=tmp_path, environ={**SLACKLESS, **environ})

    assert (2, "") == (done.status, done.out)
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(("ahead", "pause"), [(-5, 0.1), (0, 0.1), (1, 1), (120, 2)])
def test_due_looks_again_before_the_lease_of_another_is_over(ahead: float, pause: float) -> None:
    """The other is mostly done in a second; a lease lasts minutes."""
    now = datetime(2026, 12, 1, tzinfo=UTC)

    assert timedelta(seconds=pause) == pause_until(now + timedelta(seconds=ahead), now)


def test_day_that_has_not_come_is_not_posted(tmp_path: Path) -> None:
    """A slip of the year would leave a digest ahead of all others."""
    with FakeSlack() as slack:
        environ = {**SLACKLESS, **slack.environment(), "PRBOT_DIGESTS": "C1 09:30 UTC"}
        arguments = ("--channel", "C1", "--date", "2999-12-01")
        done = prbot("digest", *arguments, cwd=tmp_path, environ=environ)
        posted = slack.messages("C1", by=BOT)

    assert (2, []) == (done.status, posted)
    assert "has not come yet" in done.err


def test_digest_is_posted_by_hand_and_once(tmp_path: Path) -> None:
    """`--channel` posts whatever the hour; asked again, or for what is due, it says it is done."""
    with FakeSlack() as slack:
        environ = {**SLACKLESS, **slack.environment(), "PRBOT_DIGESTS": "C1 09:30 UTC"}
        by_hand = prbot("digest", "--channel", "C1", cwd=tmp_path, environ=environ)
        again = prbot("digest", "--channel", "C1", cwd=tmp_path, environ=environ)
        due = prbot("digest", "--due", cwd=tmp_path, environ=environ)
        status = prbot("digest", "--status", cwd=tmp_path, environ=environ)
        posted = slack.messages("C1", by=BOT)

    assert [0, 0, 0, 0] == [done.status for done in (by_hand, again, due, status)]
    assert 1 == len(posted)
    assert by_hand.out == again.out == due.out == status.out
    assert by_hand.out.startswith("C1  下一份：")
    assert "24 条" in by_hand.out


def test_channel_that_refuses_is_said_and_exits_with_1(tmp_path: Path) -> None:
    """The archived channel is named with the way out; the other has its digest."""
    with FakeSlack() as slack:
        environ = {**SLACKLESS, **slack.environment(), "PRBOT_DIGESTS": "C1 00:00; C4 00:00"}
        environ["PRBOT_DIGEST_CATCH_UP"] = "18"
        done = [
            prbot("digest", "--channel", name, cwd=tmp_path, environ=environ)
            for name in ("C1", "C4")
        ]
        posted = len(slack.messages("C1", by=BOT))

    assert [0, 1] == [each.status for each in done]
    assert "C4 已经归档" in done[1].out
    assert 1 == posted


def test_token_that_is_refused_is_said(tmp_path: Path) -> None:
    """One sentence, no traceback, no token."""
    with FakeSlack() as slack:
        slack.revoke_token()
        environ = {**SLACKLESS, **slack.environment(), "PRBOT_DIGESTS": "C1 09:30"}
        done = [
            prbot("digest", *words, cwd=tmp_path, environ=environ)
            for words in (("--due",), ("--status",), ("--channel", "C1"))
        ]

    assert [2, 2, 2] == [each.status for each in done]
    assert all("Slack refuses SLACK_BOT_TOKEN (token_revoked)" in each.err for each in done)
    assert not any("xoxb" in each.err for each in done)


def test_no_channel_is_said(tmp_path: Path) -> None:
    """Nothing to serve is a sentence, not silence."""
    with FakeSlack() as slack:
        environ = {**SLACKLESS, **slack.environment()}
        done = prbot("digest", "--due", cwd=tmp_path, environ=environ)

    assert 2 == done.status
    assert "no channel has a digest" in done.err
