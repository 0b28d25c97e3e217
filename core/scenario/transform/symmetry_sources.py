"""Parts of a board to copy under a symmetry, and the source of each hex."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.layout import Orientation
from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
from fairground.core.scenario.arrays import HexsideTable, hexside_table, inside, side_ends, side_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board

#: The place of a part of a board; sixths go clockwise from the top.
Where = Literal["top", "upper right", "right", "lower right", "bottom", "lower left", "left", "upper left"]
_SIXTHS: Final[tuple[Where, ...]] = (
    "top",
    "upper right",
    "lower right",
    "bottom",
    "lower left",
    "upper left",
)
#: Factor of the first score, larger than any second score.
_FIRST: Final = 1 << 24
#: The score of hexes off the board.
_NOWHERE: Final = -(1 << 62)


class BoardPart(NamedTuple):
    """A part of a board to copy, with its size and direction; ``other`` is the place of the other half."""

    where: Where
    size: Literal["half", "third", "sixth"]
    toward: Hex
    other: Where | None = None

    @property
    def name(self) -> str:
        """The display name: ``top half``."""
        return f"{self.where} {self.size}"


def parts(kind: BoardSymmetry, layout: Layout) -> tuple[BoardPart, ...]:
    """Return the parts of a board that can be copied to the others under a symmetry."""
    up = toward_top(layout)
    sixth = Symmetry(1)
    steps = [up]
    for _ in range(5):
        steps.append(sixth(steps[-1]))
    around = list(zip(_SIXTHS, steps, strict=True))
    halves: list[tuple[Where, Where, Hex]]
    match kind:
        case BoardSymmetry.TURN_60:
            return tuple(BoardPart(where, "sixth", step) for where, step in around)
        case BoardSymmetry.TURN_120:
            return tuple(BoardPart(where, "third", step) for where, step in around[::2])
        case BoardSymmetry.TURN_180:
            halves = [("top", "bottom", up), ("left", "right", -across(up))]
        case _:
            # A mirror exchanges the two sides of its axis.
            aside = _aside(kind.linear(layout), up)
            halves = [(*_names(aside, up), aside)]
    both = [it for one, other, step in halves for it in ((one, other, step), (other, one, -step))]
    return tuple(BoardPart(one, "half", step, other) for one, other, step in both)


def toward_top(layout: Layout) -> Hex:
    """Return the shortest step straight up on boards of a layout."""
    return DIRECTIONS[0] if layout.orientation is Orientation.FLAT else DIRECTIONS[0] + DIRECTIONS[1]


def across(step: Hex) -> Hex:
    """Return a step at a right angle, clockwise, √3 times as long."""
    return Symmetry(1)(step) + Symmetry(2)(step)


def half_sources(board: Board, powers: Sequence[Symmetry], toward: Hex) -> NDArray[np.int64]:
    """Return the flat index of the source of each cell, ``[rows, columns]``, read-only.

    It is the image on the board that is farthest in the direction of ``toward``, then clockwise from there.
    """
    return _half_sources(board.layout, board.columns, board.rows, tuple(powers), toward)


@lru_cache(maxsize=4)
def _half_sources(
    layout: Layout, columns: int, rows: int, powers: tuple[Symmetry, ...], toward: Hex
) -> NDArray[np.int64]:
    q, r = layout.axial_arrays(columns, rows)
    source = np.arange(q.size).reshape(q.shape)
    best = _scores(q, r, toward)
    for power in powers:
        image_q, image_r = power.arrays(q, r)
        column, row = layout.to_offset_arrays(image_q, image_r)
        score = _scores(image_q, image_r, toward)
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        better = inside & (score > best)
        source[better] = (row * columns + column)[better]
        best[better] = score[better]
    source.flags.writeable = False
    return source


def half_side_sources(board: Board, powers: Sequence[Symmetry], toward: Hex) -> dict[Hexside, Hexside]:
    """Return the source of each hexside, if one of the two has features; see ``half_sources``."""
    images, models = _side_models(board, hexside_table(board), powers, toward)
    return dict(zip(_hexsides(images), _hexsides(models), strict=True))


def half_side_changes(
    board: Board, powers: Sequence[Symmetry], toward: Hex
) -> dict[Hexside, tuple[str, ...]]:
    """Return the changed hexsides with their new features."""
    table = hexside_table(board)
    # With glides, a hexside may have several sources: the last one counts, as in ``half_side_sources``.
    images, models = (it[:, ::-1] for it in _side_models(board, table, powers, toward))
    first = np.unique(side_keys(*images), return_index=True)[1]
    images, models = images[:, first], models[:, first]
    wanted, present = (table.features_at(table.places(*it)) for it in (models, images))
    changed = np.flatnonzero(wanted != present)
    kinds = [table.kinds[at] if at >= 0 else () for at in wanted[changed].tolist()]
    return dict(zip(_hexsides(images[:, changed]), kinds, strict=True))


def _side_models(
    board: Board, table: HexsideTable, powers: Sequence[Symmetry], toward: Hex
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the hexsides with features and their images on the board, and the source of each, ``[3, n]``."""
    own = (table.q, table.r, table.direction)
    images = np.array([own, *(power.side_arrays(*own) for power in powers)])
    scores = np.array([_side_scores(board, it, toward) for it in images])
    models = np.take_along_axis(images, scores.argmax(axis=0)[np.newaxis, np.newaxis], axis=0)
    there = scores > _NOWHERE
    every, each = (np.broadcast_to(it, images.shape).swapaxes(0, 1)[:, there] for it in (images, models))
    return every, each


