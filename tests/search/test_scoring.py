"""Scores and holders of concepts, against sums done by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.analysis import analyze
from bot.search.concepts import Concept, Form, Role, word_form
from bot.search.index import PostingIndex
from bot.search.scoring import Fields, score
from tests.search.texts import FEW

TEXTS = ["图模式 FlashInfer", "地图", "flash 与 infer", "kv cache 图", "kv 与 cache", ""]


def fields(texts: list[str]) -> Fields:
    analysed = [analyze(text) for text in texts]
    return Fields(
        PostingIndex([[term.text for term in terms.words] for terms in analysed]),
        PostingIndex([[term.text for term in terms.bigrams] for terms in analysed]),
        0.5,
    )


def concept(*forms: Form) -> Concept:
    return Concept(forms[0].text, Role.COUNTED, forms)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FlashInfer", [0]),
        ("flash", [0, 2]),
        ("图", [0, 1, 3]),
        ("地图", [1]),
        ("kv cache", [3]),
        ("kv, cache", [3, 4]),
        ("nosuch", []),
    ],
)
def test_who_holds_a_form(text: str, expected: list[int]) -> None:
    """All its words and all its pairs; a lone character wherever it stands."""
    assert expected == fields(TEXTS).holders(word_form(text)).tolist()


def test_half_a_form_is_held_in_part() -> None:
    """Of several terms at least half, and the share is told."""
    held = fields(["投机解码", "投机", "码"]).holding(word_form("投机解码"))

    assert 0 in held.whole
    assert held.ids.tolist() == sorted(held.ids.tolist())
    assert ((held.shares >= 0.5) & (held.shares <= 1)).all()


def test_the_best_of_several_forms_counts_once() -> None:
    """A paragraph that says it in two languages gains nothing by that."""
    index = fields(["triton", "rocm", "triton rocm", "x", "y"])
    one, other = word_form("triton"), word_form("rocm", weight=0.5)
    alone = [score([concept(form)], index).scores for form in (one, other)]
    both = score([concept(one, other)], index)

    np.testing.assert_allclose(both.scores, np.maximum(*alone), rtol=1e-6)
    assert [[0, 2]] == [held.ids.tolist() for held in both.own]
    assert [[0, 1, 2]] == [held.ids.tolist() for held in both.held]


def test_scores_of_concepts_add_up() -> None:
    """Each for itself."""
    index = fields(TEXTS)
    asked = [concept(word_form(text)) for text in ("flash", "图")]
    apart = [score([one], index).scores for one in asked]

    np.testing.assert_allclose(score(asked, index).scores, sum(apart), rtol=1e-6)


def test_no_concepts_score_nothing() -> None:
    """Every paragraph has 0."""
    found = score([], fields(TEXTS))

    assert [0.0] * len(TEXTS) == found.scores.tolist()
    assert ((), ()) == (found.own, found.held)


def test_a_weight_is_a_factor() -> None:
    """Of a form's terms, and of the bigram field beside words."""
    index = fields(TEXTS)
    full, half = (score([concept(word_form("地图", weight=w))], index).scores for w in (1, 0.5))
    without = Fields(index.words, index.bigrams, 0.0)

    np.testing.assert_allclose(full, 2 * half, rtol=1e-6)
    assert score([concept(word_form("地图"))], without).scores[1] < full[1]


WORDS = st.sampled_from(["triton", "rocm", "图", "缓存", "kv cache", "FlashInfer", "投机解码"])


@FEW
@given(st.lists(st.lists(WORDS, max_size=5).map(" ".join), min_size=1, max_size=8), WORDS)
def test_who_holds_all_of_a_form_holds_it_whole(texts: list[str], wanted: str) -> None:
    """`holders` and `holding` agree, and holding is what the text says."""
    index = fields(texts)
    form = word_form(wanted)
    held = index.holding(form)

    assert index.holders(form).tolist() == held.whole.tolist()
    assert set(held.whole.tolist()) >= {
        n for n, text in enumerate(texts) if wanted in text.split(" ")
    }
    assert (score([concept(form)], index).scores[held.whole] >= 0).all()
