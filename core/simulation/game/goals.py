"""Goals: the objectives that games are about, and the ground that each party holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.scenario.scoring import can_win, turns_to_hold
from fairground.core.simulation.game.state import Goal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.metrics.fairness.parties import Party
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.tables import Tables


def goals_of(scenario: Scenario, parties: Sequence[Party]) -> tuple[Goal, ...]:
    """Return the objectives that are won by holding them (rule AR-05)."""
    found = []
    for it in scenario.objectives:
        mask = it.shape.mask(scenario.board) & ~scenario.board.void
        able = frozenset(number for number, party in enumerate(parties) if can_win(party.sides, it))
        hexes = frozenset(np.flatnonzero(mask.ravel()).tolist())
        if it.kind is ObjectiveKind.CONTROL and hexes and able:
            found.append(Goal(it.id, hexes, it.points, turns_to_hold(it), able))
    return tuple(found)


def homes_of(tables: Tables, parties: Sequence[Party], goals: Sequence[Goal]) -> tuple[tuple[int, ...], ...]:
    """Return the hexes that each party holds: objectives no further from its zones than from others', else its zones."""
    moves = tables.moves(0, tables.band(tables.heat))
    zones = [np.flatnonzero(it.mask.ravel()) for it in parties]
    found: list[list[int]] = [[] for _ in parties]
    for goal in goals:
        far = [min(int(moves.toward(at)[zone].min()) for at in goal.hexes) for zone in zones]
        for number, it in enumerate(far):
            if it == min(far) and number in goal.parties:
                found[number] += sorted(goal.hexes)
    return tuple(tuple(it) if it else tuple(zone.tolist()) for it, zone in zip(found, zones, strict=True))
