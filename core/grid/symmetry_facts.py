"""Symmetries of rectangular boards in sentences, and their centres and axes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import Corner
from fairground.core.grid.layout import Layout, Orientation
from fairground.core.grid.symmetry import BoardSymmetry, Symmetry, board_symmetry

if TYPE_CHECKING:
    #: Fractional q and r.
    Place = tuple[Fraction, Fraction]


def about(linear: Symmetry, centre: Hex | Corner) -> Symmetry | None:
    """Return a turn or mirror moved so that ``centre`` stays in place; None if hexes would not map to hexes.

    A hex is the centre of all turns and mirrors, a corner only of the turn by 120 degrees and three mirrors.
    """
    at = Corner(3 * centre.q, 3 * centre.r) if isinstance(centre, Hex) else centre
    image = linear.linear.corner(at)
    shift_q, shift_r = at.q3 - image.q3, at.r3 - image.r3
    if shift_q % 3 or shift_r % 3:
        return None
    return Symmetry(linear.turn, linear.mirrored, Hex(shift_q // 3, shift_r // 3))


def fixed_place(symmetry: Symmetry) -> Place:
    """Return fractional q and r of the centre of a turn, or of a point on the axis of a mirror.

    For translations and glides, it is the point halfway from ``Hex(0, 0)`` to its image.
    """
    (a, b), (c, d) = symmetry.matrix
    move = symmetry.translation
    det = (1 - a) * (1 - d) - b * c
    if not det:
        return Fraction(move.q, 2), Fraction(move.r, 2)
    return Fraction((1 - d) * move.q + b * move.r, det), Fraction(c * move.q + (1 - a) * move.r, det)


def axis_step(symmetry: Symmetry) -> Hex:
    """Return the shortest step along the axis of a mirror, in the lower direction."""
    low, high = symmetry.turn // 2, (symmetry.turn + 1) // 2
    return DIRECTIONS[low] if low == high else DIRECTIONS[low] + DIRECTIONS[high % 6]


#: Display names.
SYMMETRY_NAMES = {
    BoardSymmetry.TURN_180: "180° turn",
    BoardSymmetry.TURN_120: "120° turn",
    BoardSymmetry.TURN_60: "60° turn",
    BoardSymmetry.LEFT_RIGHT: "left-right mirror",
    BoardSymmetry.TOP_BOTTOM: "top-bottom mirror",
    BoardSymmetry.RISING_STEEP: "mirror along the steep rising diagonal",
    BoardSymmetry.RISING_SHALLOW: "mirror along the shallow rising diagonal",
    BoardSymmetry.FALLING_SHALLOW: "mirror along the shallow falling diagonal",
    BoardSymmetry.FALLING_STEEP: "mirror along the steep falling diagonal",
}


@dataclass(frozen=True, slots=True)
class SymmetryFact:
    """Whether a board has a symmetry, with a sentence that gives the reason and the nearest size if not."""

    kind: BoardSymmetry
    possible: bool
    sentence: str


def symmetry_facts(layout: Layout, columns: int, rows: int) -> tuple[SymmetryFact, ...]:
    """Return the facts about a rectangle without void hexes, in the order of ``BoardSymmetry``."""
    return tuple(_fact(kind, layout, columns, rows) for kind in BoardSymmetry)


def hexagon_fact(kind: BoardSymmetry, along: int) -> SymmetryFact:
    """Return the fact about a hexagon with ``along`` hexes on each edge, which has all symmetries."""
    sentence = f"A hexagon with {along} hexes per edge has a {SYMMETRY_NAMES[kind]}."
    return SymmetryFact(kind, possible=True, sentence=sentence)


def why_not(kind: BoardSymmetry, layout: Layout, columns: int, rows: int) -> str:
    """Return why a rectangle lacks a symmetry, and the nearest size that has it; "" if it has it."""
    fact = _fact(kind, layout, columns, rows)
    return "" if fact.possible else fact.sentence


def _fact(kind: BoardSymmetry, layout: Layout, columns: int, rows: int) -> SymmetryFact:
    board = f"An {layout.value} board of {columns}x{rows} has"
    if board_symmetry(kind, layout, columns, rows) is not None:
        return SymmetryFact(kind, possible=True, sentence=f"{board} a {SYMMETRY_NAMES[kind]}.")
    reason = _reason(kind, layout, columns, rows)
    return SymmetryFact(kind, possible=False, sentence=f"{board} no {SYMMETRY_NAMES[kind]}: {reason}.")


def _reason(kind: BoardSymmetry, layout: Layout, columns: int, rows: int) -> str:
    """Return why a board lacks a symmetry."""
    flat = layout.orientation is Orientation.FLAT
    count, lines = (columns, "column") if flat else (rows, "row")
    one_less = f"{count - 1} {lines}{'s' if count > 2 else ''} would work"
    # The mirror that swaps the shifted lines, and the one that keeps each in place.
    swapping, keeping = BoardSymmetry.TOP_BOTTOM, BoardSymmetry.LEFT_RIGHT
    if flat:
        swapping, keeping = keeping, swapping
    if kind is BoardSymmetry.TURN_180:
        return f"the number of {lines}s must be even; {one_less}"
    if kind is swapping:
        return f"the number of {lines}s must be odd; {one_less}"
    if kind is keeping:
        shift, others, other_lines = (
            ("down", "odd-r or even-r", "row") if flat else ("right", "odd-q or even-q", "column")
        )
        return (
            f"every second {lines} is shifted half a hex {shift}, and a mirror would shift it the other way; "
            f"a single {lines} would work, or {others} with an odd number of {other_lines}s"
        )
    return (
        "only the smallest rectangles have this symmetry; use void hexes to cut the board to a hexagon, "
        "which has every turn and mirror"
    )
