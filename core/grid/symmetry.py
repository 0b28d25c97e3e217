"""Symmetries of the hex grid, six turns and six mirrors with translations, and those of boards, with their centres, axes and names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import Corner, Hexside, hexside
from fairground.core.grid.layout import Layout, Orientation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Place = tuple[Fraction, Fraction]

_ORIGIN = Hex(0, 0)
_STEPS = np.array([(step.q, step.r) for step in DIRECTIONS], np.int64)


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A map of the hex grid onto itself: a turn about ``Hex(0, 0)`` or a mirror through it, then a translation.

    Without mirror, direction ``d`` becomes ``turn + d``: a clockwise turn of ``turn * 60`` degrees. With mirror, it becomes
    ``turn - d``. ``turn`` is modulo 6.
    """

    turn: int = 0
    mirrored: bool = False
    translation: Hex = _ORIGIN

    def __post_init__(self) -> None:
        object.__setattr__(self, "turn", self.turn % 6)

    @property
    def matrix(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The linear part, rows of ``[[a, b], [c, d]]`` with ``q' = a q + b r`` and ``r' = c q + d r``."""
        # The axes q and r are the directions 2 and 3.
        along_q, along_r = DIRECTIONS[self.direction(2)], DIRECTIONS[self.direction(3)]
        return (along_q.q, along_r.q), (along_q.r, along_r.r)

    @property
    def linear(self) -> Symmetry:
        """The symmetry without its translation."""
        return Symmetry(self.turn, self.mirrored)

    @property
    def order(self) -> int | None:
        """The number of applications that gives the identity; None for translations and glides."""
        if self.turn and not self.mirrored:
            return 6 // gcd(6, self.turn)  # about some point, whatever the translation
        for times, power in ((1, self), (2, self.compose(self))):
            if power == IDENTITY:
                return times
        return None

    @property
    def powers(self) -> tuple[Symmetry, ...]:
        """The symmetry applied once, twice … before the identity; six powers for translations and glides."""
        return _powers(self)

    def __call__(self, at: Hex) -> Hex:
        """Return the image of a hex."""
        (a, b), (c, d) = self.matrix
        return Hex(a * at.q + b * at.r + self.translation.q, c * at.q + d * at.r + self.translation.r)

    def arrays(
        self, q: NDArray[np.int64], r: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the q and r of the images, in the shape of the arguments."""
        (a, b), (c, d) = self.matrix
        return a * q + b * r + self.translation.q, c * q + d * r + self.translation.r

    def direction(self, direction: int) -> int:
        """Return the image of a direction (0-5, taken modulo 6)."""
        return (self.turn - direction if self.mirrored else self.turn + direction) % 6

    def facing(self, facing: int, layout: Layout) -> int:
        """Return the image of a facing (1-6) on boards of ``layout``."""
        return layout.facing(self.direction(layout.facing_direction(facing)))

    def hexside(self, side: Hexside) -> Hexside:
        """Return the canonical image of a hexside."""
        return hexside(self(side.hex), self.direction(side.direction))

    def hexsides(self, sides: Iterable[Hexside]) -> list[Hexside]:
        """Return the canonical images of many hexsides, in their order."""
        numbers = np.array([(it.hex.q, it.hex.r, it.direction) for it in sides], np.int64).reshape(-1, 3)
        q, r, direction = self.side_arrays(*numbers.T)
        return list(map(Hexside, map(Hex, q.tolist(), r.tolist()), direction.tolist()))

    def side_arrays(
        self, q: NDArray[np.int64], r: NDArray[np.int64], direction: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return q, r and direction of the canonical images of hexsides given as arrays."""
        q, r = self.arrays(q, r)
        direction = (self.turn - direction if self.mirrored else self.turn + direction) % 6
        # Directions 3 to 5 belong to the other hex.
        step = np.where(direction[..., np.newaxis] >= 3, _STEPS[direction], 0)
        return q + step[..., 0], r + step[..., 1], direction % 3

    def corner(self, at: Corner) -> Corner:
        """Return the image of a corner."""
        (a, b), (c, d) = self.matrix
        return Corner(
            a * at.q3 + b * at.r3 + 3 * self.translation.q, c * at.q3 + d * at.r3 + 3 * self.translation.r
        )

    def compose(self, first: Symmetry) -> Symmetry:
        """Return the symmetry that applies ``first`` and then this one."""
        turn = self.turn - first.turn if self.mirrored else self.turn + first.turn
        return Symmetry(turn, self.mirrored != first.mirrored, self(first.translation))

    def inverse(self) -> Symmetry:
        """Return the inverse symmetry."""
        linear = Symmetry(self.turn if self.mirrored else -self.turn, self.mirrored)
        return Symmetry(linear.turn, linear.mirrored, -linear(self.translation))


@lru_cache(maxsize=64)
def _powers(symmetry: Symmetry) -> tuple[Symmetry, ...]:
    powers: list[Symmetry] = []
    power = symmetry
    # No symmetry of a board needs more than six applications.
    while power != IDENTITY and len(powers) < 6:
        powers.append(power)
        power = symmetry.compose(power)
    return tuple(powers)


IDENTITY = Symmetry()
#: The twelve that keep ``Hex(0, 0)`` in place: the turns, then the mirrors.
POINT_SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry(turn, mirrored) for mirrored in (False, True) for turn in range(6)
)


class BoardSymmetry(StrEnum):
    """A kind of symmetry of a board.

    Turns are clockwise. Diagonal mirrors are named after their axis: *rising* goes up to the right, *falling* down;
    *steep* is 30 degrees off the vertical, *shallow* 30 degrees off the horizontal.
    """

    TURN_180 = "turn-180"
    TURN_120 = "turn-120"
    TURN_60 = "turn-60"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    RISING_STEEP = "rising-steep"
    RISING_SHALLOW = "rising-shallow"
    FALLING_SHALLOW = "falling-shallow"
    FALLING_STEEP = "falling-steep"

    @property
    def is_mirror(self) -> bool:
        """Whether it swaps left and right, and so shield arms."""
        return self in _AXES

    def linear(self, layout: Layout) -> Symmetry:
        """Return the turn or mirror about ``Hex(0, 0)`` on boards of ``layout``."""
        if self in _TURNS:
            return Symmetry(_TURNS[self])
        # An axis towards direction d maps d to itself, so the turn is 2 d. Direction 0 is N on flat-top boards, NW on others.
        return Symmetry(_AXES[self] + (layout.orientation is Orientation.POINTY), mirrored=True)


_TURNS = {BoardSymmetry.TURN_180: 3, BoardSymmetry.TURN_120: 2, BoardSymmetry.TURN_60: 1}
#: The axes of the mirrors, in steps of 30 degrees clockwise from the vertical.
_AXES = {
    BoardSymmetry.LEFT_RIGHT: 0,
    BoardSymmetry.RISING_STEEP: 1,
    BoardSymmetry.RISING_SHALLOW: 2,
    BoardSymmetry.TOP_BOTTOM: 3,
    BoardSymmetry.FALLING_SHALLOW: 4,
    BoardSymmetry.FALLING_STEEP: 5,
}


def board_symmetries(
    layout: Layout, columns: int, rows: int, *, present: NDArray[np.bool_] | None = None
) -> tuple[Symmetry, ...]:
    """Return the symmetries of a board, the identity first, in the order of ``POINT_SYMMETRIES``.

    ``present`` is a mask ``[rows, columns]`` of the hexes; None for the whole rectangle. Each of the twelve turns and
    mirrors has at most one translation. A board without hexes has only the identity.
    """
    candidates = (_on_board(linear, layout, columns, rows, present) for linear in POINT_SYMMETRIES)
    return tuple(symmetry for symmetry in candidates if symmetry is not None)


def board_symmetry(
    kind: BoardSymmetry,
    layout: Layout,
    columns: int,
    rows: int,
    *,
    present: NDArray[np.bool_] | None = None,
) -> Symmetry | None:
    """Return the symmetry of that kind of a board, or None; see ``board_symmetries``."""
    return _on_board(kind.linear(layout), layout, columns, rows, present)


def _on_board(
    linear: Symmetry, layout: Layout, columns: int, rows: int, present: NDArray[np.bool_] | None
) -> Symmetry | None:
    if present is None:
        return _on_rectangle(linear, layout, columns, rows)
    return _shifted(linear, layout, columns, rows, present)


@lru_cache(maxsize=64)
def _on_rectangle(linear: Symmetry, layout: Layout, columns: int, rows: int) -> Symmetry | None:
    return _shifted(linear, layout, columns, rows, None)


def _shifted(
    linear: Symmetry, layout: Layout, columns: int, rows: int, present: NDArray[np.bool_] | None
) -> Symmetry | None:
    counted = present
    if counted is None:
        # The rim is enough, since a rectangle has no holes: a map that keeps the rim on the board keeps the inside, too.
        counted = np.ones((rows, columns), np.bool_)
        counted[1:-1, 1:-1] = False
    row, column = np.nonzero(counted)
    q, r = layout.from_offset_arrays(column, row)
    count = len(q)
    if not count:
        return linear if linear == IDENTITY else None
    # The translation t must move the sum of the images M S onto the sum S of the hexes: n t = S - M S.
    image_q, image_r = linear.arrays(q, r)
    shift_q, rest_q = divmod(int(q.sum() - image_q.sum()), count)
    shift_r, rest_r = divmod(int(r.sum() - image_r.sum()), count)
    if rest_q or rest_r:
        return None
    column, row = layout.to_offset_arrays(image_q + shift_q, image_r + shift_r)
    if (column < 0).any() or (column >= columns).any() or (row < 0).any() or (row >= rows).any():
        return None
    if present is not None and not present[row, column].all():
        return None
    return Symmetry(linear.turn, linear.mirrored, Hex(shift_q, shift_r))


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
    """Whether a board has a symmetry, with a sentence about it.

    If it doesn't, ``reason`` is the part of the sentence that says why and names the nearest size.
    """

    kind: BoardSymmetry
    possible: bool
    sentence: str
    reason: str = ""


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
    return SymmetryFact(
        kind, possible=False, sentence=f"{board} no {SYMMETRY_NAMES[kind]}: {reason}.", reason=reason
    )


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
        "only the smallest rectangles have such a symmetry; use void hexes to cut the board to a hexagon, "
        "which has every turn and mirror"
    )
