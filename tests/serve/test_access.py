"""Who is answered where: lists of teams, channels and users, and the repositories of a channel."""

from pathlib import Path

import pytest

from bot.slack.actions import COMMAND, SHORTCUT, Action
from tests.fakes.slack import BOT
from tests.serve.meeting import REPOS, Meeting, Start, write_extra_notes


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"PRBOT_ALLOWED_USERS": "U2"}, id="users"),
        pytest.param({"PRBOT_ALLOWED_CHANNELS": "C2"}, id="channels"),
        pytest.param({"PRBOT_ALLOWED_TEAMS": "T7"}, id="teams"),
    ],
)
def test_who_is_not_on_a_list_is_told_so_alone(start: Start, settings: dict[str, str]) -> None:
    """A mention is refused to the asker's eyes only; nothing stands in the channel."""
    one = start("http", **settings)
    question = one.ask()
    said = one.told("U1")

    assert "管理员" in said.text or "频道" in said.text
    assert 0 == one.bot.stop()
    assert [] == one.slack.answers(question)
    assert [] == one.slack.said_by_bot()


def test_who_is_on_the_lists_is_answered(start: Start) -> None:
    """The right person in the right channel."""
    one = start(
        "http", PRBOT_ALLOWED_USERS="U2", PRBOT_ALLOWED_CHANNELS="C2", PRBOT_ALLOWED_TEAMS="T1"
    )

    assert "FlashInfer" in one.asked(user="U2", channel="C2").text


def test_every_door_is_watched(start: Start) -> None:
    """Command, shortcut, direct message, presses and Home are refused like a mention."""
    one = start("http", PRBOT_ALLOWED_USERS="U2")
    slack, stranger = one.slack, one.slack.user("U1")
    answer = one.asked(user="U2")
    stranger.command(COMMAND, "FlashInfer 相关的 PR")
    stranger.shortcut(SHORTCUT, answer)
    stranger.press(answer, Action.DETAILS)
    stranger.dm("FlashInfer 相关的 PR")
    stranger.opens_home()
    one.end()

    seen = [message.everything for message in slack.ephemerals("U1")]
    seen += [str(view.payload) for view in slack.modals("U1")]
    seen += [message.everything for message in slack.messages("DU1", by=BOT)]
    home = slack.home("U1")
    seen += [str(home.payload)] if home else []
    assert [] == [text for text in seen if "FlashInfer" in text.replace("FlashInfer 相关的 PR", "")]


def test_a_channel_sees_its_repositories_alone(start: Start, tmp_path: Path) -> None:
    """Answers, presses and direct messages keep to the repositories of the place."""
    write_extra_notes(tmp_path)
    one = start(
        "http",
        PRBOT_NOTES=str(tmp_path / "extra.jsonl"),
        PRBOT_CHANNEL_REPOS=f"C1={REPOS[0]}; *={REPOS[1]}",
    )
    here = one.asked(f"<@{BOT}> Frobnicate")
    there = one.asked(f"<@{BOT}> Frobnicate", channel="C2")
    asked_for = one.asked(f"<@{BOT}> Frobnicate repo:{REPOS[1]}")

    assert REPOS[0] in here.everything
    assert REPOS[1] not in here.everything
    assert REPOS[1] in there.everything
    assert REPOS[0] not in there.everything
    assert "Frobnicate part" not in asked_for.everything


@pytest.fixture
def guested(start: Start) -> Meeting:
    return start("http")


def test_a_guest_of_another_organisation_gets_nothing(guested: Meeting) -> None:
    """In a shared channel the people of one's own organisation are answered, others are not."""
    slack = guested.slack
    foreign = guested.ask(user="U9", channel="C9")
    own = guested.ask(channel="C9")
    guested.answer(own)
    guested.end()
    assert [] == slack.answers(foreign)
    assert "FlashInfer" not in str([m.everything for m in slack.ephemerals("U9")])


def test_a_guest_whose_team_is_allowed_is_answered(start: Start) -> None:
    """The list of teams can name another organisation."""
    one = start("http", PRBOT_ALLOWED_TEAMS="T1,T9")

    assert "FlashInfer" in one.asked(user="U9", channel="C9").text


def test_a_guest_cannot_press_either(guested: Meeting) -> None:
    """The buttons of an answer in a shared channel are for one's own organisation."""
    slack = guested.slack
    answer = guested.asked(channel="C9")
    slack.user("U9").press(answer, Action.DETAILS)
    guested.end()
    assert [] == slack.modals("U9")
