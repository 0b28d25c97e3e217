"""Hex lines for brushes and rulers: one hex a step, exact, with a stated choice where two would do.

What a sight line crosses is another question; a hex line takes one hex at each distance from its start.
"""

from __future__ import annotations

from enum import StrEnum

from fairground.core.grid.hexes import Hex, distance


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
