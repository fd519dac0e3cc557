"""The stock is that of the current searcher, and its topics are looked for once, when needed."""

from pathlib import Path

from bot.digest.stock import CurrentStock
from bot.notes.library import read_library
from bot.search.glossary import Glossary
from bot.search.searcher import Searcher

SEEDS = Path(__file__).resolve().parent.parent.parent / "seeds"


def searcher() -> Searcher:
    return Searcher.build(read_library([SEEDS]).notes, Glossary.load(None))


def test_stock_stays_until_the_notes_are_read_again() -> None:
    """One searcher, one stock; another searcher, another."""
    first, second = searcher(), searcher()
    current = [first]
    stock = CurrentStock(lambda: current[0])
    before, again = stock(), stock()
    current[0] = second
    after = stock()

    assert before is again
    assert after is not before
    assert 24 == len(after.notes)


def test_topics_are_found_once() -> None:
    """Finding them reads all notes; the second time they are remembered."""
    stock = CurrentStock(searcher)()

    assert "ROCm" in stock.topics
    assert stock.topics is stock.topics
