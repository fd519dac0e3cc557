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
_SENTENCE_END = re.compile(r"[。！？!?\n]|\.\s")

_READ = r"(?:精读|精讀|细读|細讀|深读|深讀|研读|研讀|通读|通讀|细看|細看)"
_GAP = r"[^，。；：、,;:.!?！？（）()\n]"
_ADVICE = re.compile(
    rf"""
    (?P<skip>
        (?:无需|無需|无须|無須|不必|不需要|不用|不值得|没必要|沒必要|没有必要|不建议|不建議|不推荐|不推薦)
        {_GAP}{{0,6}}?(?:{_READ}|阅读|閱讀|深入)
      | 非必[读讀] | 可以?(?:直接|放心)?[跳略]过 | 可以?(?:直接|放心)?跳過
      | (?:can|may|could)\s(?:safely\s)?be\sskipped | safe\sto\sskip | skip\sthis
      | no\sneed\sto\s(?:read|study) | not\sworth\s(?:a\s|reading)
    )
  | (?P<quick>
        (?:(?:值得|推荐|推薦|建议|建議|适合|適合|可以?|只需){_GAP}{{0,4}}?)?
        (?:快速|粗略|简单|簡單|大致){_GAP}{{0,2}}?
        (?:浏览|瀏覽|审阅|審閱|精读|精讀|阅读|閱讀|过一遍|過一遍|扫读|掃讀|看一?[眼遍下])
      | 粗读 | 粗讀 | 略读 | 略讀 | 速览 | 速覽 | 泛读 | 泛讀 | (?:浏览|瀏覽)(?:一遍|一下)?即可
      | worth\sa\s(?:quick|brief)\s(?:look|read|skim|glance) | quick\s(?:read|skim|look|glance)
      | worth\s(?:a\s)?skim(?:ming)? | \bskim(?:\b|ming\b)
    )
  | (?P<close>
        (?:非常|很|强烈|強烈)?(?:值得|推荐|推薦|建议|建議|必须|必須){_GAP}{{0,16}}?{_READ}
      | (?:值得|推荐|推薦){_GAP}{{0,8}}?(?:一读|一讀|阅读|閱讀|学习|學習) | 必读 | 必讀
      | worth\s(?:a|an)\s(?:very\s)?(?:close|careful|thorough|detailed|in-depth|full)\s(?:read|look|reading)
      | worth\sreading(?:\s(?:closely|carefully|in\sfull))? | must[-\s]read | required\sreading
      | (?:highly\s|strongly\s)?recommended(?:\sreading|\sread) | read\s(?:this\s)?(?:closely|carefully)
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OPENS = re.compile(
    r"(?:(?:该|此|本|这个|這個)\s*(?:PR|MR)\s*(?:本身)?|This\s+PR\s+(?:is|can)\s+)?[，,\s]*", re.I
)
_EMPHASIS = re.compile(r"[*_`#>]+")

_PR_WORDS = frozenset({"pr", "prs", "mr", "mrs", "pull", "request"})
_ISSUE_WORDS = frozenset({"issue", "issues", "bug", "bugs"})
# Words before a reference that are capitalised in running English, and so name no project.
_PLAIN_WORDS = frozenset(
    "fix fixes fixed close closes closed resolve resolves resolved see ref refs related reference "
    "references revert reverts reverted reland relands merge merged merges after before since via "
    "in the this that these follow followup follow-up part of depends on blocked by supersedes "
    "superseded replaces replaced duplicate duplicates from with and or to for as at like also "
    "both only when while if until unless backport backports cherry-pick cherry-picked cherrypick "
    "update updates rfc upstream todo note link links addresses address implements introduced "
    "continue continues split stacked based is was e.g i.e cf vs ci wip per using parent tracking "
    "tracked track number no nr about regression release hotfix commit item items step task tasks "
    "original compare".split()
)
_NAME = r"[A-Za-z][A-Za-z0-9_.+-]*"
_PATH = r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)+"
_NUMBER = r"[1-9]\d{0,6}"
# What may hold a reference, or hide one: code and other addresses are passed over.
_SCAN = re.compile(
    rf"""
    (?P<code> (?P<fence>`+)(?!`).+?(?<!`)(?P=fence)(?!`) )
  | (?: \[(?P<shown>[^\]\n]{{0,80}})\]\( )?
    (?P<url> https?://[^/\s"'<>)]+/(?P<url_repo>{_PATH}?)(?:/-)?/
        (?P<url_kind>pull|pulls|issues|merge_requests|work_items)/(?P<url_number>{_NUMBER})\b )
    (?: [/?\#][^\s"'<>)\]，。；、）】]* )?
  | https?://[^\s"'<>)\]，。；、）】]+
  | (?<![&/\#.=＃-]) [\#＃] (?P<number>{_NUMBER}) (?![A-Za-z0-9_])
    """,
    re.VERBOSE | re.DOTALL,
)
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
    r"(?:colou?r|background|fill|stroke|border)[\w-]*[\"']?\s*[:=]?\s*[\"']?\Z", re.I
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
    opening = _EMPHASIS.sub("", review[: _ADVICE_WITHIN + 40])
    ends = [end.end() for end in _SENTENCE_END.finditer(opening)][:2]
    within = ends[1] if len(ends) == 2 else _ADVICE_WITHIN  # noqa: PLR2004 - two sentences
    found = _ADVICE.search(opening[: min(within, _ADVICE_WITHIN)])
    if found is None:
        return None
    level = AdviceLevel(found.lastgroup or AdviceLevel.CLOSE)
    return Advice(level, found[0].strip())


def opens_with_advice(text: str) -> bool:
    """Whether reading advice is the very first thing a text says."""
    start = _OPENS.match(_EMPHASIS.sub("", text[:_ADVICE_WITHIN]))
    opening = _EMPHASIS.sub("", text[:_ADVICE_WITHIN])
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
    name, kind = before["name"], before["kind"].strip().lower()
    words = f"{before[0]}{mark}".strip()
    if not kind and name.lower() in _PR_WORDS | _ISSUE_WORDS:
        return Reference(words, number, repo, name.lower() in _ISSUE_WORDS)
    is_issue = kind in _ISSUE_WORDS
    own_words = f"{before['kind']}{mark}" if kind else mark
    if _is_project(name, glued=not before["gap"]):
        if repo is not None and name.casefold() in repo.casefold().split("/"):
            return Reference(words, number, repo, is_issue)
        if not before["gap"] and len(name) < 3:  # noqa: PLR2004 - C#8 is a language
            return None
        return Reference(words, number, None, is_issue)
    return Reference(own_words, number, repo, is_issue)


def _is_project(name: str, *, glued: bool) -> bool:
    """Whether a word in front of a reference names a project, and not just the sentence goes on."""
    if name.endswith((".", "-", "+")) or name.lower() in _PLAIN_WORDS:
        return False
    return glued or name != name.lower()
