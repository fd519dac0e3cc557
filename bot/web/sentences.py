"""Every sentence people read on the pages, Chinese and English side by side."""

from datetime import date
from enum import Enum
from typing import Literal

from bot.notes.model import AdviceLevel

Language = Literal["zh", "en"]

TAGS: dict[Language, str] = {"zh": "zh-CN", "en": "en"}
"""What stands in a page's `lang`."""


class Say(Enum):
    """The table: Chinese, then English."""

    TAG = ("zh-CN", "en")
    SITE = ("PR 评审", "PR reviews")
    SKIP = ("跳到正文", "Skip to the content")
    SEARCH = ("搜索", "Search")
    SEARCH_LABEL = ("搜索评审", "Search the reviews")
    SEARCH_HINT = ("例如：FlashInfer 相关的 PR", "For example: PRs about FlashInfer")
    FILTERS = ("筛选", "Filters")
    REPO = ("仓库", "Repository")
    LABEL = ("标签", "Label")
    ADVICE = ("阅读建议", "Reading advice")
    SINCE = ("起始日期", "From")
    UNTIL = ("截止日期", "To")
    ANY = ("不限", "Any")
    CLEAR = ("清除", "Clear")
    CLOSE = ("值得精读", "Worth a close read")
    QUICK = ("快速浏览", "Worth a skim")
    SKIPPABLE = ("可以跳过", "Can be skipped")
    LATEST = ("最新评审", "Latest reviews")
    LATEST_OF = ("最新评审，共 {total} 条", "The latest reviews, {total} in all")
    NO_DATE = ("日期未知", "Date unknown")
    TOPICS = ("话题", "Topics")
    TOPIC = ("{text}（{count} 条）", "{text} ({count})")
    FOUND = ("找到 {total} 条相关评审", "Related reviews: {total}")
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
    NOTHING = ("没有找到与「{question}」有关的评审", "No review found for “{question}”")
    NOTHING_NARROWED = ("没有符合条件的评审", "No review passes these filters")
    OTHER_WORDS = (
        "换个说法试试：模型、硬件或内核的名字，代码里的标识符，或者 PR 编号。",
        "Try other words: a model, a platform or a kernel, an identifier, a PR number.",
    )
    GREETING = (
        "你好！在上面输入问题就行，例如「FlashInfer 相关的 PR」。",
        "Hello! Type a question above, for example “PRs about FlashInfer”.",
    )
    DID_YOU_MEAN = ("要找的是不是：", "Did you mean:")
    UNKNOWN_WORDS = ("没有评审提到：{words}", "No review mentions: {words}")
    IGNORED = ("没看懂的条件：{words}", "Filters not understood: {words}")
    LACKS = ("未提到：{words}", "does not mention: {words}")
    JOIN = ("、", ", ")
    PAGES = ("分页", "Pages")
    OLDER = ("下一页", "Next")
    NEWER = ("上一页", "Previous")
    PLACE = ("第 {first} 条，共 {total} 条", "{first} of {total}")
    RANGE = ("第 {first}–{last} 条，共 {total} 条", "{first}–{last} of {total}")
    # A note
    FACTS = ("评审信息", "About this review")
    DATE = ("日期", "Date")
    AUTHOR = ("作者", "Author")
    PULL = ("PR", "Pull request")
    OWN = ("原文", "Original")
    OPEN_OWN = ("打开原文", "Open the original")
    SOURCE = ("来源文件", "Source file")
    REFERENCES = ("引用的 PR 与 issue", "PRs and issues it names")
    MARKED = ("已标出：{words}", "Marked: {words}")
    FIRST_MARK = ("跳到第一处", "Go to the first")
    NO_REVIEW = ("这条记录只有摘要，没有评审正文。", "This note is a summary without a review.")
    PARAGRAPH = ("本段链接", "Link to this paragraph")
    RELATED = ("相关评审", "Related reviews")
    NEIGHBOURS = ("按日期翻阅", "By date")
    EARLIER = ("上一篇（更早）", "Earlier")
    LATER = ("下一篇（更新）", "Later")
    ONLY_THIS = (
        "这个链接只能打开这一条评审。要看其他的，请在 Slack 里直接问。",
        "This link opens this review alone. To see others, ask the bot in Slack.",
    )
    # What cannot be shown
    NOT_FOUND = ("没有这个页面", "There is no such page")
    NOT_FOUND_MORE = (
        "链接可能不完整，请从 Slack 的回答里重新点开。",
        "The link may be incomplete. Open it again from the answer in Slack.",
    )
    GONE = ("这条评审已经不在了", "That review is gone")
    GONE_MORE = (
        "源文件可能已被删除或改写。在 Slack 里再问一次，就能找到现有的评审。",
        "Its source was deleted or rewritten. Ask again in Slack to find what there is now.",
    )
    EXPIRED = ("链接已过期", "This link has expired")
    EXPIRED_MORE = (
        "链接 {days} 天内有效。在 Slack 里再问一次，就会得到新的链接。",
        "Links work for {days} days. Ask again in Slack, and you get a fresh one.",
    )
    REFUSED = ("这个链接打不开这条评审", "This link does not open this review")
    REFUSED_MORE = (
        "链接不完整，或者被改动过。请从 Slack 的回答里重新点开。",
        "The link is incomplete, or it was changed. Open it again from the answer in Slack.",
    )
    CLOSED = ("这个页面没有公开", "This page is not open")
    CLOSED_MORE = (
        "评审可能是内部资料，只能通过 Slack 回答里的链接打开。要找评审，请在 Slack 里直接问。",
        "Reviews may be private: they open by the links of answers. To search, ask in Slack.",
    )
    BAD_REQUEST = ("这个请求无法处理", "That request cannot be answered")
    BAD_REQUEST_MORE = ("请检查地址。", "Please check the address.")
    FAILED = ("出了点问题", "Something went wrong")
    FAILED_MORE = (
        "请稍后再试；如果一直这样，请告诉管理员。",
        "Please try again later; if it stays so, tell the maintainer.",
    )

    def text(self, language: Language, **values: object) -> str:
        """The sentence, with its values filled in."""
        sentence = self.value[0 if language == "zh" else 1]
        return sentence.format(**values) if values else sentence


ADVICE: dict[AdviceLevel, Say] = {
    AdviceLevel.CLOSE: Say.CLOSE,
    AdviceLevel.QUICK: Say.QUICK,
    AdviceLevel.SKIP: Say.SKIPPABLE,
}

_WEEKDAYS: dict[Language, str] = {"zh": "一 二 三 四 五 六 日", "en": "Mon Tue Wed Thu Fri Sat Sun"}
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"


def day_text(day: date, language: Language) -> str:
    """A day with its weekday, whatever the machine's own locale is."""
    weekday = _WEEKDAYS[language].split()[day.weekday()]
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日 星期{weekday}"
    return f"{weekday}, {day.day} {_MONTHS.split()[day.month - 1]} {day.year}"
