"""Ways that bots look along: how far it is to an enemy, to the ground that a party holds, to an objective."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.simulation.game.options import Options
    from fairground.core.simulation.game.state import GameState

    Ints = NDArray[np.int64]

#: Further than this, in movement points, is as far as anything can be.
_FARTHEST: Final = 1_000


def contact(state: GameState, found: Options) -> Ints:
    """Return the points to the nearest enemy, less the best range of the unit's first weapon, for each hex; 0 is near enough."""
    rows = state.rows
    near = _nearest(found, (int(rows[it, Of.HEX]) for it in state.enemies(found.unit)))
    wished = state.tables.best_range[int(rows[found.unit, Of.KIND])] * found.moves.scale
    return np.maximum(near - wished, 0)


def home(state: GameState, found: Options) -> Ints:
    """Return the points to the ground that the unit's party holds, for each hex."""
    return _nearest(found, state.homes[state.party[found.unit]])


def prize(state: GameState, found: Options) -> Ints:
    """Return the points to the nearest objective that the unit's party can still win, for each hex; 0 where there is none.

    One that others of the party stand on already is left to them.
    """
    party, own = state.party[found.unit], int(state.rows[found.unit, Of.HEX])
    mates = state.party_hexes[party]
    wanted: list[int] = []
    for place, goal in enumerate(state.goals):
        if party in goal.parties and not state.scored[place][party]:
            taken = any(mates >> at & 1 for at in goal.hexes if at != own or state.there[at] > 1)
            if not taken:
                wanted += goal.hexes
    return _nearest(found, wanted) if wanted else np.zeros(len(found.listed), np.int64)


def lookout(state: GameState, found: Options) -> Ints:
    """Return how many enemies lie in the unit's front, ``[facings, hexes]``; 0 where fronts do not matter."""
    front = state.tables.arms[state.rows[found.unit, Of.KIND]][0].exchange.front
    if found.moves.facings == 1 or front.all():
        return np.zeros(found.cost.shape, np.int64)
    field = state.tables.field
    for it in found.listed:
        field.look_from(it)
    there = state.rows[state.enemies(found.unit), Of.HEX]
    seen: Ints = front[:, field.ways[found.hexes[:, None], there[None, :]]].sum(axis=2)
    return seen


def _nearest(found: Options, goals: Iterable[int]) -> Ints:
    """Return the points, in parts, from each option to the nearest of some hexes."""
    far = _FARTHEST * found.moves.scale
    near = np.full(len(found.listed), far, np.int64)
    for at in dict.fromkeys(goals):
        np.minimum(near, found.moves.toward(at)[found.hexes], out=near)
    return near
