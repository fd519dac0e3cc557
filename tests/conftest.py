"""What all tests share: a property is held without a clock, since a busy machine is no fault.

`make test` shares the files of tests out among several processes.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("prbot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("prbot")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores, for many tests wait; each may take 0.7 GB."""
    cores = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):  # fewer, in many a container
        cores = len(os.sched_getaffinity(0))
    return min(cores + 1, 8)
