"""Patches that set, raise and lower levels within the bounds of the ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.app.texts import tr
from fairground.editor.document.patches import BoardLayer, CellPatch, cell_patch
from fairground.editor.document.readable_ruleset import level_bounds
from fairground.editor.tools.state import ElevationMode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario

#: What steps that move levels are called.
LEVEL_STEPS = {
    ElevationMode.RAISE: tr("Raise the ground"),
    ElevationMode.LOWER: tr("Lower the ground"),
}


def level_patch(
    scenario: Scenario, mask: NDArray[np.bool_], *, mode: ElevationMode, level: int = 0
) -> CellPatch | None:
    """Return the patch that sets the hexes of ``mask`` to ``level``, or raises or lowers them by one level.

    What stands at the bound of the ruleset, or beyond, is not moved further away. None when nothing would change.
    """
    levels = scenario.board.elevation.astype(np.int32)
    lowest, highest = level_bounds(scenario)
    match mode:
        case ElevationMode.SET:
            return cell_patch(scenario.board, BoardLayer.ELEVATION, mask, level)
        case ElevationMode.RAISE:
            return cell_patch(scenario.board, BoardLayer.ELEVATION, mask & (levels < highest), levels + 1)
        case ElevationMode.LOWER:
            return cell_patch(scenario.board, BoardLayer.ELEVATION, mask & (levels > lowest), levels - 1)


def level_refusal(scenario: Scenario, level: int) -> str:
    """Return the sentence that says why hexes cannot have a level; empty when they can."""
    lowest, highest = level_bounds(scenario)
    if lowest <= level <= highest:
        return ""
    return tr("Levels go from {lowest} to {highest} in {name}; {level} is none of them.").format(
        lowest=lowest, highest=highest, name=scenario.ruleset.name, level=level
    )
