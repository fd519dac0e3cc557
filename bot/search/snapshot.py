"""An index on disk: written once it is built, mapped into memory when the bot starts again.

A snapshot is a folder of arrays, named by a key that stands for everything they were made from.
It is written beside its place and moved there whole, and every file of it is summed up in its
table: one that is torn, changed or of another make is not believed, and the index is built anew.
"""

import json
import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from bot.search.collection import Collection
from bot.search.counting import Counted
from bot.search.facets import Facets
from bot.search.impacts import Model
from bot.search.index import PostingIndex, left_open
from bot.search.revision import settled
from bot.search.scoring import Fields
from bot.search.stored_notes import StoredNotes, stored
from bot.search.stored_terms import StoredTerms, pack
from bot.search.tuning import Tuning

Arrays = dict[str, npt.NDArray[Any]]

_TABLE = "table.json"
_KEPT = 3  # snapshots; older ones are of notes that have changed since
_COUNTED = ("lengths", "frequency", "ids", "counts")
_TERMS = ("text", "term_bounds", "hashes", "numbers")


class SnapshotError(ValueError):
    """A snapshot that cannot be believed; it never leaves this module."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a snapshot gives back.

    Args:
        collection: The notes with their index.
        extra: What was kept with it.
    """

    collection: Collection
    extra: Any


def save(folder: Path, key: str, collection: Collection, extra: object) -> None:
    """Write a snapshot.

    Args:
        folder: Where snapshots are; made if it is not there.
        key: Stands for all that the collection was made from; safe as a file name.
        collection: What is kept.
        extra: What shall be given back with it, fit for JSON.

    Raises:
        OSError: It cannot be written; nothing of it is left.
    """
    folder.mkdir(parents=True, exist_ok=True)
    place = Path(mkdtemp(prefix=".new-", dir=folder))
    try:
        told = {name: _write(place / name, array) for name, array in _unmade(collection).items()}
        facets = collection.facets
        table = {
            "key": key,
            "arrays": told,
            "chunks": collection.chunks,
            "repos": _lists(facets.repos),
            "labels": _lists(facets.labels),
            "extra": extra,
        }
        text = json.dumps(table)
        (place / _TABLE).write_text(f"{crc32(text.encode()):08x}\n{text}", encoding="ascii")
        with suppress(OSError):  # another process was first, with the same
            place.rename(folder / key)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    _let_go(folder)


def load(folder: Path, key: str, tuning: Tuning) -> Restored | None:
    """Map a snapshot into memory; `None` where there is none that can be believed."""
    try:
        table = _table(folder, key)
        return Restored(
            _made(_read_all(folder / key, table["arrays"]), table, tuning), table["extra"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def extra_of(folder: Path, key: str) -> Any:
    """What was kept beside a snapshot, without a look at the rest; `None` as for `load`."""
    try:
        return _table(folder, key)["extra"]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def latest(folder: Path) -> list[str]:
    """The keys of all snapshots, the latest first."""
    try:
        written = {
            place.name: (place / _TABLE).stat().st_mtime
            for place in folder.iterdir()
            if not place.name.startswith(".") and (place / _TABLE).exists()
        }
    except OSError:
        return []
    return sorted(written, key=lambda key: (-written[key], key))


def _table(folder: Path, key: str) -> Any:
    """The table of a snapshot.

    Raises:
        OSError: There is none.
        ValueError: It cannot be believed.
    """
    told, _, text = (folder / key / _TABLE).read_text(encoding="ascii").partition("\n")
    if told != f"{crc32(text.encode()):08x}":
        raise SnapshotError(key)
    table = json.loads(text)
    if table["key"] != key:
        raise SnapshotError(key)
    return table


def _unmade(collection: Collection) -> Arrays:
    """All arrays of a collection by name."""
    lines, note_bounds = stored(collection.notes)
    facets = collection.facets
    arrays: Arrays = {
        "notes": np.frombuffer(lines, np.uint8),
        "note_bounds": note_bounds,
        "first": collection.first,
        "tie": collection.tie,
        "days": facets.days,
        "levels": facets.levels,
    }
    fields = {"words": collection.fields.words, "bigrams": collection.fields.bigrams}
    for field, index in fields.items():
        kept = settled(index.stored.counted)
        arrays |= {f"{field}.{name}": part for name, part in pack(kept.numbers).items()}
        arrays |= {f"{field}.{name}": getattr(kept, name) for name in _COUNTED}
    return arrays


def _made(arrays: Arrays, table: Mapping[str, Any], tuning: Tuning) -> Collection:
    """The collection that arrays and table tell of."""
    notes = StoredNotes(arrays["notes"].data, arrays["note_bounds"])
    first = arrays["first"]
    facets = Facets(
        len(notes),
        arrays["days"],
        arrays["levels"],
        _numbers(table["repos"]),
        _numbers(table["labels"]),
    )
    fields = Fields(
        _index(arrays, "words", tuning), _index(arrays, "bigrams", tuning), tuning.bigram_weight
    )
    note_of = np.repeat(np.arange(len(notes)), np.diff(first))
    return Collection(notes, fields, first, note_of, facets, arrays["tie"], tuple(table["chunks"]))


def _index(arrays: Arrays, field: str, tuning: Tuning) -> PostingIndex:
    terms = StoredTerms(*(arrays[f"{field}.{name}"] for name in _TERMS))
    counted = Counted(terms, *(arrays[f"{field}.{name}"] for name in _COUNTED))
    # What a list adds to scores is worked out when it is first asked for: quicker than to read it.
    k1, b, delta = tuning.k1, tuning.b, tuning.delta
    return PostingIndex(left_open(counted, Model(k1, b, delta)), k1=k1, b=b, delta=delta)


def _write(path: Path, array: npt.NDArray[Any]) -> tuple[str, int, int]:
    """Write an array; tell its type, its length and its sum."""
    plain = np.ascontiguousarray(array)
    plain.tofile(path)
    return plain.dtype.str, len(plain), crc32(plain.data) if len(plain) else 0


def _read_all(place: Path, told: Mapping[str, Any]) -> Arrays:
    """Map all arrays; they are summed side by side, since summing lets other threads run."""
    with ThreadPoolExecutor() as pool:
        read = pool.map(lambda name: _read(place / name, *told[name]), told)
        return dict(zip(told, read, strict=True))


def _read(path: Path, kind: str, length: int, told: int) -> npt.NDArray[Any]:
    """Map an array, and look whether it is what was written.

    Raises:
        SnapshotError: It is not.
    """
    dtype = np.dtype(kind)
    if path.stat().st_size != length * dtype.itemsize:
        raise SnapshotError(path)
    if not length:
        return np.empty(0, dtype)
    with path.open("rb") as file:
        mapped = mmap(file.fileno(), 0, access=ACCESS_READ)
    if crc32(mapped) != told:
        raise SnapshotError(path)
    return np.frombuffer(mapped, dtype)


def _lists(facet: Mapping[str, npt.NDArray[np.int64]]) -> dict[str, list[int]]:
    return {name: numbers.tolist() for name, numbers in facet.items()}


def _numbers(lists: Mapping[str, list[int]]) -> dict[str, npt.NDArray[np.int64]]:
    return {name: np.asarray(numbers, np.int64) for name, numbers in lists.items()}


def _let_go(folder: Path) -> None:
    """Remove all snapshots but the latest ones."""
    for key in latest(folder)[_KEPT:]:
        shutil.rmtree(folder / key, ignore_errors=True)
