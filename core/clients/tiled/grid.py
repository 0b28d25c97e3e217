"""Where the hexes of a Tiled map lie, in pixels, by its ``staggeraxis``, ``staggerindex`` and ``hexsidelength``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex, neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import SQRT3, Layout, Orientation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.clients.tiled.model import Point
    from fairground.core.grid.hexsides import Corner, Hexside

#: The tolerance between the middles of a line and a hexside, in hex distances.
_NEAR = 0.2


@dataclass(frozen=True, slots=True)
class TiledGrid:
    """Hexes of a layout in tiles of some pixels; ``side`` is ``hexsidelength``.

    Points are those of ``layout``, stretched to the tiles: a hex need not be regular.
    """

    layout: Layout
    tile_width: int
    tile_height: int
    side: int

    @property
    def is_flat(self) -> bool:
        """Whether columns are shifted."""
        return self.layout.orientation is Orientation.FLAT

    @property
    def stagger_axis(self) -> str:
        """``x`` where columns are shifted, ``y`` where rows are."""
        return "x" if self.is_flat else "y"

    @property
    def stagger_index(self) -> str:
        """``odd`` where the second and every other column (row) is shifted, ``even`` where the first is."""
        return "odd" if self.layout.is_odd else "even"

    @property
    def steps(self) -> tuple[float, float]:
        """Pixels from a hex to the next column, and to the next row."""
        if self.is_flat:
            return (self.tile_width + self.side) / 2, self.tile_height
        return self.tile_width, (self.tile_height + self.side) / 2

    @property
    def _start(self) -> Point:
        """The centre of A1."""
        x, y = self.tile_width / 2, self.tile_height / 2
        if self.layout.is_odd:
            return x, y
        return (x, 2 * y) if self.is_flat else (2 * x, y)

    @property
    def _scale(self) -> Point:
        """Pixels for each unit of the layout's plane at size 1."""
        across, down = self.steps
        return (across / 1.5, down / SQRT3) if self.is_flat else (across / SQRT3, down / 1.5)

    def centres(self, columns: int, rows: int) -> NDArray[np.float64]:
        """Return the centres of all hexes of a board, x and y, as an array of shape ``[rows, columns, 2]``."""
        column, row = np.meshgrid(np.arange(columns), np.arange(rows))
        shifted = ((column if self.is_flat else row) & 1) == (1 if self.layout.is_odd else 0)
        across, down = self.steps
        x = column * across + self.tile_width / 2 + (0 if self.is_flat else shifted * (self.tile_width / 2))
        y = row * down + self.tile_height / 2 + (shifted * (self.tile_height / 2) if self.is_flat else 0)
        return np.stack([x, y], axis=-1)

    def centre(self, at: Hex) -> Point:
        """Return the centre of a hex, on the board or off it."""
        return self._third(3 * at.q, 3 * at.r)

    def corner(self, at: Corner) -> Point:
        """Return the point of a corner."""
        return self._third(at.q3, at.r3)

    def _third(self, q3: int, r3: int) -> Point:
        """Return the point of axial coordinates in thirds: halves and thirds of whole pixels, without rounding before."""
        (x, y), (across, down) = self._start, self.steps
        if self.is_flat:
            return x + q3 * across / 3, y + (2 * r3 + q3) * down / 6
        return x + (2 * q3 + r3) * across / 6, y + r3 * down / 3

    def hex_at(self, point: Point) -> Hex:
        """Return the hex that holds a point; near the sides of an irregular hex it may be the one beside."""
        return self.layout.hex_at(*self._unscaled(point))

    def hexside_at(self, start: Point, end: Point) -> Hexside | None:
        """Return the hexside along a line, or None."""
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        at = self.hex_at(middle)
        found = min(range(6), key=lambda direction: self._distance(self._middle(at, direction), middle))
        # A line through the middle of a hexside may cross it, or go on beyond its ends.
        one, other = (self.corner(it) for it in hexside(at, found).corners)
        ends = min(
            max(self._distance(start, one), self._distance(end, other)),
            max(self._distance(start, other), self._distance(end, one)),
        )
        is_near = self._distance(self._middle(at, found), middle) <= _NEAR and ends <= 2 * _NEAR
        return hexside(at, found) if is_near else None

    def _middle(self, at: Hex, direction: int) -> Point:
        (x, y), (to_x, to_y) = self.centre(at), self.centre(neighbour(at, direction))
        return (x + to_x) / 2, (y + to_y) / 2

    def _distance(self, one: Point, other: Point) -> float:
        """Return the distance of two points, in hex distances."""
        (x, y), (to_x, to_y) = self._unscaled(one), self._unscaled(other)
        return float(np.hypot(to_x - x, to_y - y)) / SQRT3

    def _unscaled(self, point: Point) -> Point:
        (x, y), (across, down) = self._start, self._scale
        return (point[0] - x) / across, (point[1] - y) / down
