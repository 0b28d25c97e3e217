"""Straight ways over the plane: how long they are, and those along the six directions."""

from __future__ import annotations

from fairground.core.grid.hexes import DIRECTIONS, Hex, distance


def square_length(way: Hex) -> int:
    """Return the square of the straight length of a way from centre to centre; neighbours are 1 apart."""
    return way.q * way.q + way.q * way.r + way.r * way.r


def straightened(start: Hex, end: Hex) -> Hex:
    """Return the hex as far from ``start`` as ``end`` is, in that of the six directions which comes nearest to it.

    Halfway between two directions, it is the lower one.
    """
    far = distance(start, end)
    return min((start + step * far for step in DIRECTIONS), key=lambda it: square_length(it - end))
