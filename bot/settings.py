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
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from dotenv import dotenv_values
from pydantic import (
    AfterValidator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import BotError
from bot.setting_values import (
    BaseUrl,
    ChannelRepos,
    ExistingFile,
    Features,
    Names,
    Paths,
    sources_in,
)

PREFIX = "PRBOT_"
_ENCODING = "utf-8-sig"  # editors on Windows put a BOM in front
_ADDRESS = "an http or https address without query, fragment or password"
_TOKEN = re.compile(r"\b(?:xox[a-z]|xapp|gh[a-z]|github_pat)[-_]")
_SHOWN = 80  # characters of a wrong value that help to find it


class SettingsError(BotError, ValueError):
    """A setting is not what it may be."""


def default_notes() -> tuple[Path, ...]:
    """The seeds: beside the package in a checkout, else in the current folder (the image)."""
    beside = Path(__file__).resolve().parent.parent / "seeds"
    return (beside if beside.is_dir() else Path("seeds"),)


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
        defer_build=True,  # of this class and the one below, a process uses one
    )

    # Notes
    notes: Paths = Field(
        default_factory=default_notes,
        description=f"paths of files or folders, parted by commas or `{os.pathsep}`, "
        "and sources, parted by commas",
    )
    _sources: tuple[str, ...] = PrivateAttr(())
    glossary: ExistingFile | None = Field(None, description="the path of a file that exists")

    # Answers
    language: Literal["auto", "zh", "en"] = Field("auto", description="`auto`, `zh` or `en`")
    limit: int = Field(10, ge=1, le=100, description="a whole number from 1 to 100")

    # Links
    notes_base_url: BaseUrl | None = Field(
        None,
        validation_alias="NOTES_BASE_URL",
        description=_ADDRESS,
    )
    repo_base_url: BaseUrl = Field(
        "https://github.com",
        description=_ADDRESS,
    )

    # Sources
    pull_every: int = Field(
        300, ge=10, le=86_400, description="a number of seconds from 10 to 86400"
    )
    cache: Path = Field(Path("var/sources"), description="the path of a folder")
    snapshots: Path = Field(Path("var/snapshots"), description="the path of a folder")
    github_token: SecretStr | None = Field(None, description="a token for GitHub's API")
    github_api: BaseUrl = Field(
        "https://api.github.com",
        description=_ADDRESS,
    )
    github_pulls: int = Field(100, ge=1, le=2000, description="a whole number from 1 to 2000")

    # Pages
    public_url: BaseUrl | None = Field(None, description=_ADDRESS)
    secret_key: SecretStr | None = Field(
        None, min_length=16, description="at least 16 characters that nobody can guess"
    )
    pages: Literal["closed", "open"] = Field("closed", description="`closed` or `open`")
    link_days: int = Field(30, ge=1, le=3650, description="a whole number from 1 to 3650")

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
        description=_ADDRESS,
    )
    features: Features = Field(
        (), description="some of threads, agent, digest, public, names, parted by commas"
    )
    socket_timeout: float = Field(20, ge=2, le=600, description="a number of seconds from 2 to 600")
    allowed_teams: Names = Field((), description="ids of teams, parted by commas")
    allowed_channels: Names = Field((), description="ids of channels, parted by commas")
    allowed_users: Names = Field((), description="ids of users, parted by commas")
    channel_repos: ChannelRepos = Field(
        (), description="channels with repositories, such as `C0123456789=owner/name,a/b; *=a/b`"
    )

    # Serving
    host: str = Field("127.0.0.1", description="an address of this machine")
    port: int = Field(8080, ge=0, le=65_535, description="a whole number from 0 to 65535")
    workers: int = Field(32, ge=1, le=256, description="a whole number from 1 to 256")

    # Finding faults (`bot.cli` reads it by itself, for faults may come before the settings do)
    debug: bool = Field(default=False, description="`1` or `0`")

    @model_validator(mode="before")
    @classmethod
    def _blank_is_unset(cls, data: dict[str, Any]) -> dict[str, Any]:
        stripped = {k: v.strip() if isinstance(v, str) else v for k, v in data.items()}
        return {key: value for key, value in stripped.items() if value != ""}

    @model_validator(mode="wrap")
    @classmethod
    def _keep_sources(cls, data: dict[str, Any], read: ModelWrapValidatorHandler[Self]) -> Self:
        settings = read(data)
        settings._sources = sources_in(data.get("notes"))  # noqa: SLF001  its own
        if settings.public_url and settings.pages == "closed" and settings.secret_key is None:
            raise ValueError(
                f"{PREFIX}PUBLIC_URL needs {PREFIX}SECRET_KEY, which signs the links of pages; "
                f"or {PREFIX}PAGES=open, if all who reach the pages may read all notes"
            )
        return settings

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources among the notes, as written: `git+…`, `feed:…`, `github:…`."""
        return self._sources

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
        sentences = dict.fromkeys(_sentences(fault, in_file, env_file))
        raise SettingsError("\n".join(sentences)) from None


def _unknown(name: str) -> str | None:
    if not name.upper().startswith(PREFIX) or name.upper() in Settings.key_names():
        return None
    from difflib import get_close_matches  # noqa: PLC0415  a slip is rare

    # Compared without the prefix, which would make every pair of keys look alike.
    bare = {key.removeprefix(PREFIX): key for key in Settings.key_names()}
    near = get_close_matches(name.upper().removeprefix(PREFIX), bare, n=1)
    return f"no setting is called {name}" + (f"; did you mean {bare[near[0]]}?" if near else "")


def _sentences(
    fault: ValidationError, in_file: Mapping[str, str | None], env_file: Path
) -> Iterator[str]:
    by_field = {field: key for key, field in Settings.key_names().items()}
    in_environment = {name.upper(): value for name, value in os.environ.items() if value.strip()}
    below = {name.upper(): value or "" for name, value in in_file.items()}
    for error in fault.errors(include_input=False):
        if not error["loc"]:  # no single key is wrong: two of them do not go together
            yield error["msg"].removeprefix("Value error, ")
            continue
        place = str(error["loc"][0])
        key = by_field.get(place, place)
        if key in in_environment:
            yield _sentence(key, in_environment[key], "the environment")
        else:
            yield _sentence(key, below.get(key, ""), str(env_file))


def _sentence(key: str, written: str, origin: str) -> str:
    field = Settings.model_fields[Settings.key_names()[key]]
    # An address may hold a password in front of its `@`, and a token be put under a wrong key.
    is_secret = "Secret" in str(field.annotation) or "@" in written or _TOKEN.search(written)
    shown = "the value (hidden)" if is_secret else repr(written.strip()[:_SHOWN])
    return f"{key} in {origin}: {shown} will not do; it must be {field.description}"
