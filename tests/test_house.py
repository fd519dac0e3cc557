"""The house rules that a program can hold: who imports whom, what stays pure, how long things are.

`ALLOWED` is the shape of the project in one table. A new package gets a row; a row that grows is a
decision, to be made here and not by accident.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import quantiles

import pytest

ROOT = Path(__file__).resolve().parent.parent

CORE = {"errors", "notes", "search", "links"}
ALLOWED = {
    "errors": set[str](),
    "setting_values": set[str](),
    "settings": {"errors", "setting_values"},
    "notes": {"errors"},
    "search": {"errors", "notes"},
    "links": {"errors", "notes"},
    "state": {"errors", "notes"},
    "digest": {*CORE, "state"},
    "terminal": {*CORE, "digest"},
    "slack": {*CORE, "digest", "state"},
    "web": {*CORE, "digest", "state"},
    "app": {*CORE, "settings", "state", "digest", "slack", "web"},
    "commands": {*CORE, "settings", "state", "digest", "slack", "web", "terminal", "app"},
    "cli": {"errors", "settings", "commands"},
    "__main__": {"cli"},
    "__init__": set[str](),
}
"""What each part of `bot` may import beside itself."""

ONLY_IN = {
    "pydantic": {"settings", "setting_values"},
    "pydantic_settings": {"settings"},
    "sqlalchemy": {"state"},
    "numpy": {"search"},
    "jieba": {"search"},
    "rjieba": {"search"},
    "rank_bm25": {"search"},
}
"""Where a library is known; elsewhere it could be swapped without a change."""

PURE = (
    *("bot.notes", "bot.search", "bot.links", "bot.digest.compose", "bot.digest.schedule"),
    *("bot.slack.mrkdwn", "bot.slack.blocks"),
)
READERS = (
    *("bot.notes.files", "bot.notes.library", "bot.notes.reading", "bot.notes.rereading"),
    *("bot.notes.watch", "bot.notes.sources", "bot.search.glossary", "bot.search.snapshot"),
)
"""The modules inside the pure packages whose work it is to read files or the network."""

IMPURE_IMPORTS = {
    *("os", "pathlib.Path", "shutil", "socket", "subprocess", "tempfile", "threading", "time"),
    *("random", "urllib.request", "httpx", "requests", "sqlalchemy", "flask", "slack_bolt"),
    *("slack_sdk.web", "slack_sdk.socket_mode", "watchfiles"),
}
IMPURE_CALLS = {"open", "print", "input", "now", "utcnow", "today", "read_text", "read_bytes"}

UNTELLING = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _part(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    """Each import with its line, as `package.module` and as `package.module.name`."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full here"
            yield node.lineno, str(node.module)
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def _is_in(module: str, names: tuple[str, ...]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in names)


def _functions(folder: str) -> Iterator[tuple[str, int]]:
    """Each function with its place and its length, without decorators and docstring."""
    for path in _files(folder):
        for node in ast.walk(_tree(path)):
            if isinstance(node, Function):
                lines = int(node.end_lineno or node.lineno) - node.lineno + 1
                if ast.get_docstring(node, clean=False) is not None:
                    said = node.body[0]
                    lines -= int(said.end_lineno or said.lineno) - said.lineno + 1
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", lines


@pytest.mark.parametrize("path", _files("bot"), ids=_module)
def test_direction(path: Path) -> None:
    """A module imports only what its part of the project may know."""
    part = _part(_module(path))
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for line, name in _imports(path)
        if name.startswith("bot.") and _part(name) not in {part, *ALLOWED[part]}
    ]

    assert [] == wrong


def test_each_part_has_a_row() -> None:
    """The table names what there is, and nothing that is gone."""
    parts = {_part(_module(path)) for path in _files("bot")}

    assert parts <= set(ALLOWED)


def test_libraries_stay_where_they_are_known() -> None:
    """A library is imported by the part it serves alone."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in _files("bot")
        for line, name in _imports(path)
        if _part(_module(path)) not in ONLY_IN.get(name.split(".")[0], {_part(_module(path))})
    ]

    assert [] == wrong


@pytest.mark.parametrize(
    "path",
    [p for p in _files("bot") if _is_in(_module(p), PURE) and not _is_in(_module(p), READERS)],
    ids=_module,
)
def test_core_is_pure(path: Path) -> None:
    """The core takes clock, files and network as arguments: it reaches for none of them."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for line, name in _imports(path)
        if _is_in(name, tuple(IMPURE_IMPORTS))
    ]
    wrong += [
        f"{path.relative_to(ROOT)}:{node.lineno} calls {name}"
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Call) and (name := _called(node)) in IMPURE_CALLS
    ]

    assert [] == wrong


def _called(call: ast.Call) -> str:
    """The last name of what is called; what a package ships as data may be read."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    if not isinstance(call.func, ast.Attribute):
        return ""
    return "" if "files(" in ast.unparse(call.func.value) else call.func.attr


@pytest.mark.parametrize(("folder", "usual", "most"), [("bot", 25, 45), ("tests", 25, 60)])
def test_functions_are_short(folder: str, usual: int, most: int) -> None:
    """Nine in ten functions fit in 25 lines; none is much longer (tests may tell a story)."""
    lengths = dict(_functions(folder))

    assert {} == {place: lines for place, lines in lengths.items() if lines > most}
    assert quantiles(lengths.values(), n=10)[-1] <= usual


@pytest.mark.parametrize(("folder", "most"), [("bot", 300), ("tests", 450)])
def test_modules_are_short(folder: str, most: int) -> None:
    """A module is read in one sitting."""
    lengths = {_module(p): len(p.read_text("utf-8").splitlines()) for p in _files(folder)}

    assert {} == {name: lines for name, lines in lengths.items() if lines > most}


@pytest.mark.parametrize("folder", ["bot", "tests"])
def test_modules_open_with_what_they_own(folder: str) -> None:
    """Each module that holds code says first what it is for."""
    silent = [_module(path) for path in _files(folder) if _tree(path).body and not _docstring(path)]

    assert [] == silent


def _docstring(path: Path) -> str | None:
    return ast.get_docstring(_tree(path))


def test_names_tell() -> None:
    """No drawer for what has no place."""
    assert [] == [_module(p) for p in _files("bot") if UNTELLING & set(p.with_suffix("").parts)]


def test_nothing_is_patched() -> None:
    """Tests use fakes of their own: what needs patching has no seam."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in [*_files("tests"), *_files("bot")]
        for line, name in _imports(path)
        if _is_in(name, ("unittest.mock", "mock", "pytest_mock"))
    ]

    assert [] == wrong


def test_each_test_says_what_it_expects() -> None:
    """A test's docstring states the behaviour as a sentence."""
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in _files("tests")
        for node in ast.walk(_tree(path))
        if isinstance(node, Function)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    ]

    assert [] == silent
