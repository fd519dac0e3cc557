"""The listeners through a real Bolt app, against the fake Slack, in one process."""

from threading import Event

from bot.slack.access import Access
from bot.slack.actions import COMMAND, SHORTCUT, Action
from bot.slack.features import Feature
from bot.slack.tokens import TokenWatch
from tests.fakes.slack import BOT, Message, View, action_ids, refused
from tests.slack.conftest import Desk, Start
from tests.slack.notes import note

ASKED = f"<@{BOT}> FlashInfer 相关的 PR"


def answered(desk: Desk, question: Message) -> Message:
    return desk.slack.wait_for(lambda: desk.slack.answers(question))[0]


def told(desk: Desk, user: str = "U1", after: int = 0) -> Message:
    return desk.slack.wait_for(lambda: desk.slack.ephemerals(user)[after:])[0]


def modal(desk: Desk, user: str = "U1") -> View:
    return desk.slack.wait_for(lambda: desk.slack.modals(user))[-1]


def changed(desk: Desk, message: Message, before: str) -> Message:
    desk.slack.wait_for(lambda: message.everything != before)
    return message


def test_a_mention_is_answered_in_its_thread(start: Start) -> None:
    """With blocks, with text, without unfurling, never to the whole channel."""
    desk = start()
    question = desk.slack.user("U1").says("C1", ASKED)
    answer = answered(desk, question)
    (call,) = desk.slack.calls("chat.postMessage")

    assert question.ts == answer.thread_ts
    assert answer.text.startswith("找到 7 条相关评审")
    assert [False, False] == [call.args["unfurl_links"], call.args["unfurl_media"]]
    assert not call.args.get("reply_broadcast")


def test_a_direct_message_is_answered_there(start: Start) -> None:
    """Beside the question, in the language of the question."""
    desk = start()
    question = desk.slack.user("U1").dm("PRs about FlashInfer")
    answer = desk.slack.wait_for(lambda: desk.slack.messages("DU1", by=BOT))[0]

    assert None is answer.thread_ts
    assert answer.text.startswith("Related reviews: 7")
    assert question.channel == answer.channel


def test_in_the_agent_view_a_direct_message_is_a_thread(start: Start) -> None:
    """Each message roots a thread of its own."""
    desk = start(features=frozenset({Feature.AGENT}))
    question = desk.slack.user("U1").dm("FlashInfer")

    assert question.ts == answered(desk, question).thread_ts


def test_a_command_is_answered_for_the_asker_alone(start: Start) -> None:
    """Nothing stands in the channel, and the answer can be shared."""
    desk = start()
    desk.slack.user("U1").command(COMMAND, "FlashInfer 相关的 PR")
    answer = told(desk)

    assert Action.SHARE in action_ids(answer)
    assert [] == desk.slack.said_by_bot()


def test_a_command_without_a_question_is_helped(start: Start) -> None:
    """Examples to press."""
    desk = start()
    desk.slack.user("U1").command(COMMAND, "")

    assert Action.SUGGESTION in action_ids(told(desk))


def test_a_shared_answer_says_who_asked_what(start: Start) -> None:
    """Once, however often it is pressed."""
    desk = start()
    asker = desk.slack.user("U1")
    asker.command(COMMAND, "FlashInfer 相关的 PR")
    answer = told(desk)
    asker.press(answer, Action.SHARE)
    shared = desk.slack.wait_for(desk.slack.said_by_bot)[0]
    desk.slack.wait_for(lambda: "已分享到频道。" in [m.text for m in desk.slack.ephemerals("U1")])
    asker.press(answer, Action.SHARE)
    desk.slack.wait_for(lambda: "已经分享过了。" in [m.text for m in desk.slack.ephemerals("U1")])

    assert "person-1 分享的查询：FlashInfer 相关的 PR" in shared.everything
    assert 1 == len(desk.slack.said_by_bot())


