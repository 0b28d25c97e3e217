"""The underlay tool: moves the picture under the grid. It changes nothing on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.app.texts import tr
from fairground.editor.tools.stroke_tool import new_stroke
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.hexes import Hex
    from fairground.editor.tools.state import ToolState
    from fairground.editor.tools.tool import Pointer

#: How far an arrow key moves the picture, in sides of a hex, and how far with Shift.
STEP, FINE_STEP = 0.25, 0.02


class UnderlayTool(Tool):
    """Arrows move the picture a little, with Shift very little; a drag moves it from hex to hex.

    With this tool in hand, undo and redo are those of the picture where that was changed last.
    """

    id = "underlay"
    title = tr("Tracing image")
    group = "underlay"
    options = ("underlay",)
    hint = tr("Arrow keys move the image, with Shift finely. Or drag it from hex to hex.")

    #: How far the picture is to go, across and down, in sides of a hex, and the number of the drag; None for a key.
    moved = Signal(float, float, object)
    #: The number of a drag that is to be taken back.
    given_up = Signal(object)
    #: A step of the picture is to be undone (-1) or redone (1).
    stepped = Signal(int)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        #: Whether there is a picture to move.
        self.has_picture = False
        #: Whether to undo (-1) or redo (1) is its business.
        self.is_next: Callable[[int], bool] = lambda _by: False
        self._since: Hex | None = None
        self._drag = 0
        super().__init__(state, parent)

    def nudge(self, across: int, down: int, *, fine: bool) -> bool:
        """Move the picture a step; return whether there is one."""
        if self.has_picture:
            step = FINE_STEP if fine else STEP
            self.moved.emit(across * step, down * step, None)
        return self.has_picture

    def press(self, p: Pointer) -> None:
        """Take hold of the picture."""
        if not self.has_picture:
            self.refused.emit(tr("There is no tracing image. Add one in the Board menu."))
            return
        self._since, self._drag = p.hex, new_stroke()

    def move(self, p: Pointer) -> None:
        """Have the picture follow, from hex to hex."""
        if self._since is None:
            return
        layout = self.board.layout
        (x, y), (to_x, to_y) = layout.centre(self._since), layout.centre(p.hex)
        self._since = p.hex
        self.moved.emit(to_x - x, to_y - y, self._drag)

    def release(self, p: Pointer) -> None:  # noqa: ARG002  # it lies where the last move has brought it
        """Let go of the picture."""
        self._since = None

    def cancel(self) -> None:
        """Put the picture back where it was."""
        if self._since is not None:
            self._since = None
            self.given_up.emit(self._drag)

    def can_step(self, by: int) -> bool:
        """Whether the picture has lain elsewhere before (-1), or will again (1), and no edit came after that."""
        return self.is_next(by)

    def step(self, by: int) -> None:
        """Have the picture lie where it did before (-1), or there again (1)."""
        self.stepped.emit(by)

    def preview(self, p: Pointer) -> frozenset[Hex]:  # noqa: ARG002  # a click reaches no hex
        """Return no hexes."""
        return frozenset()
