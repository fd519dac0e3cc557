"""`make ask` and its set-up: what is done once, what is mended, and what is said when it cannot be.

Each test has a copy of the set-up's files in a folder of its own, and a Python that is a short
script: it answers what the set-up asks of it, writes down what it was told to install, and needs
no network.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    "Makefile",
    "pyproject.toml",
    "requirements.lock",
    "requirements.build.lock",
    "tests/requirements.lock",
    "tests/bench/requirements.lock",
    ".ci/set-up",
)
TOOLS = (
    *("awk", "cat", "chmod", "cksum", "cp", "dirname", "env", "grep", "head", "ls", "make"),
    *("mkdir", "rm", "sed", "sh", "sleep", "tail", "test"),
)
FAKE_PYTHON = """#!/bin/sh
here={folder}
case "$*" in
  *version_info*) cat "$here/{name}.version" ;;
  *ensurepip*) [ -e "$here/venv" ] ;;
  *"import pip"*) [ -e "$here/pip" ] ;;
  "-m venv .venv") mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
  "-m pip install"*)
    echo "$*" >>"$here/installed"
    if [ -e "$here/broken" ]; then cat "$here/broken"; exit 1; fi
    if [ -e "$here/unfit" ] && grep -qF "$(cat "$here/unfit")" "$here/installed"; then
      rm "$here/unfit"; exit 1
    fi
    if [ -e "$here/killed" ]; then kill -9 "$PPID"; fi ;;
  *QUESTION*) printf '%s' "$QUESTION" >"$here/question"; exit "$(cat "$here/exit")" ;;
esac
"""
ONE_SET_UP = ["-r requirements.build.lock", "-r requirements.lock", "--editable ."]


@dataclass(frozen=True)
class Machine:
    """A machine with a clone of the project, and with the Pythons given to it."""

    clone: Path
    programs: Path

    def add_python(self, version: str, name: str = "python3") -> None:
        script = self.programs / name
        script.write_text(FAKE_PYTHON.format(folder=self.programs, name=name), "utf-8")
        script.chmod(0o755)
        (self.programs / f"{name}.version").write_text(version.replace(".", " "), "utf-8")

    def make(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", *arguments],
            cwd=self.clone,
            env={"PATH": str(self.programs), **variables},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    def take_installed(self) -> list[str]:
        """What was installed since this was last asked: the end of each call."""
        calls = self.programs / "installed"
        lines = calls.read_text("utf-8").splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return [" ".join(line.split()[-2:]) for line in lines]

    @property
    def question(self) -> str:
        return (self.programs / "question").read_text("utf-8")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with the common tools, and a clone in a folder whose name has a space."""
    programs, clone = tmp_path / "programs", tmp_path / "a clone"
    programs.mkdir()
    for tool in TOOLS:
        path = shutil.which(tool)
        assert path is not None, f"these tests need {tool}"
        (programs / tool).symlink_to(path)
    for name in ("venv", "pip"):
        (programs / name).touch()
    (programs / "exit").write_text("0", "utf-8")
    for name in COPIED:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    return Machine(clone, programs)


@pytest.mark.parametrize(
    "question",
    [
        "FlashInfer 相关的 PR",
        'it\'s "quoted" and `run` and $HOME',
        "$(shell touch pwned) $(x) ${y} $@",
        "a # b ; c & d | e > f \\",
        "-v --help",
        "two\nlines",
        "%s %d * ? ~ !",
    ],
)
@pytest.mark.parametrize("place", ["argument", "environment"])
def test_question_arrives_as_typed(machine: Machine, question: str, place: str) -> None:
    """A question is data: neither make nor a shell finds anything in it."""
    machine.add_python("3.12.1")
    if place == "argument":
        done = machine.make("ask", f"Q={question}")
    else:
        done = machine.make("ask", Q=question)

    assert (0, "") == (done.returncode, done.stdout)
    assert question == machine.question
    assert not (machine.clone / "pwned").exists()


