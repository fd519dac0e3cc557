"""Retrieval sets on disk: a corpus, queries, and which documents answer which query.

One folder a set: `corpus.jsonl` {id, title, text}, `queries*.jsonl` {id, text, type} and
`qrels*.tsv` (query id, document id, relevance). A folder may hold one part of the queries or
several; all are read.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query and the gains of the documents that answer it.

    Args:
        text: The query on one line.
        kind: Its type, the row of the table it counts for.
        relevant: Gain by document id.
    """

    text: str
    kind: str
    relevant: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """A set, its corpus left on disk until someone asks for it."""

    name: str
    corpus: Path
    queries: tuple[JudgedQuery, ...]

    def documents(self) -> Iterator[tuple[str, str]]:
        """Each document's id and its searchable text: title and body."""
        for row in _rows(self.corpus):
            yield row["id"], f"{row.get('title', '')}\n{row['text']}"


def read_sets(folder: Path, *, only: str | None = None) -> tuple[RetrievalSet, ...]:
    """Read every set of a folder, or the one of a name; a set's own folder will do too.

    Raises:
        FileNotFoundError: There is no set there.
    """
    places = [folder] if (folder / "corpus.jsonl").is_file() else sorted(folder.glob("*/"))
    found = tuple(
        _read_set(place)
        for place in places
        if (place / "corpus.jsonl").is_file() and only in (None, place.name)
    )
    if not found:
        wanted = f"set named {only}" if only else "retrieval set (a folder with corpus.jsonl)"
        raise FileNotFoundError(f"no {wanted} in {folder}")
    return found


def _read_set(folder: Path) -> RetrievalSet:
    relevant: dict[str, dict[str, float]] = defaultdict(dict)
    for path in sorted(folder.glob("qrels*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            query, document, gain = line.split("\t")
            relevant[query][document] = float(gain)
    queries = tuple(
        JudgedQuery(
            " ".join(row["text"].split()), row.get("type", folder.name), relevant[row["id"]]
        )
        for path in sorted(folder.glob("queries*.jsonl"))
        for row in _rows(path)
    )
    return RetrievalSet(folder.resolve().name, folder / "corpus.jsonl", queries)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
