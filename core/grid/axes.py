"""Where symmetries lie on the plane: the centre of a turn, the axis of a mirror, and symmetries about a given place."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import Corner
from fairground.core.grid.symmetry import Symmetry

if TYPE_CHECKING:
    #: Fractional q and r.
    Place = tuple[Fraction, Fraction]


def about(linear: Symmetry, centre: Hex | Corner) -> Symmetry | None:
    """Return a turn or mirror through ``Hex(0, 0)`` moved so that ``centre`` stays in place.

    About the centre of a hex there is every one; about a corner, the turn by 120 degrees and three mirrors. None where
    hexes would not become hexes.
    """
    at = Corner(3 * centre.q, 3 * centre.r) if isinstance(centre, Hex) else centre
    image = linear.linear.corner(at)
    shift_q, shift_r = at.q3 - image.q3, at.r3 - image.r3
    if shift_q % 3 or shift_r % 3:
        return None
    return Symmetry(linear.turn, linear.mirrored, Hex(shift_q // 3, shift_r // 3))


def fixed_place(symmetry: Symmetry) -> Place:
    """Return fractional q and r of the centre of a turn, or of a place on the axis of a mirror.

    What moves every place (a translation, a glide) has none; then it is the place halfway to where ``Hex(0, 0)`` goes.
    """
    (a, b), (c, d) = symmetry.matrix
    move = symmetry.translation
    det = (1 - a) * (1 - d) - b * c
    if not det:
        return Fraction(move.q, 2), Fraction(move.r, 2)
    return (
        Fraction((1 - d) * move.q + b * move.r, det),
        Fraction(c * move.q + (1 - a) * move.r, det),
    )


def axis_step(symmetry: Symmetry) -> Hex:
    """Return a way along the axis of a mirror: to a neighbour, or to the next hex beyond a corner.

    Of its two senses, it is that with the lower direction. For turns it has no meaning.
    """
    low, high = symmetry.turn // 2, (symmetry.turn + 1) // 2
    return DIRECTIONS[low] if low == high else DIRECTIONS[low] + DIRECTIONS[high % 6]
