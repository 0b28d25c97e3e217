"""Maps of a board's hexes, hexsides and facings to another board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.symmetry import IDENTITY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout
    from fairground.core.grid.symmetry import Symmetry

#: The basis of all steps.
_AXES = Hex(1, 0), Hex(0, 1)


@dataclass(frozen=True, slots=True)
class BoardTransform:
    """A map of the hexes of one layout to those of another.

    With a ``symmetry`` of axial coordinates, neighbours and distances are kept. Without one, every hex keeps its column and
    row, but maybe not its neighbours; facings keep their numbers.
    """

    before: Layout
    after: Layout
    symmetry: Symmetry | None

    @property
    def keeps_neighbours(self) -> bool:
        """Whether neighbours stay neighbours."""
        return self.symmetry is not None or self.before is self.after

    @property
    def mirrored(self) -> bool:
        """Whether left and right are swapped, and so shield arms."""
        return self.symmetry is not None and self.symmetry.mirrored

    def hex(self, at: Hex) -> Hex:
        """Return the image of a hex; it may be off the board."""
        if self.symmetry is not None:
            return self.symmetry(at)
        return self.after.from_offset(*self.before.to_offset(at))

    def offsets(
        self, column: NDArray[np.int64], row: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the columns and rows of the images of many hexes, in the shape of the arguments."""
        if self.symmetry is None:
            return column, row
        q, r = self.symmetry.arrays(*self.before.from_offset_arrays(column, row))
        return self.after.to_offset_arrays(q, r)

    def direction(self, direction: int) -> int:
        """Return the image of a direction (0-5)."""
        if self.symmetry is not None:
            return self.symmetry.direction(direction)
        return self.after.facing_direction(self.before.facing(direction))

    def facing(self, facing: int) -> int:
        """Return the image of a facing (1-6)."""
        return self.after.facing(self.direction(self.before.facing_direction(facing)))

    def offset(self, across: float, down: float) -> tuple[float, float]:
        """Return the image of an offset on the plane, which turns with the hexes."""
        one_orientation = self.before.orientation is self.after.orientation
        if self.symmetry is None or (self.symmetry.linear == IDENTITY and one_orientation):
            return across, down
        linear = self.symmetry.linear
        (ax, ay), (bx, by) = (self.before.centre(step) for step in _AXES)
        (cx, cy), (dx, dy) = (self.after.centre(linear(step)) for step in _AXES)
        area = ax * by - bx * ay
        one, other = (across * by - bx * down) / area, (ax * down - across * ay) / area
        return one * cx + other * dx, one * cy + other * dy

    def hexside(self, at: Hex, direction: int) -> Hexside:
        """Return the image of the side of ``at`` in ``direction`` (0-5); it may differ for its other hex."""
        return hexside(self.hex(at), self.direction(direction))
