"""Every sentence people read in Slack, Chinese and English side by side.

English counts stand behind a colon, so that no sentence needs a plural.
"""

from enum import Enum, StrEnum
from string import Formatter

from bot.notes.model import AdviceLevel


class Language(StrEnum):
    """The languages of the interface."""

    ZH = "zh"
    EN = "en"


class Say(Enum):
    """The table: what is said, in Chinese and in English."""

    # An answer
    FOUND = ("找到 {total} 条相关评审", "Related reviews: {total}")
    RELATED = ("与这条消息相关的评审：{total} 条", "Reviews related to that message: {total}")
    CORRECTED = (
        "没有评审提到「{asked}」，按「{taken}」找到 {total} 条",
        "No review mentions “{asked}”. Reviews for “{taken}”: {total}",
    )
    CLOSEST = (
        "没有评审能完整回答，最接近的有 {total} 条",
        "No review answers that in full. The closest: {total}",
    )
    ALSO_CLOSE = ("，另有 {count} 条接近", ". Coming close: {count}")
    NEAR = ("以下接近，但不能完整回答", "Close, but not a full answer")
    LATEST = ("最新的评审，共 {total} 条", "The latest reviews, {total} in all")
    NOTHING = ("没有找到与「{question}」有关的评审", "No review found for “{question}”")
    NOTHING_NARROWED = ("没有符合条件的评审", "No review passes these filters")
    NOTHING_RELATED = ("没有与这条消息相关的评审", "No review is related to that message")
    OTHER_WORDS = (
        "换个说法试试：模型、硬件或内核的名字，代码里的标识符，或者 PR 编号。",
        "Try other words: a model, a platform or a kernel, an identifier, a PR number.",
    )
    GREETING = (
        "你好！我知道最近的 PR 评审。直接问就行，比如：",
        "Hello! I know the recent PR reviews. Just ask, for example:",
    )
    DID_YOU_MEAN = ("要找的是不是：", "Did you mean:")
    ALL_MENTION = ("都提到了：{words}", "All of them mention: {words}")
    MENTIONS = ("提到：{words}", "mentions: {words}")
    LACKS = ("未提到：{words}", "does not mention: {words}")
    UNKNOWN_WORDS = ("没有评审提到：{words}", "No review mentions: {words}")
    IGNORED = ("没看懂的条件：{words}", "Filters not understood: {words}")
    ONLY = ("只看：{words}", "Only: {words}")
    SINCE = ("{day} 以来", "since {day}")
    PLACE = ("第 {first} 条，共 {total} 条", "{first} of {total}")
    RANGE = ("第 {first}–{last} 条，共 {total} 条", "{first}–{last} of {total}")
    NARROW = ("缩小范围：", "Narrow down:")
    JOIN = ("、", ", ")
    MORE_REFERENCES = ("另有 {count} 个引用", "{count} more references")
    CLOSE_READ = ("值得精读", "worth a close read")
    QUICK_READ = ("快速浏览", "worth a skim")
    SKIP_READ = ("可以跳过", "can be skipped")

    # Buttons
    NEXT = ("下一页 ›", "Next ›")
    PREVIOUS = ("‹ 上一页", "‹ Previous")
    DETAILS = ("详情", "Details")
    DETAILS_OF = ("详情：{title}", "Details: {title}")
    HELPFUL = ("👍 有用", "👍 Helpful")
    NOT_HELPFUL = ("👎 没用", "👎 Not helpful")
    SHARE = ("分享到频道", "Share in channel")
    WHY = ("为何匹配", "Why these")
    LAST_WEEK = ("近 7 天", "Last 7 days")
    LAST_MONTH = ("近 30 天", "Last 30 days")
    CHIP = ("{name} · {count}", "{name} · {count}")
    WIDEN = ("✕ {name}", "✕ {name}")

    # What a press brings
    THANKS = ("谢谢，记下了。", "Thank you, noted.")
    THANKS_FOR_NO = (
        "记下了。问题和这次给出的评审会留着，用来改进搜索。",
        "Noted. The question and what was shown are kept to improve the search.",
    )
    SHARED = ("已分享到频道。", "Shared in the channel.")
    ALREADY_SHARED = ("已经分享过了。", "It has been shared already.")
    SHARED_BY = ("{name} 分享的查询：{question}", "{name} shared a search: {question}")
    OUTDATED = ("这个按钮太旧了，请重新提问。", "This button is too old. Please ask again.")
    NOTE_GONE = (
        "这条评审已经不在了，源文件可能被删除或改写。",
        "That review is gone: its source was deleted or rewritten.",
    )
    NO_TEXT = ("这条消息没有文字，没法查找。", "That message holds no text to search for.")

    # The modal
    MODAL_TITLE = ("评审详情", "Review")
    ANSWER_TITLE = ("查询结果", "Reviews")
    CLOSE = ("关闭", "Close")
    OPEN_SOURCE = ("打开原文", "Open the source note")
    SOURCE = ("出处：{source}", "Source: {source}")
    REFERENCES = ("引用", "References")
    ALSO_SEE = ("相关评审", "Related reviews")
    NO_REVIEW = ("这条记录只有摘要，没有评审正文。", "This note is a summary without a review.")
    PART = ("第 {part} 部分，共 {parts} 部分", "Part {part} of {parts}")
    NEXT_PART = ("继续阅读 ›", "Read on ›")
    PREVIOUS_PART = ("‹ 上一部分", "‹ Back")

    # Why a note matched
    WHY_LEGEND = (
        "每条评审按下列词项计分：得分 = 权重 × BM25，越少见的词 idf 越高。",
        "Each review scores by these terms: weight × BM25; the rarer a word, the higher its idf.",
    )
    WHY_ROW = (
        "• {term}（{field}）：idf {idf} · 权重 {weight} · 得分 {score}",
        "• {term} ({field}): idf {idf} · weight {weight} · score {score}",
    )
    WHY_GROUP = (" · 词组 {group}", " · group {group}")
    WHY_WORD = ("词", "word")
    WHY_BIGRAM = ("字对", "pair of characters")
    WHY_NOTHING = ("没有计分的词项。", "No term scored.")

    # Home, the agent's tab, the command
    HOME_TITLE = ("PR 评审", "PR reviews")
    HOME_STOCK = (
        "收录了 {notes} 条评审、{paragraphs} 段正文",
        "Reviews: {notes}, with paragraphs: {paragraphs}",
    )
    HOME_FRESH = ("最新一条 {day}", "latest of {day}")
    HOME_READ_NOW = ("刚刚读取", "read just now")
    HOME_READ_MINUTES = ("{count} 分钟前读取", "read {count} min ago")
    HOME_READ_HOURS = ("{count} 小时前读取", "read {count} h ago")
    HOME_READ_DAYS = ("{count} 天前读取", "read {count} days ago")
    HOME_EMPTY = (
        "还没有收录任何评审，请管理员检查 PRBOT_NOTES。",
        "There are no reviews yet: the maintainer should look at PRBOT_NOTES.",
    )
    HOME_LATEST = ("最新评审", "Latest reviews")
    HOME_TOPICS = ("大家常查的话题", "Topics")
    HOME_HOW = ("怎么问", "How to ask")
    HOW_MENTION = (
        "在频道里 @我，或者直接给我发私信：*FlashInfer 相关的 PR*",
        "Mention me in a channel, or write to me directly: *PRs about FlashInfer*",
    )
    HOW_COMMAND = (
        "只给自己看：`{command} 值得精读的 ROCm PR`",
        "For your eyes only: `{command} ROCm PRs worth a close read`",
    )
    HOW_FILTERS = (
        '缩小范围：`repo:vllm` `label:bugfix` `since:2026-11-01` `-量化` `"masked MHA"`',
        'Narrow down: `repo:vllm` `label:bugfix` `since:2026-11-01` `-fp8` `"masked MHA"`',
    )
    HOW_SHORTCUT = (
        "对着一条消息：消息菜单 › *{shortcut}*",
        "From a message: its menu › *{shortcut}*",
    )
    TRY = ("可以这样问", "Try asking")
    EXAMPLE_TOPIC = ("{topic} 相关的 PR", "PRs about {topic}")
    EXAMPLE_LATEST = ("最近有哪些 PR？", "What are the latest PRs?")
    EXAMPLE_ADVICE = ("有哪些值得精读的 PR？", "Which PRs are worth a close read?")

    # Saying no
    NOT_FOR_YOU = (
        "你不在可以使用我的名单里，需要的话请联系管理员。",
        "You are not on the list of those I may answer. Please ask the maintainer.",
    )
    NOT_HERE = (
        "我在这个频道里不回答，请换一个频道或者给我发私信。",
        "I may not answer in this channel. Try another one, or write to me directly.",
    )

    # When something fails
    FAILED = (
        "出了点问题，没能完成。请稍后再试；如果一直这样，请把编号 {id} 告诉管理员。",
        "Something went wrong. Please try again later; if it stays so, tell the maintainer {id}.",
    )
    UNSURE = (
        "Slack 没有确认我的回答是否发出。如果没有看到，请再问一次。（编号 {id}）",
        "Slack did not confirm my answer. If you do not see it, please ask again. ({id})",
    )
    INTERRUPTED = (
        "回答「{question}」时我重启了。如果没有看到回答，请再问一次。",
        "I was restarted over “{question}”. If you see no answer, please ask again.",
    )
    NOT_IN_CHANNEL = (
        "我不在这个频道里：先用 /invite 邀请我，再试一次。（编号 {id}）",
        "I am not in this channel: /invite me, then try again. ({id})",
    )
    ARCHIVED = (
        "这个频道已经归档，没法发消息，请换一个频道。（编号 {id}）",
        "This channel is archived and takes no messages. Try another one. ({id})",
    )
    RATE_LIMITED = (
        "Slack 暂时限制了我的发言，请过一两分钟再试。（编号 {id}）",
        "Slack is holding me back. Please try again in a minute or two. ({id})",
    )
    MISSING_SCOPE = (
        "我缺少权限 {scope}：请管理员用 prbot manifest 更新应用并重新安装。（编号 {id}）",
        "I lack the permission {scope}: update the app from prbot manifest, reinstall it. ({id})",
    )
    RESTRICTED = (
        "这个频道不允许应用发言，请联系频道管理员。（编号 {id}）",
        "This channel does not let apps post. Please ask its managers. ({id})",
    )

    def __call__(self, language: Language, **facts: object) -> str:
        zh, en = self.value
        return (zh if language is Language.ZH else en).format(**facts)

    def placeholders(self, language: Language) -> set[str]:
        """The facts that a sentence needs."""
        parsed = Formatter().parse(self.value[0 if language is Language.ZH else 1])
        return {name for _, name, _, _ in parsed if name is not None}


ADVICE = {
    AdviceLevel.CLOSE: Say.CLOSE_READ,
    AdviceLevel.QUICK: Say.QUICK_READ,
    AdviceLevel.SKIP: Say.SKIP_READ,
}
