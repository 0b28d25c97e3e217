"""The tool that moves the tracing image below the grid. It changes nothing on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.app.texts import tr
from fairground.editor.tools.stroke_tool import new_stroke
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.hexes import Hex
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState

#: The distance an arrow key moves the image, in sides of a hex, without and with Shift.
STEP, FINE_STEP = 0.25, 0.02


class UnderlayTool(Tool):
    """Moves the image with the arrow keys, finely with Shift, and from hex to hex with a drag.

    While it is chosen, undo and redo apply to the image where that was changed last.
    """

    id = "underlay"
    title = tr("Tracing image")
    group = "underlay"
    options = ("underlay",)
    hint = tr("Arrow keys move the image, with Shift in small steps. You can also drag it from hex to hex.")

    #: The distance to move, across and down, in sides of a hex, and the number of the drag; None for a key.
    moved = Signal(float, float, object)
    #: The number of a cancelled drag.
    given_up = Signal(object)
    #: Undo (-1) or redo (1) a step of the image.
    stepped = Signal(int)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        #: Whether there is an image.
        self.has_image = False
        #: Whether the next undo (-1) or redo (1) is a step of the image.
        self.is_next: Callable[[int], bool] = lambda _by: False
        self._since: Hex | None = None
        self._drag = 0
        super().__init__(state, parent)

    def nudge(self, across: int, down: int, *, fine: bool) -> bool:
        """Move the image a step; return whether there is one."""
        if self.has_image:
            step = FINE_STEP if fine else STEP
            self.moved.emit(across * step, down * step, None)
        return self.has_image

    def press(self, p: Pointer) -> None:
        """Start to drag the image."""
        if not self.has_image:
            self.refused.emit(tr("There is no tracing image. Add one in the Board menu."))
            return
        self._since, self._drag = p.hex, new_stroke()

    def move(self, p: Pointer) -> None:
        """Move the image from hex to hex."""
        if self._since is None:
            return
        layout = self.board.layout
        (x, y), (to_x, to_y) = layout.centre(self._since), layout.centre(p.hex)
        self._since = p.hex
        self.moved.emit(to_x - x, to_y - y, self._drag)

    def release(self, p: Pointer) -> None:  # noqa: ARG002  # the last move placed it
        """End the drag."""
        self._since = None

    def cancel(self) -> None:
        """Undo the drag."""
        if self._since is not None:
            self._since = None
            self.given_up.emit(self._drag)

    def can_step(self, by: int) -> bool:
        """Whether the next undo (-1) or redo (1) is a step of the image, with no later edit."""
        return self.is_next(by)

    def step(self, by: int) -> None:
        """Undo (-1) or redo (1) a step of the image."""
        self.stepped.emit(by)

    def preview(self, p: Pointer) -> frozenset[Hex]:  # noqa: ARG002  # a click reaches no hex
        """Return no hexes."""
        return frozenset()
