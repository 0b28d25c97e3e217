"""The elevation tool: sets, raises or lowers the level of hexes within the bounds of the ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.app.texts import tr
from fairground.editor.document.patches import BoardLayer, CellPatch, cell_patch
from fairground.editor.document.readable_ruleset import level_bounds, ruleset_title
from fairground.editor.tools.option_defaults import ElevationMode
from fairground.editor.tools.shapes import Flood, same_level
from fairground.editor.tools.stroke_tool import HexStrokeTool

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState

#: The names of steps that raise or lower levels.
LEVEL_STEPS = {
    ElevationMode.RAISE: tr("Raise the ground"),
    ElevationMode.LOWER: tr("Lower the ground"),
}


def level_patch(
    scenario: Scenario, mask: NDArray[np.bool_], *, mode: ElevationMode, level: int = 0
) -> CellPatch | None:
    """Return the patch that sets the hexes of ``mask`` to ``level``, or raises or lowers them by one level.

    Levels at or beyond a bound of the ruleset do not move further away. None when nothing would change.
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
    """Return why hexes cannot have a level; empty when they can."""
    lowest, highest = level_bounds(scenario)
    if lowest <= level <= highest:
        return ""
    return tr("The ruleset {ruleset} has levels {lowest} to {highest}; {level} is out of range.").format(
        lowest=lowest, highest=highest, ruleset=ruleset_title(scenario), level=level
    )


_OPPOSITE = {
    ElevationMode.SET: ElevationMode.SET,
    ElevationMode.RAISE: ElevationMode.LOWER,
    ElevationMode.LOWER: ElevationMode.RAISE,
}


class Elevation(HexStrokeTool):
    """Applies the mode with the left button, and its opposite with the right one (level 0 for *set*).

    A stroke raises or lowers each hex once. With a flood, a click changes the connected hexes of the same level.
    """

    id = "elevation"
    title = tr("Elevation")
    group = "elevation"
    options = ("elevation", "shape", "size", "symmetry")
    hint = tr(
        "Set, raise or lower levels; the right button does the opposite. Ctrl+click picks the level of a hex."
    )
    edits = ("elevation",)

    _done: NDArray[np.bool_]

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        self._flood = Flood(same_level)
        super().__init__(state, parent)

    @property
    def draws_shapes(self) -> bool:  # type: ignore[override]  # it depends on the mode
        """Whether it draws shapes; a flood has its own."""
        return not self.state.level_flood

    def covered(self, hexes: tuple[Hex, ...]) -> NDArray[np.bool_]:
        """Return what the brush covers, or all of the level that hangs together."""
        if self.state.level_flood:
            return self._flood.at(self.document, hexes[-1])
        return super().covered(hexes)

    def move(self, p: Pointer) -> None:
        """Edit what the pointer was dragged over; a flood is done with the press."""
        if not self.state.level_flood:
            super().move(p)

    def obstacle(self, p: Pointer) -> str:
        """Refuse a level that the ruleset does not have, too."""
        mode, level = self._wanted(p)
        off = level_refusal(self.document.scenario, level) if mode is ElevationMode.SET else ""
        return super().obstacle(p) or off

    def begin(self, p: Pointer) -> None:  # noqa: ARG002  # wherever it begins
        """Forget which hexes the last stroke had."""
        self._done = np.zeros(self.board.elevation.shape, np.bool_)

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch | None]]:
        """Return the patch that moves the hexes which this stroke has not had yet."""
        mask = self.reached(mask) & ~self._done
        self._done |= mask
        mode, level = self._wanted(p)
        text = tr("Set level {level}").format(level=level) if mode is ElevationMode.SET else LEVEL_STEPS[mode]
        return text, [level_patch(self.document.scenario, mask, mode=mode, level=level)]

    def pick(self, p: Pointer) -> None:
        """Take over the level of the hex."""
        self.state.level = self.board.level_at(p.hex)

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._flood.forget()
        super()._option_changed(what)

    def _wanted(self, p: Pointer) -> tuple[ElevationMode, int]:
        """Return mode and level for the button held."""
        mode = self.state.elevation_mode
        return (_OPPOSITE[mode], 0) if p.is_right else (mode, self.state.level)
