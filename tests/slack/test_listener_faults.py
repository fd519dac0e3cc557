"""What Slack refuses, drops or has no room for, met by the listeners."""

import pytest

from bot.slack.access import Access
from bot.slack.actions import COMMAND, Action
from tests.fakes.slack import BOT, Category, View, refused
from tests.slack.conftest import Desk, Start
from tests.slack.notes import note


def top_modal(desk: Desk, count: int) -> View:
    """Wait until so many modals lie on each other, and return the topmost."""
    desk.slack.wait_for(lambda: len(desk.slack.modals("U1")) == count)
    return desk.slack.modals("U1")[-1]


def test_details_go_on_where_no_modal_more_fits(start: Start) -> None:
    """From note to related note: what would be the fourth takes the place of the third."""
    subjects = ("masked MHA 预填路由", "masked MHA 预填路由的回归", "EPLB 支持", "权重加载", "文档")
    desk = start(notes=tuple(note(n, title=f"FlashInfer {t}") for n, t in enumerate(subjects, 1)))
    person = desk.slack.user("U1")
    question = person.says("C1", f"<@{BOT}> masked MHA")
    person.press(desk.slack.wait_for(lambda: desk.slack.answers(question))[0], Action.DETAILS)
    for count in (1, 2, 3):
        person.press(top_modal(desk, count), Action.DETAILS)
    desk.slack.wait_for(lambda: desk.slack.calls("views.update"))

    assert [1, 1, 2] == [view.revision for view in desk.slack.modals("U1")]


def test_what_fails_in_a_view_is_told_in_a_direct_message(start: Start) -> None:
    """A modal and Home have no channel to say it in."""
    desk = start()
    person = desk.slack.user("U1")
    person.opens_home()
    home = desk.slack.wait_for(lambda: desk.slack.home("U1"))
    desk.slack.fail("views.open", refused("fatal_error"))
    person.press(home, Action.DETAILS)
    (said,) = desk.slack.wait_for(lambda: desk.slack.messages("DU1", by=BOT))

    assert "编号" in said.text


def test_a_press_is_met_in_the_language_of_its_answer(start: Start) -> None:
    """Whatever language the titles in it are in: a failure, and a refusal of who may not ask."""
    desk = start(access=Access(users=frozenset({"U1"})))
    question = desk.slack.user("U1").says("C1", f"<@{BOT}> which PRs touch FlashInfer?")
    answer = desk.slack.wait_for(lambda: desk.slack.answers(question))[0]
    desk.slack.fail("views.open", refused("fatal_error"))
    desk.slack.user("U1").press(answer, Action.DETAILS)
    desk.slack.user("U2").press(answer, Action.DETAILS)
    failed = desk.slack.wait_for(lambda: desk.slack.ephemerals("U1"))[0]
    denied = desk.slack.wait_for(lambda: desk.slack.ephemerals("U2"))[0]

    assert [True, True] == [failed.text.isascii(), denied.text.isascii()]


def test_a_refusal_with_status_200_is_a_failure(start: Start) -> None:
    """What a `response_url` says counts, not its status alone."""
    desk = start()
    desk.slack.fail("response_url", refused("invalid_blocks"))
    desk.slack.user("U1").command(COMMAND, "FlashInfer")
    (said,) = desk.slack.wait_for(lambda: desk.slack.ephemerals("U1"))

    assert "编号" in said.text


def test_dropped_events_are_acknowledged_and_logged(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    """Slack says so outside of any event."""
    desk = start()
    body = {"type": "app_rate_limited", "team_id": "T1", "minute_rate_limited": 1}
    delivery = desk.slack.courier.send(Category.EVENT, body)
    desk.slack.settle()

    assert [200] == [attempt.status for attempt in delivery.attempts]
    assert "Slack drops events" in caplog.text
