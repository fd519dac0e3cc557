"""The words a question is put with, which no note has to hold: 请问, 相关的, 有哪些, which PRs.

Lists, told apart by what happens to a word:

* scaffolding is taken out of the question (a question of nothing else asks for the latest notes);
  a small word stays where it may be part of a name (折上原): beside characters that the
  cut leaves alone;
* a quiet word is searched for but need not be found (改动, 问题, issue), unless it stands alone;
* a greeting is a whole message that wants no notes at all; in front of a question, or behind it,
  it is courtesy, and no part of what is asked.
"""

import re

from bot.search.analysis import Kind, tokens
from bot.search.han import coarse_words

_HAN = frozenset(
    """
    请问 请教 麻烦 帮我 帮忙 我们 你们 咱们 大家 他们 想要 想知道 知道 告诉 给我 能否 能不能
    可以 可否 是否 是不是 有没有 有无 没有 还有 哪些 哪个 哪几个 哪里 哪儿 什么 什么样
    什么时候 怎么 怎么样 怎样 怎么回事 怎么办 如何 为什么 为何 为啥 多少 几个 一下 一些 一个
    以及 或者 对于 等等 这个 那个 这些 那些 它们 相关 有关 关于 相关性 涉及 涉及到 提到 谈到
    讲到 说说 聊聊 讨论 介绍 方面 这块 那块 这方面 最近 近期 近来 最新 目前 现在 当前 刚刚
    查查 查找 查询一下 搜搜 搜索一下 找找 找到 看看 看下 列出 列表 列举 给出 展示 显示一下
    推送 总结 汇总 回顾 评审 审查 审阅 笔记 合并请求 里面 所有 全部 任何 每个 哪位 值得 哪一
    哪一个 哪一年 哪一种 哪一些 哪种 哪样 哪年 哪天 哪些地方 什么地方 多长 多久 多大 多高 多远
    何处 何年 何月 哪一部 哪部 何时 何人 何地 何种 时候 有着 曾经 推荐 建议 发生 做了 修了 干了
    """.split()  # noqa: SIM905  a table of words reads best as running text
)
_PARTICLES = frozenset(
    """
    的 了 吗 呢 吧 么 嘛 呀 啊 哦 谁 哪 啥 是 请 被 把 帮 我 你 您 想 要 给 有 都 也 就 还 又
    再 很 或 跟 在 对 从 到 为 以 这 那 其 它 讲 说 聊 查 搜 找 看 由 使 让 因 该 各 每 叫 而
    他 她 较
    """.split()  # noqa: SIM905
)
_SMALL = frozenset(
    """
    上 中 下 内 里 之 曾 一 新 时 后 前 所 会 至 得 地 干 搞 做 等 和 与 及 于 个 些 几 列 能
    何 过 着 令 才 仅 只 指 若 如 改 类 次 写
    """.split()  # noqa: SIM905
)
_LATIN = frozenset(
    """
    pr prs mr mrs review reviews reviewed pls please show me us find give tell get which what
    whats who whose when where why how is are was were be been being do does did done has have
    had can could would should will may might shall must there here the a an of for to in into
    on onto at by from with without about around regarding concerning related relating relevant
    touch touches touching touched mention mentions mentioning mentioned discuss discusses
    discussing discussed cover covers covering and or any some all every recent recently latest
    newest new i we you they it its this that these those my our your their as if than then so
    also just only not no vs anything something someone anyone know want need looking look
    search say says said saying talk talks talked talking speak speaks spoke speaking tells told
    deal deals dealt dealing concern concerns describe describes described describing explain
    explains explained explaining refer refers referred referring happen happens happened
    happening heard people somebody anybody
    """.split()  # noqa: SIM905
)
_QUIET = frozenset(
    """
    改动 变更 修改 更新 改变 变化 问题 事情 内容 情况 工作 进展 东西 事 部分 功能 话题 主题 代码
    change changes changed update updates updated issue issues problem problems thing things
    work topic topics stuff code
    """.split()  # noqa: SIM905
)
_GREETING = re.compile(
    r"(?:你好|您好|大家好|哈喽|嗨|早|早安|早上好|上午好|中午好|下午好|晚上好|晚安|在吗|在不在|谢谢|多谢|感谢|"
    r"谢了|谢谢你|谢谢您|非常感谢|辛苦|辛苦了|好的|好|收到|明白|明白了|知道了|没事|没事了|再见|拜拜|帮助|"
    r"使用说明|怎么用|如何使用|你是谁|你能做什么|你会什么|"
    r"hi|hello|hey|hiya|yo|thanks?|thank you|thx|ty|cheers|ok|okay|great|nice|cool|bye|goodbye|"
    r"good (?:morning|afternoon|evening|night)|help|help me|usage|who are you|what can you do|"
    r"how do you work|how to use(?: this| it| you)?|test|ping)",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?:啦|啊|呀|哦|哈|呢|吗|了|there|all|everyone|bot|a lot|so much|very much)$")
