"""Where two scenarios on boards of one shape differ, hex by hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.arrays import ends, inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone

    Mask = NDArray[np.bool_]


def changed_hexes(before: Scenario, after: Scenario) -> Mask:
    """Return the hexes of which anything is another in the second scenario, ``[rows, columns]``.

    That is terrain, effects, level, features on a side, zones and objectives that they lie in, and units that stand in
    them. Names and notes do not count. The boards have the same layout and size.
    """
    return changed_cells(before.board, after.board) | _parts(before, after)


def changed_cells(before: Board, after: Board) -> Mask:
    """Return the hexes whose terrain, effects, level or features on a side are others, ``[rows, columns]``."""
    found: Mask = before.elevation != after.elevation
    found |= _stacks(before.palette, before.terrain, after.palette, after.terrain)
    found |= _stacks(before.effects_palette, before.effects, after.effects_palette, after.effects)
    differing = [
        side
        for side in {**before.hexsides, **after.hexsides}
        if before.hexsides.get(side) != after.hexsides.get(side)
    ]
    for q, r in zip(*ends(differing), strict=True):
        on_board, row, column = inside(before.layout, found.shape, q, r)
        found[row[on_board], column[on_board]] = True
    return found


def _stacks(
    old: list[PaletteEntry], before: NDArray[np.uint16], new: list[PaletteEntry], after: NDArray[np.uint16]
) -> Mask:
    numbers: dict[tuple[str, ...], int] = {}
    one, other = (
        np.array([numbers.setdefault(it.kinds, len(numbers)) for it in palette])[layer]
        for palette, layer in ((old, before), (new, after))
    )
    differs: Mask = one != other
    return differs


def _parts(before: Scenario, after: Scenario) -> Mask:
    found = np.zeros(before.board.terrain.shape, np.bool_)
    for old, new in (
        (_masks(before.board, before.zones), _masks(after.board, after.zones)),
        (_masks(before.board, before.objectives), _masks(after.board, after.objectives)),
    ):
        nothing = np.zeros_like(found)
        for name in {**old, **new}:
            found |= old.get(name, nothing) ^ new.get(name, nothing)
    units = {(it.id, it.hex, it.facing) for it in before.units} ^ {
        (it.id, it.hex, it.facing) for it in after.units
    }
    return found | before.board.mask([at for _, at, _ in units])


def _masks(board: Board, parts: Iterable[Zone | Objective]) -> dict[str, Mask]:
    return {it.id: it.shape.mask(board) for it in parts}
