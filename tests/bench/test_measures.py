"""The measures against cases worked out by hand."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.measures import dcg, ndcg, quantile

IDS = st.sampled_from("abcdefghijklmnop")


def test_dcg_leaves_the_first_rank_undiscounted() -> None:
    """Gains 3, 2, 0, 1 give 3 + 2/log2(3) + 1/log2(5)."""
    assert 3 + 2 / log2(3) + 1 / log2(5) == pytest.approx(dcg([3, 2, 0, 1]))


@pytest.mark.parametrize(
    ("ranked", "relevant", "expected"),
    [
        (["a", "b"], {"a": 1}, 1.0),
        (["b", "a"], {"a": 1}, 1 / log2(3)),
        (["b", "c", "a"], {"a": 1}, 0.5),
        (["a", "x", "b"], {"a": 1, "b": 1}, 1.5 / (1 + 1 / log2(3))),
        (["b", "a"], {"a": 2, "b": 1}, (1 + 2 / log2(3)) / (2 + 1 / log2(3))),
        (["x", "y"], {"a": 1}, 0.0),
        ([], {"a": 1}, 0.0),
        (["a"], {}, 0.0),
    ],
)
def test_ndcg_of_small_rankings(
    ranked: list[str], relevant: dict[str, float], expected: float
) -> None:
    """Each case is a ranking whose value fits on a line."""
    assert expected == pytest.approx(ndcg(ranked, relevant))


def test_only_ten_places_count() -> None:
    """The eleventh place earns nothing, and an eleventh relevant id is not missed."""
    relevant = {f"n{number}": 1.0 for number in range(11)}

    assert ndcg(list(relevant), relevant) == 1.0
    assert ndcg([*map(str, range(10)), "n0"], {"n0": 1.0}) == 0.0


def test_a_repeated_id_earns_once() -> None:
    """One good note answered twice is no better than answered once."""
    assert ndcg(["a", "x"], {"a": 1, "b": 1}) == ndcg(["a", "a"], {"a": 1, "b": 1})


@given(st.lists(IDS, max_size=20), st.dictionaries(IDS, st.sampled_from([1.0, 2.0, 3.0])))
def test_ndcg_is_a_share(ranked: list[str], relevant: dict[str, float]) -> None:
    """No ranking is worth less than nothing or more than the best one."""
    assert 0 <= ndcg(ranked, relevant) <= 1 + 1e-9


@given(st.dictionaries(IDS, st.sampled_from([1.0, 2.0, 3.0]), min_size=1))
def test_the_ideal_ranking_is_worth_one(relevant: dict[str, float]) -> None:
    """Ids by falling gain are the best ranking there is."""
    ideal = sorted(relevant, key=lambda name: -relevant[name])

    assert ndcg(ideal, relevant) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("share", "expected"), [(0.5, 2), (0.51, 3), (0.95, 4), (0.0, 1), (1.0, 4)]
)
def test_a_quantile_is_one_of_the_values(share: float, expected: int) -> None:
    """Of 1, 2, 3, 4 the half lies at 2 and the 95th hundredth at 4."""
    assert expected == quantile([4, 1, 3, 2], share)
