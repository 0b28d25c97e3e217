"""Which zones are measured against each other."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.suggest import named, one_or_several

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone


def zones_named(scenario: Scenario, names: Sequence[str] | None) -> list[Zone]:
    """Return the zones with these ids, each once, in this order; for None the deployment zones of all sides.

    Raises
    ------
    ScenarioError
        When there is no such zone; the message says which one may be meant, or which ones there are.
    """
    if names is None:
        return [it for it in scenario.zones if it.kind is ZoneKind.DEPLOYMENT and it.side]
    known: dict[str, Zone] = {}
    for zone in scenario.zones:
        known.setdefault(zone.id, zone)
    return [named("zone", name, known) for name in dict.fromkeys(one_or_several(names))]


def opposing(scenario: Scenario, names: Sequence[str] | None) -> list[tuple[Zone, Zone]]:
    """Return each two zones to compare: all pairs of the named ones, or else those of sides that are not allied."""
    pairs = combinations(zones_named(scenario, names), 2)
    if names is not None:
        return list(pairs)
    return [(a, b) for a, b in pairs if _allegiance(scenario, a) != _allegiance(scenario, b)]


def _allegiance(scenario: Scenario, zone: Zone) -> str:
    side = scenario.side(zone.side)
    return side.allegiance if side else zone.side
