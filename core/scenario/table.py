"""The board as a table: where hexes and bases are in inches, to the right of the centre of A1 and down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.grid.layout import SQRT3
from fairground.core.scenario.parts import INCH_DECIMALS

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.parts import Unit

Point = tuple[float, float]


def inches_a_size(board: Board) -> float:
    """Return how many inches a hex has from its centre to a corner."""
    return board.hex_inches / SQRT3


def hex_point(board: Board, at: Hex) -> Point:
    """Return the centre of a hex."""
    return board.layout.centre(at, size=inches_a_size(board))


def hex_at_point(board: Board, x: float, y: float) -> Hex:
    """Return the hex that a point lies in; it may lie off the board."""
    return board.layout.hex_at(x, y, size=inches_a_size(board))


def offset_in_hex(board: Board, at: Hex, x: float, y: float) -> Point:
    """Return how far a point is from the centre of a hex, right and down, to a ten-thousandth of an inch."""
    across, down = hex_point(board, at)
    return round(x - across, INCH_DECIMALS) + 0.0, round(y - down, INCH_DECIMALS) + 0.0


def unit_place(board: Board, unit: Unit) -> Point | None:
    """Return where a unit was put, as files say it; None for one that stands in the centre of its hex unasked.

    With no more decimals than those, ``offset_in_hex`` leads back to the very same ``at``.
    """
    if unit.at is None:
        return None
    x, y = unit_point(board, unit)
    return round(x, INCH_DECIMALS) + 0.0, round(y, INCH_DECIMALS) + 0.0


def unit_point(board: Board, unit: Unit) -> Point:
    """Return the centre of a unit's base: where it was put, else the centre of its hex."""
    x, y = hex_point(board, unit.hex)
    across, down = unit.at or (0.0, 0.0)
    return x + across, y + down


def put_at(board: Board, unit: Unit, x: float, y: float) -> Unit:
    """Return a unit with the centre of its base at a point, and in the hex there, which may lie off the board."""
    at = hex_at_point(board, x, y)
    place = offset_in_hex(board, at, x, y)
    return replace(unit, hex=at, at=place if any(place) else None)


def diameter(rules: Ruleset | None, unit: Unit) -> float:
    """Return the diameter of a unit's base in inches: its own, else that of its class; 0 where neither has one."""
    if unit.base is not None:
        return unit.base
    known = rules.classes.get(unit.unit_class) if rules else None
    return known.base or 0.0 if known else 0.0
