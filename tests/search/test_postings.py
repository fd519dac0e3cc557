"""What is kept of a term beside its documents, and that an index is whole without it."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.index import PostingIndex, Stored
from bot.search.postings import Limits, PostingArrays, TermLists, tenths
from tests.search.texts import SOME

IMPACT = st.sampled_from([0.1, 0.5, 0.5, 1.0, 2.5])
LISTS = st.lists(
    st.dictionaries(st.integers(0, 99), IMPACT, min_size=1, max_size=40), min_size=1, max_size=12
)
EVERY = Limits(added_up=0, row=100, least_row=0, champions=0, most_champions=3)
"""Rows and champions for every term with more than one document."""


def arrays_of(lists: list[dict[int, float]]) -> PostingArrays:
    """Posting arrays over a hundred documents."""
    bounds = np.cumsum([0, *map(len, lists)])
    ordered = [sorted(found.items()) for found in lists]
    ids = np.asarray([number for found in ordered for number, _ in found], np.int32)
    impacts = np.asarray([impact for found in ordered for _, impact in found], np.float32)
    return PostingArrays.of(100, bounds, ids, impacts)


@pytest.mark.parametrize("step", [1, 30, 1 << 20])
@SOME
@given(LISTS)
def test_the_largest_impacts_are_known(step: int, lists: list[dict[int, float]]) -> None:
    """The largest and the tenth of each list, however many lists are looked at in one go."""
    arrays = arrays_of(lists)
    falling = [sorted(map(np.float32, found.values()), reverse=True) for found in lists]

    assert [found[0] for found in falling] == arrays.most.tolist()
    assert [found[9] if len(found) > 9 else 0 for found in falling] == tenths(
        arrays.bounds, arrays.impacts, step
    ).tolist()


@pytest.mark.parametrize("limits", [Limits(), EVERY])
@SOME
@given(LISTS, st.lists(st.integers(0, 99), max_size=30))
def test_what_a_term_adds_is_looked_up(
    limits: Limits, lists: list[dict[int, float]], asked: list[int]
) -> None:
    """By a row or by a search, in any order; 0 where the term does not stand."""
    ready = TermLists(arrays_of(lists), limits)
    ids = np.asarray(asked, np.int32)

    for term, found in enumerate(lists):
        expected = [float(np.float32(found.get(number, 0))) for number in asked]

        assert expected == ready.of(term).look_up(ids).tolist()


@SOME
@given(LISTS)
def test_champions_are_all_that_is_large(lists: list[dict[int, float]]) -> None:
    """What is not among them is smaller than each of them; too many equals make none."""
    ready = TermLists(arrays_of(lists), EVERY)
    for term, found in enumerate(lists):
        champions = ready.of(term).champions
        if champions is None:
            most_equal = max(list(found.values()).count(value) for value in found.values())

            assert len(found) == 1 or most_equal > 3
            continue
        expected = sorted(
            number for number in found if np.float32(found[number]) >= champions.least
        )

        assert expected == champions.ids.tolist()
        assert [np.float32(found[number]) for number in expected] == champions.impacts.tolist()
        assert len(expected) >= min(3, len(found))


def test_only_frequent_terms_have_more_than_their_list() -> None:
    """And of them only those where it saves time: a small set of notes holds nothing twice."""
    corpus = [["common", "half"], ["common"]] * 300
    lists = TermLists(PostingIndex(corpus).stored.arrays, Limits())
    small = TermLists(PostingIndex(corpus[:24]).stored.arrays, Limits())

    assert lists.of(0).row is not None
    assert lists.of(0).champions is None
    assert lists.of(0) is lists.of(0)
    assert small.of(0).row is None


def test_warming_changes_no_answer() -> None:
    """It only spares the first questions some work."""
    corpus = [["a"] * (number % 3) + ["b"] * (number % 5) for number in range(300)]
    cold, warm = (PostingIndex(corpus, limits=EVERY) for _ in range(2))
    warm.warm()
    question = [("a", 1.0), ("b", 0.6)]

    assert [part.tolist() for part in cold.top_k(question, 10)] == [
        part.tolist() for part in warm.top_k(question, 10)
    ]


@pytest.mark.parametrize("corpus", [[], [[]], [["a", "b"], ["b"], []] * 40])
def test_an_index_is_restored_from_stored_arrays(corpus: list[list[str]], tmp_path: Path) -> None:
    """Mapped from files it answers as the one that was built, without a word of the documents."""
    built = PostingIndex(corpus, limits=EVERY)
    arrays = built.stored.arrays
    mapped = {}
    for name in ("bounds", "ids", "impacts", "most", "tenth"):
        np.save(tmp_path / name, getattr(arrays, name))
        mapped[name] = np.asarray(np.load(tmp_path / f"{name}.npy", mmap_mode="r"))
    stored = Stored(
        built.vocabulary, built.doc_len, built.stored.counts, PostingArrays(arrays.size, **mapped)
    )
    restored = PostingIndex(stored, limits=EVERY)
    question = [("b", 1.0), ("a", 0.6)]

    assert [part.tolist() for part in built.top_k(question, 10)] == [
        part.tolist() for part in restored.top_k(question, 10)
    ]
    assert built.get_scores(["a", "b"]).tolist() == restored.get_scores(["a", "b"]).tolist()
    assert dict(built.idf) == dict(restored.idf)
    assert (built.corpus_size, built.avgdl) == (restored.corpus_size, restored.avgdl)
