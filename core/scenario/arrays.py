"""Hexes and hexsides as arrays, and counts of what lies on a board."""

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
    """Return how many hexes have each kind, the most frequent first; of the same number, in the palette's order.

    ``layer`` holds indices into ``palette``, a hex each: ``board.terrain`` or ``board.effects``. A hex with a stack
    counts for each of its kinds; kinds without a hex are left out.
    """
    counts: Counter[str] = Counter()
    for entry, count in zip(
        palette, np.bincount(layer.ravel(), minlength=len(palette)).tolist(), strict=True
    ):
        for kind in dict.fromkeys(entry.kinds):
            counts[kind] += count
    return {kind: count for kind, count in counts.most_common() if count}


_STEPS = np.array([(step.q, step.r) for step in DIRECTIONS], np.int64)
#: Further than any two hexsides are apart.
_FAR = 1 << 24


class HexsideTable(NamedTuple):
    """Every hexside with features as its owner sees it; ``features`` holds an index into ``kinds``, the sets of features."""

    q: Ints
    r: Ints
    direction: Ints
    features: Ints
    kinds: tuple[tuple[str, ...], ...]

    def places(self, q: Ints, r: Ints, direction: Ints) -> Ints:
        """Return where in the table canonical hexsides stand, told by these numbers; -1 for those without features."""
        wanted, own = side_keys(q, r, direction), side_keys(self.q, self.r, self.direction)
        if not own.size:
            return np.full(wanted.shape, -1)
        order = np.argsort(own)
        at = order[np.minimum(np.searchsorted(own, wanted, sorter=order), own.size - 1)]
        return np.where(own[at] == wanted, at, -1)

    def features_at(self, places: Ints) -> Ints:
        """Return indices into ``kinds`` for ``places`` in the table; -1 for a place of -1."""
        found = np.full(places.shape, -1)
        there = places >= 0
        found[there] = self.features[places[there]]
        return found


def side_keys(q: Ints, r: Ints, direction: Ints) -> Ints:
    """Return a number for each of some canonical hexsides, told by these numbers: the same for the same alone."""
    return (q * _FAR + r) * 3 + direction


def side_numbers(sides: Iterable[Hexside]) -> tuple[Ints, Ints, Ints]:
    """Return q, r and direction of some hexsides, as their owners see them."""
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
    """Return a number for each entry of a palette, the same for entries of the same kinds."""
    first: dict[tuple[str, ...], int] = {}
    return np.array([first.setdefault(entry.kinds, len(first)) for entry in palette], np.int64)


def step(q: Ints, r: Ints, direction: Ints | int) -> tuple[Ints, Ints]:
    """Return q and r of the neighbours in ``direction`` (0-5), one for each hex or one for all."""
    steps = _STEPS[direction]
    return q + steps[..., 0], r + steps[..., 1]


def inside(layout: Layout, shape: tuple[int, ...], q: Ints, r: Ints) -> tuple[NDArray[np.bool_], Ints, Ints]:
    """Return which hexes lie on a board of ``shape`` (rows, columns), and rows and columns, 0 for those off it."""
    column, row = layout.to_offset_arrays(q, r)
    on_board = (row >= 0) & (row < shape[0]) & (column >= 0) & (column < shape[1])
    return on_board, np.where(on_board, row, 0), np.where(on_board, column, 0)


def look_up(layout: Layout, mask: NDArray[np.bool_], q: Ints, r: Ints) -> NDArray[np.bool_]:
    """Return whether a mask ``[rows, columns]`` holds each of these hexes; off the board it does not."""
    on_board, row, column = inside(layout, mask.shape, q, r)
    return on_board & mask[row, column]


def ends(sides: Iterable[Hexside]) -> tuple[Ints, Ints]:
    """Return q and r of the two hexes at each of some hexsides, ``[n, 2]``, those of the owner first."""
    return side_ends(*side_numbers(sides))


def side_ends(q: Ints, r: Ints, direction: Ints) -> tuple[Ints, Ints]:
    """Return what ``ends`` does of hexsides that are told by these numbers."""
    other_q, other_r = step(q, r, direction)
    return np.stack((q, other_q), axis=-1), np.stack((r, other_r), axis=-1)


def ends_within(layout: Layout, mask: NDArray[np.bool_], sides: Iterable[Hexside]) -> NDArray[np.bool_]:
    """Return whether a mask ``[rows, columns]`` holds the hexes at each of some hexsides, ``[n, 2]``, the owner first."""
    return look_up(layout, mask, *ends(sides))
