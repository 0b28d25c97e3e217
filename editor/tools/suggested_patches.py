"""The patches of suggested edits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.scenario.shapes import shape_of
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.document.stack_patches import palette_patches
from fairground.editor.tools.zone_hexes import zone_index

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.metrics.fairness.candidates import Edit
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch


def suggested_patches(
    scenario: Scenario, edits: Sequence[Edit], palette: Sequence[PaletteEntry] = ()
) -> list[Patch | None]:
    """Return the patches of edits of the current scenario, taken together.

    ``palette`` is the palette of their terrain where it extends that of the board.
    """
    board = scenario.board
    terrain, elevation = board.terrain.astype(np.int32), board.elevation.astype(np.int32)
    zones = [*scenario.zones]
    for edit in edits:
        cell = board.cell(edit.hex)
        if edit.change == "terrain":
            terrain[cell] = edit.terrain
        elif edit.change == "level":
            elevation[cell] = edit.level
        elif (index := zone_index(scenario, edit.zone)) is not None:
            mask = zones[index].shape.mask(board)
            mask[cell] = edit.inside
            zones[index] = replace(zones[index], shape=shape_of(board, mask))
    everywhere = np.ones(board.terrain.shape, np.bool_)
    return [
        *palette_patches(board, BoardLayer.TERRAIN, [*board.palette, *palette[len(board.palette) :]]),
        cell_patch(board, BoardLayer.TERRAIN, everywhere, terrain),
        cell_patch(board, BoardLayer.ELEVATION, everywhere, elevation),
        FieldPatch("zones", scenario.zones, zones) if zones != scenario.zones else None,
    ]
