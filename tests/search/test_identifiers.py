"""The parts of Latin words: every kind of name that reviews hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.analysis import Kind, tokens
from bot.search.identifiers import is_identifier, joined, latin_terms
from tests.search.texts import SOME, TEXTS


@pytest.mark.parametrize(
    ("chunk", "expected"),
    [
        ("FlashInfer", ("flashinf", "flash", "infer")),
        ("GPUs", ("gpu",)),
        ("IDs", ("id",)),
        ("C++", ("c++",)),
        ("C#", ("c#",)),
        ("C", ("c",)),
        ("flash_infer", ("flashinf", "flash", "infer")),
        ("flash-infer", ("flashinf", "flash", "infer")),
        ("flashinfer", ("flashinf",)),
        ("FLASHINFER", ("flashinf",)),
        ("_is_masked_mha_available", ("ismaskedmhaavail", "is", "mask", "mha", "avail")),
        ("GLM-5.3-Flash", ("glm5.3flash", "glm", "5.3", "flash")),
        ("a/b.py", ("abpi", "a", "b", "py")),
        ("v4.7.1", ("v4.7.1", "4.7.1")),
        ("4.7.1", ("4.7.1",)),
        ("W4A16", ("w4a16",)),
        ("FusedMoE", ("fusedmo", "fuse", "moe")),
        ("MoE", ("moe",)),
        ("RoPE", ("rope",)),
        ("vLLM", ("vllm",)),
        ("FP8", ("fp8",)),
        ("kNumHeadsQPadded", ("knumheadsqpad", "num", "head", "pad")),
        ("LayerNormFwdKernel", ("layernormfwdkernel", "layer", "norm", "fwd", "kernel")),
        ("getHTTPResponse", ("gethttprespons", "get", "http", "respons")),
        ("murmur3_uniform32", ("murmur3uniform32", "murmur3", "murmur", "uniform32", "uniform")),
        ("__init__.py", ("initpi", "init", "py")),
        ("torch.nn.functional", ("torchnnfunct", "torch", "nn", "function")),
        ("std::vector", ("stdvector", "std", "vector")),
        ("PP+HMA", ("pphma", "pp", "hma")),
        ("1.7-3.8", ("1.73.8", "1.7", "3.8")),
        ("x86_64", ("x8664", "x86", "64")),
        ("fixes", ("fix",)),
        ("ÜberCool", ("übercool", "über", "cool")),
        ("naïve", ("naïve",)),
        ("_", ()),
    ],
)
def test_a_chunk_is_found_whole_and_in_parts(chunk: str, expected: tuple[str, ...]) -> None:
    """The joined form first, then pieces, then parts by capitals that say enough by themselves."""
    assert expected == latin_terms(chunk)


@pytest.mark.parametrize(
    "chunks",
    [
        ("FlashInfer", "flash_infer", "flash-infer", "flashinfer", "FLASH_INFER"),
        ("kv-cache", "KV_cache", "kvCache", "kvcaches"),
        ("warm-up", "warmup", "warm_up"),
        ("GLM-5", "GLM5", "glm_5"),
        ("warming-up", "warmingUp", "WarmingUp"),
    ],
)
def test_one_name_however_it_is_joined(chunks: tuple[str, ...]) -> None:
    """Separators and case do not tell names apart."""
    assert 1 == len({joined(chunk) for chunk in chunks})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("GLM-5.2", "GLM-5.3"),
        ("v4.7.1", "v4.7.2"),
        ("1.71", "17.1"),
        ("Kimi-K2", "Kimi-K3"),
        ("A8W4", "W4A8"),
    ],
)
def test_other_digits_are_another_name(first: str, second: str) -> None:
    """Versions and sizes tell names apart, and so does the dot of a number."""
    assert joined(first) != joined(second)


@pytest.mark.parametrize(
    ("chunk", "expected"),
    [
        ("FlashInfer", True),
        ("GLM", True),
        ("ROCm", True),
        ("v1", True),
        ("x_y", True),
        ("a/b", True),
        ("Triton", False),
        ("triton", False),
        ("naïve", False),
    ],
)
def test_a_name_is_known_by_its_looks(chunk: str, expected: bool) -> None:  # noqa: FBT001  a column
    """Digits, `_`, separators, capitals inside; a capital in front may only start a sentence."""
    assert expected is is_identifier(chunk)


@SOME
@given(TEXTS | st.from_regex(r"[A-Za-z0-9_.+/:'&-]{1,30}", fullmatch=True))
def test_terms_of_any_chunk(text: str) -> None:
    """Each chunk gives at least its joined form; no term is empty, upper case or given twice."""
    for token in tokens(text):
        if token.kind is Kind.LATIN:
            terms = latin_terms(token.text)

            assert (joined(token.text),) == terms[:1]
            assert len(set(terms)) == len(terms)
            assert all(term and term == term.lower() for term in terms)
