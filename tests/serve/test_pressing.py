"""What buttons do: pages, narrowing, the whole review, votes, Home, the agent view."""

import json
import re

import pytest

from bot.slack.actions import Action
from tests.fakes.slack import BOT, Message, View, action_ids, blocks_of
from tests.fakes.slack.blocks import elements_of
from tests.serve.meeting import Meeting

EVERYTHING = "最近有哪些 PR？"


def asked(meeting: Meeting, text: str) -> Message:
    return meeting.asked(f"<@{BOT}> {text}")


def changed(meeting: Meeting, message: Message) -> Message:
    """Wait for the next change of a message."""
    before = len(message.revisions)
    return meeting.slack.wait_for(lambda: message if len(message.revisions) > before else None)


def labels(place: Message | View, action: str) -> list[str]:
    found = (element for block in blocks_of(place) for element in elements_of(block))
    return [
        element["text"]["text"]
        for element in found
        if element.get("action_id", "").partition(":")[0] == action
    ]


def numbers(message: Message) -> list[int]:
    """The ranks of the hits a message shows."""
    return [int(found) for found in re.findall(r"^\*?(\d+)\.", message.everything, re.MULTILINE)]


def test_pages_turn_in_place_to_the_last_hit_and_back(meeting: Meeting) -> None:
    """Every note of the answer is shown once on the way, and the first page comes again."""
    ann, answer = meeting.slack.user("U1"), asked(meeting, EVERYTHING)
    total = int(re.search(r"共 (\d+) 条", answer.text)[1])  # type: ignore[index]
    first, seen = answer.blocks, len(labels(answer, Action.DETAILS))
    while any("下一页" in label for label in labels(answer, Action.PAGE)):
        ann.press(answer, Action.PAGE, text="下一页")
        changed(meeting, answer)
        seen += len(labels(answer, Action.DETAILS))

    assert total == seen

    while any("上一页" in label for label in labels(answer, Action.PAGE)):
        ann.press(answer, Action.PAGE, text="上一页")
        changed(meeting, answer)

    assert [block["type"] for block in first] == [block["type"] for block in answer.blocks]


@pytest.mark.parametrize(("chip", "left"), [("owner/alpha", 3), ("label-1", 2)])
def test_an_answer_narrows_and_widens(meeting: Meeting, chip: str, left: int) -> None:
    """A chip narrows the same question to a repository or a label; pressed again it lets go."""
    answer, ann = asked(meeting, "Frobnicate"), meeting.slack.user("U1")
    before = answer.text
    ann.press(answer, Action.NARROW, text=chip)
    changed(meeting, answer)
    narrowed, shown = answer.text, len(labels(answer, Action.DETAILS))
    ann.press(answer, Action.NARROW, text="✕")
    changed(meeting, answer)

    assert "6" in before
    assert str(left) in narrowed
    assert left == shown
    assert before == answer.text


def test_details_show_the_whole_review(meeting: Meeting) -> None:
    """The modal holds the review in parts, its references and its source."""
    answer, ann = asked(meeting, "FlashInfer 相关的 PR"), meeting.slack.user("U1")
    before = len(meeting.slack.modals("U1"))
    ann.press(answer, Action.DETAILS)
    modal = meeting.slack.wait_for(lambda: meeting.slack.modals("U1")[before:])[0]

    assert "评审详情" == modal.payload["title"]["text"]
    assert len(str(modal.payload["blocks"])) > 500


def test_why_shows_the_terms(meeting: Meeting) -> None:
    """The modal tells of each note which terms gave it what."""
    answer, ann = asked(meeting, "FlashInfer 相关的 PR"), meeting.slack.user("U1")
    before = len(meeting.slack.modals("U1"))
    ann.press(answer, Action.WHY)
    modal = meeting.slack.wait_for(lambda: meeting.slack.modals("U1")[before:])[0]

    assert "为何匹配" == modal.payload["title"]["text"]
    assert 2 == str(modal.payload["blocks"]).count("flashinf（词）")


def test_a_near_word_asks_again(meeting: Meeting) -> None:
    """A suggestion pressed is a question asked, in the same thread."""
    answer, slack = asked(meeting, "qwxzy vkjqx"), meeting.slack
    if Action.SUGGESTION not in action_ids(answer):
        raise AssertionError(f"a miss offers nothing to press: {action_ids(answer)}")
    slack.user("U1").press(answer, Action.SUGGESTION)
    slack.wait_for(
        lambda: answer.revisions or len(slack.workspace.replies("C1", answer.thread_ts or "")) > 1
    )


def test_a_vote_is_thanked_for_to_the_voter_alone(meeting: Meeting) -> None:
    """The answer stays, and the question with the notes shown is kept for `prbot feedback`."""
    answer, slack = asked(meeting, "ROCm 相关的 PR"), meeting.slack
    said, before = len(slack.messages("C1")), len(slack.ephemerals("U2"))
    slack.user("U2").press(answer, Action.NOT_HELPFUL)
    thanks = slack.wait_for(lambda: slack.ephemerals("U2")[before:])[0]

    assert "记下了" in thanks.text
    assert said == len(slack.messages("C1"))

    kept = json.loads(meeting.bot.command("feedback", "--json").splitlines()[0])

    assert "ROCm 相关的 PR" == kept["question"]
    assert ("U2", "C1", answer.ts) == (kept["user"], kept["channel"], kept["message"])
    assert len(labels(answer, Action.DETAILS)) == len(kept["shown"])


def home_of(meeting: Meeting, user: str) -> View:
    """Home, opened again until there are topics: the first are found beside a start."""
    home = opened(meeting, user)
    while not labels(home, Action.TOPIC):
        home = opened(meeting, user)
    return home


def opened(meeting: Meeting, user: str) -> View:
    """Home as it is drawn once it is opened."""
    slack, before = meeting.slack, meeting.slack.home(user)

    def drawn() -> View | None:
        home = slack.home(user)
        return None if home is before else home

    slack.user(user).opens_home()
    return slack.wait_for(drawn)


def test_home_tells_what_there_is(meeting: Meeting) -> None:
    """How much is indexed, the latest notes, topics to press, how to ask."""
    home = home_of(meeting, "U2")
    said = str(home.payload["blocks"])

    assert "30" in said
    assert labels(home, Action.TOPIC)
    assert labels(home, Action.DETAILS)
    assert "FlashInfer" in said


def test_a_topic_of_home_is_a_question(meeting: Meeting) -> None:
    """Pressed, it is answered to the one who pressed."""
    slack = meeting.slack
    home = home_of(meeting, "U3")
    before = len(slack.modals("U3")), len(slack.said_by_bot())
    slack.user("U3").press(home, Action.TOPIC)
    slack.wait_for(
        lambda: len(slack.modals("U3")) > before[0] or len(slack.said_by_bot()) > before[1]
    )


def test_the_agent_view_suggests_questions(meeting: Meeting) -> None:
    """Opening its tab brings prompts, each of which is a question that finds something."""
    slack = meeting.slack
    slack.user("U3").opens_messages()
    prompts = slack.wait_for(lambda: slack.workspace.prompts.get("DU3"))

    assert 1 <= len(prompts) <= 4
    for prompt in prompts:
        answer = meeting.answer(slack.user("U3").dm(prompt["message"]))
        assert "没有找到" not in answer.text
