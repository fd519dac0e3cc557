"""The settings: one frozen value, read from the environment and from `.env`.

Only `bot.app`, `bot.cli` and `bot.commands` read settings; everything else is given values. A key
is `PRBOT_` + the field's name, save where the field says otherwise: Slack's own names and
`NOTES_BASE_URL`. Each key has a row in the README, and a test holds the two together. A field's
`description` says what it may be: it ends the sentence a person sees when it is something else.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import BotError

PREFIX = "PRBOT_"
_ENCODING = "utf-8-sig"  # editors on Windows put a BOM in front
_SHOWN = 80  # characters of a wrong value that help to find it


class SettingsError(BotError, ValueError):
    """A setting is not what it may be."""


def default_notes() -> tuple[Path, ...]:
    """The seeds: beside the package in a checkout, else in the current folder (the image)."""
    beside = Path(__file__).resolve().parent.parent / "seeds"
    return (beside if beside.is_dir() else Path("seeds"),)


def _paths(value: object) -> object:
    if not isinstance(value, str):
        return value
    parts = re.split(f"[,{re.escape(os.pathsep)}]", value)
    return tuple(Path(part.strip()).expanduser() for part in parts if part.strip())


def _names(value: object) -> object:
    if not isinstance(value, str):
        return value
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _file(value: Path) -> Path:
    path = value.expanduser()
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


Paths = Annotated[tuple[Path, ...], BeforeValidator(_paths), Field(min_length=1)]
Names = Annotated[tuple[str, ...], BeforeValidator(_names)]
ExistingFile = Annotated[Path, AfterValidator(_file)]
BaseUrl = Annotated[str, AfterValidator(_base_url)]


class Settings(BaseSettings):
    """What a deployment decides; see the README's table for what each key does."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding=_ENCODING,
        env_ignore_empty=True,
        dotenv_filtering="only_existing",
        enable_decoding=False,  # lists are written with commas, not as JSON
        validate_by_name=True,
        validate_by_alias=True,
        hide_input_in_errors=True,
        frozen=True,
        extra="ignore",
    )

    # Notes
    notes: Paths = Field(
        default_factory=default_notes,
        description=f"paths of files or folders, parted by commas or `{os.pathsep}`",
    )
    glossary: ExistingFile | None = Field(None, description="the path of a file that exists")

    # Answers
    language: Literal["auto", "zh", "en"] = Field("auto", description="`auto`, `zh` or `en`")
    limit: int = Field(10, ge=1, le=100, description="a whole number from 1 to 100")

    # Links
    notes_base_url: BaseUrl | None = Field(
        None,
        validation_alias="NOTES_BASE_URL",
        description="an http or https address without query, fragment or password",
    )
    repo_base_url: BaseUrl = Field(
        "https://github.com",
        description="an http or https address without query, fragment or password",
    )

    # State
    state: SecretStr = Field(
        SecretStr("var/prbot.sqlite3"),
        description="the path of a file, or a postgresql:// address",
    )

    # Digest
    digests: str | None = Field(
        None,
        description="channels parted by `;`, such as `C0123456789 09:30 Asia/Shanghai mon-fri`",
    )
    digest_editors: Names = Field((), description="ids of users, parted by commas")
    digest_catch_up: float = Field(6, ge=0, le=18, description="a number of hours from 0 to 18")
    digest_lease: float = Field(
        120, ge=1, le=3600, description="a number of seconds from 1 to 3600"
    )
    digest_unsure: Literal["leave", "repeat"] = Field("leave", description="`leave` or `repeat`")

    # Slack
    slack_bot_token: SecretStr | None = Field(
        None, validation_alias="SLACK_BOT_TOKEN", description="the bot token of the Slack app"
    )
    slack_app_token: SecretStr | None = Field(
        None, validation_alias="SLACK_APP_TOKEN", description="the app-level token of the Slack app"
    )
    slack_signing_secret: SecretStr | None = Field(
        None,
        validation_alias="SLACK_SIGNING_SECRET",
        description="the signing secret of the Slack app",
    )
    slack_api_url: Annotated[BaseUrl, AfterValidator(lambda url: f"{url}/")] = Field(
        "https://slack.com/api/",
        validation_alias="SLACK_API_URL",
        description="an http or https address without query, fragment or password",
    )

    # Finding faults (`bot.cli` reads it by itself, for faults may come before the settings do)
    debug: bool = Field(default=False, description="`1` or `0`")

    @model_validator(mode="before")
    @classmethod
    def _blank_is_unset(cls, data: dict[str, Any]) -> dict[str, Any]:
        stripped = {k: v.strip() if isinstance(v, str) else v for k, v in data.items()}
        return {key: value for key, value in stripped.items() if value != ""}

    @classmethod
    def key_names(cls) -> dict[str, str]:
        """Each key as people write it, with the name of its field."""
        return {
            str(field.validation_alias or f"{PREFIX}{name}".upper()): name
            for name, field in cls.model_fields.items()
        }


