"""A question made ready to search: `parse_query` turns what a person typed into a `Query`.

Lenient: whatever is typed gives a query, never an error. Read here: Slack's own marks, filters
(`repo:` `label:` `since:` `until:` `-word` `"phrase"`, periods, reading advice) and what is left
to search for. What the words of that rest are is for `bot.search.concepts`.
"""

import re
import unicodedata
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from bot.notes.model import AdviceLevel
from bot.search.analysis import tokens, word_bounds
from bot.search.scaffolding import (
    is_greeting,
    is_sentence,
    strip_scaffolding,
    without_courtesy,
)
from bot.search.timewords import find_period, read_day


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows the notes before any word is looked at; empty fields narrow nothing.

    Args:
        repos: `owner/name`, or `name` alone; any of them, any case.
        labels: Any of them, any case.
        since: First day that counts.
        until: Last day that counts.
        advice: Reading advice asked for.
        without: Words (as typed) whose notes are left out.
    """

    repos: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    advice: AdviceLevel | None = None
    without: tuple[str, ...] = ()


class Intent(StrEnum):
    """What the asker wants."""

    SEARCH = "search"  # notes about something
    LATEST = "latest"  # scaffolding alone: what is new
    GREETING = "greeting"  # hello, thanks; or nothing said at all: signs, a picture


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed question.

    Args:
        raw: What was typed.
        text: What is left to search for once scaffolding, filters and mentions are gone.
        intent: What the asker wants.
        phrases: Quoted phrases, which must stand in a note as they are.
        filters: What narrows the notes.
        is_chinese: Whether the asker wrote Chinese; `None` where the words do not tell
            (`FlashInfer`, `#55385`), for the setting to decide.
        ignored: Filters that could not be read, as typed (`since:yesterdayish`).
        is_sentence: Whether something is asked of a thing (升级到哪个版本), rather than the notes
            on a subject (有哪些 ROCm 的 PR).
    """

    raw: str
    text: str = ""
    intent: Intent = Intent.SEARCH
    phrases: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
    is_chinese: bool | None = None
    ignored: tuple[str, ...] = ()
    is_sentence: bool = False


MOST_CHARACTERS = 2_000
"""What is read of a question: a longer text is no question, but its beginning may be one."""

_SHORT_QUESTION = 24  # characters besides a period: "今天" in a longer one is part of its matter

_UNREADABLE = re.compile(
    r"[\ud800-\udfff]|[\x00-\x1f\x7f-\x9f]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069]"
)
_SLACK_USER = re.compile(r"<@[UW][A-Z0-9]+(?:\|[^<>]*)?>")
_SLACK_LINK = re.compile(r"<(?:[#!@]|(?=https?://|mailto:))([^<>|]*)(?:\|([^<>]*))?>")
_SLACK_EMOJI = re.compile(r"(?<![\w:])(?::[a-z0-9_+'-]+:)+(?![\w:])")
_QUOTED = re.compile(
    r"(?P<without>(?:(?<=\s)|^)-)?(?:[\"“”„«»「」『』](?P<phrase>[^\"“”„«»「」『』]{1,200})"
    r"[\"“”„«»「」『』]|‘(?P<single>[^‘’]{1,200})’)"
)
_FILTER = re.compile(
    r"(?:(?<=\s)|^)(repo|label|since|until|仓库|标签|自|至)\s?:\s?(?:\"([^\"]*)\"|(\S+))",
    re.IGNORECASE,
)
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")  # a paste out of a coloured terminal
_PULL = re.compile(
    r"https?://[^\s/<>|]+/([\w.-]+/[\w.-]+)(?:/-)?/(?:pull|pulls|issues|merge_requests)/([0-9]+)"
    r"[^\s<>|，。；）)]*"
)
_NAME = r"([A-Za-z][\w.+#/-]*)"
_UNWANTED = re.compile(
    r"(?:除了|除开|除去|排除)\s?(\S{1,20}?)\s?(?:以外|之外|外)的?|(?:不含|不包括|不包含|排除|去掉)\s?(\w[\w.+-]{0,20}?)(?=的|\s|$)"
    rf"|(?:但|而|并)?(?:不是|不要|不想要|不涉及)\s?{_NAME}\s?的?"
    rf"|\b(?:without|except(?: for)?|excluding|other than|but not|and not|, not)\s+{_NAME}"
    rf"|(?<=\w) not {_NAME}$",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r"[0-9]{4}\s?[年./-]")
