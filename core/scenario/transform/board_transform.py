"""Where the hexes of a board go when all of it is carried elsewhere, together with hexsides and facings."""

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

#: Two steps that make up all others.
_AXES = Hex(1, 0), Hex(0, 1)


@dataclass(frozen=True, slots=True)
class BoardTransform:
    """A map of the hexes of one layout to those of another.

    With a ``symmetry``, it is that in axial coordinates: neighbours stay neighbours and distances what they are.
    Without, every hex keeps its column and row, whatever that does to its neighbours; then directions keep their
    names between layouts of one orientation, and facings their numbers between any.
    """

    before: Layout
    after: Layout
    symmetry: Symmetry | None

    @property
    def keeps_neighbours(self) -> bool:
        """Whether neighbours stay neighbours, wherever they are."""
        return self.symmetry is not None or self.before is self.after

    @property
    def mirrored(self) -> bool:
        """Whether left and right hands are swapped (and with them, shield sides)."""
        return self.symmetry is not None and self.symmetry.mirrored

    def hex(self, at: Hex) -> Hex:
        """Return the hex that ``at`` becomes; it may lie off any board."""
        if self.symmetry is not None:
            return self.symmetry(at)
        return self.after.from_offset(*self.before.to_offset(at))

    def offsets(
        self, column: NDArray[np.int64], row: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the columns and rows that those of many hexes become, in the shape of the arguments."""
        if self.symmetry is None:
            return column, row
        q, r = self.symmetry.arrays(*self.before.from_offset_arrays(column, row))
        return self.after.to_offset_arrays(q, r)

    def direction(self, direction: int) -> int:
        """Return what a direction (0-5) becomes."""
        if self.symmetry is not None:
            return self.symmetry.direction(direction)
        return self.after.facing_direction(self.before.facing(direction))

    def facing(self, facing: int) -> int:
        """Return what a facing (1-6) becomes."""
        return self.after.facing(self.direction(self.before.facing_direction(facing)))

    def offset(self, across: float, down: float) -> tuple[float, float]:
        """Return what a step on the plane becomes: it turns and is mirrored with the hexes, or stays as it is."""
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
        """Return the image of the side of ``at`` in ``direction`` (0-5), which may depend on the hex it is seen from."""
        return hexside(self.hex(at), self.direction(direction))
