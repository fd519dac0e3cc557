"""`bot.web.inline`: names, addresses and matched words in running text."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.web.inline import Inline, marked, snippet_html, visible


def html(text: str, *, references: dict[str, str] | None = None, find: str = r"(?!)") -> str:
    inline = Inline(
        references or {}, lambda text: [match.span() for match in re.finditer(find, text)]
    )
    return inline.text(text, inline.pattern)


@pytest.mark.parametrize(
    "name",
    [
        "_is_masked_mha_available",
        "load_weights()",
        "vllm/models/glm5next/nvidia/model.py",
        "__init__.py",
        "config.toml",
        "self.kv_cache",
        "update_physical_experts_metadata",
        "FLASH_ATTN",
        "foo_bar.baz/kernel.py",
        "a.b_c.d()",
    ],
)
def test_names_of_code_become_code(name: str) -> None:
    """Nobody quoted them, and they are code all the same."""
    assert html(f"重点看 {name}，以及其他。") == f"重点看 <code>{name}</code>，以及其他。"


@pytest.mark.parametrize(
    "text", ["FlashInfer", "e.g. this", "v4.7.1", "and/or", "W4A16", "3.5", "a_", "#55385", "快_慢"]
)
def test_plain_words_stay_words(text: str) -> None:
    """What is no name of code is left alone."""
    assert html(text) == text


@pytest.mark.parametrize("part", ["a_", ".a_a", "_a", "_a.", "a/", "a.", "_", "a-"])
def test_a_name_without_an_end_is_read_once(part: str) -> None:
    """Hostile text holds nobody up: were each way to part it tried, this would take hours."""
    text = "a." + part * 500_000 + "/"

    assert re.sub("<.*?>", "", html(text)) == text


def test_references_lead_to_their_place() -> None:
    """Those the note knows are links; a longer number is another PR."""
    links = {"#34": "https://h.example/34", "issue #34": "https://h.example/i34"}

    assert html("见 #34 与 issue #34，不是 #345", references=links) == (
        '见 <a href="https://h.example/34">#34</a> 与 <a href="https://h.example/i34">issue #34</a>'
        "，不是 #345"
    )


def test_bare_addresses_become_links() -> None:
    """An address ends before the punctuation behind it."""
    assert html("见 https://a.example/x?b=1&c=2。") == (
        '见 <a href="https://a.example/x?b=1&amp;c=2">https://a.example/x?b=1&amp;c=2</a>。'
    )


def test_matched_words_are_marked_wherever_they_stand() -> None:
    """In text, in code and in links."""
    links = {"#34": "https://h.example/34"}

    assert html("mha in _is_mha and #34", references=links, find="mha|34") == (
        "<mark>mha</mark> in <code>_is_<mark>mha</mark></code> and "
        '<a href="https://h.example/34">#<mark>34</mark></a>'
    )


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        ("say `a_b` now", [(5, 8)], "say <code><mark>a_b</mark></code> now"),
        ("`cut short", [], "<code>cut short</code>"),
        ("a <b> & `<i>`", [(2, 5)], "a <mark>&lt;b&gt;</mark> &amp; <code>&lt;i&gt;</code>"),
    ],
)
def test_snippets_keep_their_code(text: str, spans: list[tuple[int, int]], expected: str) -> None:
    """Back quotes become code, also where the cut fell inside them."""
    assert expected == snippet_html(text, spans)


spans_of_text = st.text(alphabet="ab<>&`\"'中_ #/.()", max_size=40).flatmap(
    lambda text: st.tuples(
        st.just(text),
        st.lists(st.integers(0, len(text)), max_size=8).map(
            lambda cuts: list(zip(sorted(cuts)[::2], sorted(cuts)[1::2], strict=False))
        ),
    )
)


@given(spans_of_text)
def test_marking_loses_and_adds_no_text(case: tuple[str, list[tuple[int, int]]]) -> None:
    """Without its elements the HTML is the text, and it holds no element but `mark`."""
    text, spans = case
    made = marked(text, spans)

    assert text == unescape(re.sub(r"</?mark>", "", made))
    assert "<" not in re.sub(r"</?mark>", "", made)


@given(spans_of_text)
def test_running_text_loses_and_adds_no_text(case: tuple[str, list[tuple[int, int]]]) -> None:
    """Whatever becomes a link or code, the words stay the same."""
    text, spans = case
    inline = Inline({"#": "https://h.example/"}, lambda _: spans)
    made = inline.text(text, inline.pattern)

    assert text == unescape(re.sub(r"</?(?:mark|code|a)(?: href=\"[^\"<>]*\")?>", "", made))


def test_characters_that_turn_words_around_are_left_out() -> None:
    """Overrides and embeddings go; words of right-to-left scripts stay."""
    assert visible("a\u202eb\u2066c\u2069\x00d\u202c עברית\n\t") == "abcd עברית\n\t"
