"""The sentences of a digest and of what people are told about it, Chinese and English together.

English counts stand behind a colon, so that no sentence needs a plural.
"""

from datetime import date, datetime
from enum import Enum
from zoneinfo import ZoneInfo

from bot.notes.model import AdviceLevel


class Says(Enum):
    """The table: what is said, in Chinese and in English."""

    TITLE = ("{day} PR 评审日报：{total} 条新评审", "PR reviews of {day}. New: {total}")
    FIRST_TITLE = (
        "{day} PR 评审日报（首次）：共 {total} 条评审",
        "PR reviews of {day}, the first digest. In all: {total}",
    )
    EMPTY_TITLE = ("{day} PR 评审日报：今天没有新评审", "PR reviews of {day}: nothing new today")
    MUST_READS = ("值得精读 {count} 条", "worth a close read: {count}")
    LATE = ("今天的日报来晚了", "late today")
    RANGE = ("第 {first}–{last} 条，共 {total} 条", "{first}–{last} of {total}")
    OTHER = ("其他", "Other")
    MORE = ("还有 {count} 条 ›", "and {count} more ›")
    BACK = ("‹ 前面的", "‹ Back")
    MORE_PLAIN = ("还有 {count} 条", "and {count} more")
    MORE_HERE = ("还有 {count} 条，加 --all 全部列出。", "and {count} more; --all lists them all.")
    GONE = (
        "这份日报里的评审已经不在了，源文件可能被删除或改写。",
        "The reviews of this digest are gone: their sources were deleted or rewritten.",
    )
    CLOSE = ("值得精读", "worth a close read")
    QUICK = ("快速浏览", "worth a skim")
    SKIP = ("可以跳过", "can be skipped")

    # Turned on, turned off
    RULE = (
        "{days} {at}（{zone}），每次 {top} 条{only}{besides}",
        "{days} at {at} ({zone}), top {top}{only}{besides}",
    )
    IS_ON = (
        "好的，这里会发 PR 评审日报：{rule}。",
        "Done, a digest comes here: {rule}.",
    )
    ZONE_UNKNOWN = (
        "没能读到你的时区，先按 {zone} 算。写明时区：`{command} digest on {example}`",
        "Your time zone cannot be read, so it is {zone}. Name one: `{command} digest on {example}`",
    )
    INVITE = (
        "我还不在这个频道里，请先用 /invite 邀请我，不然发不进来。",
        "I am not in this channel yet: /invite me, or the digest cannot get in.",
    )
    IS_OFF = ("好的，这个频道不再发日报。", "Done: no more digests in this channel.")
    IS_NOT_ON = (
        "这个频道没有日报。打开：`{command} digest on {example}`",
        "This channel has no digest. Turn it on: `{command} digest on {example}`",
    )
    NOT_AN_EDITOR = (
        "你不在可以修改日报的名单里，需要的话请联系管理员。",
        "You are not on the list of those who may change digests. Please ask the maintainer.",
    )
    NOT_IN_DIRECT = (
        "日报只能发到频道里，请在要订阅的频道里输入这条命令。",
        "A digest goes to a channel: type this command in the one you mean.",
    )
    HOW = (
        "用法：`{command} digest on {example}`、`off`、`status`、`preview`",
        "Usage: `{command} digest on {example}`, `off`, `status`, `preview`",
    )
    PREVIEW = ("预览，只有你能看到", "A preview, for your eyes only")
    WITHOUT_DAYS = ("，跳过 {days}", ", skipping {days}")
    TELLS_EMPTY = ("，没有新评审时也说一声", ", also when nothing is new")
    ONLY = ("，只看 {filters}", ", only {filters}")

    # Words that cannot be read
    NO_TIME = ("还缺一个时间，例如 09:30。", "It needs an hour, such as 09:30.")
    BAD_TIME = ("没看懂时间「{word}」，请写成 09:30。", "“{word}” is no time of day; write 09:30.")
    TWO_TIMES = (
        "日报一天只发一次，「{word}」是第二个时间。",
        "A digest comes once a day, and “{word}” is a second time.",
    )
    TOO_LONG = ("这条规则太长了，请写短一些。", "That is too long for a rule; please shorten it.")
    BAD_ZONE = (
        "没有「{word}」这个时区，请写成 Asia/Shanghai 这样的名字。",
        "“{word}” is no time zone; write one such as Asia/Shanghai.",
    )
    BAD_COUNT = (
        "「{word}」里的条数要在 1 到 {most} 之间。",
        "The count in “{word}” must be from 1 to {most}.",
    )
    BAD_DATE = (
        "没看懂日期「{word}」，请写成 2026-12-25。",
        "“{word}” is no date: 2026-12-25 is one.",
    )
    BAD_WORD = ("没看懂「{word}」。", "“{word}” is not understood.")
    DID_YOU_MEAN = ("你是不是想写 {near}？", "Did you mean {near}?")

    # Status
    NEXT = ("下一份：{at}", "Next: {at}")
    NEVER = ("以后没有要发的日子", "No day is left to send one")
    LAST = ("上一份：{day}，{count} 条", "Last: {day}, with {count}")
    LAST_LATE = ("上一份：{day}，{count} 条，晚发", "Last: {day}, with {count}, late")
    NO_LAST = ("还没有发过", "None yet")
    SKIPPED = ("{day} 没有发：那时没有新评审", "None on {day}: nothing was new by then")
    MISSED = (
        "{day} 没有发：错过了时间（{reason}），内容并入下一份",
        "None on {day}: it was too late ({reason}); the next one has its reviews",
    )
    UNSURE = (
        "{day} 可能发过：无法读取频道（{reason}），所以没有重发",
        "Perhaps on {day}: the channel cannot be read ({reason}), so it was not repeated",
    )
    REFUSED = ("{day} 没有发成：{why}", "None on {day}: {why}")
    WAITING = (
        "{day} 的稍后再发：{reason}，{at} 重试",
        "That of {day} is put off: {reason}, next try at {at}",
    )
    UNDER_WAY = ("{day} 的正在发送", "That of {day} is under way")

    # Why Slack says no, and what to do
    NOT_IN_CHANNEL = (
        "我不在 {channel} 里，请先用 /invite 邀请我",
        "I am not in {channel}: /invite me",
    )
    ARCHIVED = (
        "{channel} 已经归档；不再需要日报的话，用 digest off 关掉",
        "{channel} is archived; digest off ends it",
    )
    RESTRICTED = (
        "{channel} 不允许应用发言，请联系频道管理员",
        "{channel} does not let apps post: ask its managers",
    )
    MISSING_SCOPE = (
        "我缺少权限（{reason}），请管理员用 prbot manifest 更新应用并重新安装",
        "I lack a permission ({reason}): update the app from prbot manifest and reinstall it",
    )
    TOKEN = (
        "我的令牌失效了（{reason}），请管理员重新安装应用并更换 SLACK_BOT_TOKEN",
        "My token is refused ({reason}): reinstall the app and replace SLACK_BOT_TOKEN",
    )
    OTHER_REFUSAL = ("Slack 拒绝了（{reason}）", "Slack refused it ({reason})")
    TOLD = (
        "{channel} 在 {day} 的 PR 评审日报没有发成：{why}。解决后我会在几小时内补发一次。",
        "No digest of {day} in {channel}: {why}. Once that is mended, it follows for a few hours.",
    )

    def __call__(self, language: str, **facts: object) -> str:
        zh, en = self.value
        return str(zh if language == "zh" else en).format(**facts)


