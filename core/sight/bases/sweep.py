"""Lines that turn about the corners of walls: the directions in which they are free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.sight.bases.discs import Disc, Pair
    from fairground.core.sight.bases.obstacles import Walls

    Points = NDArray[np.float64]
    Numbers = NDArray[np.float64]
    #: A disc: its centre and its radius.
    _Round = tuple[tuple[float, float], float]

#: The distance by which a line may miss a disc, in inches; with ``DEPTH`` it gives the tolerance of 1e-9.
SLACK: Final = 1e-10
#: The maximum slope of a line against the middle direction of its corner.
_STEEPEST: Final = 1e6
#: The number of points whose lines are turned at once.
_AT_ONCE: Final = 48


class Turned(NamedTuple):
    """Intervals of directions in which lines through points are free, the widest first.

    ``points`` and ``middles`` (unit vectors) have the shape ``[n, 2]``; ``low`` and ``high`` are slopes against the middles.
    """

    points: Points
    middles: Points
    low: Numbers
    high: Numbers

    def directions(self) -> Points:
        """Return the unit vectors along the middle of each interval."""
        slopes = ((self.low + self.high) / 2)[:, None]
        along = self.middles + slopes * np.stack([-self.middles[:, 1], self.middles[:, 0]], axis=1)
        directions: Points = along / np.hypot(along[:, :1], along[:, 1:])
        return directions


class _Pivots(NamedTuple):
    """Points that lines turn about, the middle of the directions that meet both discs, and the reach to each side."""

    points: Points
    middles: Points
    reach: Numbers


def entries(pair: Pair, walls: Walls) -> Points:
    """Return the points where walls cross the edge of a disc."""
    return np.concatenate([it for disc in _rounds(pair) for it in _passing(*disc, walls.starts, walls.ends)])


def free_turns(pair: Pair, walls: Walls) -> Iterator[Turned]:
    """Yield the lines through corners of walls, and through points where walls enter a disc, that cross no wall.

    ``walls`` are those near the hull of the discs, in their frame. A line may still be entirely inside an obstacle into
    which both discs reach.
    """
    first, second = _rounds(pair)
    corners = np.concatenate([_corners(walls), entries(pair, walls)])
    pivots = _pivots(corners, [(*first, 1), (*second, -1)])
    starts, ends = outside([first, second], walls.inner_starts, walls.inner_ends)
    # Those with the most directions first, in batches: they soon have a free line if there is one.
    order = np.argsort(-pivots.reach, kind="stable")
    for begin in range(0, len(order), _AT_ONCE):
        batch = _Pivots(*(it[order[begin : begin + _AT_ONCE]] for it in pivots))
        yield _gaps(batch, *_blocked(batch, starts, ends, {False: first, True: second}))


def turns_behind(disc: Disc, walls: Walls, starts: Points, ends: Points) -> Turned:
    """Return all free lines from a disc through corners of walls and entry points; edges outside the disc block."""
    round_ = (disc.x, disc.y), disc.radius
    corners = np.concatenate([_corners(walls), *_passing(*round_, walls.starts, walls.ends)])
    pivots = _pivots(corners, [(*round_, 1)])
    return _gaps(pivots, *_blocked(pivots, starts, ends, {False: round_}))


def _rounds(pair: Pair) -> list[_Round]:
    return list(zip(pair.centres, (pair.first, pair.second), strict=True))


def _corners(walls: Walls) -> Points:
    """Return the corners of walls, each once."""
    # Complex numbers are sorted faster than rows.
    both = np.concatenate([walls.starts, walls.ends])
    return np.unique(both.view(np.complex128)).view(np.float64).reshape(-1, 2)


def _passing(centre: tuple[float, float], radius: float, starts: Points, ends: Points) -> list[Points]:
    """Return the points where edges enter a circle, and those where they leave it."""
    first, last = _chord(centre, radius, starts, ends)
    return [(starts + at[:, None] * (ends - starts))[(at > 0) & (at < 1)] for at in (first, last)]


def _chord(
    centre: tuple[float, float], radius: float, starts: Points, ends: Points
) -> tuple[Numbers, Numbers]:
    """Return where the lines of edges enter and leave a circle, as shares of the edges; NaN where they do not."""
    along, off = ends - starts, starts - centre
    a = (along * along).sum(1)
    b = (along * off).sum(1)
    c = (off * off).sum(1) - radius * radius
    with np.errstate(invalid="ignore"):
        root = np.sqrt(b * b - a * c)
    return (-b - root) / a, (-b + root) / a


def outside(discs: Sequence[_Round], starts: Points, ends: Points) -> tuple[Points, Points]:
    """Return the parts of edges outside all discs."""
    for centre, radius in discs:
        first, last = _chord(centre, radius, starts, ends)
        within = (last > 0) & (first < 1)
        if not within.any():
            continue
        along = ends - starts
        before, after = within & (first > 0), within & (last < 1)
        heads = starts[before], (starts + first[:, None] * along)[before]
        tails = (starts + last[:, None] * along)[after], ends[after]
        starts = np.concatenate([starts[~within], heads[0], tails[0]])
        ends = np.concatenate([ends[~within], heads[1], tails[1]])
    return starts, ends


def _pivots(points: Points, discs: Sequence[tuple[tuple[float, float], float, int]]) -> _Pivots:
    """Return the points through which lines meet all discs: those they come from (1), and go to (-1)."""
    low = np.full(len(points), -np.inf)
    high = np.full(len(points), np.inf)
    is_met = np.ones(len(points), np.bool_)
    first: Numbers | None = None
    for (x, y), radius, sign in discs:
        dx, dy = sign * (points[:, 0] - x), sign * (points[:, 1] - y)
        far = np.hypot(dx, dy)
        is_met &= far >= radius - SLACK
        reach = np.arcsin(np.minimum((radius + SLACK) / np.maximum(far, SLACK), 1.0))
        angle = np.arctan2(dy, dx)
        first = angle if first is None else first
        angle = first + (angle - first + np.pi) % (2 * np.pi) - np.pi
        low, high = np.maximum(low, angle - reach), np.minimum(high, angle + reach)
    is_met &= low <= high
    points, low, high = points[is_met], low[is_met], high[is_met]
    middle = (low + high) / 2
    directions = np.stack([np.cos(middle), np.sin(middle)], axis=1)
    reach = np.minimum(np.tan(np.minimum((high - low) / 2, np.pi / 2)), _STEEPEST)
    return _Pivots(points, directions, np.abs(reach))


def _blocked(
    pivots: _Pivots, starts: Points, ends: Points, discs: Mapping[bool, _Round]
) -> tuple[NDArray[np.int64], Numbers, Numbers]:
    """Return the slopes at which edges block the lines through pivots: the pivot, the lower and the upper slope.

    ``discs`` are ahead of the pivots (True) or behind them (False); only edges before the discs block. Slopes are against
    the middle direction of each pivot.
    """
    x1, y1 = _about(pivots, starts)
    x2, y2 = _about(pivots, ends)
    # The region steeper than a pivot's lines, on one side, is convex: edges with both ends there are not met.
    reach = pivots.reach[:, None]
    high1, high2 = reach * np.abs(x1), reach * np.abs(x2)
    meets = ~(((y1 > high1) & (y2 > high2)) | ((y1 < -high1) & (y2 < -high2)))
    found_at = np.flatnonzero(meets)
    pivot = found_at // max(len(starts), 1)
    x1, y1, x2, y2 = (it.take(found_at) for it in (x1, y1, x2, y2))
    limit = pivots.reach.take(pivot)
    x1[x1 == 0] = x2[x2 == 0] = 1e-300
    with np.errstate(over="ignore", invalid="ignore"):
        slope1, slope2 = y1 / x1, y2 / x2
        # An edge from ahead of the pivot to behind it blocks up to infinite slopes on its side.
        steep = np.where((y1 * x2 - y2 * x1 < 0) == (x2 > x1), -np.inf, np.inf)
    square = np.maximum(x1 * x1 + y1 * y1, x2 * x2 + y2 * y2)
    intervals = []
    for ahead, disc in discs.items():
        here1, here2 = (x1 > 0) == ahead, (x2 > 0) == ahead
        far = steep if ahead else -steep
        one, two = np.where(here1, slope1, far), np.where(here2, slope2, far)
        low, high = np.maximum(np.minimum(one, two), -limit), np.minimum(np.maximum(one, two), limit)
        blocks = (here1 | here2) & (low <= high)
        # Edges entirely nearer to the pivot than the disc block; the others must be checked.
        near = np.hypot(*(pivots.points - disc[0]).T) - disc[1]
        asked = np.flatnonzero(blocks & ~(square < np.square(np.maximum(near, 0))[pivot]))
        slope = (low[asked] + high[asked]) / 2
        at = meeting(x1[asked], y1[asked], x2[asked], y2[asked], slope)
        rim = _rim(pivots, pivot[asked], slope, disc, ahead=ahead)
        blocks[asked] = at < rim if ahead else at > rim
        intervals.append((pivot[blocks], low[blocks], high[blocks]))
    pivot, low, high = (np.concatenate(it) for it in zip(*intervals, strict=True))
    return pivot, low, high


def _about(pivots: _Pivots, points: Points) -> tuple[Numbers, Numbers]:
    """Return points along and across the middle direction of each pivot, as arrays ``[pivots, points]``."""
    cos, sin = pivots.middles.T
    across = np.stack([-sin, cos], axis=1)
    here = pivots.points
    return (
        pivots.middles @ points.T - (pivots.middles * here).sum(1, keepdims=True),
        across @ points.T - (across * here).sum(1, keepdims=True),
    )


def meeting(x1: Numbers, y1: Numbers, x2: Numbers, y2: Numbers, slope: Numbers) -> Numbers:
    """Return how far along their middle direction lines of some slopes meet edges."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (slope * x1 - y1) / ((y2 - y1) - slope * (x2 - x1))
    return x1 + np.where(np.isfinite(share), np.clip(share, 0, 1), 0.5) * (x2 - x1)


