"""Lines of one sector of 30 degrees; all others follow by the twelve rotations and reflections of the grid."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, TypeAlias

from fairground.core.grid.hexes import Hex
from fairground.core.sight.board.cells import Cells
from fairground.core.sight.line.trace import trace

#: Two axial coordinates, or a step of so many of each.
Step: TypeAlias = tuple[int, int]


class Matrix(NamedTuple):
    """A linear map of axial coordinates: ``(x, y)`` to ``(xx * x + xy * y, yx * x + yy * y)``."""

    xx: int
    xy: int
    yx: int
    yy: int

    def apply(self, at: Step) -> Step:
        """Return the image of a point."""
        x, y = at
        return self.xx * x + self.xy * y, self.yx * x + self.yy * y


#: The twelve rotations and reflections; each maps the sector onto one of the twelve around a hex.
_TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))
TWELVE = tuple(
    found for a, b, c, d in _TURNS for found in (Matrix(a, b, c, d), Matrix(b, a, d, c))
)  # fmt: skip


def into_sector(x: int, y: int) -> tuple[Step, Matrix]:
    """Return the offset of the sector that corresponds to (x, y), and the map from it to (x, y)."""
    for matrix in TWELVE:
        # The inverse of a map of determinant 1 or -1.
        sign = matrix.xx * matrix.yy - matrix.xy * matrix.yx
        a, b = sign * (matrix.yy * x - matrix.xy * y), sign * (matrix.xx * y - matrix.yx * x)
        if a >= b >= 0:
            return (a, b), matrix
    raise AssertionError((x, y))


class SectorLine(NamedTuple):
    """The hexes, hexsides and corners on the line from (0, 0) to an offset of the sector, in order.

    ``touched`` are the hexes met only at a corner. ``across`` and ``along`` hold the two hexes of each hexside crossed or
    followed, ``corners`` each hex left or entered at a corner, with the corner in thirds from its centre.
    """

    crossed: tuple[Step, ...]
    touched: tuple[Step, ...]
    across: tuple[tuple[Step, Step], ...]
    along: tuple[tuple[Step, Step], ...]
    corners: tuple[tuple[Step, Step], ...]


def sector_line(a: int, b: int) -> SectorLine:
    """Return what the line to (a, b) meets, for ``a >= b >= 0``."""
    ends = Hex(0, 0), Hex(a, b)
    cells = Cells.around(ends)
    course = trace(cells, *ends)
    # Numbers of these cells are coordinates: see ``Cells.hex``.
    lists = course.path, course.left, course.right
    path, left, right = ([divmod(at, cells.stride) for at in numbers] for numbers in lists)
    touched = {step: divmod(course.touched[step], cells.stride) for step in sorted(course.touched)}
    across: list[tuple[Step, Step]] = []
    corners: list[tuple[Step, Step]] = []
    for step, (at, onward) in enumerate(pairwise(path)):
        if left:
            corners += [_corner(it, left[step], right[step]) for it in (at, onward)]
        elif step in touched:
            corners += [_corner(at, onward, touched[step]), _corner(onward, at, touched[step])]
        else:
            across.append((at, onward))
    along = tuple(zip(left, right, strict=True))
    return SectorLine(tuple(path[1:-1]), tuple(touched.values()), tuple(across), along, tuple(corners))


def _corner(at: Step, one: Step, other: Step) -> tuple[Step, Step]:
    """Return a hex, and the corner that it shares with two others, in thirds from its centre."""
    (x, y), (x1, y1), (x2, y2) = at, one, other
    return at, (x1 + x2 - 2 * x, y1 + y2 - 2 * y)
