"""What a source keeps on disk between two pulls: its notes as JSONL, and a small memory.

Files are replaced whole, by a rename, so a reader sees the old notes or the new ones; a note is
one JSON object a line, in the form `bot.notes.parsers` reads. What cannot be read counts as
absent: it costs one full pull, not the source.
"""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Record = dict[str, Any]
"""A note as a JSONL line holds it."""


def read_memory(path: Path) -> dict[str, Any]:
    """What `write_memory` kept, or nothing."""
    try:
        memory = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return memory if isinstance(memory, dict) else {}


def write_memory(path: Path, memory: Mapping[str, Any]) -> None:
    write_whole(path, json.dumps(memory, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def read_records(path: Path) -> dict[str, Record]:
    """The notes of a JSONL file by their id, in their order."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    records = {}
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict) and isinstance(record.get("id"), str):
            records[record["id"]] = record
    return records


def write_records(path: Path, records: Iterable[Record]) -> None:
    # U+2028 and its like end a line for `splitlines`; as escapes they stay inside their string.
    lines = (json.dumps(record, ensure_ascii=True) for record in records)
    write_whole(path, "".join(f"{line}\n" for line in lines))


def write_whole(path: Path, text: str) -> None:
    """Replace a file so that nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
