"""Connected regions of hexes, for the bucket."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.layout import Orientation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout


def region(layout: Layout, like: NDArray[np.bool_], *, row: int, column: int) -> NDArray[np.bool_]:
    """Return the hexes of ``like`` that hang together with the one at ``row``, ``column``, ``[rows, columns]``.

    There are none when that hex is not one of them. All is done in arrays, so that a board of 500x500 takes
    milliseconds: hexes are gathered into runs along the lines of the layout, and touching runs are joined.
    """
    flat = layout.orientation is Orientation.FLAT
    lines = like.T if flat else like
    line, place = (column, row) if flat else (row, column)
    if not lines[line, place]:
        return np.zeros_like(like)
    starts = lines.copy()
    starts[:, 1:] &= ~lines[:, :-1]
    run = np.cumsum(starts).reshape(lines.shape) - 1
    first, second = _touching(lines, run, shifted=int(layout.is_odd))
    group = _groups(int(run[-1, -1]) + 1, first, second)
    found: NDArray[np.bool_] = lines & (group[run] == group[run[line, place]])
    return found.T if flat else found


def _touching(
    lines: NDArray[np.bool_], run: NDArray[np.int64], *, shifted: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the runs that touch one of the next line, and those they touch.

    Every second line, from index ``shifted`` on, stands half a hex further; a hex touches the hex of its own place
    in the next line and one beside that: the one after it for shifted lines, the one before it for the others.
    """
    first, second = [], []
    upper, lower = lines[:-1], lines[1:]
    upper_run, lower_run = run[:-1], run[1:]
    same = slice(None), slice(None)
    later, earlier = slice(1, None), slice(None, -1)
    for parity, here, there in (
        (slice(None), *same),
        (slice(shifted, None, 2), earlier, later),
        (slice(1 - shifted, None, 2), later, earlier),
    ):
        both = upper[parity, here] & lower[parity, there]
        # Where two runs touch in several hexes in a row, the first is enough.
        both[:, 1:] &= ~both[:, :-1]
        first.append(upper_run[parity, here][both])
        second.append(lower_run[parity, there][both])
    return np.concatenate(first), np.concatenate(second)


def _groups(count: int, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a number for each of ``count`` things, the same for things that pairs join, directly or not."""
    group = np.arange(count)
    while True:
        one, other = group[first], group[second]
        apart = one != other
        if not apart.any():
            return group
        first, second, one, other = first[apart], second[apart], one[apart], other[apart]
        np.minimum.at(group, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(group, further := group[group]):
            group = further
