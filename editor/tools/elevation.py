"""The elevation tool: sets, raises or lowers the level of hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.tools.hex_stroke_tool import HexStrokeTool
from fairground.editor.tools.levels import level_patch, level_refusal
from fairground.editor.tools.state import ElevationMode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.pointer import Pointer

_OPPOSITE = {
    ElevationMode.SET: ElevationMode.SET,
    ElevationMode.RAISE: ElevationMode.LOWER,
    ElevationMode.LOWER: ElevationMode.RAISE,
}


class Elevation(HexStrokeTool):
    """Does what the mode says with the left button, and the opposite with the right one (level 0 for *set*).

    A stroke raises or lowers each hex once, however often it passes.
    """

    id = "elevation"
    title = "Elevation"
    hint = (
        "Set, raise or lower levels; the right button does the opposite. Ctrl+click picks the level of a hex."
    )
    edits = ("elevation",)

    _done: NDArray[np.bool_]

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
        text = f"Set level {level}" if mode is ElevationMode.SET else f"{mode.title()} the ground"
        return text, [level_patch(self.document.scenario, mask, mode=mode, level=level)]

    def pick(self, p: Pointer) -> None:
        """Take over the level of the hex."""
        self.state.level = self.board.level_at(p.hex)

    def _wanted(self, p: Pointer) -> tuple[ElevationMode, int]:
        """Return mode and level for the button held."""
        mode = self.state.elevation_mode
        return (_OPPOSITE[mode], 0) if p.is_right else (mode, self.state.level)