def _rim(pivots: _Pivots, pivot: NDArray[np.int64], slope: Numbers, disc: _Round, *, ahead: bool) -> Numbers:
    """Return where, along their middle direction, lines through pivots enter a disc ahead or leave one behind."""
    centre, radius = disc
    dx, dy = (np.array(centre) - pivots.points[pivot]).T
    cos, sin = pivots.middles[pivot].T
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    square = 1 + slope * slope
    off = y - slope * x
    half = np.sqrt(np.maximum(radius * radius - off * off / square, 0) / square)
    foot = (x + slope * y) / square
    crossing: Numbers = foot - half if ahead else foot + half
    return crossing


def _gaps(pivots: _Pivots, pivot: NDArray[np.int64], low: Numbers, high: Numbers) -> Turned:
    """Return the intervals of slopes that nothing blocks."""
    count = len(pivots.points)
    reach = np.maximum(pivots.reach, 1e-300)
    # The slopes of each pivot are scaled to between its number and the next.
    first = np.concatenate([pivot + (low / reach[pivot] + 1) / 4, np.arange(count) + 0.5])
    last = np.concatenate([pivot + (high / reach[pivot] + 1) / 4, np.arange(count) + 0.5])
    order = np.argsort(first)
    first, last = first[order], last[order]
    covered = np.maximum.accumulate(np.concatenate([[0.0], last])) if count else np.zeros(1)
    place = np.floor(first).astype(np.int64)
    begin = np.maximum(covered[:-1], place)
    free = first > begin
    whose, begin, end = place[free], begin[free], first[free]
    low, high = ((4 * (it - whose) - 1) * reach[whose] for it in (begin, end))
    best = np.argsort(low - high, kind="stable")
    whose = whose[best]
    return Turned(pivots.points[whose], pivots.middles[whose], low[best], high[best])
