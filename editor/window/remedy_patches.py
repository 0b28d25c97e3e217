"""The patches of an edit that was suggested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.document.patches import Layer, cell_patch
from fairground.editor.tools.zone_hexes import zone_hexes_patch, zone_index

if TYPE_CHECKING:
    from fairground.core.analysis.fairness.edits import Edit
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch


def remedy_patches(scenario: Scenario, edit: Edit) -> list[Patch | None]:
    """Return what an edit changes; it must be about the scenario as it is."""
    board = scenario.board
    mask = board.mask((edit.hex,))
    if edit.change == "terrain":
        return [cell_patch(board, Layer.TERRAIN, mask, edit.terrain)]
    if edit.change == "level":
        return [cell_patch(board, Layer.ELEVATION, mask, edit.level)]
    index = zone_index(scenario, edit.zone)
    return [] if index is None else [zone_hexes_patch(scenario, index, mask, add=edit.inside)]
