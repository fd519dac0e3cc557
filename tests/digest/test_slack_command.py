"""`/prnotes digest …` sets a digest up, says where it stands, and shows what would come."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from slack_sdk import WebClient

from bot.digest.poster import RefusedError, UnreadableError, UnsureError
from bot.links import Links
from bot.slack.actions import OutdatedButtonError
from bot.slack.blocks import Message
from bot.slack.digest_blocks import PAGE, Page, unpack_page
from bot.slack.digest_command import DigestDesk
from bot.slack.payloads import Call
from bot.slack.sentences import Language
from bot.state.ledger import Key, Progress
from bot.state.subscriptions import Kept
from tests.digest.channel import TEAM, Trouble
from tests.digest.reviews import review
from tests.digest.world import DAY, HOUR, World
from tests.fakes.slack.blocks import block_complaints, elements_of, texts_of
from tests.fakes.slack.installation import MINIMUM_SCOPES, Installation
from tests.fakes.slack.limits import MESSAGE_BLOCKS
from tests.fakes.slack.server import FakeSlack


@pytest.fixture
def slack() -> Iterator[FakeSlack]:
    scopes = {*MINIMUM_SCOPES, "users:read", "channels:read", "groups:read"}
    with FakeSlack(Installation(scopes=scopes)) as running:
        yield running


class Person:
    """Someone who types commands in a channel.

    Args:
        world: The bot.
        slack: Where it looks people and channels up.
        desk: What answers.
    """

    def __init__(self, world: World, slack: FakeSlack, desk: DigestDesk | None = None) -> None:
        self.client = WebClient("xoxb-fake", base_url=slack.api_url)
        self.world = world
        self.desk = desk or DigestDesk(world.runner(""), Links(), Language.ZH)

    def types(self, words: str, channel: str = "C1", user: str = "U1") -> str:
        call = Call(user=user, channel=channel, text=f"digest {words}")
        return self.desk.command(call, words, self.client).text

    def kept(self, channel: str = "C1") -> Kept:
        found = self.world.stores.subscriptions.get(TEAM, channel)
        assert found is not None
        return found


@pytest.fixture
def person(world: World, slack: FakeSlack) -> Person:
    return Person(world, slack)


def test_digest_turned_on_comes_at_its_hour(person: Person) -> None:
    """The answer says what will come and when; then it comes."""
    person.world.clock.now = HOUR - timedelta(hours=1)
    said = person.types("on 09:30 Asia/Shanghai mon-fri top 5 label:ROCm")
    person.world.notes = [review("n1", labels=("ROCm",)), review("n2")]
    person.world.clock.now = HOUR
    person.desk.runner.run()

    for part in (
        "周一至周五 09:30（Asia/Shanghai）",
        "每次 5 条",
        "label:ROCm",
        "12 月 1 日 周二 09:30",
    ):
        assert part in said
    assert ("U1", HOUR - timedelta(hours=1)) == (person.kept().changed_by, person.kept().changed_at)
    assert {"n1"} == person.world.shown()


def test_zone_is_the_askers_own(person: Person, slack: FakeSlack) -> None:
    """Where the words name none, Slack is asked for the person's."""
    slack.workspace.users["U1"].tz = "America/New_York"
    person.types("on 09:30")

    assert "America/New_York" == person.kept().rule["zone"]


def test_zone_that_may_not_be_looked_up_is_said(person: Person, slack: FakeSlack) -> None:
    """Without the scope it is UTC, and the answer says how to name one."""
    slack.install(Installation(scopes=set(MINIMUM_SCOPES)))
    said = person.types("on 09:30")

    assert "UTC" == person.kept().rule["zone"]
    assert "没能读到你的时区" in said
    assert "`/prnotes digest on 09:30 Asia/Shanghai`" in said


@pytest.mark.parametrize(
    ("locale", "words", "language"),
    [
        ("zh-CN", "on 09:30", "zh"),
        ("en-US", "on 09:30", "en"),
        ("en-US", "on 9点半", "zh"),
        ("zh-CN", "on 09:30 lang:en", "en"),
        ("fr-FR", "on 09:30", "zh"),
    ],
)
def test_language_is_the_askers_own(
    person: Person, slack: FakeSlack, locale: str, words: str, language: str
) -> None:
    """By a word, by Chinese, by the person's locale, else the house's."""
    slack.workspace.users["U1"].locale = locale
    said = person.types(words)

    assert language == person.kept().rule["language"]
    assert ("好的" in said) == (language == "zh")


