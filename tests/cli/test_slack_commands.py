"""The commands around the Slack app, as people run them."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cli import main
from bot.state.feedback import Vote
from bot.state.stores import open_stores
from tests.fakes.slack import FakeSlack


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_manifest_is_json_that_slack_takes(capsys: pytest.CaptureFixture[str]) -> None:
    """By default for Socket Mode, with the least scopes."""
    status = main(["manifest"])
    made = json.loads(capsys.readouterr().out)

    assert 0 == status
    assert made["settings"]["socket_mode_enabled"]
    assert 4 == len(made["oauth_config"]["scopes"]["bot"])


def test_features_are_chosen_by_the_setting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each adds its scopes; `--all` is all of them; `--http` gives the address."""
    monkeypatch.setenv("PRBOT_FEATURES", "agent")
    main(["manifest", "--http", "https://bot.example"])
    chosen = capsys.readouterr().out
    main(["manifest", "--all"])
    everything = capsys.readouterr().out

    assert "assistant:write" in chosen
    assert "https://bot.example/slack/events" in chosen
    assert "groups:read" not in chosen
    assert "groups:read" in everything


@pytest.mark.parametrize("url", ["bot.example", "ftp://bot.example", "http://"])
def test_an_address_that_slack_cannot_reach_is_refused(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a sentence, not with a manifest that Slack refuses."""
    assert 2 == main(["manifest", "--http", url])
    assert "https://" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "check"])
def test_without_tokens_one_sentence_says_so(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the bot token, then the one of the mode."""
    first = (main([command]), capsys.readouterr().err)
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-fake")
    second = (main([command]), capsys.readouterr().err)

    assert (2, 1) == (first[0], first[1].count("\n"))
    assert "SLACK_BOT_TOKEN is not set" in first[1]
    assert "SLACK_APP_TOKEN is not set" in second[1]


def test_check_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for each thing; 1 if any is wrong, 0 if none is, 2 if it cannot look."""
    with FakeSlack() as slack:
        for name, value in slack.environment().items():
            monkeypatch.setenv(name, value)
        well = (main(["check"]), capsys.readouterr().out)
        monkeypatch.setenv("PRBOT_FEATURES", "agent")
        wrong = (main(["check"]), capsys.readouterr().out)
        monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-wrong")
        nobody = (main(["check"]), capsys.readouterr().err)

    assert (0, 4) == (well[0], len(well[1].splitlines()))
    assert "WRONG" not in well[1]
    assert (1, 1) == (wrong[0], wrong[1].count("WRONG"))
    assert "assistant:write" in wrong[1]
    assert 2 == nobody[0]
    assert "xoxb-wrong" not in nobody[1]


def test_feedback_lists_what_was_not_helpful(capsys: pytest.CaptureFixture[str]) -> None:
    """The question and the notes shown; helpful ones on demand; JSON on demand."""
    none = (main(["feedback"]), capsys.readouterr().out)
    keep(helpful=False, question="为什么慢\x1b[31m")
    keep(helpful=True, question="ROCm")
    listed = (main(["feedback"]), capsys.readouterr().out)
    everything = (main(["feedback", "--all", "--json"]), capsys.readouterr().out)
    records = [json.loads(line) for line in everything[1].splitlines()]

    assert (1, "") == none
    assert 0 == listed[0]
    assert "为什么慢" in listed[1]
    assert "\x1b" not in listed[1]
    assert "ROCm" not in listed[1]
    assert [True, False] == [record["helpful"] for record in records]
    assert ["a", "b"] == records[0]["shown"]


def keep(*, helpful: bool, question: str) -> None:
    stores = open_stores(Path("var/prbot.sqlite3"))
    moment = datetime(2026, 12, 1, 9, int(helpful), tzinfo=UTC)
    vote = Vote("T1", "C1", f"1.{helpful}", "U1", moment, helpful, question, ("a", "b"))
    stores.feedback.put(vote)
    stores.close()


def test_health_of_nobody_is_not_well(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing listens: 1, and a sentence."""
    monkeypatch.setenv("PRBOT_PORT", "9")

    assert 1 == main(["health"])
    assert "nothing answers at 127.0.0.1:9" in capsys.readouterr().err
