"""What a straight line meets, by looking at every hex and hexside near it: signs of corners, and clipping with fractions.

It shares nothing with the program's own lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

At: TypeAlias = tuple[int, int]
#: The two hexes on either side.
Side: TypeAlias = frozenset[At]

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Corner(NamedTuple):
    """A line goes through a corner: the hexes that it leaves and enters there, where it does."""

    leaves: At | None
    enters: At | None
    around: frozenset[At]


@dataclass(frozen=True)
class Geometry:
    """What the line from (0, 0) to an offset meets; hexes beside a hexside by the side of the line they are on."""

    crossed: tuple[At, ...]
    touched: tuple[At, ...]
    left: tuple[At, ...]
    right: tuple[At, ...]
    along: tuple[Side, ...]
    across: tuple[Side, ...]
    corners: tuple[Corner, ...]


@lru_cache(maxsize=1 << 15)
def geometry(q: int, r: int) -> Geometry:
    """Return what the line from (0, 0) to (q, r) meets (rules H-02 to H-05)."""
    end = q, r
    if end == (0, 0):
        return Geometry((), (), (), (), (), (), ())
    spans = {at: span for at in _near(end) if (span := _span(at, end)) is not None}
    crossed = sorted((at for at in spans if at not in ((0, 0), end)), key=lambda at: spans[at])
    on_line = {at: _on_line(at, end) for at in _near(end)}
    sides = {frozenset((at, plus(at, step))) for at in _near(end) for step in STEPS}
    along = [side for side in sides if _is_along(side, end)]
    beside = {at for side in along for at in side}
    points = sorted({it for found in on_line.values() for it in found if 0 < _way(it, end) < 1})
    corners = []
    for point in points:
        around = frozenset(at for at in on_line if point in _corners(at))
        way = _way(point, end)
        leaves = [at for at in around if at in spans and spans[at][1] == way]
        enters = [at for at in around if at in spans and spans[at][0] == way]
        corners.append(Corner(_only(leaves), _only(enters), around))
    return Geometry(
        crossed=tuple(crossed),
        touched=tuple(
            at
            for at, found in on_line.items()
            if len(found) == 1 and at not in spans and at not in beside and 0 < _way(found[0], end) < 1
        ),
        left=tuple(at for at in beside if _turn(end, at) < 0),
        right=tuple(at for at in beside if _turn(end, at) > 0),
        along=tuple(along),
        across=tuple(side for side in sides if _is_across(side, end)),
        corners=tuple(corners),
    )


def _near(end: At) -> list[At]:
    q, r = (range(min(0, it) - 2, max(0, it) + 3) for it in end)
    return list(product(q, r))


def _span(at: At, end: At) -> tuple[Fraction, Fraction] | None:
    """Return from where to where, between 0 and 1, the line is in the open inside of a hex."""
    low, high = Fraction(0), Fraction(1)
    for a, b in ((2, 1), (1, 2), (1, -1)):
        step, centre = a * end[0] + b * end[1], a * at[0] + b * at[1]
        if step == 0:
            if abs(centre) >= 1:
                return None
            continue
        first, last = sorted((Fraction(centre - 1, step), Fraction(centre + 1, step)))
        low, high = max(low, first), min(high, last)
    return (low, high) if low < high else None


def _corners(at: At) -> list[At]:
    """Return the corners of a hex, in thirds."""
    return [
        (3 * at[0] + a[0] + b[0], 3 * at[1] + a[1] + b[1])
        for a, b in zip(STEPS, STEPS[1:] + STEPS[:1], strict=True)
    ]


def _on_line(at: At, end: At) -> list[At]:
    return [it for it in _corners(at) if _turn(end, it) == 0]


def _is_along(side: Side, end: At) -> bool:
    one, other = _ends(side)
    return (
        _turn(end, one) == _turn(end, other) == 0 and 0 <= _way(one, end) <= 1 and 0 <= _way(other, end) <= 1
    )


def _is_across(side: Side, end: At) -> bool:
    one, other = _ends(side)
    first, last = _turn(end, one), _turn(end, other)
    if first * last >= 0:
        return False
    way = _way(one, end) + (_way(other, end) - _way(one, end)) * Fraction(first, first - last)
    return 0 < way < 1


def _ends(side: Side) -> tuple[At, At]:
    near, far = side
    one, other = set(_corners(near)) & set(_corners(far))
    return one, other


def _turn(end: At, at: At) -> int:
    """Return above 0 for a point to the right of the line, below for one to its left."""
    return end[0] * at[1] - end[1] * at[0]


def _way(third: At, end: At) -> Fraction:
    """Return how far along the line a point, in thirds, lies: 0 at the start, 1 at the end."""
    dot = 2 * third[0] * end[0] + third[0] * end[1] + third[1] * end[0] + 2 * third[1] * end[1]
    return Fraction(dot, 6 * (end[0] ** 2 + end[0] * end[1] + end[1] ** 2))


def plus(at: At, by: At) -> At:
    return at[0] + by[0], at[1] + by[1]


def _only(found: list[At]) -> At | None:
    assert len(found) <= 1
    return found[0] if found else None


def apart(a: At, b: At) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2
