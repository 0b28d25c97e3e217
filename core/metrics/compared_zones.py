"""The zones that metrics compare."""

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
    """Return the zones with these ids, each once, in this order. Default: the deployment zones of all sides.

    Raises
    ------
    ScenarioError
        When a zone is unknown; the message suggests a similar one, or lists them all.
    """
    if names is None:
        return [it for it in scenario.zones if it.kind is ZoneKind.DEPLOYMENT and it.side]
    known: dict[str, Zone] = {}
    for zone in scenario.zones:
        known.setdefault(zone.id, zone)
    return [named("zone", name, known) for name in dict.fromkeys(one_or_several(names))]


def opposing(scenario: Scenario, names: Sequence[str] | None) -> list[tuple[Zone, Zone]]:
    """Return every two opposing zones, in the order of ``zones_named``.

    Zones named all oppose each other; by default those of sides that aren't allied do.
    """
    pairs = combinations(zones_named(scenario, names), 2)
    if names is not None:
        return list(pairs)
    return [(a, b) for a, b in pairs if _allegiance(scenario, a) != _allegiance(scenario, b)]


def _allegiance(scenario: Scenario, zone: Zone) -> str:
    side = scenario.side(zone.side)
    return side.allegiance if side else zone.side