class _WrittenSettings(Settings):
    """Settings as a person writes them: a key of Slack's takes no `PRBOT_` in front."""

    model_config = SettingsConfigDict(validate_by_name=False)


def _print_warning(sentence: str) -> None:
    print(f"prbot: {sentence}", file=sys.stderr)  # noqa: T201  settings are read before logging is


def read_settings(
    *, env_file: Path = Path(".env"), warn: Callable[[str], None] = _print_warning
) -> Settings:
    """Read the settings, and warn of keys that nothing reads.

    Args:
        env_file: Read below the environment, if it exists.
        warn: Takes one sentence for each key that is not known.

    Raises:
        SettingsError: One sentence for each key that is not what it may be.
    """
    try:
        in_file = dotenv_values(env_file, encoding=_ENCODING) if env_file.is_file() else {}
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is not UTF-8 text"
        raise SettingsError(f"{env_file} cannot be read: {reason}") from None
    for name in (*os.environ, *in_file):
        if advice := _unknown(name):
            warn(advice)
    try:
        return _WrittenSettings(_env_file=env_file)
    except ValidationError as fault:
        # Without a cause: pydantic's own text may hold what was typed.
        raise SettingsError("\n".join(_sentences(fault, in_file, env_file))) from None


def _unknown(name: str) -> str | None:
    if not name.upper().startswith(PREFIX) or name.upper() in Settings.key_names():
        return None
    # Compared without the prefix, which would make every pair of keys look alike.
    bare = {key.removeprefix(PREFIX): key for key in Settings.key_names()}
    near = get_close_matches(name.upper().removeprefix(PREFIX), bare, n=1)
    return f"no setting is called {name}" + (f"; did you mean {bare[near[0]]}?" if near else "")


def _sentences(
    fault: ValidationError, in_file: Mapping[str, str | None], env_file: Path
) -> Iterator[str]:
    by_field = {field: key for key, field in Settings.key_names().items()}
    told = set()
    for error in fault.errors(include_url=False, include_context=False, include_input=False):
        place = str(error["loc"][0]) if error["loc"] else ""
        key = by_field.get(place, place)
        if key in told:
            continue
        told.add(key)
        if key not in by_field.values():
            yield error["msg"].removeprefix("Value error, ")
            continue
        values = {name.upper(): value for name, value in os.environ.items() if value.strip()}
        origin = "the environment" if key in values else str(env_file)
        written = values.get(key) or {n.upper(): v for n, v in in_file.items()}.get(key) or ""
        yield _sentence(key, written, origin)


def _sentence(key: str, written: str, origin: str) -> str:
    field = Settings.model_fields[Settings.key_names()[key]]
    is_secret = (
        "Secret" in str(field.annotation) or "@" in written
    )  # an address may hold a password
    shown = "the value (hidden)" if is_secret else repr(written.strip()[:_SHOWN])
    return f"{key} in {origin}: {shown} will not do; it must be {field.description}"
