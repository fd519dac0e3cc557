"""Facts out of a note's own words: reading advice, references to PRs and issues, identifiers.

Nothing is inferred that the words do not say. Where a reference seems to belong to a project
whose place we do not know, it has no repository: no link is better than a wrong one.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.notes.model import Advice, AdviceLevel, Reference

# Advice opens a review: it stands in its first two sentences, or it is no advice on the whole.
_ADVICE_WITHIN = 120
_SENTENCES_WITH_ADVICE = 2
# Emphasis marks in the opening, which do not count.
_ROOM_FOR_MARKS = 40
_SENTENCE_END = re.compile(r"[。！？!?]|\n\n|\.\s")

# The levels in the order they are tried at one place; the earliest place wins, so that
# 值得精读，但不必逐行细读 asks for a close reading, and 不值得精读 for none.
_READ = r"(?:[精细深研通][读讀]|細[读讀]|[细細]看)"
_GAP = r"[^，。；：、,;:.!?！？（）()\n]"
_ADVISED = r"(?:值得|推荐|推薦|建议|建議)"
_READING = r"(?:read|look|reading)"
_ADVICE = re.compile(
    rf"""
    (?P<skip>
        (?:无需|無需|无须|無須|不必|不需要|不用|不值得|[没沒]必要|没有必要|不建[议議]|不推[荐薦])
        {_GAP}{{0,6}}?(?:{_READ}|[阅閱][读讀]|深入(?:研究|了解))
      | 非必[读讀]
      | 可以?(?:直接|放心)?[跳略][过過](?=\s*(?:$|[，。；！,.;!]|[本该該此细細阅閱]))
      | (?:can|may|could)\s(?:safely\s)?be\sskipped | safe\sto\sskip\b | skip\sthis\b
      | no\sneed\sto\s(?:read|study)\b | not\sworth\s(?:a|reading)\b
    )
  | (?P<quick>
        (?:(?:{_ADVISED}|[适適]合|可以?|只需){_GAP}{{0,4}}?)?
        (?:快速|粗略|[简簡][单單]|大致){_GAP}{{0,2}}?
        (?:[浏瀏][览覽]|[审審][阅閱]|[精阅閱扫掃][读讀]|[过過]一遍|看一?[眼遍下])
      | [粗略泛][读讀] | 速[览覽] | [浏瀏][览覽](?:一遍|一下)?即可
      | worth\sa\s(?:quick|brief)\s(?:{_READING}|skim|glance)
      | quick\s(?:{_READING}|skim|glance)\b
      | (?:worth\s(?:a\s)?)?\bskim(?:ming)?\b
    )
  | (?P<close>
        (?:非常|很|强烈|強烈)?(?:{_ADVISED}|必[须須]){_GAP}{{0,24}}?{_READ}
      | (?:值得|推荐|推薦){_GAP}{{0,8}}?(?:一[读讀]|[阅閱][读讀]) | 值得{_GAP}{{0,4}}?[学學][习習]
      | 必[读讀]
      | worth\san?\s(?:very\s)?(?:close|careful|thorough|detailed|in-depth|full)\s{_READING}
      | worth\sreading(?:\s(?:closely|carefully|in\sfull))? | must[-\s]read\b
      | (?:required|recommended)\s(?:read|reading)\b | read\s(?:this\s)?(?:closely|carefully)\b
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Each form of advice holds one of these; to look for one is quicker than to try all forms.
_MAY_ADVISE = re.compile(
    r"[读讀览覽阅閱过過看研深学學遍眼下]|read|skim|skip|look|glance", re.IGNORECASE
)
_OPENS = re.compile(
    r"\s*(?:(?:[该該此本]|这个|這個)\s*(?:PR|MR)\s*(?:本身)?|This\s+PR\s+(?:is|can)\s+)?[，,\s]*",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"[*_`#>]+")

_PR_WORDS = frozenset({"pr", "prs", "mr", "mrs", "pull", "request"})
_ISSUE_WORDS = frozenset({"issue", "issues", "bug", "bugs"})
# Words before a reference that are capitalised in running English, and so name no project.
_PLAIN_WORD = re.compile(
    r"""
    fix(?:e[sd])? | clos(?:e[sd]?|ing) | resolve[sd]? | see | refs? | references? | related
  | reverts? | reverted | relands? | merge[sd]? | after | before | since | via | in | the | this
  | that | these | follow(?:-?up)? | part | of | depends | on | blocked | by | supersede[sd]?
  | replace[sd]? | duplicates? | from | with | and | or | to | for | as | at | like | also | both
  | only | when | while | if | until | unless | backports? | cherry-?pick(?:ed)? | updates? | rfc
  | upstream | todo | note | links? | address(?:es)? | implements? | introduced | continues?
  | split | stacked | based | is | was | e\.g | i\.e | cf | vs | ci | wip | per | using | parent
  | track(?:ed|ing)? | number | no | nr | about | regression | release | hotfix | commit | items?
  | step | tasks? | original | compare | phase | stage | version
  # What every project has, and so names none.
  | api | cache | ci | cli | cpu | ddl | gc | gpu | http | id | index | io | json | key | kv | oom
  | panic | ram | sdk | sql | ssl | table | tests? | tls | ui | url | utf-8 | view | yaml
  | backend | client | engine | frontend | kernels? | metrics | models? | scheduler | server
  | worker | docs? | error | warning | null
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NAME = r"[A-Za-z][A-Za-z0-9_.+-]*"
_PATH = r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)+"
_NUMBER = r"[1-9]\d{0,6}"
# What may hold a reference, or hide one: code and other addresses are passed over.
_SCAN = re.compile(
    rf"""
    (?P<code> (?<!`)(?P<fence>`{{1,8}})(?!`).+?(?<!`)(?P=fence)(?!`) )
  | (?: \[(?P<shown>[^\]\n]{{0,80}})\]\( )?
    (?P<url> https?://[^/\s"'<>)]+/(?P<url_repo>{_PATH}?)(?:/-)?/
        (?P<url_kind>pull|pulls|issues|merge_requests|work_items)/(?P<url_number>{_NUMBER})\b )
    (?: [/?\#][^\s"'<>)\]，。；、）】]* )?
  | https?://[^\s"'<>)\]，。；、）】]+
  | (?<![&/\#.=＃-]) [\#＃] (?P<number>{_NUMBER}) (?![A-Za-z0-9_])
    """,
    re.VERBOSE | re.DOTALL,
)
# A name as short as C or F before a `#` makes the name of a language.
_SHORTEST_PROJECT = 3
# What stands right in front of a `#`; this much of the text is looked at.
_ROOM_BEFORE = 80
_BEFORE = re.compile(
    rf"(?P<repo>(?<![A-Za-z0-9_/.@-]){_PATH})\Z"
    rf"|(?P<name>(?<![A-Za-z0-9_/.+-]){_NAME})(?P<gap>\s?)"
    rf"(?P<kind>(?:(?<=\s)(?:PRs?|MRs?|Pull Requests?|Issues?|Bugs?)\s?)?)\Z",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(
    r"\.(?:py|md|rst|txt|cc|cpp|cu|cuh|h|hpp|c|rs|go|java|js|ts|json|ya?ml|toml|sh)\Z"
)
_COLOUR = re.compile(
    r"(?:colou?r|background|fill|stroke|border)[\w-]*[\"']?\s*[:=]?\s*[\"']?\Z", re.IGNORECASE
)

_BACKQUOTED = re.compile(r"`([^`\n]+)`")
_IDENTIFIER = re.compile(
    r"""
    (?<![A-Za-z0-9_/.-])(?:
        (?:[A-Za-z0-9_.-]+/)+[A-Za-z0-9_.-]*[A-Za-z0-9_]          # a path
      | [A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+       # a dotted name, a file
      | _*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+_*               # snake_case
      | [A-Za-z]*[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*                  # CamelCase
      | [A-Z]{2,}[a-z][A-Za-z0-9]+                                # FPQuant
    )(?![A-Za-z0-9_])
    """,
    re.VERBOSE,
)


def advice_in(review: str) -> Advice | None:
    """The reading advice a review opens with."""
    opening = _EMPHASIS.sub("", review[: _ADVICE_WITHIN + _ROOM_FOR_MARKS])[:_ADVICE_WITHIN]
    ends = [end.end() for end in _SENTENCE_END.finditer(opening)]
    if len(ends) >= _SENTENCES_WITH_ADVICE:
        opening = opening[: ends[_SENTENCES_WITH_ADVICE - 1]]
    found = _ADVICE.search(opening) if _MAY_ADVISE.search(opening) else None
    if found is None or found.lastgroup is None:
        return None
    return Advice(AdviceLevel(found.lastgroup), found[0].strip())


def opens_with_advice(text: str) -> bool:
    """Whether reading advice is the very first thing a text says."""
    opening = _EMPHASIS.sub("", text[:_ADVICE_WITHIN])
    start = _OPENS.match(opening)
    return _ADVICE.match(opening, start.end() if start else 0) is not None


def references_in(texts: Iterable[str], repo: str | None) -> tuple[Reference, ...]:
    """PRs and issues that texts name, in order; each one once.

    Args:
        texts: The title, then the paragraphs.
        repo: The note's own repository, which a bare `#55385` speaks of.
    """
    found: dict[tuple[str, int], Reference] = {}
    for text in texts:
        if "#" not in text and "＃" not in text and "://" not in text:
            continue
        for reference in _references(text, repo):
            key = (reference.repo or reference.text.casefold(), reference.number)
            known = found.setdefault(key, reference)
            if reference.is_issue and not known.is_issue:
                found[key] = replace(known, is_issue=True)
    return tuple(found.values())


def identifiers(text: str) -> tuple[str, ...]:
    """Code identifiers a text names, in order; each one once."""
    quoted = [
        (m.start(), m[1].strip()) for m in _BACKQUOTED.finditer(text) if " " not in m[1].strip()
    ]
    bare = [(m.start(), m[0]) for m in _IDENTIFIER.finditer(text)]
    return tuple(dict.fromkeys(word for _, word in sorted(quoted + bare) if word))


def _references(text: str, repo: str | None) -> Iterator[Reference]:
    for found in _SCAN.finditer(text):
        if found["url"]:
            yield _from_url(found, repo)
        elif found["number"]:
            reference = _from_mark(text, found, repo)
            if reference is not None:
                yield reference


def _from_url(found: re.Match[str], repo: str | None) -> Reference:
    number = int(found["url_number"])
    where = found["url_repo"]
    text = f"#{number}" if where == repo else f"{where}#{number}"
    is_issue = found["url_kind"] in {"issues", "work_items"}
    return Reference(text, number, where, is_issue, found["url"])


def _from_mark(text: str, found: re.Match[str], repo: str | None) -> Reference | None:
    """Read `#123` by what stands before it."""
    number = int(found["number"])
    mark = f"#{number}"
    front = text[max(0, found.start() - _ROOM_BEFORE) : found.start()].replace("`", "")
    if _COLOUR.search(front):
        return None
    before = _BEFORE.search(front)
    if before is None:
        return Reference(mark, number, repo)
    if before["repo"]:
        named = before["repo"]
        return None if _FILE_NAME.search(named) else Reference(named + mark, number, named)
    return _after_name(before, mark, number, repo)


def _after_name(
    before: re.Match[str], mark: str, number: int, repo: str | None
) -> Reference | None:
    """Read `#123` that stands behind a name, or behind the word PR or issue, or both."""
    name, kind = before["name"], before["kind"].strip().lower()
    glued = not before["gap"]
    if not kind and name.lower() in _PR_WORDS | _ISSUE_WORDS:
        return Reference(before[0] + mark, number, repo, name.lower() in _ISSUE_WORDS)
    is_issue = kind in _ISSUE_WORDS
    if not _is_project(name, glued=glued):
        return Reference(before["kind"] + mark, number, repo, is_issue)
    if repo is not None and name.casefold() in repo.casefold().split("/"):
        return Reference(before[0] + mark, number, repo, is_issue)
    if glued and len(name) < _SHORTEST_PROJECT:
        return None
    return Reference(before[0] + mark, number, None, is_issue)


def _is_project(name: str, *, glued: bool) -> bool:
    """Whether a word in front of a reference names a project, and not just the sentence goes on."""
    if name.endswith((".", "-", "+")) or _PLAIN_WORD.fullmatch(name):
        return False
    return glued or name != name.lower()
