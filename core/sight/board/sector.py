"""Lines of one sector of 30 degrees, from which all others follow by the twelve turns and mirrors of the grid."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

#: Two axial coordinates, or a step of so many of each.
Step: TypeAlias = tuple[int, int]


class Matrix(NamedTuple):
    """A linear map of axial coordinates: ``(x, y)`` to ``(xx * x + xy * y, yx * x + yy * y)``."""

    xx: int
    xy: int
    yx: int
    yy: int

    def apply(self, at: Step) -> Step:
        """Return where it takes a point."""
        x, y = at
        return self.xx * x + self.xy * y, self.yx * x + self.yy * y


#: The twelve turns and mirrors of the grid; each maps the sector onto one of the twelve around a hex.
_TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))
TWELVE = tuple(
    found for a, b, c, d in _TURNS for found in (Matrix(a, b, c, d), Matrix(b, a, d, c))
)  # fmt: skip


def into_sector(x: int, y: int) -> tuple[Step, Matrix]:
    """Return the offset of the sector that (x, y) is like, and the map that takes the one to the other."""
    for found in TWELVE:
        # The inverse of a map of determinant 1 or -1.
        sign = found.xx * found.yy - found.xy * found.yx
        a, b = sign * (found.yy * x - found.xy * y), sign * (found.xx * y - found.yx * x)
        if a >= b >= 0:
            return (a, b), found
    raise AssertionError((x, y))


class SectorLine(NamedTuple):
    """What the line from (0, 0) to an offset of the sector meets; the lists are in order along it.

    ``left`` and ``right`` are the hexes beside the hexsides that it runs along, ``touched`` those met at one corner
    alone. ``across`` and ``along`` hold the hexes on either side of each hexside crossed or followed. ``corners`` holds
    each hex left or entered at a corner, with the corner in thirds from the middle of that hex.
    """

    crossed: tuple[Step, ...]
    left: tuple[Step, ...]
    right: tuple[Step, ...]
    touched: tuple[Step, ...]
    across: tuple[tuple[Step, Step], ...]
    along: tuple[tuple[Step, Step], ...]
    corners: tuple[tuple[Step, Step], ...]


def sector_line(a: int, b: int) -> SectorLine:
    """Return what the line to (a, b) meets, for ``a >= b >= 0``."""
    if a == b:
        return _diagonal(a)
    crossed, touched, across, corners = [], [], [], []
    x = y = 0
    while True:
        at = (x, y)
        # On which side of the line the two corners lie between which it leaves: above 0 to its right.
        first, second = a * (3 * y - 1) - b * (3 * x + 2), a * (3 * y + 1) - b * (3 * x + 1)
        if first > 0:
            x, y = x + 1, y - 1
        elif second < 0:
            y += 1
        else:
            x += 1
        onward = (x, y)
        if first == 0:
            corners += [(at, (2, -1)), (onward, (-1, -1))]
            touched.append((x, y - 1))
        elif second == 0:
            corners += [(at, (1, 1)), (onward, (-2, 1))]
            touched.append((x - 1, y + 1))
        else:
            across.append((at, onward))
        if onward == (a, b):
            break
        crossed.append(onward)
    return SectorLine(tuple(crossed), (), (), tuple(touched), tuple(across), (), tuple(corners))


def _diagonal(n: int) -> SectorLine:
    """Return the line to (n, n), which runs along every second hexside that it comes to."""
    left = tuple((k, k + 1) for k in range(n))
    right = tuple((k + 1, k) for k in range(n))
    corners = (((k + end, k + end), (1, 1) if end == 0 else (-1, -1)) for k in range(n) for end in (0, 1))
    return SectorLine(
        crossed=tuple((k, k) for k in range(1, n)),
        left=left,
        right=right,
        touched=(),
        across=(),
        along=tuple(zip(left, right, strict=True)),
        corners=tuple(corners),
    )