def test_a_share_that_failed_can_be_pressed_again(start: Start) -> None:
    """The first press says what to do; the second shares."""
    desk = start()
    asker = desk.slack.user("U1")
    asker.command(COMMAND, "FlashInfer 相关的 PR")
    answer = told(desk)
    desk.slack.fail("chat.postMessage", refused("not_in_channel"))
    asker.press(answer, Action.SHARE)
    said = told(desk, after=1)
    asker.press(answer, Action.SHARE)
    desk.slack.wait_for(desk.slack.said_by_bot)

    assert "/invite" in said.text


def test_the_shortcut_finds_what_is_related(start: Start) -> None:
    """To the text of the message, for the one who asked."""
    desk = start()
    message = desk.slack.bot_says("C1", "修复 FlashInfer 预填的第 3 个问题")
    desk.slack.user("U1").shortcut(SHORTCUT, message)

    assert told(desk).text.startswith("与这条消息相关的评审：")


def test_the_shortcut_needs_words(start: Start) -> None:
    """A message of links to nothing is no question."""
    desk = start()
    message = desk.slack.bot_says("C1", "<!here>")
    desk.slack.user("U1").shortcut(SHORTCUT, message)

    assert "这条消息没有文字，没法查找。" == told(desk).text


def test_pages_turn_in_place(start: Start) -> None:
    """In the channel by changing the message, in private by replacing it."""
    desk = start()
    person = desk.slack.user("U1")
    answer = answered(desk, person.says("C1", ASKED))
    before = answer.everything
    person.press(answer, Action.PAGE)
    changed(desk, answer, before)
    person.command(COMMAND, "FlashInfer 相关的 PR")
    private = told(desk)
    before = private.everything
    person.press(private, Action.PAGE)
    changed(desk, private, before)

    assert "*6.*" in answer.everything
    assert "*6.*" in private.everything
    assert Action.SHARE in action_ids(private)
    assert 1 == len(desk.slack.calls("chat.update"))


def test_an_answer_narrows(start: Start) -> None:
    """By a press, on the same question, and back."""
    desk = start()
    person = desk.slack.user("U1")
    answer = answered(desk, person.says("C1", f"<@{BOT}> 最近有哪些 PR？"))
    before = answer.everything
    person.press(answer, Action.NARROW)
    changed(desk, answer, before)

    assert "只看：vllm-project/vllm" in answer.everything
    assert "共 7 条" in answer.everything


def test_details_open_and_go_deeper(start: Start) -> None:
    """A modal from a message; another on top of it from the modal."""
    subjects = ("masked MHA 预填路由", "masked MHA 预填路由的回归", "EPLB 支持", "权重加载", "文档")
    notes = tuple(note(n, title=f"FlashInfer {title}") for n, title in enumerate(subjects, 1))
    desk = start(notes=notes)
    person = desk.slack.user("U1")
    answer = answered(desk, person.says("C1", f"<@{BOT}> masked MHA"))
    person.press(answer, Action.DETAILS)
    first = modal(desk)
    person.press(first, Action.DETAILS)
    desk.slack.wait_for(lambda: desk.slack.calls("views.push"))

    assert "值得精读。FlashInfer 的改动" in str(first.payload["blocks"])
    assert "https://github.com/vllm-project/vllm/pull/5000" in str(first.payload["blocks"])


def test_a_note_that_is_gone_is_said_to_be(start: Start) -> None:
    """The button outlives the note."""
    desk = start()
    person = desk.slack.user("U1")
    answer = answered(desk, person.says("C1", ASKED))
    gone = start(notes=())
    person.press(answer, Action.DETAILS)

    assert "这条评审已经不在了" in str(modal(gone).payload["blocks"])


def test_votes_are_kept_with_what_was_shown(start: Start) -> None:
    """The question, the notes, one vote a person: the last one counts."""
    desk = start()
    person = desk.slack.user("U2")
    answer = answered(desk, desk.slack.user("U1").says("C1", ASKED))
    person.press(answer, Action.HELPFUL)
    told(desk, "U2")
    person.press(answer, Action.NOT_HELPFUL)
    told(desk, "U2", after=1)
    (vote,) = desk.stores.feedback.newest()

    assert ("U2", False, "FlashInfer 相关的 PR") == (vote.user, vote.helpful, vote.question)
    assert 5 == len(vote.shown)


