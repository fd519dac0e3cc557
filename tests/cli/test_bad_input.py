"""Bad input costs only itself: a sentence that names the place, the right status, no traceback.

All with the real console script, in UTF-8 and in a locale that knows ASCII alone.
"""

import json
import os
import subprocess
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.process import BARE, PRBOT, UTF_8, Finished, environment, prbot

HEALTHY = "---\ntitle: FlashInfer 缓存键\nrepo: o/r\n---\n\n值得精读。FlashInfer 一处。\n"

# Each file with what `prbot index` says of it.
BAD: Mapping[str, tuple[bytes, str]] = {
    "empty.md": (b"", "empty.md: the file is empty"),
    "empty.txt": (b"", "empty.txt: the file is empty"),
    "empty.jsonl": (b"", "empty.jsonl: the file is empty"),
    "binary.md": (bytes(range(256)) * 40, "binary.md: the file cannot be read: it is a binary"),
    "encoding.md": (b"\xff\x81" * 500, "encoding.md: the file cannot be read"),
    "broken.md": (b"---\ntitle: [open\n---\n\ntext\n", "broken.md:3: the front matter is broken"),
    "unclosed.md": (b"---\ntitle: open\n\ntext\n", "unclosed.md:1: the front matter is broken"),
    "nothing.md": (b"---\nrepo: o/r\n---\n\n", "nothing.md: it has neither a title nor a text"),
    "lines.jsonl": (
        b'{"title": "sound", "text": "x"}\nno JSON\n[1]\n{"repo": "o/r"}\n',
        "lines.jsonl:2: the line is not JSON",
    ),
    "long.jsonl": (
        b'{"title": "long", "text": "' + b"a" * 50_000_000 + b'"}\n{"title": "after it"}\n',
        "long.jsonl:1: the line is longer than",
    ),
    "long.txt": (
        "o/r · 标签视图\n\n".encode() + b"a" * 50_000_000,
        "long.txt:3: the line is longer than",
    ),
}


