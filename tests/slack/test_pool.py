"""The threads that answer."""

from threading import Event

import pytest

from bot.slack.pool import Pool


def test_a_drain_waits_for_what_is_in_hand() -> None:
    """All that was taken is done, and no more is taken."""
    pool, done = Pool(2), list[int]()
    for number in range(20):
        pool.submit(done.append, number)
    left = pool.drain(30)

    assert (0, list(range(20))) == (left, sorted(done))
    with pytest.raises(RuntimeError):
        pool.submit(done.append, 20)
    assert {"in_hand": 0} == dict(pool.report())


def test_a_drain_does_not_wait_for_ever() -> None:
    """What hangs is counted and given up."""
    pool, gate = Pool(1), Event()
    pool.submit(gate.wait, 30)
    left = pool.drain(0)
    gate.set()
    pool.shutdown()

    assert 1 == left
