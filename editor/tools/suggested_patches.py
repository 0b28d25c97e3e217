"""The patches of suggested edits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fairground.core.scenario.hex_edits import edited
from fairground.core.scenario.parts import Objective, Zone
from fairground.core.scenario.shapes import shape_of
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.document.stack_patches import palette_patches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.board import Board, PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.hex_edits import Edit
    from fairground.editor.document.patches import Patch

_Drawn = TypeVar("_Drawn", Zone, Objective)


def suggested_patches(
    scenario: Scenario, edits: Sequence[Edit], palette: Sequence[PaletteEntry] = ()
) -> list[Patch | None]:
    """Return the patches of edits of the current scenario, taken together.

    ``palette`` is the palette of their terrain where it extends that of the board.
    """
    board = scenario.board
    after = edited(scenario, edits)
    terrain, elevation = after.board.terrain.astype(np.int32), after.board.elevation.astype(np.int32)
    zones = _redrawn(board, scenario.zones, after.zones)
    objectives = _redrawn(board, scenario.objectives, after.objectives)
    everywhere = np.ones(board.terrain.shape, np.bool_)
    return [
        *palette_patches(board, BoardLayer.TERRAIN, [*board.palette, *palette[len(board.palette) :]]),
        cell_patch(board, BoardLayer.TERRAIN, everywhere, terrain),
        cell_patch(board, BoardLayer.ELEVATION, everywhere, elevation),
        FieldPatch("zones", scenario.zones, zones) if zones != scenario.zones else None,
        FieldPatch("objectives", scenario.objectives, objectives)
        if objectives != scenario.objectives
        else None,
        FieldPatch("units", scenario.units, after.units) if after.units != scenario.units else None,
    ]


def _redrawn(board: Board, before: Sequence[_Drawn], after: Sequence[_Drawn]) -> list[_Drawn]:
    """Return zones or objectives, with the shapes of changed ones written as the editor writes those that are drawn."""
    return [
        it if it == old else replace(it, shape=shape_of(board, it.shape.mask(board)))
        for old, it in zip(before, after, strict=True)
    ]
