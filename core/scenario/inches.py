"""Places of hexes and bases in inches, right and down from the centre of A1."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core.grid.layout import SQRT3, Orientation, RootThree
from fairground.core.scenario.parts import INCH_DECIMALS

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.parts import Unit

Point = tuple[float, float]
ExactPoint = tuple[RootThree, RootThree]


def inches_a_size(board: Board) -> float:
    """Return the inches from the centre of a hex to a corner."""
    return board.hex_inches / SQRT3


def hex_point(board: Board, at: Hex) -> Point:
    """Return the centre of a hex."""
    return board.layout.centre(at, size=inches_a_size(board))


def hex_at_point(board: Board, x: float, y: float) -> Hex:
    """Return the hex at a point; it may be off the board."""
    return board.layout.hex_at(x, y, size=inches_a_size(board))


def rounded_point(x: float, y: float) -> Point:
    """Return a point rounded as in files."""
    return round(x, INCH_DECIMALS) + 0.0, round(y, INCH_DECIMALS) + 0.0


def unit_point(board: Board, unit: Unit) -> Point:
    """Return the centre of a unit's base; default: the centre of its hex."""
    return hex_point(board, unit.hex) if unit.at is None else unit.at


def offset_in_hex(board: Board, unit: Unit) -> Point:
    """Return the offset of a unit's base from the centre of its hex, right and down."""
    (x, y), (across, down) = unit_point(board, unit), hex_point(board, unit.hex)
    return x - across, y - down


def exact_hex_point(board: Board, at: Hex) -> ExactPoint:
    """Return the centre of a hex without rounding."""
    half = exact_inches(board.hex_inches) / 2
    if board.layout.orientation is Orientation.FLAT:
        return RootThree(Fraction(0), at.q * half), RootThree((2 * at.r + at.q) * half)
    return RootThree((2 * at.q + at.r) * half), RootThree(Fraction(0), at.r * half)


def exact_unit_point(board: Board, unit: Unit) -> ExactPoint:
    """Return the centre of a unit's base without rounding."""
    if unit.at is None:
        return exact_hex_point(board, unit.hex)
    x, y = unit.at
    return RootThree(exact_inches(x)), RootThree(exact_inches(y))


def exact_inches(inches: float) -> Fraction:
    """Return the exact value of inches as written in files."""
    return Fraction(repr(float(inches)))


def put_at(board: Board, unit: Unit, x: float, y: float) -> Unit:
    """Return a unit moved to a point and the hex there, which may be off the board."""
    at, place = hex_at_point(board, x, y), rounded_point(x, y)
    return replace(unit, hex=at, at=None if place == rounded_point(*hex_point(board, at)) else place)


def put_in(board: Board, unit: Unit, at: Hex) -> Unit:
    """Return a unit moved to another hex, with the same offset from its centre."""
    if unit.at is None:
        return replace(unit, hex=at)
    (across, down), (x, y) = offset_in_hex(board, unit), hex_point(board, at)
    return replace(unit, hex=at, at=rounded_point(x + across, y + down))


def at_hex_size(board: Board, unit: Unit, hex_inches: float) -> Unit:
    """Return a unit for hexes of another size, with the same offset from the centre of its hex."""
    if unit.at is None:
        return unit
    across, down = offset_in_hex(board, unit)
    x, y = board.layout.centre(unit.hex, size=hex_inches / SQRT3)
    return replace(unit, at=rounded_point(x + across, y + down))


def diameter(rules: Ruleset | None, unit: Unit) -> float:
    """Return the diameter of a unit's base in inches: its own, or that of its class; 0 for none."""
    if unit.base is not None:
        return unit.base
    known = rules.classes.get(unit.unit_class) if rules else None
    return known.base or 0.0 if known else 0.0
