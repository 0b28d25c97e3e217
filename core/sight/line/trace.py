"""The straight line between the centres of two hexes as numbers of hexes, exact and quick to look up."""

from __future__ import annotations

from itertools import count
from math import gcd
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.grid.hexes import DIRECTIONS

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.board.cells import Cells

#: Whether q and r of a step are odd, of three directions, from 0; of the opposite ones they are the same.
_ODD: Final = tuple((it.q & 1, it.r & 1) for it in DIRECTIONS[:3])


class Trace(NamedTuple):
    """The way of a line; hexes are numbers of ``Cells``.

    ``path`` holds the hexes whose interior the line runs through, in order, both ends included (rule H-03). Each
    *step* from one of them to the next, counted from 0, leads across a hexside, through a corner, or along the whole
    of a hexside (rule H-04): all of them do that, or none.
    """

    path: list[int]
    #: By the steps through a corner: the hex that the line meets at that corner alone (rule H-05).
    touched: dict[int, int]
    #: The hexes on the left of the hexsides that the line runs along, one for each step; empty where it does not.
    left: list[int]
    #: Those on the right.
    right: list[int]

    @property
    def crossed(self) -> list[int]:
        """The hexes of the path between its ends."""
        return self.path[1:-1]

    @property
    def crossed_or_touched(self) -> list[int]:
        """The hexes of the path between its ends and those touched, in one order."""
        found = self.path[1:-1]
        for step in sorted(self.touched, reverse=True):
            found.insert(step, self.touched[step])
        return found

    def places(self) -> dict[int, int]:
        """Return the place along the line of each hex that it meets; see ``step_place``."""
        found = dict(zip(self.path, count(step_place(0) - 1, step_place(1)), strict=False))
        found |= {at: step_place(step) for step, at in self.touched.items()}
        for beside in (self.left, self.right):
            found |= {at: step_place(step) + 1 for step, at in enumerate(beside)}
        return found


def step_place(step: int) -> int:
    """Return the place at which a step begins, a number that grows along the line.

    There a hexside is crossed, or a corner met. The hexside that a step runs along comes 1 later, the corner at its
    end 2 later, and the hex that a step leads to 3 later.
    """
    return 4 * step


def trace(cells: Cells, start: Hex, end: Hex) -> Trace:
    """Return the way of the line from one hex to another (rules H-02 to H-05); to itself it has no step."""
    origin, steps = cells.number(start), cells.steps
    # The line repeats itself from each centre that it passes through.
    times = gcd(end.q - start.q, end.r - start.r)
    if not times:
        return Trace([origin], {}, [], [])
    q, r = (end.q - start.q) // times, (end.r - start.r) // times
    period = (cells.number(end) - origin) // times
    # How far the six neighbours of a hex lie to the right of it, as seen walking; below 0 to the left.
    aside = -q, -q - r, -r, q, q + r, r
    # The side of a hex that faces the end the most.
    way = max(range(6), key=lambda k: aside[(k + 1) % 6] - aside[k - 1])
    for corner in (way - 1, way):
        if aside[corner] + aside[(corner + 1) % 6] == 0:
            path = [origin + period * i for i in range(times + 1)]
            left, right = steps[corner], steps[(corner + 1) % 6]
            return Trace(path, {}, [at + left for at in path[:-1]], [at + right for at in path[:-1]])
    # A line that passes through no other centre has its middle in that of a hexside, one across a step as odd as it.
    middle = way - 1 + (_ODD.index((q & 1, r & 1)) - way + 1) % 3
    last = origin + (period - steps[middle % 6]) // 2
    three = way - 1, way, (way + 1) % 6
    path, touched = _walk(origin, last, [steps[k] for k in three], [aside[k] for k in three])
    # The second half is the first one turned by half a circle.
    both_ends, length = 2 * origin + period, 2 * len(path) - 1
    touched |= {length - 1 - step: both_ends - at for step, at in touched.items()}
    path += [both_ends - at for at in reversed(path)]
    if times > 1:
        once = path[1:]
        touched = {step + length * i: at + period * i for i in range(times) for step, at in touched.items()}
        path = [origin, *(at + period * i for i in range(times) for at in once)]
    return Trace(path, touched, [], [])


def _walk(origin: int, last: int, steps: list[int], aside: list[int]) -> tuple[list[int], dict[int, int]]:
    """Return path and touched hexes from one hex of a line to another.

    The line leaves hexes by three sides, from left to right; ``steps`` lead across them, and ``aside`` holds how far the
    neighbours there lie to the right of a hex.
    """
    to_left, ahead, to_right = steps
    # How far a hex lies to the right of the line, in thirds, and by how much that grows with each step.
    off, off_left, off_ahead, off_right = 0, *(3 * it for it in aside)
    # The line meets the corners on either side of the middle one of the three sides where the hex lies so far.
    low, high = -aside[1] - aside[2], -aside[0] - aside[1]
    at, path = origin, [origin]
    touched: dict[int, int] = {}
    while at != last:
        if low < off < high:
            at += ahead
            off += off_ahead
        elif off < low:
            at += to_right
            off += off_right
        elif off > high:
            at += to_left
            off += off_left
        else:
            touched[len(path) - 1] = at + (to_right if off == low else to_left)
            at += ahead
            off += off_ahead
        path.append(at)
    return path, touched
