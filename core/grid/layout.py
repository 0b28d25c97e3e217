"""The four layouts of a rectangular board; A1 is ``Hex(0, 0)``, centred at (0, 0), x to the right, y down.

Coordinates of hex centres are floats for drawing, or exact numbers of the form a + b√3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fairground.core.errors import GridError
from fairground.core.grid.hexes import Hex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Corner

SQRT3 = math.sqrt(3.0)

#: One whole number, or an array of them.
_Whole = TypeVar("_Whole", int, "NDArray[np.int64]")
#: One number, or an array of them.
_Number = TypeVar("_Number", float, "NDArray[np.float64]")


class Orientation(StrEnum):
    """Whether a hex has a side (flat) or a corner (pointy) at its top."""

    FLAT = "flat"
    POINTY = "pointy"


#: Names of the directions, clockwise; ``facing`` 1 is the first of them.
DIRECTION_NAMES = {
    Orientation.FLAT: ("N", "NE", "SE", "S", "SW", "NW"),
    Orientation.POINTY: ("NE", "E", "SE", "SW", "W", "NW"),
}


class Layout(StrEnum):
    """One of the four layouts: ``odd-q`` and ``even-q`` shift columns, ``odd-r`` and ``even-r`` rows.

    The odd ones shift the second, fourth … column (row) half a hex down (right), the even ones the first, third …
    Hexes are flat-top with shifted columns, pointy-top with shifted rows.
    """

    ODD_Q = "odd-q"
    EVEN_Q = "even-q"
    ODD_R = "odd-r"
    EVEN_R = "even-r"

    @cached_property
    def orientation(self) -> Orientation:
        """Flat-top for the column layouts, pointy-top for the row layouts."""
        return Orientation.FLAT if self in (Layout.ODD_Q, Layout.EVEN_Q) else Orientation.POINTY

    @cached_property
    def is_odd(self) -> bool:
        """Whether the shifted lines have an odd index, from 0."""
        return self in (Layout.ODD_Q, Layout.ODD_R)

    def _shift(self, line: _Whole) -> _Whole:
        """Return the difference of offset and axial coordinates in a column (row) of index ``line``."""
        return (line - (line & 1)) // 2 if self.is_odd else (line + (line & 1)) // 2

    def to_offset(self, at: Hex) -> tuple[int, int]:
        """Return ``(column, row)`` of a hex, both from 0; negative off the board."""
        if self.orientation is Orientation.FLAT:
            return at.q, at.r + self._shift(at.q)
        return at.q + self._shift(at.r), at.r

    def from_offset(self, column: int, row: int) -> Hex:
        """Return the hex in ``column`` and ``row``, both from 0."""
        if self.orientation is Orientation.FLAT:
            return Hex(column, row - self._shift(column))
        return Hex(column - self._shift(row), row)

    def to_offset_arrays(
        self, q: NDArray[np.int64], r: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the columns and rows of many hexes, in the shape of the arguments; see ``to_offset``."""
        if self.orientation is Orientation.FLAT:
            return q, r + self._shift(q)
        return q + self._shift(r), r

    def from_offset_arrays(
        self, column: NDArray[np.int64], row: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the q and r of many hexes, in the shape of the arguments; see ``from_offset``."""
        if self.orientation is Orientation.FLAT:
            return column, row - self._shift(column)
        return column - self._shift(row), row

    def axial_arrays(self, columns: int, rows: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the q and r of every hex of a board, each of shape ``[rows, columns]``."""
        row, column = np.indices((rows, columns), np.int64)
        return self.from_offset_arrays(column, row)

    @property
    def direction_names(self) -> tuple[str, ...]:
        """The six names, clockwise: from N on flat-top, from NE on pointy-top boards."""
        return DIRECTION_NAMES[self.orientation]

    def direction(self, name: str) -> int:
        """Return the direction (0-5) of a name on this layout.

        Raises
        ------
        GridError
            When this layout has no such direction; the message lists all.
        """
        try:
            index = self.direction_names.index(name)
        except ValueError:
            names = ", ".join(self.direction_names)
            raise GridError(f"{self.value} has no direction {name!r}; it has {names}") from None
        return self.facing_direction(index + 1)

    def direction_name(self, direction: int) -> str:
        """Return the name of a direction (0-5, taken modulo 6) on this layout."""
        return self.direction_names[self.facing(direction) - 1]

    def facing_direction(self, facing: int) -> int:
        """Return the direction (0-5) of a facing (1-6, clockwise from N or NE; taken modulo 6)."""
        return (facing - 1 + (self.orientation is Orientation.POINTY)) % 6

    def facing(self, direction: int) -> int:
        """Return the facing (1-6) of a direction (0-5, taken modulo 6)."""
        return (direction - (self.orientation is Orientation.POINTY)) % 6 + 1

    def to_point(self, q: float, r: float, *, size: float = 1.0) -> tuple[float, float]:
        """Return the point of fractional axial coordinates; ``size`` is centre to corner, in any unit."""
        return self._on_plane(3 * q, 3 * r, size)

    def centre(self, at: Hex, *, size: float = 1.0) -> tuple[float, float]:
        """Return the centre of a hex; A1 is at (0, 0)."""
        return self.to_point(at.q, at.r, size=size)

    def centres(self, columns: int, rows: int, *, size: float = 1.0) -> NDArray[np.float64]:
        """Return the centres of all hexes of a board, x and y, as an array of shape ``[rows, columns, 2]``."""
        q, r = self.axial_arrays(columns, rows)
        return self.corner_points(3 * q, 3 * r, size=size)

    def corner_point(self, at: Corner, *, size: float = 1.0) -> tuple[float, float]:
        """Return the point of a corner, the same floats from all its hexes."""
        return self._on_plane(at.q3, at.r3, size)

    def corner_points(
        self, q3: NDArray[np.int64], r3: NDArray[np.int64], *, size: float = 1.0
    ) -> NDArray[np.float64]:
        """Return the points of many corners, x and y along a new last axis; the floats of ``corner_point``."""
        return np.stack(self._on_plane(q3.astype(np.float64), r3.astype(np.float64), size), axis=-1)

    def _on_plane(self, q3: _Number, r3: _Number, size: float) -> tuple[_Number, _Number]:
        """Return x and y of axial coordinates in thirds, which are whole for centres and corners."""
        if self.orientation is Orientation.FLAT:
            return q3 / 2 * size, (2 * r3 + q3) * SQRT3 / 6 * size
        return (2 * q3 + r3) * SQRT3 / 6 * size, r3 / 2 * size

    def extent(self, columns: int, rows: int) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the rectangle around a board, at size 1."""
        is_flat = self.orientation is Orientation.FLAT
        lines, hexes = (columns, rows) if is_flat else (rows, columns)
        shift = (SQRT3 / 2 if self.is_odd else -SQRT3 / 2) if lines > 1 else 0.0
        first, last = -SQRT3 / 2 + min(shift, 0), SQRT3 * (hexes - 0.5) + max(shift, 0)
        far = 1.5 * (lines - 1) + 1
        return (-1.0, first, far, last) if is_flat else (first, -1.0, last, far)

    def hex_at(self, x: float, y: float, *, size: float = 1.0) -> Hex:
        """Return the hex at a point; on a border, one of its hexes."""
        return _round(*self._to_axial(x / size, y / size))

    def hexes_at(
        self, x: NDArray[np.float64], y: NDArray[np.float64], *, size: float = 1.0
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return columns and rows of the hexes at many points, like ``hex_at``; they may be off the board."""
        return self.to_offset_arrays(*_round_arrays(*self._to_axial(x / size, y / size)))

    def _to_axial(self, x: _Number, y: _Number) -> tuple[_Number, _Number]:
        """Return the fractional q and r of points at size 1."""
        if self.orientation is Orientation.FLAT:
            q = x / 1.5
            return q, y / SQRT3 - q / 2
        r = y / 1.5
        return x / SQRT3 - r / 2, r


class HexesByNumber(dict[int, Hex]):
    """The hexes of a board by number, ``row * columns + column``, each created when it is first asked for."""

    def __init__(self, layout: Layout, columns: int) -> None:
        super().__init__()
        self._layout, self._columns = layout, columns

    def __missing__(self, number: int) -> Hex:
        """Create a hex."""
        row, column = divmod(number, self._columns)
        at = self[number] = self._layout.from_offset(column, row)
        return at


def _round(q: float, r: float) -> Hex:
    """Return the nearest hex: round all three cube coordinates, then recompute the one that moved most."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if off_q > off_r and off_q > off_s:
        return Hex(-near_r - near_s, near_r)
    if off_r > off_s:
        return Hex(near_q, -near_q - near_s)
    return Hex(near_q, near_r)


def _round_arrays(
    q: NDArray[np.float64], r: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the nearest hexes, like ``_round``."""
    s = -q - r
    near_q, near_r, near_s = np.rint(q), np.rint(r), np.rint(s)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    fix_q = (off_q > off_r) & (off_q > off_s)
    fix_r = ~fix_q & (off_r > off_s)
    return (
        np.where(fix_q, -near_r - near_s, near_q).astype(np.int64),
        np.where(fix_r, -near_q - near_s, near_r).astype(np.int64),
    )


# -- exact places ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RootThree:
    """The number ``whole + root * √3`` with exact arithmetic, such as a coordinate of a hex centre."""

    whole: Fraction
    root: Fraction = Fraction(0)

    def __add__(self, other: RootThree) -> RootThree:
        return RootThree(self.whole + other.whole, self.root + other.root)

    def __sub__(self, other: RootThree) -> RootThree:
        return RootThree(self.whole - other.whole, self.root - other.root)

    def __mul__(self, other: RootThree) -> RootThree:
        return RootThree(
            self.whole * other.whole + 3 * self.root * other.root,
            self.whole * other.root + self.root * other.whole,
        )

    def __le__(self, other: RootThree) -> bool:
        return (self - other).sign <= 0

    def __float__(self) -> float:
        return float(self.whole) + float(self.root) * math.sqrt(3)

    @property
    def sign(self) -> int:
        """-1 below 0, 0 at 0, 1 above."""
        whole, root = _sign(self.whole), _sign(self.root)
        if whole * root >= 0:
            return whole or root
        # The signs differ: the larger square decides.
        return whole * _sign(self.whole * self.whole - 3 * self.root * self.root)


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)