@dataclass(frozen=True)
class Seen:
    """What a folder of bad files and a healthy one gave."""

    asked: Finished
    indexed: Finished


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of all bad files, a link to nothing, and one healthy note."""
    folder = tmp_path_factory.mktemp("bad") / "notes"
    folder.mkdir()
    (folder / "healthy.md").write_text(HEALTHY, encoding="utf-8")
    (folder / "vanished.md").symlink_to("nowhere.md")
    for name, (content, _) in BAD.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module", params=[UTF_8, BARE], ids=["utf-8", "ascii"])
def seen(folder: Path, request: pytest.FixtureRequest) -> Seen:
    """What the commands made of the folder, in each locale."""
    there = {"cwd": folder.parent, "environ": request.param}
    return Seen(
        prbot("ask", "FlashInfer", "--notes", "notes", **there),
        prbot("index", "--notes", "notes", **there),
    )


def test_the_healthy_note_is_served(seen: Seen) -> None:
    """One line tells that there were others, and which command says why."""
    assert 0 == seen.asked.status
    assert "1. FlashInfer 缓存键" in seen.asked.out.splitlines()
    assert (
        f"prbot: {len(BAD) + 1} files could not be read in full; "
        "`prbot index --notes notes` says why\n"
    ) == seen.asked.err


@pytest.mark.parametrize("expected", [*(said for _, said in BAD.values()), "vanished.md: "])
def test_each_bad_file_is_told_with_its_place_and_reason(seen: Seen, expected: str) -> None:
    """Results go to standard output: what was skipped is what was asked for."""
    assert 1 == sum(
        line.startswith(f"  notes/{expected}") for line in seen.indexed.out.splitlines()
    )
    assert (0, "") == (seen.indexed.status, seen.indexed.err)


@pytest.mark.parametrize("locale", [UTF_8, BARE], ids=["utf-8", "ascii"])
@pytest.mark.parametrize(
    ("notes", "place", "reason"),
    [
        ("nowhere", "nowhere", "the path does not exist"),
        ("hollow", "hollow", "no file there holds any"),
        ("empty.md", "empty.md", "the file is empty"),
    ],
)
def test_places_without_notes_are_bad_configuration(
    tmp_path: Path, notes: str, place: str, reason: str, locale: Mapping[str, str]
) -> None:
    """A missing path, a folder without notes, an empty file alone: one sentence, status 2."""
    (tmp_path / "hollow").mkdir()
    (tmp_path / "empty.md").touch()

    done = prbot("ask", "FlashInfer", "--notes", notes, cwd=tmp_path, environ=locale)

    assert (2, "") == (done.status, done.out)
    assert 1 == len(done.err.splitlines())
    assert done.err.startswith("prbot: no notes ")
    assert place in done.err
    assert reason in done.err


def test_an_index_without_notes_says_so(tmp_path: Path) -> None:
    """Status 1: the folder was looked at, and there is nothing in it; a sentence names it."""
    (tmp_path / "here").mkdir()
    done = prbot("index", "--notes", "here", cwd=tmp_path)

    assert (1, "prbot: there is no note at here; put .txt, .md or .jsonl files there\n") == (
        done.status,
        done.err,
    )
    assert done.out.startswith("Read 0 files: 0 notes, 0 paragraphs, 0 terms in ")


def test_a_missing_path_is_bad_usage_of_index_too(tmp_path: Path) -> None:
    """Status 2, and the place."""
    done = prbot("index", "--notes", "nowhere", cwd=tmp_path)

    assert (2, "") == (done.status, done.out)
    assert done.err.startswith("prbot: no notes at nowhere: the path does not exist")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one healthy note in `notes`."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "notes").mkdir()
    (folder / "notes" / "healthy.md").write_text(HEALTHY, encoding="utf-8")
    return folder


QUESTIONS = {
    "100,000 characters": ("FlashInfer " * 9091).encode(),
    "all the Han that fit": ("缓存键" * 14_500).encode(),  # an argument has at most 128 KiB
    "one long word": b"x" * 100_000,
    "punctuation": "？！。，…—（）".encode(),
    "control characters": b"\x01\x02\x1b[31m\x07\x7f",
    "C1 controls": "\x9b31m\x85".encode(),
    "not UTF-8": b"\xff\xfe\x80",
    "lone surrogates": b"\xed\xa0\x80\xed\xbf\xbf",
    "open quotes": '"“(['.encode(),
}


@pytest.mark.parametrize("locale", [UTF_8, BARE], ids=["utf-8", "ascii"])
@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_odd_questions_get_an_answer(
    sound: Path, question: bytes, locale: Mapping[str, str]
) -> None:
    """Found or not, it is a sentence; nothing the terminal would obey is in it."""
    done = prbot("ask", question, "--notes", "notes", cwd=sound, environ=locale)

    assert done.status in {0, 1}
    assert done.out
    assert "" == done.err
    assert "" == "".join(c for c in done.out if unicodedata.category(c) == "Cc" and c != "\n")


@pytest.mark.parametrize("locale", [UTF_8, BARE], ids=["utf-8", "ascii"])
def test_standard_input_may_hold_anything(sound: Path, locale: Mapping[str, str]) -> None:
    """Every line has its answer, in order, and the good ones are found; output is UTF-8."""
    han = ("缓存键" * 33_334).encode()
    lines = [*QUESTIONS.values(), han, b"", b"\x00", "缓存键\r".encode()]

    done = prbot(
        *("ask", "--notes", "notes", "--json", "-"),
        cwd=sound,
        environ=locale,
        stdin="\ufeffFlashInfer\n".encode() + b"\n".join(lines),
    )

    answers = [json.loads(line) for line in done.out.splitlines()]
    assert (0, "") == (done.status, done.err)
    assert ["FlashInfer", *(line.rstrip(b"\r").decode(errors="replace") for line in lines)] == [
        answer["query"] for answer in answers
    ]
    assert [1, 1] == [answers[0]["total"], answers[-1]["total"]]


def test_notes_cannot_command_the_terminal(tmp_path: Path) -> None:
    """Escape sequences in a note are shown as signs, on paper and in JSON."""
    (tmp_path / "evil.jsonl").write_text(
        json.dumps({"title": "FlashInfer \x1b[31m", "text": "\x9b2J \u202e FlashInfer \x07"}),
        encoding="utf-8",
    )
    for form in ([], ["--json"]):
        done = prbot("ask", "FlashInfer", "--notes", "evil.jsonl", *form, cwd=tmp_path)

        assert 0 == done.status
        assert "" == "".join(c for c in done.out if c in "\x1b\x9b\x07")


def test_file_names_may_be_any_bytes(tmp_path: Path) -> None:
    """A note in a file whose name is not UTF-8 is served as well."""
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text(HEALTHY, encoding="utf-8")

    done = prbot("ask", "FlashInfer", "--notes", ".", cwd=tmp_path)

    assert (0, "") == (done.status, done.err)
    assert "1. FlashInfer 缓存键" in done.out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ask"], "there is no question; try: prbot ask"),
        (["ask", " "], "there is no question; try: prbot ask"),
        (["ask", "x", "--limit", "0"], "'0' is not a whole number from 1 to 1000"),
        (["ask", "x", "--limit", "1001"], "'1001' is not a whole number from 1 to 1000"),
        (["ask", "x", "--limit", "9" * 9999], "is not a whole number from 1 to 1000"),
        (["ask", "x", "--limit", "many"], "'many' is not a whole number from 1 to 1000"),
        (["ask", "x", "--since", "soon"], "--since 'soon' is not a day; write 2026-11-30"),
        (["ask", "x", "--until", "2026-02-30"], "--until '2026-02-30' is not a day"),
        (
            ["ask", "x", "--since", "2026-12-01", "--until", "2026-11-01"],
            "--since 2026-12-01 is after --until 2026-11-01",
        ),
        (["ask", "x", "--explian"], "unrecognized arguments: --explian"),
        (["ask", "x", "--notes"], "expected at least one argument"),
        (["answer", "x"], "invalid choice: 'answer'"),
        ([], "COMMAND"),
    ],
)
def test_bad_usage_is_told_in_a_sentence(sound: Path, arguments: list[str], sentence: str) -> None:
    """Status 2, on standard error."""
    done = prbot(*arguments, cwd=sound)

    assert (2, "") == (done.status, done.out)
    assert sentence in done.err
    assert "Traceback" not in done.err


def test_a_bad_setting_is_told_in_a_sentence(sound: Path) -> None:
    """The key, what it was, and what it may be; a token is never told."""
    done = prbot(
        *("ask", "FlashInfer"),
        cwd=sound,
        environ={"PRBOT_LIMIT": "many", "SLACK_BOT_TOKEN": "xoxb-fake", "PRBOT_DEBUG": "0"},
    )

    assert (2, "") == (done.status, done.out)
    assert done.err.startswith("prbot: PRBOT_LIMIT ")
    assert "xoxb-fake" not in done.err
    assert "Traceback" not in done.err


def test_a_reader_that_leaves_early_is_no_fault(sound: Path) -> None:
    """`prbot ask … | head -1`: no traceback, no complaint at exit."""
    command = [str(PRBOT), "ask", "--notes", "notes", "--json", "-"]
    with subprocess.Popen(
        command,
        cwd=sound,
        env=environment({}, sound),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"FlashInfer\n")
        process.stdin.flush()
        assert b"FlashInfer" in process.stdout.readline()
        process.stdout.close()
        # Fewer than fit into a pipe, so that writing them does not depend on who reads.
        process.stdin.write(b"FlashInfer\n" * 100)
        process.stdin.close()
        said = process.stderr.read()

    assert (0, b"") == (process.returncode, said)


@pytest.mark.parametrize(
    ("redirection", "sentence"),
    [
        (">&-", "cannot be written to standard output: it is closed"),
        (">/dev/full", "cannot be written to standard output: No space left on device"),
    ],
)
def test_an_answer_that_cannot_be_written_is_told(
    sound: Path, redirection: str, sentence: str
) -> None:
    """It does not look like one that was given."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" ask FlashInfer --notes notes {redirection}', PRBOT],
        cwd=sound,
        env=environment({}, sound),
        capture_output=True,
        text=True,
        check=False,
    )

    assert 2 == done.returncode
    assert f"prbot: the results {sentence}\n" == done.stderr


@pytest.mark.parametrize(("redirection", "status"), [("2>&-", 0), ("<&-", 0), ("2>/dev/full", 0)])
def test_other_closed_streams_are_no_obstacle(sound: Path, redirection: str, status: int) -> None:
    """The answer comes where it can come."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" ask FlashInfer --notes notes {redirection}', PRBOT],
        cwd=sound,
        env=environment({}, sound),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert (status, "") == (done.returncode, done.stderr)
    assert "1. FlashInfer 缓存键" in done.stdout.splitlines()


def test_questions_from_a_closed_standard_input_are_bad_usage(sound: Path) -> None:
    """There is nothing to read; the sentence says so."""
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" ask --json - --notes notes <&-', PRBOT],
        cwd=sound,
        env=environment({}, sound),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (2, "") == (done.returncode, done.stdout)
    assert "standard input is closed" in done.stderr
