"""The table of sentences, and the language it is read in."""

import pytest

from bot.notes.model import AdviceLevel
from bot.slack.sentences import ADVICE, Language, Say, language_of


@pytest.mark.parametrize("sentence", Say)
def test_both_languages_say_the_same_facts(sentence: Say) -> None:
    """Each sentence exists in both languages, with the same facts in it."""
    zh, en = sentence.value

    assert "" not in (zh.strip(), en.strip())
    assert sentence.placeholders(Language.ZH) == sentence.placeholders(Language.EN)


@pytest.mark.parametrize("sentence", Say)
def test_every_sentence_can_be_said(sentence: Say) -> None:
    """A sentence with its facts filled in has no brace left."""
    facts = dict.fromkeys(sentence.placeholders(Language.ZH), "事实")

    assert [] == [said for lang in Language for said in sentence(lang, **facts) if said in "{}"]


def test_every_advice_has_its_words() -> None:
    """Each level of reading advice can be told in both languages."""
    assert set(AdviceLevel) == set(ADVICE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FlashInfer 相关的 PR", Language.ZH),
        ("which PRs touch ROCm?", Language.EN),
        ("PRs about FlashInfer", Language.EN),
        ("What's new", Language.EN),
        ("Is there any 投机解码", Language.ZH),
        ("FlashInfer", Language.ZH),
        ("#55385", Language.ZH),
        ("", Language.ZH),
    ],
)
def test_the_question_decides_the_language(text: str, expected: Language) -> None:
    """Han means Chinese, English words mean English, names and numbers tell nothing."""
    assert expected == language_of(text, Language.ZH)


def test_what_tells_nothing_is_left_to_the_setting() -> None:
    """A bare identifier is answered in the language that is set."""
    assert Language.EN == language_of("FlashInfer", Language.EN)