_OPENING = re.compile(
    r"(?:(?:你好|您好|大家好|各位好|哈喽|嗨|早安|早上好|上午好|中午好|下午好|晚上好|(?:谢谢|多谢)[你您]?)[呀啊哦哈啦了]?"
    r"|早(?=[\s,.!~。])"
    r"|(?:hi|hello|hey|hiya|thanks?|thank you|thx|good (?:morning|afternoon|evening))"
    r"(?: (?:there|all|everyone|team|folks|bot))?(?=[\s,.!~;:]))[\s,.!~;:。、]*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:(?:谢谢|多谢|辛苦)[你您]?[啦了]?|(?<![\w\"“«-])(?:thanks?|thank you|thx|cheers)"
    r"(?: (?:a lot|so much|very much|in advance|all|everyone))?)[\s,.!~。]*$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"什么|什麼|谁|誰|哪|何|多少|几|幾|怎|为啥|是否|吗|嗎|多[长長久大高远遠]"
    r"|\b(?:what|which|who|whose|when|where|why|how|is|are|does|do|did|can|should)\b",
    re.IGNORECASE,
)
_LISTS = re.compile(
    r"有哪些|有什么|有没有|有哪几|相关|相關|有关|有關|关于|關於|涉及|提到|评审|評審|改动|变更|进展"
    r"|\b(?:prs?|pull requests?|reviews?|notes|about|related|changes?|touch(?:es)?|anything)\b",
    re.IGNORECASE,
)
_PULL_REQUEST = re.compile(r"\b(?:pull|merge)[ -]requests?\b", re.IGNORECASE)
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")


def is_greeting(text: str) -> bool:
    """Whether a whole message is a greeting, thanks or a call for help."""
    bare = _EDGES.sub("", text).strip()
    if _GREETING.fullmatch(bare):
        return True
    shorter = _EDGES.sub("", _TAIL.sub("", bare))
    return shorter != bare and bool(_GREETING.fullmatch(shorter))


def without_courtesy(text: str) -> str:
    """A question without the greeting in front of it and the thanks behind it."""
    opening = _OPENING.match(text)
    return _CLOSING.sub("", text[opening.end() :] if opening else text)


def is_sentence(text: str) -> bool:
    """Whether a question asks something of a thing, rather than for the notes on a subject."""
    return bool(_ASKS.search(text)) and not _LISTS.search(text)


def is_quiet(word: str) -> bool:
    """Whether a word (lower case) may be missing from a note that answers."""
    return word in _QUIET


def strip_scaffolding(text: str) -> str:
    """The question without its scaffolding; the rest stays as it was typed, parted by spaces."""
    text = _PULL_REQUEST.sub(" ", text)
    kept: list[str] = []
    last = 0
    for start, end in _scaffolding(text):
        kept += [text[last:start], " "]
        last = end
    kept.append(text[last:])
    return " ".join("".join(kept).split())


def _scaffolding(text: str) -> list[tuple[int, int]]:
    """Where scaffolding stands in a text, in order."""
    found = []
    for token in tokens(text):
        if token.kind is Kind.LATIN and token.text.lower().replace("'", "") in _LATIN:
            found.append((token.start, token.end))
        elif token.kind is Kind.HAN:
            found += [(token.start + first, token.start + last) for first, last in _han(token.text)]
    return found


def _han(run: str) -> list[tuple[int, int]]:
    """Where scaffolding stands in a run of Han."""
    cut = coarse_words(run)
    lone = [len(word) == 1 and word not in _PARTICLES | _SMALL for word, _, _ in cut]
    found = []
    for place, (word, first, last) in enumerate(cut):
        beside_lone = any(lone[max(place - 1, 0) : place + 2])
        if word in _HAN or word in _PARTICLES or (word in _SMALL and not beside_lone):
            found.append((first, last))
    return found
