"""The state of either kind, as for the tests of the stores."""

from tests.state.conftest import address, clock, kind, postgres, stores, used_postgres

__all__ = ["address", "clock", "kind", "postgres", "stores", "used_postgres"]
