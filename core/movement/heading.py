"""The direction that a mover looks in, from the facing that players and files count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.sight import unit_sides as arcs

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


def facing_direction(board: Board, facing: int | None) -> int | None:
    """Return the direction, 0-5, of a facing, 1-6.

    Raises
    ------
    UsageError
        When it is another number.
    """
    return None if facing is None else arcs.facing_direction(board.layout, facing)


def start_direction(scenario: Scenario, mover: Mover, start: Hex, facing: int | None) -> int | None:
    """Return the direction that a mover looks in at the start: that given, or its unit's where it stands there."""
    if facing is None and mover.unit:
        stands = (it.facing for it in scenario.units if it.id == mover.unit and it.hex == start)
        facing = next(stands, None)
    return facing_direction(scenario.board, facing)
