"""How values are read from what people write; `bot.settings` says which settings there are."""

import os
import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

SOURCE_KINDS = ("git+", "feed:", "github:")
"""What a source begins with, where it stands among paths."""

_CHANNEL = re.compile(r"\*|[CDG][A-Z0-9]+")


def _paths(value: object, read: ValidatorFunctionWrapHandler) -> tuple[Path, ...]:
    """Read paths, leaving the sources among them out; some of one or of the other there must be."""
    sources = sources_in(value)
    if isinstance(value, str):
        rest = (part for part in value.split(",") if part.strip() not in sources)
        parts = (part.strip() for each in rest for part in each.split(os.pathsep))
        value = tuple(_at_home(part) for part in parts if part)
    paths: tuple[Path, ...] = read(value)
    if not paths and not sources:
        raise ValueError
    return paths


def _at_home(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:  # `~someone` without a home: a path that does not exist, told as such
        return Path(path)


def sources_in(value: object) -> tuple[str, ...]:
    """The sources among paths: parted by commas alone, since addresses hold colons."""
    parts = (part.strip() for part in value.split(",")) if isinstance(value, str) else ()
    return tuple(part for part in parts if part.startswith(SOURCE_KINDS))


def _names(value: object) -> object:
    if not isinstance(value, str):
        return value
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _channel_repos(value: object) -> object:
    """Read `C1=a/b,c/d; *=e/f` as pairs of a channel and its repositories."""
    if not isinstance(value, str):
        return value
    found: dict[str, tuple[str, ...]] = {}
    for part in filter(None, (part.strip() for part in value.split(";"))):
        channel, equals, repos = part.partition("=")
        names = tuple(name.strip() for name in repos.split(",") if name.strip())
        if not equals or not _CHANNEL.fullmatch(channel.strip()) or not names:
            raise ValueError
        found[channel.strip()] = names
    return tuple(found.items())


def _file(value: Path) -> Path:
    path = _at_home(str(value))
    if not path.is_file():
        raise ValueError
    return path


def _base_url(value: str) -> str:
    """Accept what a path can be put behind: no query, and no password that links would tell."""
    parts = urlsplit(value)
    port_is_sound = parts.port is None or parts.port > 0  # reading `.port` raises on nonsense
    if parts.scheme.lower() not in {"http", "https"} or not parts.hostname or not port_is_sound:
        raise ValueError
    if "@" in parts.netloc or re.search(r"[\s?#<>|\\]", value):
        raise ValueError
    return value.rstrip("/")


Paths = Annotated[tuple[Path, ...], WrapValidator(_paths)]
Names = Annotated[tuple[str, ...], BeforeValidator(_names)]
ChannelRepos = Annotated[tuple[tuple[str, tuple[str, ...]], ...], BeforeValidator(_channel_repos)]
Features = Annotated[
    tuple[Literal["threads", "agent", "digest", "public", "names"], ...], BeforeValidator(_names)
]
ExistingFile = Annotated[Path, AfterValidator(_file)]
BaseUrl = Annotated[str, AfterValidator(_base_url)]