def test_channel_without_the_app_is_told_to_invite_it(person: Person) -> None:
    """Public without the app, private without it; not where it is a member."""
    assert "/invite" in person.types("on 09:30", "C3")
    assert "/invite" in person.types("on 09:30", "G2")
    assert "/invite" not in person.types("on 09:30", "C1")


def test_app_that_needs_no_invitation_does_not_ask_for_one(world: World, slack: FakeSlack) -> None:
    """With `chat:write.public` the digest gets into public channels by itself."""
    desk = DigestDesk(world.runner(""), Links(), Language.ZH, needs_no_invitation=True)

    assert "/invite" not in Person(world, slack, desk).types("on 09:30", "C3")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("on", "还缺一个时间"),
        ("on mon-fri", "还缺一个时间"),
        ("on 25:00", "没看懂时间「25:00」"),
        ("on 09:30 Asia/Shangai", "你是不是想写 Asia/Shanghai？"),
        ("on 09:30 top 99", "1 到 30"),
        ("on 09:30 skip:soon", "没看懂日期「soon」"),
        ("on 09:30 blah", "没看懂「blah」"),
        ("sing", "用法："),
    ],
)
def test_words_that_cannot_be_read_are_named(person: Person, words: str, said: str) -> None:
    """Nothing is changed, and the answer shows how it is done."""
    answer = person.types(words)

    assert said in answer
    assert "`/prnotes digest on" in answer
    assert person.world.stores.subscriptions.get(TEAM, "C1") is None


def test_words_of_people_ping_no_one(person: Person) -> None:
    """What is typed comes back as plain text."""
    for words in ("on 09:30 &lt;!channel&gt;", "on 09:30 label:<!here>", "on 09:30 <@U2>"):
        said = person.types(words)
        assert "<!" not in said
        assert "<@" not in said


def test_off_ends_it(person: Person) -> None:
    """Also what the settings gave; a second off says that there is none."""
    person.types("on 09:30 Asia/Shanghai")
    first, second = person.types("off"), person.types("关闭")
    person.world.clock.now = HOUR + timedelta(days=1)
    person.desk.runner.run()

    assert "不再发日报" in first
    assert "没有日报" in second
    assert [] == person.world.channels.posted


def test_off_ends_what_the_settings_gave(world: World, slack: FakeSlack) -> None:
    """A channel may always say no."""
    desk = DigestDesk(world.runner(), Links(), Language.ZH)
    Person(world, slack, desk).types("off")
    desk.runner.run()

    assert [] == world.channels.posted


def test_list_of_editors_keeps_others_from_changing(world: World, slack: FakeSlack) -> None:
    """They may still look."""
    desk = DigestDesk(world.runner(), Links(), Language.EN, frozenset({"U2"}))
    person = Person(world, slack, desk)

    assert "not on the list" in person.types("on 09:30", user="U1")
    assert "not on the list" in person.types("off", user="U1")
    assert "下一份：" in person.types("status", user="U1")
    assert "Done" in person.types("on 09:30 lang:en UTC", user="U2")


def test_digest_is_not_set_up_in_a_direct_message(person: Person) -> None:
    """A digest goes to a channel."""
    assert "只能发到频道里" in person.types("on 09:30", channel="DU1")


@pytest.mark.parametrize("words", ["", "status", "状态"])
def test_status_of_a_channel_without_digest_says_how(person: Person, words: str) -> None:
    """The way to turn it on."""
    assert "`/prnotes digest on" in person.types(words)


def test_status_tells_next_last_and_why_a_day_had_none(person: Person) -> None:
    """Every way a day can end has its sentence."""
    person.world.clock.now = HOUR - timedelta(hours=1)
    person.types("on 09:30 Asia/Shanghai")
    before = person.types("status")
    person.world.clock.now = HOUR
    person.desk.runner.run()
    after = person.types("status")
    person.world.clock.forward(days=1)
    person.desk.runner.run()
    silent = person.types("status")

    assert "还没有发过" in before
    assert "下一份：12 月 1 日 周二 09:30" in before
    assert "上一份：12 月 1 日 周二，2 条" in after
    assert "下一份：12 月 2 日 周三 09:30" in after
    assert "12 月 2 日 周三 没有发：那时没有新评审" in silent


