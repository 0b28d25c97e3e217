"""Move and shoot: which hexes a unit can shoot at within so many turns, keeping the points that its attack costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import UsageError
from fairground.core.grid.hexes import Hex, ring
from fairground.core.movement.reach import NEVER, reach
from fairground.core.movement.sweep import moved
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.visibility import visibility

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.movement.mover import Mover
    from fairground.core.movement.reach import Reach
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, eq=False)
class Shooting:
    """What a unit can shoot at.

    ``turns``, of shape ``[rows, columns]``, is the first turn in which it can shoot at a hex, from 1; -1 where it cannot
    within those of ``stands``. ``stands`` is where it can be with the points left, and ``cost`` how many those are.
    """

    stands: Reach
    cost: Fraction
    turns: NDArray[np.int16]


def shooting(  # noqa: PLR0913  # a question has many sides, all but three by keyword
    scenario: Scenario,
    origin: Hex | str | Iterable[Hex | str] | NDArray[np.bool_],
    turns: int = 1,
    *,
    mover: Mover,
    cost: Fraction | int = 0,
    range: tuple[int, int | None] = (1, None),  # noqa: A002  # the field's word
    facing: int | None = None,
    blind: bool | None = None,
) -> Shooting:
    """Return what a mover can shoot at after it has moved, or without moving, in each of so many turns.

    It shoots from a hex in which it can end the turn with ``cost`` points left, at what is in sight from there and as many
    hexes away as ``range`` says: nearest and farthest, None for as far as the board goes. Where it looks then is left
    aside, and so is whether anything stands in the hex.

    Raises
    ------
    GridError, ScenarioError, UsageError
        As ``reach`` and ``visibility`` do; when the range is none.
    """
    nearest, farthest = range
    if nearest < 0 or (farthest is not None and farthest < nearest):
        raise UsageError(f"a range goes from 0 hexes or more to no fewer, not from {nearest} to {farthest}")
    stands = reach(scenario, origin, turns, mover=mover, facing=facing, blind=blind, reserve=cost)
    board = scenario.board
    lanes = Lanes(board.layout, board.columns, board.rows)
    height = mover.unit_class.height
    table = visibility(scenario, farthest, (height, 0))
    widest = board.columns + board.rows
    radii = np.arange(nearest, (widest if farthest is None else min(farthest, widest)) + 1).tolist()
    found = np.full(board.terrain.shape, NEVER, np.int16)
    for turn in np.arange(1, turns + 1).tolist():
        from_here = lanes.pack((stands.turns == turn) | ((turn == 1) & (stands.turns == 0)))
        hit = 0
        for offset in (it for radius in radii for it in ring(Hex(0, 0), radius)):
            shooters = from_here & table.from_where(offset)
            if shooters:
                hit |= moved(shooters, lanes.move(lanes.step(offset)))
        shot = np.zeros(lanes.total, np.bool_)
        shot[lanes.set_lanes(hit)] = True
        found[(found == NEVER) & shot[lanes.of_hexes]] = turn
    return Shooting(stands, Fraction(cost), found)
