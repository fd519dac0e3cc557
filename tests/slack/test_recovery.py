"""What a process that died had in hand is brought to its end, once."""

from dataclasses import replace

from bot.slack.hygiene import Heard, Way
from bot.slack.once import Once
from bot.slack.publisher import Place
from bot.slack.recovery import Recovery
from bot.state.seen_events import LEASE, SeenEvents
from tests.fakes.slack import FakeSlack, Message
from tests.slack.conftest import NOW, Desk, Start

QUESTION = "FlashInfer 相关的 PR"


def left_over(desk: Desk, text: str = QUESTION) -> Message:
    """A question that another process took up and never answered."""
    with desk.slack.changed:
        said = desk.slack.workspace.post(Message("C1", "", "U1", text))
    packed = heard_of(said).packed()
    another = SeenEvents(desk.stores.database, lambda: NOW - LEASE)

    assert another.first_time(heard_of(said).key, packed)

    return said


def heard_of(said: Message) -> Heard:
    return Heard(Way.MENTION, "T1", said.channel, said.ts, said.user, said.text, None, "T1")


def test_an_unanswered_question_is_answered_once(start: Start) -> None:
    """However often one looks, and however many look."""
    desk = start()
    question = left_over(desk)
    for _ in range(3):
        Recovery(desk.client, desk.deps).step()
    other = replace(desk.deps, once=Once(desk.stores.seen_events))
    Recovery(desk.client, other).step()

    assert 1 == len(desk.slack.answers(question))


def test_an_answer_that_stands_is_left_alone(start: Start) -> None:
    """The process died between posting and marking."""
    desk = start()
    question = left_over(desk)
    heard = heard_of(question)
    message = desk.deps.answering.answer(desk.deps.answering.ask(QUESTION), "C1").drawn()
    place = Place("C1", question.ts)
    desk.deps.publisher.post(desk.client, place, message, heard.key, since=question.ts)
    Recovery(desk.client, desk.deps).step()

    assert 1 == len(desk.slack.answers(question))


def test_where_nothing_can_be_read_the_asker_is_told(start: Start, slack: FakeSlack) -> None:
    """No second answer in front of all; a word to one."""
    desk = start()
    question = left_over(desk)
    slack.installation.scopes -= {"channels:history"}
    Recovery(desk.client, desk.deps).step()
    (said,) = slack.ephemerals("U1")

    assert "回答「FlashInfer 相关的 PR」时我重启了" in said.text
    assert [] == slack.answers(question)


def test_the_first_look_is_at_the_start(start: Start, slack: FakeSlack) -> None:
    """Who asked before a restart has waited for that: no further wait is added to it."""
    desk = start()
    question = left_over(desk)
    recovery = Recovery(desk.client, desk.deps, every=3600)
    recovery.start()
    slack.wait_for(lambda: slack.answers(question))
    recovery.stop()

    assert 1 == len(slack.answers(question))


def test_what_is_in_hand_is_not_taken_over(start: Start) -> None:
    """A lease that runs, or one that is renewed here, keeps the question."""
    desk = start()
    with desk.slack.changed:
        said = desk.slack.workspace.post(Message("C1", "", "U1", QUESTION))
    heard = heard_of(said)
    desk.deps.once.first_time(heard.key, heard.packed())
    Recovery(desk.client, desk.deps).step()

    assert [] == desk.slack.answers(said)


def test_a_failure_is_logged_and_ends_it(start: Start, slack: FakeSlack) -> None:
    """It is not tried for ever."""
    desk = start()
    left_over(desk)
    slack.revoke_token()
    recovery = Recovery(desk.client, desk.deps)
    recovery.step()
    before = len(slack.web_api.calls)
    recovery.step()

    assert before == len(slack.web_api.calls)
