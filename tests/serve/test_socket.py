"""Socket Mode from the real process: refreshed, dropped, deaf, turned away."""

from http import HTTPStatus

from tests.fakes.slack import Category
from tests.serve.meeting import ASKED, Start


def test_a_deaf_socket_is_left_within_the_watchdogs_time(start: Start) -> None:
    """The line stays open and silent: health turns red, and a new line is made in time."""
    one = start("socket", PRBOT_SOCKET_TIMEOUT="3")
    slack = one.slack
    assert 200 == one.bot.health()[0]
    slack.socket.born_deaf = True
    slack.socket.deafen()
    deaf_since = slack.clock.now()
    one.bot.wait_for_health(503)
    slack.socket.born_deaf = False
    slack.wait_for(lambda: any(not line.deaf for line in slack.socket.live()), timeout=60)
    hearing = next(line for line in slack.socket.connections if not line.deaf and not line.closed)
    one.bot.wait_for_health(200)

    assert hearing.opened_at - deaf_since < 30
    assert "FlashInfer" in one.asked().text


def test_what_was_lost_on_a_deaf_socket_is_answered_once(start: Start) -> None:
    """Slack sends again what nobody took; the answer comes once."""
    one = start("socket", PRBOT_SOCKET_TIMEOUT="3")
    slack = one.slack
    slack.socket.deafen()
    question = one.ask()
    slack.wait_for(lambda: [line for line in slack.socket.live() if not line.deaf], timeout=60)
    slack.wait_for(lambda: slack.socket.connections[0].closed, timeout=60)
    slack.clock.advance(400)
    one.answer(question)
    one.end()
    assert 1 == len(slack.answers(question))


def test_a_refresh_loses_nothing(start: Start) -> None:
    """Slack asks for a new line a few times a day."""
    one = start("socket")
    slack = one.slack
    slack.socket.ask_to_leave("warning")
    slack.socket.ask_to_leave("refresh_requested")
    slack.wait_for(lambda: len(slack.socket.connections) > 1)
    slack.wait_for(lambda: slack.socket.connections[0].closed)

    assert "FlashInfer" in one.asked().text
    assert 0 == one.bot.stop()


def test_a_new_line_is_heard_at_once(start: Start) -> None:
    """Although the old one is being closed meanwhile, nothing is sent a second time."""
    one = start("socket", PRBOT_SOCKET_TIMEOUT="3")
    slack = one.slack
    slack.socket.ask_to_leave()
    slack.wait_for(lambda: len(slack.socket.connections) > 1)
    question = slack.user("U1").says("C1", ASKED, copies=6)
    one.answer(question)
    slack.settle()

    assert {1} == {len(delivery.attempts) for delivery in slack.deliveries(question)}


def test_a_dropped_line_is_made_anew(start: Start) -> None:
    """Without a word from the other side."""
    one = start("socket", PRBOT_SOCKET_TIMEOUT="3")
    slack = one.slack
    slack.socket.drop()
    slack.wait_for(lambda: len(slack.socket.connections) > 1 and slack.socket.live(), timeout=60)

    assert "FlashInfer" in one.asked().text


def test_a_shut_door_is_red_health_until_it_opens(start: Start) -> None:
    """While Slack turns connections away, the bot keeps trying and says so."""
    one = start("socket", PRBOT_SOCKET_TIMEOUT="3")
    slack = one.slack
    slack.socket.refusing = HTTPStatus.SERVICE_UNAVAILABLE
    slack.socket.drop()
    one.bot.wait_for_health(503)
    slack.wait_for(lambda: slack.socket.refused > 1, timeout=60)
    slack.socket.refusing = None
    slack.wait_for(slack.socket.live, timeout=60)
    one.bot.wait_for_health(200)

    assert "FlashInfer" in one.asked().text


def test_two_replicas_with_one_state_answer_once(start: Start) -> None:
    """Both hear copies of the same mention; the shared state lets one of them answer."""
    first = start("socket")
    slack = first.slack
    second = start("socket")
    slack.wait_for(lambda: len(slack.socket.live()) == 2)
    question = slack.user("U1").says("C1", ASKED, copies=12)
    first.answer(question)
    slack.settle()

    assert [0, 0] == [first.bot.stop(), second.bot.stop()]
    assert 1 == len(slack.answers(question))
    assert all(line.envelopes for line in slack.socket.connections)


def test_what_is_no_delivery_is_acknowledged_and_left_alone(start: Start) -> None:
    """Slack need not send it again, and the log need not tell of it."""
    one = start("socket")
    odd = ({"type": "event_callback", "event": None}, {"type": "block_actions", "actions": []})
    taken = [one.slack.courier.send(Category.EVENT, payload) for payload in odd]
    one.asked()
    one.slack.settle()

    assert [[200], [200]] == [[attempt.status for attempt in each.attempts] for each in taken]
    assert "Traceback" not in one.bot.log
