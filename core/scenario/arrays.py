"""Hexes and hexsides as arrays, counts of terrain and effects, and connected components of pairs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board, PaletteEntry

    Ints = NDArray[np.int64]


def kind_counts(palette: Sequence[PaletteEntry], layer: NDArray[np.uint16]) -> dict[str, int]:
    """Return the number of hexes with each kind, the most frequent first, then in the palette's order.

    ``layer`` has indices into ``palette``: ``board.terrain`` or ``board.effects``. A stack counts for each of its kinds.
    """
    counts: Counter[str] = Counter()
    for entry, count in zip(
        palette, np.bincount(layer.ravel(), minlength=len(palette)).tolist(), strict=True
    ):
        for kind in dict.fromkeys(entry.kinds):
            counts[kind] += count
    return {kind: count for kind, count in counts.most_common() if count}


_STEPS = np.array([(step.q, step.r) for step in DIRECTIONS], np.int64)
#: More than the largest coordinate.
_FAR = 1 << 24


class HexsideTable(NamedTuple):
    """All hexsides with features, in canonical form; ``features`` has indices into ``kinds``, the sets of features."""

    q: Ints
    r: Ints
    direction: Ints
    features: Ints
    kinds: tuple[tuple[str, ...], ...]

    def places(self, q: Ints, r: Ints, direction: Ints) -> Ints:
        """Return the indices of canonical hexsides in the table; -1 for those without features."""
        wanted, own = side_keys(q, r, direction), side_keys(self.q, self.r, self.direction)
        if not own.size:
            return np.full(wanted.shape, -1)
        order = np.argsort(own)
        at = order[np.minimum(np.searchsorted(own, wanted, sorter=order), own.size - 1)]
        return np.where(own[at] == wanted, at, -1)

    def features_at(self, places: Ints) -> Ints:
        """Return indices into ``kinds`` for indices in the table; -1 for -1."""
        features = np.full(places.shape, -1)
        there = places >= 0
        features[there] = self.features[places[there]]
        return features


def side_keys(q: Ints, r: Ints, direction: Ints) -> Ints:
    """Return a unique number for each canonical hexside."""
    return (q * _FAR + r) * 3 + direction


def side_numbers(sides: Iterable[Hexside]) -> tuple[Ints, Ints, Ints]:
    """Return q, r and direction of canonical hexsides."""
    numbers = np.array([(it.hex.q, it.hex.r, it.direction) for it in sides], np.int64).reshape(-1, 3)
    q, r, direction = numbers.T
    return q, r, direction


def hexside_table(board: Board) -> HexsideTable:
    """Return the table of a board's hexsides."""
    numbers: dict[tuple[str, ...], int] = {}
    rows = [
        (side.hex.q, side.hex.r, side.direction, numbers.setdefault(names, len(numbers)))
        for side, names in board.hexsides.items()
    ]
    q, r, direction, features = np.array(rows, np.int64).reshape(-1, 4).T
    return HexsideTable(q, r, direction, features, tuple(numbers))


def kind_numbers(palette: Iterable[PaletteEntry]) -> Ints:
    """Return a number for each palette entry, equal for entries of the same kinds."""
    first: dict[tuple[str, ...], int] = {}
    return np.array([first.setdefault(entry.kinds, len(first)) for entry in palette], np.int64)


def step(q: Ints, r: Ints, direction: Ints | int) -> tuple[Ints, Ints]:
    """Return q and r of the neighbours in ``direction`` (0-5), one for each hex or one for all."""
    steps = _STEPS[direction]
    return q + steps[..., 0], r + steps[..., 1]


def inside(layout: Layout, shape: tuple[int, ...], q: Ints, r: Ints) -> tuple[NDArray[np.bool_], Ints, Ints]:
    """Return which hexes are on a board of ``shape`` (rows, columns), and their rows and columns, 0 if off it."""
    column, row = layout.to_offset_arrays(q, r)
    on_board = (row >= 0) & (row < shape[0]) & (column >= 0) & (column < shape[1])
    return on_board, np.where(on_board, row, 0), np.where(on_board, column, 0)


def look_up(layout: Layout, mask: NDArray[np.bool_], q: Ints, r: Ints) -> NDArray[np.bool_]:
    """Return the values of a mask ``[rows, columns]`` at hexes; False off the board."""
    on_board, row, column = inside(layout, mask.shape, q, r)
    return on_board & mask[row, column]


def ends(sides: Iterable[Hexside]) -> tuple[Ints, Ints]:
    """Return q and r of the two hexes of each hexside, ``[n, 2]``, the owner first."""
    return side_ends(*side_numbers(sides))


def side_ends(q: Ints, r: Ints, direction: Ints) -> tuple[Ints, Ints]:
    """Return the same as ``ends`` for hexsides given as arrays."""
    other_q, other_r = step(q, r, direction)
    return np.stack((q, other_q), axis=-1), np.stack((r, other_r), axis=-1)


def ends_within(layout: Layout, mask: NDArray[np.bool_], sides: Iterable[Hexside]) -> NDArray[np.bool_]:
    """Return the values of a mask ``[rows, columns]`` at the two hexes of each hexside, ``[n, 2]``, the owner first."""
    return look_up(layout, mask, *ends(sides))


def groups(
    count: int, first: NDArray[np.signedinteger], second: NDArray[np.signedinteger]
) -> NDArray[np.int64]:
    """Return the least member of the component of each of ``count`` nodes; ``first[i]`` and ``second[i]`` are connected."""
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
