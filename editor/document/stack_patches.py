"""Patches that change the stacks of hexes one by one: what each has decides what it gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.document.palette_entries import found_or_added, palette_patches
from fairground.editor.document.patches import BoardLayer, cell_patch

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch

    Stack = tuple[str, ...]


def stack_patches(
    scenario: Scenario, layer: BoardLayer, where: NDArray[np.bool_], change: Callable[[Stack], Stack]
) -> list[Patch]:
    """Return the patches that give the hexes of ``where`` other stacks of terrain or effects, bottom first.

    ``change`` tells the new stack for an old one. What an import found on a hex stays with it while it has any.
    """
    board = scenario.board
    array = layer.of(board)
    palette = list(board.effects_palette if layer is BoardLayer.EFFECTS else board.palette)
    places = np.arange(len(palette), dtype=np.int32)
    for at in np.unique(array[where]).tolist():
        entry = palette[at]
        stack = change(entry.kinds)
        if stack != entry.kinds:
            places[at] = found_or_added(scenario, layer, palette, stack, entry.source if stack else None)
    cells = cell_patch(board, layer, where, places[array])
    return [*palette_patches(board, layer, palette), cells] if cells else []
