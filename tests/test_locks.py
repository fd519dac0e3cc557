"""The locks: exact versions with hashes, no address in them, and in line with `pyproject.toml`."""

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "requirements.lock"
BUILD = ROOT / "requirements.build.lock"
DEV = ROOT / "tests" / "requirements.lock"
BENCH = ROOT / "tests" / "bench" / "requirements.lock"
LOCKS = [RUNTIME, BUILD, DEV, BENCH]


def _pins(lock: Path) -> dict[str, str]:
    """Each package with its version (the lowest where Pythons differ)."""
    pins = re.findall(r"^([a-z0-9-]+)==([^ ]+)", lock.read_text("utf-8"), re.MULTILINE)
    return dict(reversed(pins))


def _named(requirements: list[str]) -> set[str]:
    names = (re.split(r"[\[<>=!~; ]", requirement)[0] for requirement in requirements)
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_address(lock: Path) -> None:
    """A lock works with any package index: it holds the address of none."""
    text = lock.read_text("utf-8")

    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_pin_has_hashes(lock: Path) -> None:
    """Each line is an exact version that goes on with hashes."""
    text = re.sub(r"^#.*\n", "", lock.read_text("utf-8"), flags=re.MULTILINE)

    assert [] == [
        entry
        for entry in re.split(r"\n(?=[a-z])", text)
        if not re.match(
            r"[a-z0-9-]+==\S+( ; [^\\]+)? \\\n(    --hash=sha256:[0-9a-f]{64}\b)", entry
        )
    ]


def test_all_that_is_asked_for_is_locked() -> None:
    """What `pyproject.toml` names stands in the locks (`make lock` after a change)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    groups = project["dependency-groups"]
    runtime = _named([*project["project"]["dependencies"], *chain.from_iterable(extras.values())])

    assert set() == runtime - set(_pins(RUNTIME))
    assert set() == (runtime | _named(groups["dev"])) - set(_pins(DEV))
    assert set() == _named(groups["bench"]) - set(_pins(BENCH))
    assert set() == _named(groups["build"]) - set(_pins(BUILD))


def test_tests_run_what_is_served() -> None:
    """What is tested and measured are the versions that are served."""
    assert _pins(RUNTIME).items() <= _pins(DEV).items() <= _pins(BENCH).items()