def test_makes_own_dollar(machine: Machine) -> None:
    """Those who know make write two dollars for one."""
    machine.add_python("3.12.1")
    machine.make("ask", "Q=$$(x) costs $$5")

    assert machine.question == "$(x) costs $5"


def test_no_question(machine: Machine) -> None:
    """Without a question it says how to ask, and sets nothing up."""
    done = machine.make("ask")

    assert done.returncode != 0
    assert 'Ask like this: make ask Q="FlashInfer 相关的 PR"' in done.stderr
    assert not (machine.clone / ".venv").exists()


@pytest.mark.parametrize(("status", "made"), [("0", 0), ("2", 2), ("3", 2), ("130", 2)])
def test_failure_shows(machine: Machine, status: str, made: int) -> None:
    """Make fails where the question could not be asked."""
    machine.add_python("3.12.1")
    (machine.programs / "exit").write_text(status, "utf-8")

    assert made == machine.make("ask", "Q=x").returncode


def test_set_up_is_done_once(machine: Machine) -> None:
    """The second command finds all in place, says nothing and installs nothing."""
    machine.add_python("3.12.1")
    first = machine.make("ask", "Q=x")

    assert ONE_SET_UP == machine.take_installed()
    assert "setting up .venv" in first.stderr

    second = machine.make("ask", "Q=x")

    assert [] == machine.take_installed()
    assert ("", "") == (second.stdout, second.stderr)


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.lock", "requirements.build.lock"])
def test_set_up_follows_the_lock(machine: Machine, name: str) -> None:
    """What was installed is brought in line when what it was made from changes."""
    machine.add_python("3.12.1")
    machine.make("ask", "Q=x")
    machine.take_installed()
    with (machine.clone / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    machine.make("ask", "Q=x")

    assert ONE_SET_UP == machine.take_installed()


def test_touched_files_change_nothing(machine: Machine) -> None:
    """A checkout that only renews the files' times costs no set-up."""
    machine.add_python("3.12.1")
    machine.make("ask", "Q=x")
    machine.take_installed()
    (machine.clone / "pyproject.toml").touch()
    machine.make("ask", "Q=x")

    assert [] == machine.take_installed()


def test_tests_need_more_and_serve_both(machine: Machine) -> None:
    """`make test` installs the tests' lock, which holds all that `make ask` needs."""
    machine.add_python("3.12.1")
    machine.make("ask", "Q=x")
    machine.take_installed()
    machine.make("test")

    assert "-r tests/requirements.lock" in machine.take_installed()

    machine.make("ask", "Q=x")

    assert [] == machine.take_installed()


def test_bench_goes_without_its_peers(machine: Machine) -> None:
    """Where the other engines cannot be installed, `make bench` measures without them."""
    machine.add_python("3.12.1")
    (machine.programs / "unfit").write_text("tests/bench/requirements.lock", "utf-8")
    done = machine.make("bench")

    assert done.returncode == 0
    assert "-r tests/requirements.lock" in machine.take_installed()


def test_cut_short_is_made_anew(machine: Machine) -> None:
    """A set-up that was killed half way is thrown away by the next command."""
    machine.add_python("3.12.1")
    (machine.programs / "killed").touch()

    assert machine.make("ask", "Q=x").returncode != 0

    (machine.programs / "killed").unlink()
    (machine.clone / ".venv/left-over").touch()
    machine.take_installed()
    done = machine.make("ask", "Q=x")

    assert done.returncode == 0
    assert "cut short" in done.stderr
    assert ONE_SET_UP == machine.take_installed()
    assert not (machine.clone / ".venv/left-over").exists()


def test_two_at_a_time(machine: Machine) -> None:
    """A set-up under way is not disturbed by another one."""
    machine.add_python("3.12.1")
    (machine.clone / ".venv").mkdir()
    (machine.clone / ".venv/part").write_text(str(os.getpid()), "utf-8")
    done = machine.make("ask", "Q=x")

    assert done.returncode != 0
    assert "another set-up is under way" in done.stderr
    assert (machine.clone / ".venv/part").exists()


def test_moved_clone_is_set_up_anew(machine: Machine) -> None:
    """A clone in a new place does not run the programs of the old one."""
    machine.add_python("3.12.1")
    machine.make("ask", "Q=x")
    machine.take_installed()
    moved = Machine(machine.clone.rename(machine.clone.with_name("moved")), machine.programs)
    moved.make("ask", "Q=x")

    assert ONE_SET_UP == moved.take_installed()


def test_python_that_went_away(machine: Machine) -> None:
    """A set-up whose Python no longer runs is made anew."""
    machine.add_python("3.12.1")
    machine.make("ask", "Q=x")
    machine.take_installed()
    (machine.clone / ".venv/bin/python").write_text("#!/nowhere\n", "utf-8")
    done = machine.make("ask", "Q=x")

    assert done.returncode == 0
    assert ONE_SET_UP == machine.take_installed()


def test_newest_python_is_chosen(machine: Machine) -> None:
    """Of several Pythons the newest is taken; shims that run nothing are passed over."""
    machine.add_python("3.11.2")
    machine.add_python("3.13.0", "python3.13")
    shim = machine.programs / "python3.14"
    shim.write_text("#!/bin/sh\nexit 127\n", "utf-8")
    shim.chmod(0o755)
    machine.make("ask", "Q=x")

    assert "python3.13.version" in (machine.clone / ".venv/bin/python").read_text("utf-8")


def test_python_by_name(machine: Machine) -> None:
    """`PYTHON=…` names the one to use."""
    machine.add_python("3.13.0", "python3.13")
    machine.add_python("3.11.2", "mine")
    machine.make("ask", "Q=x", "PYTHON=mine")

    assert "mine.version" in (machine.clone / ".venv/bin/python").read_text("utf-8")


def test_no_python(machine: Machine) -> None:
    """A machine without Python is told so."""
    done = machine.make("ask", "Q=x")

    assert done.returncode != 0
    assert "Python 3.11 or newer is needed, and no Python was found" in done.stderr


def test_old_pythons(machine: Machine) -> None:
    """A machine whose Pythons are too old is told which was the newest."""
    machine.add_python("2.7.18", "python")
    machine.add_python("3.10.13")
    done = machine.make("ask", "Q=x")

    assert done.returncode != 0
    assert "Python 3.11 or newer is needed, and the newest here is 3.10.13 (" in done.stderr


def test_no_venv_module(machine: Machine) -> None:
    """Debian parts venv from Python: the package to install is named."""
    machine.add_python("3.11.2")
    (machine.programs / "venv").unlink()
    done = machine.make("ask", "Q=x")

    assert done.returncode != 0
    assert "Python 3.11.2 (" in done.stderr
    assert "has no venv module: install it (Debian, Ubuntu: apt install python3-venv" in done.stderr


def test_no_network(machine: Machine) -> None:
    """Without a network it says so, and the next run, with one, goes on."""
    machine.add_python("3.12.1")
    broken = machine.programs / "broken"
    broken.write_text("WARNING: Retrying after connection broken by 'x'\nERROR: none", "utf-8")
    done = machine.make("ask", "Q=x")

    assert done.returncode != 0
    assert "the packages could not be fetched: is there a network" in done.stderr

    broken.unlink()

    assert machine.make("ask", "Q=x").returncode == 0


def test_help_names_all_targets(machine: Machine) -> None:
    """`make` alone lists every command with a line of what it does."""
    text = (ROOT / "Makefile").read_text("utf-8")
    targets = text.split(".PHONY:")[1].splitlines()[0].split()

    assert targets == [line.split()[1] for line in machine.make().stdout.splitlines()]