ADVICE = {AdviceLevel.CLOSE: Says.CLOSE, AdviceLevel.QUICK: Says.QUICK, AdviceLevel.SKIP: Says.SKIP}

_REFUSALS = {
    **dict.fromkeys(("not_in_channel", "channel_not_found"), Says.NOT_IN_CHANNEL),
    "is_archived": Says.ARCHIVED,
    **dict.fromkeys(
        ("restricted_action", "restricted_action_read_only_channel", "posting_to_channel_denied"),
        Says.RESTRICTED,
    ),
    "missing_scope": Says.MISSING_SCOPE,
    **dict.fromkeys(
        ("account_inactive", "token_revoked", "token_expired", "invalid_auth", "not_authed"),
        Says.TOKEN,
    ),
}


def why_refused(reason: str, channel: str, language: str) -> str:
    """Say in a clause what a refusal means and what to do; `reason` may end in a detail."""
    sentence = _REFUSALS.get(reason.partition(" ")[0], Says.OTHER_REFUSAL)
    return sentence(language, channel=channel, reason=reason)


_ENGLISH_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_ENGLISH_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_CHINESE_DAYS = ("周一", "周二", "周三", "周四", "周五", "周六", "周日")


def day_in_words(day: date, language: str) -> str:
    """A date as people say it: `12 月 1 日 周二`, `Tue 1 December`."""
    if language == "zh":
        return f"{day.month} 月 {day.day} 日 {_CHINESE_DAYS[day.weekday()]}"
    return f"{_ENGLISH_DAYS[day.weekday()]} {day.day} {_ENGLISH_MONTHS[day.month - 1]}"


def moment_in_words(moment: datetime, zone: str, language: str) -> str:
    """A moment by the clock of a zone: `12 月 1 日 周二 09:30`."""
    local = moment.astimezone(ZoneInfo(zone))
    return f"{day_in_words(local.date(), language)} {local:%H:%M}"


def weekdays_in_words(weekdays: frozenset[int], language: str) -> str:
    """Days of the week, runs of three and more as `Mon–Fri`."""
    names, joint = (_CHINESE_DAYS, "、") if language == "zh" else (_ENGLISH_DAYS, ", ")
    if len(weekdays) == len(names):
        return "每天" if language == "zh" else "every day"
    runs: list[list[int]] = []
    for day in sorted(weekdays):
        if runs and runs[-1][-1] == day - 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    long = 3
    to = "至" if language == "zh" else "–"
    parts = [
        [f"{names[run[0]]}{to}{names[run[-1]]}"] if len(run) >= long else [names[d] for d in run]
        for run in runs
    ]
    return joint.join(part for run in parts for part in run)
