"""Hex lines for brushes and rulers, rectangles and bars: exact, with a stated choice for ties."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.grid.hexes import DIRECTIONS, Hex, distance

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout


def rectangle(layout: Layout, a: Hex, b: Hex, *, outline: bool = False) -> tuple[Hex, ...]:
    """Return the hexes of the rectangle with opposite corners ``a`` and ``b``, row by row, or its ``outline`` only."""
    (column, row), (other_column, other_row) = layout.to_offset(a), layout.to_offset(b)
    left, right = sorted((column, other_column))
    top, bottom = sorted((row, other_row))
    return tuple(
        layout.from_offset(x, y)
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
        if not outline or x in (left, right) or y in (top, bottom)
    )


def bar(centre: Hex, length: int, direction: int) -> tuple[Hex, ...]:
    """Return ``length`` hexes in a straight row through ``centre``, in the order of ``direction`` (0-5, modulo 6).

    Of an even number, one more lies in that direction than against it.

    Raises
    ------
    GridError
        When ``length`` is less than 1.
    """
    if length < 1:
        raise GridError(f"a bar has a length of 1 or more, not {length}")
    step = DIRECTIONS[direction % 6]
    behind = (length - 1) // 2
    return tuple(centre + step * (i - behind) for i in range(length))


def square_length(way: Hex) -> int:
    """Return the square of the straight length of a way from centre to centre; neighbours are 1 apart."""
    return way.q * way.q + way.q * way.r + way.r * way.r


def straightened(start: Hex, end: Hex) -> Hex:
    """Return the hex as far from ``start`` as ``end`` in the nearest of the six directions; the lower of two equally near."""
    far = distance(start, end)
    return min((start + step * far for step in DIRECTIONS), key=lambda it: square_length(it - end))


class Tie(StrEnum):
    """Which hex a line takes where it could take either, as seen walking along it."""

    LEFT = "left"
    RIGHT = "right"


def hex_line(a: Hex, b: Hex, *, tie: Tie = Tie.LEFT) -> tuple[Hex, ...]:
    """Return the hexes on the way from ``a`` to ``b``, both included, each next to the one before.

    There are ``distance(a, b) + 1``. Hex ``i`` is the one that holds the point ``i / distance`` of the way along
    the straight line between the centres; where that point lies exactly on a hexside, ``tie`` decides. The way
    back takes the same hexes with the other tie: ``hex_line(b, a, tie=RIGHT)`` is ``hex_line(a, b, tie=LEFT)``
    reversed.
    """
    steps = distance(a, b)
    if steps == 0:
        return (a,)
    dq, dr = b.q - a.q, b.r - a.r
    left = tie is Tie.LEFT
    # One cube coordinate changes by exactly one a step and stays whole, so each point has two candidates at most:
    # the other coordinates rounded down or up. The larger q (or r) lies to one side of the line all along it.
    if abs(dq) == steps:
        rs = _rounded(dr, steps, ties_up=left == (dq < 0))
        return tuple(Hex(a.q + i * (dq // steps), a.r + r) for i, r in enumerate(rs))
    if abs(dr) == steps:
        qs = _rounded(dq, steps, ties_up=left == (dr > 0))
        return tuple(Hex(a.q + q, a.r + i * (dr // steps)) for i, q in enumerate(qs))
    ds = -dq - dr
    qs = _rounded(dq, steps, ties_up=left == (ds < 0))
    return tuple(Hex(a.q + q, a.r - i * (ds // steps) - q) for i, q in enumerate(qs))


def _rounded(change: int, steps: int, *, ties_up: bool) -> list[int]:
    """Return ``change * i / steps`` for i from 0 to ``steps``, each rounded to the nearest whole number."""
    # Halves go up; taking one from the doubled numerator sends them down and moves nothing else.
    half = steps if ties_up else steps - 1
    return [(2 * change * i + half) // (2 * steps) for i in range(steps + 1)]
