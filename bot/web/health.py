"""Health: what each part says of itself, and whether that is well together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flask import Blueprint, Response, jsonify

Probe = Callable[[], Mapping[str, object]]
"""Tells of one part; `ok` says whether it is well."""

_RED = 503


@dataclass(frozen=True, slots=True)
class Health:
    """The parts that tell of themselves."""

    probes: dict[str, Probe] = field(default_factory=dict)

    def add(self, name: str, probe: Probe) -> None:
        self.probes[name] = probe

    def report(self) -> tuple[bool, dict[str, object]]:
        """Whether all is well, and what each part says."""
        parts = {name: dict(probe()) for name, probe in self.probes.items()}
        is_well = all(part.get("ok", True) for part in parts.values())
        return is_well, {"ok": is_well, **parts}


def make_health(health: Health) -> Blueprint:
    """The page of health: 200 or 503, and JSON that says why."""
    blueprint = Blueprint("health", __name__)

    @blueprint.get("/healthz")
    def show_health() -> tuple[Response, int]:
        is_well, parts = health.report()
        return jsonify(parts), 200 if is_well else _RED

    return blueprint
