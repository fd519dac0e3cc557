"""What each part of the search is worth: the same queries with one part switched off at a time.

Most parts are the numbers of `bot.search.tuning.Tuning`, which no setting and no flag reaches; so
the searchers are built here, by the same steps as `prbot ask` builds its own. The steps of reading
that have no number there are left out by `tests.bench.steps`.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.notes.library import read_library
from bot.notes.model import Note
from bot.search.glossary import Glossary
from bot.search.query import parse_query
from bot.search.searcher import Searcher
from bot.search.tuning import Tuning
from tests.bench.measures import ndcg
from tests.bench.sets import JudgedQuery, RetrievalSet
from tests.bench.steps import STEPS, alone

LIMIT = 10

PARTS: Mapping[str, Mapping[str, Any]] = {
    "all parts": {},
    "bigrams not scored": {"bigram_weight": 0.0},
    "title counts once": {"title_weight": 1},
    "title not indexed": {"title_weight": 0},
    "no loose translations": {"loose_weight": 0.0},
    "no glossary": {"loose_weight": 0.0, "group_weight": 0.0},
    "translations at full weight": {"loose_weight": 1.0, "group_weight": 1.0},
    "translations beside own words": {"literal_first": False},
    "share of the question not counted": {"coverage_power": 0.0},
    "no floor for a term (δ)": {"delta": 0.0},
    "long questions read as short ones": {"long_question": 1_000_000},
    "no spelling correction": {"typos": False},
    **{name: {} for name in STEPS},
}

Means = Mapping[str, float]
"""Mean nDCG@10 by type of query."""


def ablate(
    sets: Sequence[RetrievalSet], *, most: int, parts: Mapping[str, Mapping[str, Any]] = PARTS
) -> dict[str, dict[str, float]]:
    """Measure every variant on every set.

    Args:
        sets: The sets.
        most: How many queries of a type are asked, evenly chosen; 0 for all.
        parts: What each variant changes.

    Returns:
        The means of each variant.
    """
    measured: dict[str, dict[str, float]] = {name: {} for name in parts}
    for judged in sets:
        queries = chosen(judged.queries, most)
        for name, figures in _variants(judged.corpus, queries, parts):
            measured[name] |= figures
            print(f"{judged.name}: {name}", file=sys.stderr, flush=True)
    return measured


def _variants(
    corpus: Path, queries: Sequence[JudgedQuery], parts: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, Means]]:
    notes = read_library([corpus]).notes
    for name, changes in parts.items():
        if name in STEPS:
            yield name, alone(name, _means_of, corpus, queries)
        else:
            yield name, means(notes, queries, replace(Tuning(), **changes))


def _means_of(corpus: Path, queries: Sequence[JudgedQuery]) -> Means:
    return means(read_library([corpus]).notes, queries, Tuning())


def chosen(queries: Sequence[JudgedQuery], most: int) -> list[JudgedQuery]:
    """At most so many queries of each type, spread over all of that type."""
    kept = []
    for kind in dict.fromkeys(query.kind for query in queries):
        of_kind = [query for query in queries if query.kind == kind]
        count = min(most or len(of_kind), len(of_kind))
        kept += [of_kind[number * len(of_kind) // count] for number in range(count)]
    return kept


def means(notes: Sequence[Note], queries: Sequence[JudgedQuery], tuning: Tuning) -> Means:
    """Mean nDCG@10 by type of query, with one tuning."""
    searcher = Searcher.build(notes, Glossary.load(), tuning=tuning)
    today = datetime.now().astimezone().date()
    gains: dict[str, list[float]] = {}
    for query in queries:
        found = searcher.search(parse_query(query.text, today=today), limit=LIMIT)
        ids = [hit.note.id for hit in found.hits]
        gains.setdefault(query.kind, []).append(ndcg(ids, query.relevant, LIMIT))
    return {kind: sum(values) / len(values) for kind, values in gains.items()}


def show(measured: Mapping[str, Means]) -> str:
    """The table: the first variant's means, and how far every other is from them."""
    first, *others = measured.items()
    kinds = list(first[1])
    width = max(map(len, measured)) + 2
    lines = ["".join([" " * width, *(f"{kind:>10}" for kind in kinds)])]
    lines.append("".join([f"{first[0]:<{width}}", *(f"{first[1][kind]:>10.3f}" for kind in kinds)]))
    for name, values in others:
        steps = (f"{values[kind] - first[1][kind]:>+10.3f}" for kind in kinds)
        lines.append("".join([f"{name:<{width}}", *steps]))
    return "\n".join(lines)
