"""The camera: which part of the board is in view, how large, which hex is under a pixel, and that part cut out of the board's arrays.

All pixels here are device pixels, so that sprites land on whole ones. Points of the board are those of the layout at
size 1, with the centre of A1 at (0, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, neighbour
from fairground.core.grid.hexsides import corners
from fairground.core.grid.layout import SQRT3, Layout, Orientation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Corner, Hexside


def nearest_side(layout: Layout, at: Hex, x: float, y: float) -> int:
    """Return the direction (0-5) of the side of ``at`` that is nearest to a point of the plane within that hex.

    Units are those of ``layout.centre`` at size 1. Of several sides equally near, it is the first direction.
    """
    middle_x, middle_y = layout.centre(at)
    across, down = x - middle_x, y - middle_y

    def nearness(direction: int) -> float:
        towards_x, towards_y = layout.centre(DIRECTIONS[direction])
        return across * towards_x + down * towards_y

    return max(range(6), key=nearness)


#: From hex to hex at 100%, in logical pixels: as large as the printed picture.
FULL_PITCH = 72.0
#: Below the first pitch the board is one image; on wide views, where more hexes fit, below the second.
FAR_PITCH, WIDE_FAR_PITCH = 6.0, 8.0
_WIDE = 1600
_LARGEST, _SMALLEST = 216.0, 0.5
#: The margin around a fitted board and its largest pitch, in logical pixels.
_MARGIN, _LARGEST_FIT = 20.0, 96.0
#: Points nearer to a corner than this are at it, in sizes of a hex.
_NEAR_CORNER = 0.35


class VisibleCells(NamedTuple):
    """A window of the board's arrays; the ends are open."""

    top: int
    bottom: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of a board; immutable.

    ``wanted`` is the requested pitch (the distance of neighbouring hexes). In the near view, the steps from column to
    column and from row to row are rounded to whole pixels, so that the true pitch differs a little. ``left`` and ``top``
    are the view's corner, from the centre of A1.
    """

    layout: Layout
    columns: int
    rows: int
    width: int
    height: int
    ratio: float = 1.0
    wanted: float = FULL_PITCH
    left: int = 0
    top: int = 0

    # -- scale ----------------------------------------------------------------------------------------------

    @property
    def _is_flat(self) -> bool:
        return self.layout.orientation is Orientation.FLAT

    @property
    def pitch(self) -> float:
        """From hex to hex, in logical pixels."""
        across, down = self.steps
        return (down if self._is_flat else across) / self.ratio

    @property
    def zoom(self) -> float:
        """The pitch as a share of ``FULL_PITCH``."""
        return self.pitch / FULL_PITCH

    @property
    def is_near(self) -> bool:
        """Whether hexes are large enough to be drawn one by one."""
        far = WIDE_FAR_PITCH if self.width / self.ratio >= _WIDE else FAR_PITCH
        return self.wanted >= far * self.ratio

    @property
    def steps(self) -> tuple[float, float]:
        """From column to column and from row to row: whole numbers when near."""
        along, across = self.wanted, self.wanted * SQRT3 / 2
        if self.is_near:
            # Shifted lines are half a step further: an even number.
            along, across = 2.0 * round(along / 2), float(round(across))
        return (across, along) if self._is_flat else (along, across)

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels a unit of the board, across and down; they differ a little in the near view."""
        across, down = self.steps
        return (across / 1.5, down / SQRT3) if self._is_flat else (across / SQRT3, down / 1.5)

    @property
    def half_step(self) -> float:
        """How much further down (or right) the second, fourth ... line is; negative for even layouts."""
        across, down = self.steps
        return (down if self._is_flat else across) / (2 if self.layout.is_odd else -2)

    # -- places ---------------------------------------------------------------------------------------------

    def to_view(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a point of the board."""
        across, down = self.scale
        return x * across - self.left, y * down - self.top

    def from_view(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the board under a pixel."""
        across, down = self.scale
        return (x + self.left) / across, (y + self.top) / down

    def side_at(self, x: float, y: float) -> tuple[Hex, int]:
        """Return the hex under a pixel and the direction (0-5) of its side that is nearest there."""
        point = self.from_view(x, y)
        at = self.layout.hex_at(*point)
        return at, nearest_side(self.layout, at, *point)

    def side(self, side: Hexside) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the pixels of a hexside's ends."""
        one, other = (self.to_view(*self.layout.corner_point(it)) for it in side.corners)
        return one, other

    def place_at(self, x: float, y: float) -> Hex | Corner:
        """Return the corner of hexes near a pixel; without one, the hex under it."""
        point = self.from_view(x, y)
        at = self.layout.hex_at(*point)
        nearest = min(corners(at), key=lambda it: math.dist(self.layout.corner_point(it), point))
        return nearest if math.dist(self.layout.corner_point(nearest), point) < _NEAR_CORNER else at

    def centre(self, at: Hex) -> tuple[float, float]:
        """Return the pixel of a hex's centre."""
        return self.to_view(*self.layout.centre(at))

    def centres(self, columns: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the pixels of the centres of many cells, x and y along a new last axis."""
        across, down = self.steps
        x, y = columns * across - self.left, rows * down - self.top
        if self._is_flat:
            y = y + (columns & 1) * self.half_step
        else:
            x = x + (rows & 1) * self.half_step
        return np.stack((x, y), axis=-1)

    def cells_in(
        self, left: float, top: float, right: float, bottom: float, *, margin: float = 1.1
    ) -> VisibleCells:
        """Return the window of cells that draw into a rectangle of pixels; ``margin`` is how far they draw, in hexes."""
        across, down = self.steps
        shift = self.half_step
        wide, high = (0.0, shift) if self._is_flat else (shift, 0.0)
        return VisibleCells(
            _bound((top + self.top - max(high, 0)) / down - margin, self.rows),
            _bound((bottom + self.top - min(high, 0)) / down + margin + 1, self.rows),
            _bound((left + self.left - max(wide, 0)) / across - margin, self.columns),
            _bound((right + self.left - min(wide, 0)) / across + margin + 1, self.columns),
        )

    def extent(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the board's rectangle, in its own units."""
        return self.layout.extent(self.columns, self.rows)

    # -- moving ---------------------------------------------------------------------------------------------

    def panned(self, across: float, down: float) -> Camera:
        """Return the camera moved over the board by that many pixels."""
        return replace(self, left=self.left + round(across), top=self.top + round(down)).clamped()

    def zoomed(self, factor: float, x: float, y: float) -> Camera:
        """Return the camera with ``factor`` times the pitch; the point of the board under the pixel stays there."""
        return self.zoomed_to(self.wanted * factor, x, y)

    def zoomed_to(self, wanted: float, x: float, y: float) -> Camera:
        """Return the camera with another pitch, within the limits; the point under the pixel stays there."""
        point = self.from_view(x, y)
        smallest = min(self._fitting_pitch() / 2, FAR_PITCH * self.ratio)
        wanted = min(max(wanted, smallest, _SMALLEST * self.ratio), _LARGEST * self.ratio)
        return replace(self, wanted=wanted).with_point_at(point, x, y)

    def fitted(self) -> Camera:
        """Return the camera that shows the whole board in the middle."""
        return replace(self, wanted=min(self._fitting_pitch(), _LARGEST_FIT * self.ratio)).centred_on_board()

    def centred_on_board(self) -> Camera:
        """Return the camera with the board in the middle of the view."""
        left, top, right, bottom = self.extent()
        return self.centred((left + right) / 2, (top + bottom) / 2)

    def centred(self, x: float, y: float) -> Camera:
        """Return the camera with a point of the board in the middle of the view."""
        return self.with_point_at((x, y), self.width / 2, self.height / 2)

    def resized(self, width: int, height: int, ratio: float) -> Camera:
        """Return the camera for a view of another size; the hexes keep their size in logical pixels."""
        if ratio == self.ratio:
            return replace(self, width=width, height=height).clamped()
        middle = self.from_view(self.width / 2, self.height / 2)
        wanted = self.wanted * ratio / self.ratio
        dense = replace(self, width=width, height=height, ratio=ratio, wanted=wanted)
        return dense.with_point_at(middle, width / 2, height / 2)

    def _fitting_pitch(self) -> float:
        left, top, right, bottom = self.extent()
        margin = 2 * _MARGIN * self.ratio
        room = (max(self.width - margin, 50) / (right - left), max(self.height - margin, 50) / (bottom - top))
        pitch = min(room) * SQRT3
        # Rounding to whole pixels must not push the last column out of the view.
        return max(pitch - 1, 2.0) if pitch >= FAR_PITCH * self.ratio else pitch

    def with_point_at(self, point: tuple[float, float], x: float, y: float) -> Camera:
        """Return the camera that shows a point of the board at a pixel."""
        across, down = self.scale
        left, top = round(point[0] * across - x), round(point[1] * down - y)
        return replace(self, left=left, top=top).clamped()

    def clamped(self) -> Camera:
        """Return the camera held so that the middle of the view is over the board."""
        across, down = self.scale
        left, top, right, bottom = self.extent()
        x = min(
            max(self.left, math.floor(left * across - self.width / 2)),
            math.ceil(right * across - self.width / 2),
        )
        y = min(
            max(self.top, math.floor(top * down - self.height / 2)),
            math.ceil(bottom * down - self.height / 2),
        )
        return replace(self, left=x, top=y)


def _bound(value: float, end: int) -> int:
    return min(max(math.floor(value), 0), end)


Value = TypeVar("Value", bound=np.generic)


@cache
def steps(layout: Layout) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return, for even and odd lines, the steps in columns and rows of the six directions."""
    table = []
    for line in (2, 3):
        column, row = (line, 2) if layout.orientation is Orientation.FLAT else (2, line)
        at = layout.from_offset(column, row)
        ends = (layout.to_offset(neighbour(at, direction)) for direction in range(6))
        table.append(tuple((c - column, r - row) for c, r in ends))
    return tuple(table)


def cut(array: NDArray[Value], cells: VisibleCells) -> NDArray[Value]:
    """Return the part of an array in the window."""
    return array[cells.top : cells.bottom, cells.left : cells.right]


def around(
    array: NDArray[Value], cells: VisibleCells, layout: Layout, *, off: int
) -> Iterator[NDArray[Value]]:
    """Yield, for each of the six directions, the values of the neighbours of the cells in the window.

    ``off`` is the value off the board.
    """
    high, wide = cells.bottom - cells.top, cells.right - cells.left
    padded = np.full((high + 2, wide + 2), off, array.dtype)
    top, left = max(cells.top - 1, 0), max(cells.left - 1, 0)
    part = array[top : cells.bottom + 1, left : cells.right + 1]
    y, x = top - cells.top + 1, left - cells.left + 1
    padded[y : y + part.shape[0], x : x + part.shape[1]] = part
    flat = layout.orientation is Orientation.FLAT
    first = cells.left if flat else cells.top
    table = steps(layout)
    for direction in range(6):
        values = np.empty((high, wide), array.dtype)
        for parity in (0, 1):
            lines = slice((parity - first) % 2, None, 2)
            across, down = table[parity][direction]
            moved = padded[1 + down : 1 + down + high, 1 + across : 1 + across + wide]
            if flat:
                values[:, lines] = moved[:, lines]
            else:
                values[lines] = moved[lines]
        yield values


def side_masks(
    array: NDArray[np.bool_], cells: VisibleCells, layout: Layout, *, off: bool = False
) -> NDArray[np.uint8]:
    """Return which neighbours of every cell in the window are set, as bits by direction.

    ``off`` says whether those off the board are.
    """
    masks = np.zeros((cells.bottom - cells.top, cells.right - cells.left), np.uint8)
    for direction, beside in enumerate(around(array, cells, layout, off=int(off))):
        masks |= beside.astype(np.uint8) << np.uint8(direction)
    return masks