def _hexsides(numbers: NDArray[np.int64]) -> list[Hexside]:
    q, r, direction = numbers.tolist()
    return list(map(Hexside, map(Hex, q, r), direction))


def _aside(mirror: Symmetry, up: Hex) -> Hex:
    """Return a step at a right angle to the axis of a mirror, up or to the left."""
    right = across(up)
    # A mirror reverses such a step.
    steps = [
        step
        for turn in range(6)
        for step in (Symmetry(turn)(up), Symmetry(turn)(right))
        if mirror(step) == -step
    ]
    return max(steps, key=lambda step: (_dot(step, up), -_dot(step, right)))


def _names(aside: Hex, up: Hex) -> tuple[Where, Where]:
    """Return the names of the half in a direction, and of the other one."""
    right = across(up)
    is_upper, sideways = _dot(aside, up) > 0, _dot(aside, right)
    if not sideways:
        return "top", "bottom"
    if is_upper:
        return ("upper right", "lower left") if sideways > 0 else ("upper left", "lower right")
    return ("right", "left") if sideways > 0 else ("left", "right")


def _dot(a: Hex, b: Hex) -> int:
    """Return twice the scalar product of two steps; neighbours are 1 apart."""
    return 2 * a.q * b.q + 2 * a.r * b.r + a.q * b.r + a.r * b.q


def _scores(q: NDArray[np.int64], r: NDArray[np.int64], toward: Hex) -> NDArray[np.int64]:
    """Return scores of hexes by distance in a direction, then clockwise from there."""
    steps = (toward, across(toward))
    first, second = (2 * q * it.q + 2 * r * it.r + q * it.r + r * it.q for it in steps)
    scores: NDArray[np.int64] = first * _FIRST + second
    return scores


def _side_scores(board: Board, sides: NDArray[np.int64], toward: Hex) -> NDArray[np.int64]:
    """Return the ``_scores`` of hexsides ``[3, n]``; ``_NOWHERE`` off the board."""
    q, r = side_ends(*sides)
    is_there = inside(board.layout, board.terrain.shape, q, r)[0].any(axis=1)
    return np.where(is_there, _scores(q.sum(axis=1), r.sum(axis=1), toward), _NOWHERE)