def test_a_button_of_yesterday_says_so(start: Start) -> None:
    """What a button carries may be of another version, and so may the button be."""
    desk = start()
    person = desk.slack.user("U1")
    answer = answered(desk, person.says("C1", ASKED))
    for block in answer.blocks:
        for element in block.get("elements", ()):
            if element.get("action_id") == Action.PAGE:
                element["value"] = '{"v":0}'
            elif element.get("action_id") == Action.HELPFUL:
                element["action_id"] = "prbot_of_old"
    person.press(answer, Action.PAGE)
    first = told(desk)
    person.press(answer, "prbot_of_old")
    second = told(desk, after=1)

    assert ["这个按钮太旧了，请重新提问。"] * 2 == [first.text, second.text]


def test_home_is_drawn_when_it_is_opened(start: Start) -> None:
    """What is indexed, what is new, how to ask."""
    desk = start(read_at=lambda: None)
    person = desk.slack.user("U1")
    person.opens_home()
    home = desk.slack.wait_for(lambda: desk.slack.home("U1"))
    person.press(home, Action.DETAILS)

    assert "收录了 8 条评审" in str(home.payload["blocks"])
    assert "评审详情" in str(modal(desk).payload)


def test_home_is_closed_to_who_is_not_answered(start: Start) -> None:
    """They are told so, and see no note."""
    desk = start(access=Access(users=frozenset({"U2"})))
    desk.slack.user("U1").opens_home()
    home = desk.slack.wait_for(lambda: desk.slack.home("U1"))

    assert "名单" in str(home.payload["blocks"])
    assert "FlashInfer" not in str(home.payload["blocks"])


def test_the_agent_view_gets_prompts_without_a_thread(start: Start) -> None:
    """With a `thread_ts` the call would fail in silence."""
    desk = start(features=frozenset({Feature.AGENT}))
    desk.slack.user("U1").opens_messages()
    (call,) = desk.slack.wait_for(lambda: desk.slack.calls("assistant.threads.setSuggestedPrompts"))

    assert "thread_ts" not in call.args
    assert 1 <= len(call.args["prompts"]) <= 4


def test_a_channel_sees_only_its_repositories(start: Start) -> None:
    """In answers, in what narrows them, in what is suggested."""
    desk = start(access=Access(repos={"C1": ("sgl-project/sglang",)}))
    one = answered(desk, desk.slack.user("U1").says("C1", ASKED))
    other = answered(desk, desk.slack.user("U1").says("C2", ASKED))
    latest = answered(desk, desk.slack.user("U1").says("C1", f"<@{BOT}> 最近有哪些 PR？"))

    assert "FlashInfer 预填" not in one.everything
    assert "FlashInfer 预填" in other.everything
    assert "KV cache 量化" in latest.everything
    assert "vllm" not in latest.everything


def test_follow_ups_that_find_nothing_are_left_to_people(start: Start) -> None:
    """In a thread people talk to each other; a follow-up that finds notes is answered."""
    desk = start(features=frozenset({Feature.THREADS}))
    person = desk.slack.user("U1")
    question = person.says("C1", ASKED)
    answered(desk, question)
    person.says("C1", "谢谢", thread=question.ts)
    second = person.says("C1", "量化 的呢", thread=question.ts)
    desk.slack.wait_for(lambda: len(desk.slack.answers(question)) > 1)

    assert 2 == len(desk.slack.answers(question))
    assert "KV cache 量化" in desk.slack.answers(second)[0].everything


class Watch(TokenWatch):
    """Tells a test when the token was refused."""

    def __init__(self) -> None:
        super().__init__()
        self.told = Event()

    def refused(self, error: str) -> None:
        super().refused(error)
        self.told.set()


def test_a_revoked_token_is_known(start: Start) -> None:
    """From Slack's refusal, said once."""
    watch = Watch()
    desk = start(tokens=watch)
    desk.slack.revoke_token("token_revoked")
    desk.slack.user("U1").says("C1", ASKED)

    assert watch.told.wait(30)
    assert "token_revoked" == watch.refusal
