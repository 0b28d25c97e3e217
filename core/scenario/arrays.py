"""Hexes and hexsides as arrays, so that many are judged at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board

    Ints = NDArray[np.int64]

_STEPS = np.array([(step.q, step.r) for step in DIRECTIONS], np.int64)


class HexsideTable(NamedTuple):
    """Every hexside with features, in the board's order; ``q``, ``r`` and ``direction`` as its owner sees it.

    ``features`` holds an index into ``kinds``, the different sets of features that there are.
    """

    q: Ints
    r: Ints
    direction: Ints
    features: Ints
    kinds: tuple[tuple[str, ...], ...]


def hexside_table(board: Board) -> HexsideTable:
    """Return the table of a board's hexsides."""
    numbers: dict[tuple[str, ...], int] = {}
    rows = [
        (side.hex.q, side.hex.r, side.direction, numbers.setdefault(names, len(numbers)))
        for side, names in board.hexsides.items()
    ]
    q, r, direction, features = np.array(rows, np.int64).reshape(-1, 4).T
    return HexsideTable(q, r, direction, features, tuple(numbers))


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
    numbers = np.array([(it.hex.q, it.hex.r, it.direction) for it in sides], np.int64).reshape(-1, 3)
    q, r, direction = numbers.T
    other_q, other_r = step(q, r, direction)
    return np.stack((q, other_q), axis=-1), np.stack((r, other_r), axis=-1)


def ends_within(layout: Layout, mask: NDArray[np.bool_], sides: Iterable[Hexside]) -> NDArray[np.bool_]:
    """Return whether a mask ``[rows, columns]`` holds the hexes at each of some hexsides, ``[n, 2]``, the owner first."""
    return look_up(layout, mask, *ends(sides))
