"""The table of sentences."""

from pathlib import Path

import pytest

from bot.notes.model import AdviceLevel
from bot.slack.sentences import ADVICE, Language, Say

ROOT = Path(__file__).resolve().parents[2]


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


def test_no_sentence_is_left_unsaid() -> None:
    """A sentence that nothing says any more is taken out of the table."""
    code = "".join(path.read_text("utf-8") for path in (ROOT / "bot").rglob("*.py"))

    assert [] == [each.name for each in Say if f"Say.{each.name}" not in code]
