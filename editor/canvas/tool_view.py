"""A view of the board with an active tool, and the hex that mouse or keys point at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal

from fairground.editor.canvas.keyboard import (
    EDGE,
    Keyboard,
    cursor_rect,
    nearest_on_board,
    paint_cursor,
    shift_into,
)
from fairground.editor.canvas.map_items_painter import paint_name_of
from fairground.editor.canvas.marked_view import MarkedView
from fairground.editor.canvas.pointing import Pointing

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF
    from PySide6.QtWidgets import QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.canvas.pointing import Spot
    from fairground.editor.document.document import Document
    from fairground.editor.tools.tool import Tool


class ToolView(MarkedView):
    """Shows the tool's previews, and a cursor while keys are used; subclasses pass on mouse and keys."""

    #: The ``Hex`` under the pointer, None off the board and off the canvas.
    hovered = Signal(object)
    #: The ``Spot`` under the pointer: the hex and its nearest side; emitted before ``hovered``.
    side_hovered = Signal(object)
    #: The ``Hex`` of the cursor, None while the mouse is used.
    cursor_moved = Signal(object)

    def __init__(self, document: Document | None, layers: LayerModel, parent: QWidget | None = None) -> None:
        self._pointing = Pointing()
        self._keyboard = Keyboard(self._pointing, self._cursor_moved)
        self._cursor: Hex | None = None
        self._hovered: Spot | None = None
        super().__init__(document, layers, parent)

    def set_document(self, document: Document | None) -> None:
        """Cancel the stroke, and show all of another document; for another state of the same, keep the pointer."""
        is_state = self.is_state(document)
        self._pointing.cancel()
        if not is_state:
            self._keyboard.drop()
        super().set_document(document)
        if not is_state:
            self._hover(None, Qt.KeyboardModifier.NoModifier)

    def paint_over(self, frame: Frame) -> None:
        """Draw the marks and the cursor."""
        super().paint_over(frame)
        if self._cursor is not None:
            paint_cursor(frame, self._cursor)
            paint_name_of(frame, self._cursor)

    def _replaced(self) -> None:
        super()._replaced()
        board = self.document.scenario.board if self.document else None
        if board is not None and self._cursor is not None and not board.contains(self._cursor):
            self._keyboard.drop()

    def set_tool(self, tool: Tool | None) -> None:
        """Activate a tool, and deactivate the previous one; a stroke of the mouse is cancelled, one of Return is kept."""
        before = self._pointing.tool
        if before is tool:
            return
        if before is not None:
            # No button is held: after Return, the work looks finished, and tools keep it when they are deactivated.
            if not self._keyboard.is_latched:
                self._pointing.cancel()
            before.preview_changed.disconnect(self.set_preview)
            before.side_preview_changed.disconnect(self.set_side_preview)
            before.deactivate()
            self._pointing.cancel()
        self._pointing.tool = tool
        self.set_preview(frozenset())
        self.set_side_preview(frozenset())
        if tool is not None:
            tool.preview_changed.connect(self.set_preview)
            tool.side_preview_changed.connect(self.set_side_preview)
            tool.activate()

    def give_up_stroke(self) -> bool:
        """Cancel the stroke and ignore its button until it is released; return whether there was one."""
        return self._pointing.cancel()

    @property
    def cursor_hex(self) -> Hex | None:
        """The hex of the cursor; None while the mouse is used."""
        return self._cursor

    @property
    def has_latched_stroke(self) -> bool:
        """Whether Return will end the present stroke."""
        return self._keyboard.is_latched

    def put_cursor(self, at: Hex) -> None:
        """Put the cursor on a hex of the board, and bring it into view."""
        if self.document is not None and self.document.scenario.board.contains(at):
            self._keyboard.put(at)

    def begin_cursor(self) -> None:
        """Put the cursor on the hex under the mouse, or in the middle of the view if the mouse is elsewhere."""
        start = self._start()
        if self.document is not None and start is not None:
            self.put_cursor(nearest_on_board(self.document.scenario.board, start))

    def focus_point(self) -> QPointF:
        """Return the point that keys zoom at: the cursor, if there is one."""
        return self.point_of(self._cursor) if self._cursor is not None else super().focus_point()

    def _start(self) -> Hex | None:
        return self.hovered_hex or self.hex_at(QRectF(self.rect()).center())

    def _cursor_moved(self) -> None:
        before, spot = self._cursor, self._keyboard.spot
        self._cursor = spot.hex if spot is not None else None
        if self._cursor is not None:
            self._bring_into_view(self._cursor)
        if self.camera is not None:
            for at in (before, self._cursor):
                if at is not None:
                    self.update_pixels(cursor_rect(self.camera, at))
        self._hover(spot, Qt.KeyboardModifier.NoModifier)
        if self._cursor != before:
            self.cursor_moved.emit(self._cursor)

    def _bring_into_view(self, at: Hex) -> None:
        """Move the view just enough to show a hex off the edges."""
        if self.camera is None:
            return
        missing = shift_into(self.point_of(at), QRectF(self.rect()), edge=EDGE * self.camera.pitch)
        if not missing.isNull():
            self.pan(missing.x(), missing.y())

    @property
    def hovered_hex(self) -> Hex | None:
        """The hex of the board under the pointer; None off the board."""
        return self._hovered.hex if self._hovered is not None else None

    def _point(self, at: Spot | None, modifiers: Qt.KeyboardModifier) -> None:
        """Follow the mouse, unless there is a cursor."""
        if self._cursor is None:
            self._hover(at, modifiers)

    def _hover(self, at: Spot | None, modifiers: Qt.KeyboardModifier) -> None:
        """Move the pointer to a spot, which may be off the board."""
        self._pointing.hover(at, modifiers)
        board = self.document.scenario.board if self.document else None
        on_board = at if at is not None and board is not None and board.contains(at.hex) else None
        before, self._hovered = self._hovered, on_board
        at_hex, before_hex = (it.hex if it else None for it in (on_board, before))
        if on_board != before:
            self.side_hovered.emit(on_board)
        if at_hex != before_hex:
            self.set_pointed_at(at_hex)
            self.hovered.emit(at_hex)
