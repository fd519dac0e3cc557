"""English word forms made one, and everything else left alone."""

import pytest
from hypothesis import given

from bot.search.stemming import stem
from tests.search.texts import SOME, TEXTS


@pytest.mark.parametrize(
    "forms",
    [
        ("fixed", "fixes", "fixing"),
        ("quantize", "quantized", "quantizing"),
        ("kernel", "kernels"),
        ("decode", "decoding", "decoded"),
        ("regression", "regressions"),
    ],
)
def test_forms_of_one_word(forms: tuple[str, ...]) -> None:
    """They have one stem."""
    assert 1 == len({stem(form) for form in forms})


@pytest.mark.parametrize("word", ["has", "gas", "bus", "us", "naïve", "fp8s", "缓存", "", "x_ings"])
def test_what_is_no_english_word_stays(word: str) -> None:
    """Short words, other letters and digits come back as they are."""
    assert word == stem(word)


@SOME
@given(TEXTS)
def test_any_text_has_a_stem(text: str) -> None:
    """Never longer than the word, and never nothing."""
    assert len(stem(text)) <= len(text)
    assert bool(stem(text)) == bool(text)
