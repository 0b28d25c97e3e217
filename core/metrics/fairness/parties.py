"""Parties: the teams that are compared, each with all its zones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.metrics.compared_zones import zones_named
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Zone


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
    those of a team pooled.

    Raises
    ------
    ScenarioError
        When a zone is unknown, or there are fewer than two parties.
    """
    groups: dict[str, list[Zone]] = {}
    for zone in zones_named(scenario, zones):
        side = scenario.side(zone.side)
        key = zone.id if zones is not None else side.allegiance if side else zone.side
        groups.setdefault(key, []).append(zone)
    if len(groups) < 2:
        found = counted(len(groups), "zone")
        if zones is None:
            found = f"{counted(len(groups), 'team')} with a deployment zone"
        raise ScenarioError(f"fairness is between two parties or more, not {found}")
    by_zone = all(len(it) == 1 for it in groups.values())
    return tuple(_party(scenario, it[0].id if by_zone else key, it) for key, it in groups.items())


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