def test_status_tells_refusals_doubts_and_delays(person: Person) -> None:
    """What someone must do, or wait for."""
    person.world.clock.now = HOUR - timedelta(hours=1)
    person.types("on 09:30 Asia/Shanghai")
    channels = person.world.channels
    channels.fail("C1", Trouble(RefusedError("is_archived")), Trouble(UnsureError("timeout")))
    channels.unreadable = UnreadableError("missing_scope channels:history")
    person.world.clock.now = HOUR
    person.desk.runner.run()
    refused = person.types("status")
    person.world.clock.forward(minutes=11)
    person.desk.runner.run()
    under_way = person.types("status")
    person.world.clock.forward(minutes=3)
    person.desk.runner.run()
    unsure = person.types("status")

    assert "<#C1> 已经归档" in refused
    assert "正在发送" in under_way
    assert "可能发过：无法读取频道（missing_scope channels:history）" in unsure
    assert Progress.UNSURE is person.world.state()


def pressed(message: Message) -> str:
    return next(
        str(element["value"])
        for block in message.blocks
        for element in elements_of(block)
        if element.get("action_id") == PAGE
    )


def test_preview_shows_what_would_come_and_pages(person: Person) -> None:
    """Only to the asker, as long as wanted, and nothing is posted by looking."""
    person.world.notes = [review(f"n{number:02}") for number in range(24)]
    person.desk.runner.run()
    first = person.desk.preview("C1", 0, "zh")
    call = Call(user="U1", channel="C1", value=pressed(first))
    second = person.desk.turned(call)

    assert "预览" in "\n".join(texts_of(list(first.blocks)))
    assert (10, 10) == (len(first.shown), len(second.shown))
    assert not set(first.shown) & set(second.shown)
    assert [] == block_complaints(list(second.blocks), MESSAGE_BLOCKS)
    assert [] == person.world.channels.posted


def test_rest_of_a_digest_pages_to_the_same_notes_later(person: Person) -> None:
    """What came meanwhile does not mix in."""
    person.world.notes = [review(f"n{number:02}") for number in range(24)]
    person.world.clock.now = HOUR - timedelta(hours=1)
    person.types("on 09:30 Asia/Shanghai")
    person.world.clock.now = HOUR
    person.desk.runner.run()
    person.world.notes += [review("later")]
    person.desk.runner.run()
    key = str(Key(TEAM, "C1", DAY))
    seen = set(person.world.shown())
    for start in (10, 20):
        call = Call(user="U2", channel="C1", value=Page(key, start, "zh").pack())
        seen |= set(person.desk.turned(call).shown)

    assert {f"n{number:02}" for number in range(24)} == seen


def test_digest_whose_notes_are_gone_says_so(person: Person) -> None:
    """A button outlives the files."""
    person.world.clock.now = HOUR - timedelta(hours=1)
    person.types("on 09:30 Asia/Shanghai")
    person.world.clock.now = HOUR
    person.desk.runner.run()
    person.world.notes = []
    call = Call(user="U1", channel="C1", value=Page(str(Key(TEAM, "C1", DAY)), 1, "zh").pack())

    assert "已经不在了" in person.desk.turned(call).text


@pytest.mark.parametrize(
    "value",
    [
        "",
        "{}",
        Page("T1/C2/2026-12-01", 10, "zh").pack(),  # another channel's
        Page("nonsense", 10, "zh").pack(),
    ],
)
def test_button_of_nonsense_is_outdated(person: Person, value: str) -> None:
    """What cannot be read, or belongs elsewhere, is said to be too old."""
    with pytest.raises(OutdatedButtonError):
        person.desk.turned(Call(user="U1", channel="C1", value=value))


def test_page_of_a_day_without_digest_says_so(person: Person) -> None:
    """A forged key finds nothing."""
    call = Call(user="U1", channel="C1", value=Page("T1/C1/2020-01-01", 0, "en").pack())

    assert "gone" in person.desk.turned(call).text
    assert unpack_page(call.value) == Page(str(Key(TEAM, "C1", date(2020, 1, 1))), 0, "en")
