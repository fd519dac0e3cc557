"""Building without a look for garbage, and the collector at work again behind it."""

import gc

import pytest

from bot.commands.building import building


def test_nothing_is_searched_for_garbage_while_it_is_built() -> None:
    """Not a single time, however much is made."""
    before = [generation["collections"] for generation in gc.get_stats()]
    with building():
        kept = [[number] for number in range(100_000)]
        after = [generation["collections"] for generation in gc.get_stats()]

    assert 100_000 == len(kept)
    assert before == after


def test_what_was_built_is_left_out_of_later_searches() -> None:
    """It stays for good."""
    with building():
        kept: list[list[int]] = [[]]

    assert not any(each is kept for each in gc.get_objects())


@pytest.mark.parametrize("fault", [ValueError, KeyboardInterrupt])
def test_garbage_is_collected_again_behind_it(fault: type[BaseException]) -> None:
    """Also where building failed."""
    with pytest.raises(fault), building():
        raise fault

    assert gc.isenabled()
