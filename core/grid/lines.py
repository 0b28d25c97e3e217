"""Exact hex lines, rectangles and bars, with a choice for ties."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.grid.hexes import DIRECTIONS, Hex, distance

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout


def rectangle(layout: Layout, a: Hex, b: Hex, *, outline: bool = False) -> tuple[Hex, ...]:
    """Return the hexes of the rectangle with corners ``a`` and ``b``, row by row, or only its ``outline``."""
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
    """Return ``length`` hexes in a straight row through ``centre``, in ``direction`` (0-5, modulo 6).

    Of an even number, one more is in that direction than against it.

    Raises
    ------
    GridError
        When ``length`` is less than 1.
    """
    if length < 1:
        raise GridError(f"the length of a bar must be 1 or more, not {length}")
    step = DIRECTIONS[direction % 6]
    behind = (length - 1) // 2
    return tuple(centre + step * (i - behind) for i in range(length))


def square_length(step: Hex) -> int:
    """Return the squared Euclidean length of a step; neighbours are 1 apart."""
    return step.q * step.q + step.q * step.r + step.r * step.r


def straightened(start: Hex, end: Hex) -> Hex:
    """Return the hex at the distance of ``end``, in the nearest of the six directions (the lower of two)."""
    far = distance(start, end)
    return min((start + step * far for step in DIRECTIONS), key=lambda it: square_length(it - end))


class Tie(StrEnum):
    """The hex that a line prefers in a tie, seen along it."""

    LEFT = "left"
    RIGHT = "right"


def hex_line(a: Hex, b: Hex, *, tie: Tie = Tie.LEFT) -> tuple[Hex, ...]:
    """Return the ``distance(a, b) + 1`` hexes of a line from ``a`` to ``b``, each next to the one before.

    Hex ``i`` is at the fraction ``i / distance`` of the straight line between the centres; on a hexside, ``tie`` decides.
    ``hex_line(b, a, tie=RIGHT)`` is ``hex_line(a, b, tie=LEFT)`` reversed.
    """
    steps = distance(a, b)
    if steps == 0:
        return (a,)
    dq, dr = b.q - a.q, b.r - a.r
    left = tie is Tie.LEFT
    # One cube coordinate changes by one at each step, so each point has at most two candidates: the other coordinates
    # rounded down or up. The larger q (or r) is on the same side all along the line.
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
    # Halves are rounded up; subtracting one from the doubled numerator rounds only them down.
    half = steps if ties_up else steps - 1
    return [(2 * change * i + half) // (2 * steps) for i in range(steps + 1)]
