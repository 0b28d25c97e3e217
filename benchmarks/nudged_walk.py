"""The usual line of sight between hexes: as many points as steps on a line nudged off the corners, each rounded.

The line of "Hexagonal Grids" (Red Blob Games), which most games have in one way or another. It takes one hex a step, and
so misses hexes that the line only cuts a corner of; on a line along hexsides the nudge decides which side counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.hexes import Hex, distance

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

#: Added to q, r and s of both ends; it sums to nought.
NUDGE = (1e-6, 2e-6, -3e-6)


def nudged_line(start: Hex, end: Hex) -> Iterator[tuple[int, int]]:
    """Yield q and r of the hexes between two hexes, both left out."""
    steps = distance(start, end)
    q, r, s = (it + nudge for it, nudge in zip((start.q, start.r, start.s), NUDGE, strict=True))
    to_q, to_r, to_s = end.q - start.q, end.r - start.r, end.s - start.s
    for step in range(1, steps):
        share = step / steps
        yield _rounded(q + to_q * share, r + to_r * share, s + to_s * share)


def sees(blockers: Container[tuple[int, int]], start: Hex, end: Hex) -> bool:
    """Return whether no hex between two hexes is one of ``blockers``, given as q and r."""
    return not any(at in blockers for at in nudged_line(start, end))


def _rounded(q: float, r: float, s: float) -> tuple[int, int]:
    """Return the hex of fractional coordinates: the one furthest off is computed from the other two."""
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        return -whole_r - whole_s, whole_r
    if off_r > off_s:
        return whole_q, -whole_q - whole_s
    return whole_q, whole_r
