"""The ten best without scoring all: held to exhaustive scoring, bit for bit, on every way there."""

from collections.abc import Sequence
from itertools import permutations
from threading import Barrier, Thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.index import PostingIndex
from bot.search.postings import Limits
from tests.search.texts import SOME

ADDED_UP = Limits()
ROWS = Limits(least_row=0, row=3)
MAX_SCORE = Limits(added_up=0, champions=10_000, many=10_000)
EARLY = Limits(added_up=0, row=2, least_row=2, champions=4, most_champions=2, many=1)
LATE = Limits(added_up=0, row=1, least_row=10_000, champions=3, most_champions=1, many=4)
WAYS = [ADDED_UP, ROWS, MAX_SCORE, EARLY, LATE]
"""The small corpora of tests on the ways that large ones take."""

TERMS = list("abcdef")
DOCUMENT = st.lists(st.sampled_from(TERMS), max_size=4)
"""Of few terms and lengths, so that many documents score alike."""

CORPUS = st.lists(DOCUMENT, max_size=60)
LARGE = st.builds(
    lambda seed, size: drawn(np.random.default_rng(seed), size),
    st.integers(0, 1 << 32),
    st.integers(100, 400),
)
WEIGHT = st.sampled_from([1.0, 1.0, 0.6, 0.2, 0.1 + 0.2, 3.0])
QUESTION = st.lists(st.tuples(st.sampled_from([*TERMS, "nowhere"]), WEIGHT), max_size=7)
COUNT = st.integers(0, 15) | st.just(1000)


def drawn(random: np.random.Generator, size: int) -> list[list[str]]:
    """Documents of ten terms or fewer, with rare terms and frequent ones."""
    lengths = random.integers(0, 10, size)
    ranks = np.minimum(random.geometric(0.45, int(lengths.sum())) - 1, len(TERMS) - 1)
    return [
        [TERMS[rank] for rank in part] for part in np.split(ranks, np.cumsum(lengths)[:-1].tolist())
    ]


def exhaustive(
    index: PostingIndex, question: Sequence[tuple[str, float]], count: int
) -> tuple[list[int], list[float]]:
    """All documents scored and sorted: the oracle."""
    scores = np.zeros(index.corpus_size, np.float32)
    for term, weight in question:
        found = index.postings(term)
        scores[found.ids] += found.impacts * np.float32(weight)
    order = sorted(np.flatnonzero(scores).tolist(), key=lambda number: (-scores[number], number))
    return order[:count], scores[order[:count]].tolist()


@pytest.mark.parametrize("limits", WAYS)
@SOME
@given(CORPUS | LARGE, QUESTION, COUNT)
def test_the_best_are_those_of_exhaustive_scoring(
    limits: Limits, corpus: list[list[str]], question: list[tuple[str, float]], count: int
) -> None:
    """The same documents in the same order with the same scores, to the last bit."""
    index = PostingIndex(corpus, limits=limits)
    ids, scores = index.top_k(question, count)

    assert ("int32", "float32") == (ids.dtype.name, scores.dtype.name)
    assert exhaustive(index, question, count) == (ids.tolist(), scores.tolist())


@SOME
@given(LARGE, st.lists(st.sampled_from(TERMS), max_size=6))
def test_scores_equal_get_scores(corpus: list[list[str]], terms: list[str]) -> None:
    """At weight 1 they are the scores of rank_bm25's interface, to the last bit."""
    index = PostingIndex(corpus, limits=EARLY)
    ids, scores = index.top_k([(term, 1.0) for term in terms], 10)

    assert index.get_scores(terms)[ids].tolist() == scores.tolist()


@pytest.mark.parametrize("limits", WAYS)
def test_asking_changes_nothing(limits: Limits) -> None:
    """Sums are made in place, but never in the index: a second answer equals the first."""
    index = PostingIndex(drawn(np.random.default_rng(1), 300), limits=limits)
    question = [(term, 1.0) for term in TERMS]
    before = index.get_scores(TERMS).tolist()
    answers = [[part.tolist() for part in index.top_k(question, 10)] for _ in range(3)]

    assert answers[0] == answers[1] == answers[2]
    assert before == index.get_scores(TERMS).tolist()


@pytest.mark.parametrize("limits", WAYS)
def test_ties_go_to_the_lower_number(limits: Limits) -> None:
    """Of documents with equal scores the first ones are answered, in order."""
    index = PostingIndex([["a", "b"]] * 200, limits=limits)
    ids, _ = index.top_k([("b", 1.0), ("a", 0.5)], 10)

    assert list(range(10)) == ids.tolist()


@pytest.mark.parametrize("limits", WAYS)
@pytest.mark.parametrize("corpus", [[], [[]], [[], []]])
def test_nothing_is_found_in_nothing(limits: Limits, corpus: list[list[str]]) -> None:
    """An empty corpus answers with two empty arrays."""
    ids, scores = PostingIndex(corpus, limits=limits).top_k([("a", 1.0)], 10)

    assert 0 == len(ids) == len(scores)


def test_long_questions_stay_exact() -> None:
    """The slack of bounds grows with the number of terms, as the error of sums does."""
    random = np.random.default_rng(3)
    names = [f"t{number}" for number in range(300)]
    corpus = [random.choice(names, 80).tolist() for _ in range(500)]
    index = PostingIndex(corpus, limits=EARLY)
    question = [(name, float(random.choice([0.2, 0.6, 1.0]))) for name in names]
    ids, scores = index.top_k(question, 10)

    assert exhaustive(index, question, 10) == (ids.tolist(), scores.tolist())


def test_threads_may_ask_at_once() -> None:
    """What frequent terms need is made by whoever asks first; all get the same answer."""
    index = PostingIndex(drawn(np.random.default_rng(2), 400), limits=EARLY)
    question = [(term, 1.0) for term in TERMS]
    start = Barrier(8)
    answers: list[list[int]] = []

    def ask() -> None:
        start.wait()
        answers.append(index.top_k(question, 10)[0].tolist())

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [exhaustive(index, question, 10)[0]] * 8 == answers


@pytest.mark.parametrize(("seed", "count", "limits"), [(275, 5, EARLY), (291, 1, LATE)])
def test_bounds_leave_room_for_rounding(seed: int, count: int, limits: Limits) -> None:
    """Where documents have one sum in different orders, bounds without slack would lose some.

    The seeds are those of four hundred for which they do.
    """
    random = np.random.default_rng(seed)
    orders = list(permutations((1, 2, 3, 5)))
    chosen = [orders[random.integers(len(orders))] for _ in range(random.integers(20, 200))]
    corpus = [
        [term for term, times in zip("abcd", order, strict=True) for _ in range(times)]
        for order in chosen
    ]
    question = [
        (term, float(random.choice([1.0, 1.0, 0.3]))) for term in random.permutation(TERMS[:4])
    ]
    index = PostingIndex(corpus, limits=limits)
    ids, scores = index.top_k(question, count)

    assert exhaustive(index, question, count) == (ids.tolist(), scores.tolist())
