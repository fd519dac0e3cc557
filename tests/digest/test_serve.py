"""The running bot posts digests by itself, once, also when it is killed and beside `--due`."""

import pytest

from bot.slack.actions import COMMAND
from bot.slack.digest_blocks import BACK, PAGE
from bot.state.ledger import Progress
from tests.digest.town import rule_that_is_due
from tests.fakes.slack import BOT, FakeSlack, Gate, held
from tests.fakes.slack.blocks import texts_of
from tests.fakes.slack.workspace import Channel, Message
from tests.serve.conftest import slack, start
from tests.serve.meeting import Meeting, Start

__all__ = ["slack", "start"]
pytestmark = pytest.mark.timeout(180)


def digests(slack: FakeSlack, channel: str = "C1") -> list[Message]:
    return slack.messages(channel, by=BOT)


def read(message: Message) -> str:
    return "\n".join([message.text, *texts_of(message.blocks)])


def end(serving: Meeting) -> None:
    """End the bot; a digest posted before it could hear was heard by no one, and never will be."""
    assert 0 == serving.bot.stop()


@pytest.fixture
def serving(start: Start) -> Meeting:
    """A bot whose channel has a digest that is due."""
    return start(PRBOT_DIGESTS=f"C1 {rule_that_is_due()}", PRBOT_DIGEST_LEASE="2")


def test_digest_of_the_seeds_comes_by_itself_and_pages(serving: Meeting) -> None:
    """Ten of twenty-four; who presses on reads the rest, alone."""
    slack = serving.slack
    first = slack.wait_for(lambda: digests(slack))[0]
    slack.user("U2").press(first, PAGE)
    second = serving.told("U2")
    slack.user("U2").press(second, PAGE)
    slack.wait_for(lambda: "21–24" in read(slack.ephemerals("U2")[-1]))
    slack.user("U2").press(slack.ephemerals("U2")[-1], BACK)
    slack.wait_for(lambda: "11–20" in read(slack.ephemerals("U2")[-1]))
    end(serving)

    assert "共 24 条评审" in read(first)
    assert 1 == len(digests(slack))


def test_digest_is_asked_about_and_turned_off_in_slack(serving: Meeting) -> None:
    """`status`, `preview`, `off`, `on`: each is answered to the one who asks."""
    slack, user = serving.slack, serving.slack.user("U1")
    slack.wait_for(lambda: digests(slack))
    said = []
    for number, words in enumerate(("status", "preview", "off", "status", "on 09:30 UTC")):
        user.command(COMMAND, f"digest {words}")
        said.append(read(serving.told("U1", number)))
    end(serving)

    assert "上一份" in said[0]
    assert "预览" in said[1]
    assert "不再发日报" in said[2]
    assert "没有日报" in said[3]
    assert "每天 09:30（UTC）" in said[4]
    assert 1 == len(digests(slack))


def test_bot_killed_while_posting_finds_its_digest_when_it_is_back(
    slack: FakeSlack, start: Start
) -> None:
    """SIGKILL between Slack's answer and the record, then a restart: one digest."""
    gate = Gate()
    slack.fail("chat.postMessage", held(gate))
    settings = {"PRBOT_DIGESTS": f"C1 {rule_that_is_due()}", "PRBOT_DIGEST_LEASE": "2"}
    first = start(**settings)
    assert gate.reached.wait(60)
    first.bot.process.kill()
    first.bot.process.wait()
    gate.release()
    second = start(**settings)
    slack.wait_for(lambda: slack.calls("conversations.history"))
    found = second.bot.line_with("was posted before")
    end(second)

    assert 1 == len(digests(slack))
    assert Progress.DELIVERED.value not in found


def test_health_names_a_channel_without_its_digest(start: Start) -> None:
    """The app is not in C3: health says so, and the other channel has its digest."""
    rule = rule_that_is_due()
    serving = start(PRBOT_DIGESTS=f"C1 {rule}; C4 {rule}")
    slack = serving.slack
    slack.wait_for(lambda: digests(slack))
    serving.bot.line_with("is_archived")
    end(serving)

    assert ([], 1) == (digests(slack, "C4"), len(digests(slack)))


def test_bot_asked_to_end_finishes_the_digests_at_hand_and_no_more(
    slack: FakeSlack, start: Start
) -> None:
    """SIGTERM while four of eight are on their way: these end in order, the next bot does four."""
    names = [f"CE{number}" for number in range(8)]
    for name in names:
        slack.workspace.add_channel(Channel(name, name.lower(), members={BOT, "U1"}))
    gates = [Gate() for _ in range(4)]
    for gate in gates:
        slack.fail("chat.postMessage", held(gate))
    settings = {"PRBOT_DIGESTS": "; ".join(f"{name} {rule_that_is_due()}" for name in names)}
    first = start(**settings)
    for gate in gates:
        assert gate.reached.wait(60)
    first.bot.terminate()
    slack.wait_for(lambda: not slack.socket.live())
    for gate in gates:
        gate.release()
    ended = first.bot.wait()
    done = sum(len(digests(slack, name)) for name in names)
    second = start(**settings)
    slack.wait_for(lambda: all(digests(slack, name) for name in names))
    end(second)

    assert (0, 4) == (ended, done)
    assert [1] * 8 == [len(digests(slack, name)) for name in names]