_WITHOUT = re.compile(r"(?:(?<=\s)|^)-(?=[^\W_])(\S+)")
_ADVICE = (
    (
        AdviceLevel.QUICK,
        re.compile(
            r"(?:值得|推荐|建议|可以|适合)?(?:快速|粗略)(?:浏览|审阅|精读|阅读|过一遍)|值得浏览"
            r"|\b(?:quick reads?|skim(?:mable)?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        AdviceLevel.SKIP,
        re.compile(
            r"(?:无需|不必|不用|不值得|不需要)(?:精读|细读|看)|可(?:以)?跳过|\bskippable\b",
            re.IGNORECASE,
        ),
    ),
    (
        AdviceLevel.CLOSE,
        re.compile(
            r"(?:最?值得|推荐|建议|需要|应该|必须)(?:认真|仔细)?(?:精读|细读|一读|阅读|一看|看|读)"
            r"|必读|必看|精读|\bmust[- ]reads?\b|\bworth a close look\b"
            r"|\bworth (?:a )?(?:close )?read(?:ing)?(?: closely)?\b",
            re.IGNORECASE,
        ),
    ),
)
_WORD = re.compile(r"[^\W_]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_ENGLISH = re.compile(
    r"\b(?:the|which|what|how|why|who|when|where|is|are|was|does|do|did|any|about|show|find|related|"
    r"touch(?:es)?|reviews?|please|thanks?|hello|hi|help|latest|recent|last|this|and|for|with|"
    r"has|have|had|can|could|should|would|will|me|my|we|our|you|your|tell|give|there|that|these|"
    r"those|any(?:body|one|thing)|some(?:body|one|thing)|prs)\b",
    re.IGNORECASE,
)


def parse_query(
    raw: str, *, today: date, mention: str | None = None, filters: Filters | None = None
) -> Query:
    """Parse what a person typed.

    Args:
        raw: Any string at all; what is beyond `MOST_CHARACTERS` is not read.
        today: The asker's date, for 今天 / 本周 / last week.
        mention: The app's own user id (`U1`), whose mentions are stripped; others' names are no
            words to search for either.
        filters: Filters from elsewhere (flags, buttons); those in the text are added to them.
    """
    text = plain_text(raw, mention=mention)
    filters = filters or Filters()
    says_nothing = not _WORD.search(text) and filters == Filters()
    if says_nothing or is_greeting(text):
        return Query(raw, intent=Intent.GREETING, is_chinese=_is_chinese(text))
    query = Query(raw, without_courtesy(text), filters=filters, is_chinese=_is_chinese(text))
    for step in (_take_filters, _take_phrases, _take_without, _take_advice):
        query = step(query, today)
    query = _take_period(query, today)
    stripped = strip_scaffolding(query.text)
    is_search = bool(_WORD.search(stripped) or query.phrases)
    intent = Intent.SEARCH if is_search else Intent.LATEST
    return replace(
        query, text=stripped if is_search else "", intent=intent, is_sentence=is_sentence(text)
    )


def plain_text(raw: str, *, mention: str | None = None) -> str:
    """What was typed, without Slack's marks, unreadable characters and odd widths."""
    text = _ESCAPES.sub(" ", raw[:MOST_CHARACTERS])
    if mention:
        text = re.sub(rf"<@{re.escape(mention)}(?:\|[^<>]*)?>", " ", text)
    text = _SLACK_USER.sub(" ", text)
    text = _SLACK_EMOJI.sub(" ", text)
    text = _SLACK_LINK.sub(lambda match: f" {match[2] or match[1]} ", text)
    text = _PULL.sub(r" \1#\2 ", text)
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    text = unicodedata.normalize("NFKC", _UNREADABLE.sub(" ", text))
    return " ".join(text.split())


def _take_filters(query: Query, today: date) -> Query:
    filters, ignored = query.filters, query.ignored
    for match in _FILTER.finditer(query.text):
        value = match[2] if match[2] is not None else match[3]
        taken = _with_filter(filters, match[1].lower(), value.strip(",;。，"), today)
        if taken is None:
            ignored += (match[0].strip(),)
        else:
            filters = taken
    return replace(query, text=_FILTER.sub(" ", query.text), filters=filters, ignored=ignored)


def _with_filter(filters: Filters, key: str, value: str, today: date) -> Filters | None:
    """The filters with one more, or `None` where its value cannot be read."""
    if not value:
        return None
    if key in {"repo", "仓库"}:
        return replace(filters, repos=(*filters.repos, value))
    if key in {"label", "标签"}:
        return replace(filters, labels=(*filters.labels, value))
    is_end = key in {"until", "至"}
    day = read_day(value, today, is_end=is_end)
    if day is None:
        return None
    return replace(filters, until=day) if is_end else replace(filters, since=day)


def _take_phrases(query: Query, _today: date) -> Query:
    phrases: list[str] = []
    without = list(query.filters.without)
    for match in _QUOTED.finditer(query.text):
        phrase = (match["phrase"] or match["single"]).strip()
        if _WORD.search(phrase):
            (without if match["without"] else phrases).append(phrase)
    filters = replace(query.filters, without=tuple(without))
    text = _QUOTED.sub(" ", query.text)
    return replace(query, text=text, phrases=tuple(phrases), filters=filters)


def _take_without(query: Query, _today: date) -> Query:
    words = tuple(_WITHOUT.findall(query.text))
    text = _WITHOUT.sub(" ", query.text)
    if not is_sentence(text):
        words += tuple(next(filter(None, found.groups())) for found in _UNWANTED.finditer(text))
        text = _UNWANTED.sub(" ", text)
    filters = replace(query.filters, without=(*query.filters.without, *words))
    return replace(query, text=text, filters=filters)


def _take_advice(query: Query, _today: date) -> Query:
    for level, pattern in _ADVICE:
        if pattern.search(query.text):
            filters = replace(query.filters, advice=query.filters.advice or level)
            return replace(query, text=pattern.sub(" ", query.text), filters=filters)
    return query


def _take_period(query: Query, today: date) -> Query:
    found = find_period(query.text, today)
    if found is None or not {*found[1]} <= word_bounds(tokens(query.text)):
        return query
    (first, last), (start, end) = found
    if is_sentence(query.text) and _WRITTEN.search(query.text[start:end]):
        return query  # the day something happened on, not the day of a note
    rest = query.text[:start] + " " + query.text[end:]
    if len(strip_scaffolding(rest)) > _SHORT_QUESTION:
        return query
    filters = query.filters
    since, until = filters.since or first, filters.until or last
    return replace(query, text=rest, filters=replace(filters, since=since, until=until))


def _is_chinese(text: str) -> bool | None:
    if _HAN.search(text):
        return True
    return False if _ENGLISH.search(text) else None
