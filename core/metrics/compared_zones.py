"""The zones that metrics compare, and the parties that deploy in them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.scenario.parts import ZoneKind
from fairground.core.text.suggest import named, one_or_several

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone


def zones_named(scenario: Scenario, names: Sequence[str] | None) -> list[Zone]:
    """Return the zones with these ids, each once, in this order. Default: the deployment zones of all sides.

    Raises a ``ScenarioError`` when a zone is unknown; the message suggests a similar one, or lists them all.
    """
    if names is None:
        return [it for it in scenario.zones if it.kind is ZoneKind.DEPLOYMENT and it.side]
    known: dict[str, Zone] = {}
    for zone in scenario.zones:
        known.setdefault(zone.id, zone)
    return [named("zone", name, known) for name in dict.fromkeys(one_or_several(names))]


def too_few(count: int, *, are_named: bool) -> str:
    """Return what a measure that compares zones lacks, and how to fix it; ``count`` teams have some, or so many zones are named."""
    if are_named:
        return f"needs two or more zones, not {count}. Name another zone"
    if count:
        return "needs two teams with a deployment zone, and only one has one. Add a deployment zone for another side"
    return "needs two teams with a deployment zone, and none has one. Add a deployment zone for each side"


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


@dataclass(frozen=True, eq=False)
class Party:
    """A team, or a side without one, with the hexes it deploys in.

    ``id`` is the id of its zone or, if some party has several zones, of its team or side. ``mask``, ``[rows, columns]``, are
    the hexes of its zones that aren't void; ``units`` is the number of its units; ``role`` is its part in an asymmetric
    mission.
    """

    id: str
    zones: tuple[str, ...]
    sides: tuple[str, ...]
    role: str
    units: int
    mask: NDArray[np.bool_]


def parties(scenario: Scenario, zones: Sequence[str] | None = None) -> tuple[Party, ...]:
    """Return the parties in the order of their first zones.

    ``zones`` are ids of zones; each is a party of its own, allied or not. None means the deployment zones of all sides,
    those of a team pooled. Raises a ``ScenarioError`` when a zone is unknown, or there are fewer than two parties.
    """
    groups: dict[str, list[Zone]] = {}
    for zone in zones_named(scenario, zones):
        side = scenario.side(zone.side)
        key = zone.id if zones is not None else side.allegiance if side else zone.side
        groups.setdefault(key, []).append(zone)
    if len(groups) < 2:
        raise ScenarioError(f"fairness {too_few(len(groups), are_named=zones is not None)}")
    by_zone = all(len(it) == 1 for it in groups.values())
    return tuple(_party(scenario, it[0].id if by_zone else key, it) for key, it in groups.items())


def party_title(scenario: Scenario, party: Party) -> str:
    """Return the title of a party's only side; the party's id if it has several sides or none."""
    side = scenario.side(party.sides[0]) if len(party.sides) == 1 else None
    return side.title if side else party.id


def party_titles(scenario: Scenario, compared: Sequence[Party]) -> dict[str, str]:
    """Return the titles of parties by id, all different: those of sides, or of zones where a side has several parties."""
    titles = [party_title(scenario, it) for it in compared]
    if len(set(titles)) < len(titles):
        titles = [" and ".join(map(scenario.zone_title, it.zones)) for it in compared]
    if len(set(titles)) < len(titles):
        titles = [it.id for it in compared]
    return {it.id: title for it, title in zip(compared, titles, strict=True)}


def _party(scenario: Scenario, party_id: str, zones: list[Zone]) -> Party:
    board = scenario.board
    sides = tuple(dict.fromkeys(it.side for it in zones if it.side))
    roles = dict.fromkeys(side.role for it in sides if (side := scenario.side(it)) and side.role)
    mask = np.logical_or.reduce([it.shape.mask(board) for it in zones]) & ~board.void
    return Party(
        id=party_id,
        zones=tuple(it.id for it in zones),
        sides=sides,
        role=", ".join(roles),
        units=sum(unit.side in sides for unit in scenario.units),
        mask=mask,
    )
