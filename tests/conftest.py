"""What all tests share: a property is held without a clock, since a busy machine is no fault."""

from hypothesis import HealthCheck, settings

settings.register_profile("prbot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("prbot")
