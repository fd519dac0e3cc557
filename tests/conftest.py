"""What all tests share: a property is held without a clock, since a busy machine is no fault."""

from hypothesis import settings

settings.register_profile("prbot", deadline=None)
settings.load_profile("prbot")
