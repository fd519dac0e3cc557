"""The lines above a digest, the same wherever it is drawn. Pure."""

from bot.digest.compose import Digest
from bot.digest.wording import Says, day_in_words

_MOST_REPOS = 3


def title(digest: Digest, language: str) -> str:
    """The channel's date and the count."""
    sentence = Says.FIRST_TITLE if digest.occasion.is_first else Says.TITLE
    sentence = sentence if digest.total else Says.EMPTY_TITLE
    day = day_in_words(digest.occasion.day, language)
    return sentence(language, day=day, total=digest.total)


def facts(digest: Digest, language: str) -> tuple[str, ...]:
    """What else is worth knowing at once: lateness, must-reads, repositories, the page."""
    found = []
    if digest.occasion.is_late:
        found.append(Says.LATE(language))
    if digest.must_reads:
        found.append(Says.MUST_READS(language, count=digest.must_reads))
    found += digest.repos[:_MOST_REPOS]
    if len(digest.repos) > _MOST_REPOS:
        found.append(f"+{len(digest.repos) - _MOST_REPOS}")
    if digest.start:
        last = digest.start + digest.shown
        found.append(Says.RANGE(language, first=digest.start + 1, last=last, total=digest.total))
    return tuple(found)


def heading(repo: str | None, name: str, digest: Digest, language: str) -> str:
    """The heading of a topic; empty where there is nothing to tell apart."""
    repo_told = repo if len(digest.repos) > 1 and repo is not None else ""
    is_alone = sum(topic.repo == repo for topic in digest.topics) == 1
    named = name or ("" if is_alone else Says.OTHER(language))
    return " · ".join(part for part in (repo_told, named) if part)
