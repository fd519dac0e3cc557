"""Writes one pull request, as GitHub's API tells it, as a note: a JSONL record with Markdown.

Pure. The title is the PR's; then its description, each review with its author and verdict, and the
comments on lines of code, gathered by file. What GitHub hides (HTML comments of templates and
bots) is left out; a body without an end is cut at a length no person writes.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.notes.sources.cache import Record

Json = Mapping[str, Any]

BODY_LIMIT = 20_000  # characters of one description, review or comment
_TITLE_LIMIT = 500
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_VERDICTS = {
    "APPROVED": "approved",
    "CHANGES_REQUESTED": "changes requested",
    "COMMENTED": "commented",
    "DISMISSED": "dismissed",
}
_HEADING = re.compile(r"^(#{1,6}) ", re.MULTILINE)


def note_of(
    repo: str, pull: Json, reviews: list[dict[str, Any]], comments: list[dict[str, Any]]
) -> Record:
    """The note of a pull request.

    Args:
        repo: `owner/name`.
        pull: The PR as the list of PRs tells it.
        reviews: Its reviews, oldest first.
        comments: Its review comments, oldest first.
    """
    number = int(pull["number"])
    title = " ".join(str(pull.get("title") or "").split())[:_TITLE_LIMIT]
    return {
        # An owner's name has no underscore and a number neither, so no two PRs share an id.
        "id": f"github_{repo.replace('/', '_')}_{number}",
        "title": title or f"#{number}",
        "text": "\n\n".join(_sections(pull, reviews, comments)),
        "url": str(pull.get("html_url") or ""),
        "repo": repo,
        "pr": number,
        "labels": [str(label["name"]) for label in _dicts(pull.get("labels")) if label.get("name")],
        "date": _day(pull, reviews, comments),
        "author": _login(pull),
    }


def _sections(
    pull: Json, reviews: list[dict[str, Any]], comments: list[dict[str, Any]]
) -> Iterator[str]:
    if description := _body(pull):
        yield description
    for review in reviews:
        verdict = _VERDICTS.get(str(review.get("state")), "")
        body = _body(review)
        if body or verdict in {"approved", "changes requested"}:
            yield f"## Review by {_login(review)}{f' ({verdict})' if verdict else ''}"
            if body:
                yield body
    by_file: dict[str, list[dict[str, Any]]] = {}
    for comment in comments:
        if _body(comment):
            by_file.setdefault(str(comment.get("path") or "?"), []).append(comment)
    for path, said in by_file.items():
        yield f"## Comments on `{path.replace('`', '')}`"
        for comment in said:
            line = comment.get("line") or comment.get("original_line")
            yield f"**{_login(comment)}**{f' (line {line})' if line else ''}: {_body(comment)}"


def _body(item: Json) -> str:
    text = _HIDDEN.sub("", str(item.get("body") or "").replace("\r\n", "\n"))[:BODY_LIMIT].strip()
    # Below our own headings, so that whose words they are stays clear.
    return _HEADING.sub(lambda match: "#" * min(len(match[1]) + 2, 6) + " ", text)


def _login(item: Json) -> str:
    user = item.get("user")
    return str(user.get("login") or "ghost") if isinstance(user, Mapping) else "ghost"


def _day(pull: Json, reviews: list[dict[str, Any]], comments: list[dict[str, Any]]) -> str | None:
    """The day of the latest review; of the PR's opening where there is none."""
    moments = [str(review.get("submitted_at") or "") for review in reviews]
    moments += [str(comment.get("created_at") or "") for comment in comments]
    latest = max(moments, default="") or str(pull.get("created_at") or "")
    return latest[:10] or None


def _dicts(items: Any) -> Iterator[dict[str, Any]]:
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            yield item
