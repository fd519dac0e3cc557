"""`bot.settings`: where a value comes from, and what is said about one that will not do."""

import os
import traceback
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.errors import BotError
from bot.settings import Settings, SettingsError, default_notes, read_settings

SEEDS = Path(__file__).resolve().parent.parent / "seeds"


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    known = set(Settings.key_names())
    for name in os.environ:
        if name.upper() in known or name.upper().startswith("PRBOT_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def _sentence() -> str:
    with pytest.raises(SettingsError) as caught:
        read_settings()
    return str(caught.value)


def _warnings() -> list[str]:
    said: list[str] = []
    read_settings(warn=said.append)
    return said


def test_defaults() -> None:
    """With nothing set the seeds are the notes, and no token is made up."""
    settings = read_settings()

    assert (SEEDS,) == settings.notes
    assert settings.slack_bot_token is None
    assert settings.notes_base_url is None
    assert settings.limit == 10
    assert settings.language == "auto"
    assert settings.slack_api_url == "https://slack.com/api/"


def test_default_notes_stand_beside_the_package() -> None:
    """The seeds are found from any folder."""
    assert (SEEDS,) == default_notes()
    assert Path.cwd() != SEEDS.parent


def test_settings_are_frozen() -> None:
    """A setting does not change while the bot runs."""
    settings = Settings(limit=3)

    with pytest.raises(ValueError, match="frozen"):
        settings.limit = 4  # type: ignore[misc]


@pytest.mark.parametrize(
    ("written", "paths"),
    [
        ("a", ("a",)),
        ("a,b", ("a", "b")),
        (os.pathsep.join("ab"), ("a", "b")),
        (" a , ,b/c ", ("a", "b/c")),
        ("带 空格/笔记", ("带 空格/笔记",)),
    ],
)
def test_notes_are_a_list(
    monkeypatch: pytest.MonkeyPatch, written: str, paths: tuple[str, ...]
) -> None:
    """Paths are parted by commas or by the system's separator; blanks around them do not count."""
    monkeypatch.setenv("PRBOT_NOTES", written)

    assert tuple(map(Path, paths)) == read_settings().notes


def test_home_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` is the home folder, which no shell expands in `.env`."""
    monkeypatch.setenv("HOME", "/home/someone")
    Path(".env").write_text("PRBOT_NOTES=~/notes\n", "utf-8")

    assert (Path("/home/someone/notes"),) == read_settings().notes


def test_home_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The home of a user who is not there is a path like any other that is not there."""
    monkeypatch.setenv("PRBOT_NOTES", "~nobody-here/notes")

    assert (Path("~nobody-here/notes"),) == read_settings().notes


def test_glossary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A glossary that is there is taken as it is named."""
    (tmp_path / "词汇.txt").touch()
    monkeypatch.setenv("PRBOT_GLOSSARY", "词汇.txt")

    assert Path("词汇.txt") == read_settings().glossary


def test_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment wins over `.env`, which wins over the default."""
    Path(".env").write_text("PRBOT_LIMIT=3\nPRBOT_LANGUAGE=zh\n", "utf-8")
    monkeypatch.setenv("PRBOT_LIMIT", "4")
    settings = read_settings()

    assert (4, "zh") == (settings.limit, settings.language)


@pytest.mark.parametrize("blank", ["", "   "])
def test_blank_is_unset(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    """A key left blank has its default: that is how templates are filled in."""
    for key in Settings.key_names():
        monkeypatch.setenv(key, blank)

    assert (10, (SEEDS,), None) == (
        (settings := read_settings()).limit,
        settings.notes,
        settings.slack_bot_token,
    )


def test_file_may_start_with_a_bom() -> None:
    """An editor's BOM does not hide the first key."""
    Path(".env").write_bytes(b"\xef\xbb\xbfPRBOT_LIMIT=7\r\n")

    assert read_settings().limit == 7


def test_file_that_is_not_text() -> None:
    """A `.env` in another encoding is named, not printed as a traceback."""
    Path(".env").write_bytes(b"PRBOT_LIMIT=\xff\xfe\n")

    assert _sentence() == ".env cannot be read: it is not UTF-8 text"


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("PRBOT_LIMIT", "abc", "'abc' will not do; it must be a whole number from 1 to 100"),
        ("PRBOT_LIMIT", "0", "'0' will not do; it must be a whole number from 1 to 100"),
        ("PRBOT_LANGUAGE", "fr", "'fr' will not do; it must be `auto`, `zh` or `en`"),
        ("PRBOT_NOTES", ",", "',' will not do; it must be paths of files or folders"),
        ("PRBOT_GLOSSARY", "~nobody-here/x", "will not do; it must be the path of a file"),
        ("PRBOT_GLOSSARY", "none.txt", "'none.txt' will not do; it must be the path of a file"),
        ("NOTES_BASE_URL", "docs", "'docs' will not do; it must be an http or https address"),
        ("NOTES_BASE_URL", "javascript:alert(1)", "will not do; it must be an http or https"),
        ("NOTES_BASE_URL", "https://h:99999/", "will not do; it must be an http or https"),
        ("NOTES_BASE_URL", "https://h/?q=1", "will not do; it must be an http or https"),
        ("NOTES_BASE_URL", "https://h/a b", "will not do; it must be an http or https"),
        ("SLACK_API_URL", "ftp://h/", "will not do; it must be an http or https"),
    ],
)
def test_wrong_value(monkeypatch: pytest.MonkeyPatch, key: str, value: str, sentence: str) -> None:
    """A wrong value is told with its key, where it came from and what it may be."""
    monkeypatch.setenv(key, value)
    said = _sentence()

    assert said.startswith(f"{key} in the environment: ")
    assert sentence in said
    assert "pydantic" not in said


def test_wrong_value_in_the_file() -> None:
    """A wrong value in `.env` is looked for there, not in the environment."""
    Path(".env").write_text("PRBOT_LIMIT=many\n", "utf-8")

    assert _sentence().startswith("PRBOT_LIMIT in .env: 'many'")


def test_each_wrong_value_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is wrong is told at once."""
    monkeypatch.setenv("PRBOT_LIMIT", "x")
    monkeypatch.setenv("PRBOT_LANGUAGE", "y")

    assert ["PRBOT_LANGUAGE", "PRBOT_LIMIT"] == sorted(
        line.split()[0] for line in _sentence().splitlines()
    )


def test_long_value_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence stays one, whatever was pasted."""
    monkeypatch.setenv("PRBOT_LIMIT", "9" * 100_000)

    assert len(_sentence()) < 200


def test_password_in_an_address_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that holds a password is refused, for links would tell it, and is not echoed."""
    monkeypatch.setenv("NOTES_BASE_URL", "https://user:hunter2@h/")
    with pytest.raises(SettingsError) as caught:
        read_settings()

    assert "the value (hidden)" in str(caught.value)
    assert "hunter2" not in "".join(traceback.format_exception(caught.value))


def test_tokens_are_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token shows in no print-out, alone or with the rest; code must ask for it."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", " xoxb-fake ")
    settings = read_settings()

    assert isinstance(settings.slack_bot_token, SecretStr)
    assert settings.slack_bot_token.get_secret_value() == "xoxb-fake"
    assert "xoxb" not in f"{settings!r} {settings} {settings.model_dump_json()}"


def test_each_token_is_a_secret() -> None:
    """Whatever is called a token, a secret or a key is typed as a secret."""
    open_ones = [
        name
        for name, field in Settings.model_fields.items()
        if name.endswith(("_token", "_secret", "_key")) and "SecretStr" not in str(field.annotation)
    ]

    assert [] == open_ones


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("PRBOT_LIMITS", "no setting is called PRBOT_LIMITS; did you mean PRBOT_LIMIT?"),
        ("PRBOT_LANGAUGE", "no setting is called PRBOT_LANGAUGE; did you mean PRBOT_LANGUAGE?"),
        (
            "PRBOT_SLACK_BOT_TOKEN",
            "no setting is called PRBOT_SLACK_BOT_TOKEN; did you mean SLACK_BOT_TOKEN?",
        ),
        ("PRBOT_ZZZZ", "no setting is called PRBOT_ZZZZ"),
    ],
)
def test_unknown_key(monkeypatch: pytest.MonkeyPatch, name: str, sentence: str) -> None:
    """A key that nothing reads is told, with the nearest that is read, and does no harm."""
    monkeypatch.setenv(name, "xoxb-fake")

    assert [sentence] == _warnings()
    assert read_settings(warn=lambda _: None).slack_bot_token is None


def test_unknown_key_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings go to standard error unless someone takes them."""
    Path(".env").write_text("PRBOT_NOTE=x\nSOMETHING_ELSE=1\n", "utf-8")
    read_settings()
    out, err = capsys.readouterr()

    assert (
        "",
        "prbot: no setting is called PRBOT_NOTE; did you mean PRBOT_NOTES?\n",
    ) == (out, err)


def test_known_keys_are_not_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are read in any case, as the environment of some systems has it."""
    monkeypatch.setenv("prbot_limit", "5")

    assert [] == _warnings()
    assert read_settings().limit == 5


def test_base_urls_end_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slash at the end makes no difference; Slack's client needs one, so it has one."""
    monkeypatch.setenv("NOTES_BASE_URL", "https://h/notes//")
    monkeypatch.setenv("SLACK_API_URL", "http://127.0.0.1:8080/api")
    settings = read_settings()

    assert settings.notes_base_url == "https://h/notes"
    assert settings.slack_api_url == "http://127.0.0.1:8080/api/"


def test_error_is_a_bot_error() -> None:
    """The edge catches one class for all sentences."""
    assert issubclass(SettingsError, BotError)


def test_keys_that_need_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no single key is wrong, the sentence names those that do not go together."""
    monkeypatch.setenv("PRBOT_PUBLIC_URL", "https://h.example")

    assert _sentence().startswith("PRBOT_PUBLIC_URL needs PRBOT_SECRET_KEY")
