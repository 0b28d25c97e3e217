"""The canvas: the view of the board that mouse and keys work on, with the tool in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QInputDevice, QKeyEvent, QNativeGestureEvent
from PySide6.QtWidgets import QApplication

from fairground.core.grid.hexsides import Corner
from fairground.editor.app.texts import tr
from fairground.editor.canvas.cursor import EDGE, cursor_rect, nearest_on_board, paint_cursor, shift_into
from fairground.editor.canvas.items_painter import paint_name_of
from fairground.editor.canvas.keyboard import Keyboard
from fairground.editor.canvas.marked_view import MarkedView
from fairground.editor.canvas.pointing import BUTTONS, Pointing

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QContextMenuEvent,
        QEnterEvent,
        QFocusEvent,
        QMouseEvent,
        QWheelEvent,
    )
    from PySide6.QtWidgets import QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.canvas.pointing import Spot
    from fairground.editor.document.document import Document
    from fairground.editor.tools.tool import Tool

#: How much larger hexes become by one notch of a wheel (an eighth of a degree is the unit of its events).
_NOTCH, _NOTCH_FACTOR = 120.0, 1.25
#: Why the focus goes out where a dialog or a menu comes, which gets what the mouse does from then on.
_AWAY = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class Canvas(MarkedView):
    """The widget that the map is edited on.

    The left and the right button go to the tool. Space with a drag, the middle button and two fingers move the view;
    the wheel and a pinch change its size at the pointer. Keys lead a cursor instead: see ``Keyboard``.
    """

    #: The ``Hex`` under the pointer, None off the board and off the canvas.
    hovered = Signal(object)
    #: The ``Spot`` under the pointer: that hex and which of its sides is nearest; told before the hex.
    side_hovered = Signal(object)
    #: The ``Hex`` that the keys point at, None while the mouse does.
    cursor_moved = Signal(object)
    #: Escape was pressed while neither a stroke nor the tool had anything to give up.
    escaped = Signal()

    def __init__(self, document: Document | None, layers: LayerModel, parent: QWidget | None = None) -> None:
        self._pointing = Pointing()
        self._keyboard = Keyboard(self._pointing, self._cursor_moved)
        self._cursor: Hex | None = None
        self._mouse = QPointF(-1, -1)
        self._hovered: Spot | None = None
        self._grabbed: QPointF | None = None
        #: What is left of turns of the wheel that were less than a notch.
        self._notches = 0.0
        self._has_space = False
        super().__init__(document, layers, parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setAccessibleName(tr("Map"))
        self.setAccessibleDescription(
            tr(
                "The board. Left and right button use the chosen tool; the wheel changes the size; "
                "hold space or the middle button to move the view; Escape gives up a stroke. "
                "Arrows, Home, End, Page Up and Page Down move a cursor; space uses the tool there, Shift+space as the "
                "right button; Return begins and ends a drag."
            )
        )

    # -- the cursor -----------------------------------------------------------------------------------------

    @property
    def cursor_hex(self) -> Hex | None:
        """The hex that the keys point at; None while the mouse does."""
        return self._cursor

    @property
    def has_latched_stroke(self) -> bool:
        """Whether Return has begun a stroke that it will end."""
        return self._keyboard.is_latched

    def put_cursor(self, at: Hex) -> None:
        """Have the keys point at a hex of the board from now on, and bring it into view."""
        if self.document is not None and self.document.scenario.board.contains(at):
            self._keyboard.put(at)

    def begin_cursor(self) -> None:
        """Have the keys point at the hex where the mouse is; in the middle of the view when it is elsewhere."""
        start = self._start()
        if self.document is not None and start is not None:
            self.put_cursor(nearest_on_board(self.document.scenario.board, start))

    @property
    def hovered_hex(self) -> Hex | None:
        """The hex of the board under the pointer; None when it is elsewhere."""
        return self._hovered.hex if self._hovered is not None else None

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

    def focus_point(self) -> QPointF:
        """Return the point that keys zoom at: the cursor's where there is one."""
        return self.point_of(self._cursor) if self._cursor is not None else super().focus_point()

    def _bring_into_view(self, at: Hex) -> None:
        """Move the view as little as it takes to have a hex off its edges."""
        if self.camera is None:
            return
        missing = shift_into(self.point_of(at), QRectF(self.rect()), edge=EDGE * self.camera.pitch)
        if not missing.isNull():
            self.pan(missing.x(), missing.y())

    # -- what is shown --------------------------------------------------------------------------------------

    def set_document(self, document: Document | None) -> None:
        """Show another document, all of it; what was under way is given up.

        In another state of the same, the pointer stays where it is.
        """
        is_state = self.is_state(document)
        self._pointing.cancel()
        if not is_state:
            self._keyboard.drop()
        super().set_document(document)
        if not is_state:
            self._hover(None, Qt.KeyboardModifier.NoModifier)

    def set_tool(self, tool: Tool | None) -> None:
        """Hand the mouse to a tool from now on; it is activated and the one before deactivated."""
        before = self._pointing.tool
        if before is tool:
            return
        if before is not None:
            self._pointing.cancel()
            before.preview_changed.disconnect(self.set_preview)
            before.side_preview_changed.disconnect(self.set_side_preview)
            before.deactivate()
        self._pointing.tool = tool
        self.set_preview(frozenset())
        self.set_side_preview(frozenset())
        if tool is not None:
            tool.preview_changed.connect(self.set_preview)
            tool.side_preview_changed.connect(self.set_side_preview)
            tool.activate()

    def give_up_stroke(self) -> bool:
        """Take back what was done since a button went down, which then does nothing more; return whether one was."""
        return self._pointing.cancel()

    def place_pointed_at(self) -> Hex | Corner | None:
        """Return the hex that keys or mouse point at, or the corner that the mouse is near; None off the board."""
        if self._cursor is not None or self._hovered is None or self.camera is None:
            return self._cursor
        point = self.mapFromGlobal(self._mouse) * self.camera.ratio
        place = self.camera.place_at(point.x(), point.y())
        return place if isinstance(place, Corner) else self._hovered.hex

    def paint_over(self, frame: Frame) -> None:
        """Draw what is marked, and the cursor."""
        super().paint_over(frame)
        if self._cursor is not None:
            paint_cursor(frame, self._cursor)
            paint_name_of(frame, self._cursor)

    def _replaced(self) -> None:
        super()._replaced()
        board = self.document.scenario.board if self.document else None
        if board is not None and self._cursor is not None and not board.contains(self._cursor):
            self._keyboard.drop()

    # -- the mouse ------------------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether the user moves the view or drags."""
        return self._grabbed is not None or self._pointing.is_stroke or super().is_moving

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Begin a stroke, or to move the view."""
        at = self.spot_at(event.position())
        if at is None:
            return
        self._keyboard.drop()
        is_pan = event.button() == Qt.MouseButton.MiddleButton or (
            self._has_space and event.button() == Qt.MouseButton.LeftButton
        )
        if is_pan and not self._pointing.is_stroke:
            self._grabbed = event.position()
            self._show_cursor()
        elif event.button() in BUTTONS and self._grabbed is None:
            self._hover(at, event.modifiers())
            self._pointing.press(at, event.button(), event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Take the second of two quick clicks for a click like any other."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Go on with a stroke, move the view, or show what is under the pointer."""
        if event.buttons() == Qt.MouseButton.NoButton:
            self._let_go()
        if self._grabbed is not None:
            moved = self._grabbed - event.position()
            self._grabbed = event.position()
            self.pan(moved.x(), moved.y())
            return
        at = self.spot_at(event.position())
        if at is None or self._stands(event):
            return
        self._keyboard.drop()
        self._hover(at, event.modifiers())
        self._pointing.move(at, event.modifiers())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """End a stroke, or the moving of the view."""
        if self._grabbed is not None:
            if event.button() in (Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton):
                self._grabbed = None
                self._show_cursor()
                self.update()
            return
        at = self.spot_at(event.position())
        if at is not None and not self._keyboard.is_stroke:
            self._pointing.release(at, event.button(), event.modifiers())
            self._point(at, event.modifiers())

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt's name
        """Change the size at the pointer; two fingers on a touchpad move the view unless Ctrl is held.

        With Shift held, the tool turns what it works on, if that can be turned.
        """
        event.accept()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._turn(event):
            return
        pixels = event.pixelDelta()
        is_touchpad = not pixels.isNull() and (
            event.phase() != Qt.ScrollPhase.NoScrollPhase
            or event.device().type() == QInputDevice.DeviceType.TouchPad
        )
        if is_touchpad and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan(-pixels.x(), -pixels.y())
        else:
            self.zoom_at(event.position(), _NOTCH_FACTOR ** (event.angleDelta().y() / _NOTCH))
        at = self.spot_at(event.position())
        if at is not None:
            self._point(at, event.modifiers())

    def _turn(self, event: QWheelEvent) -> bool:
        """Have the tool turn what it works on, a step a notch; return whether it can."""
        tool = self._pointing.tool
        # Some systems turn the wheel's direction with Shift.
        self._notches += (event.angleDelta().y() or event.angleDelta().x()) / _NOTCH
        steps = int(self._notches)
        if tool is None or self._pointing.is_stroke or not tool.turn(-steps):
            self._notches = 0.0
            return False
        self._notches -= steps
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # Qt's name
        """Leave the right button to the tools."""
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:  # Qt's name
        """Show what is under the pointer."""
        at = self.spot_at(event.position())
        if at is not None:
            self._point(at, Qt.KeyboardModifier.NoModifier)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # Qt's name
        """Show nothing under the pointer."""
        self._point(None, Qt.KeyboardModifier.NoModifier)
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take pinches, and the keys that are the canvas's own before shortcuts get them."""
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.zoom_at(event.position(), 1 + event.value())
            return True
        if event.type() == QEvent.Type.ShortcutOverride and self._is_own_key(event):
            event.accept()
            return True
        return super().event(event)

    def _stands(self, event: QMouseEvent) -> bool:
        """Whether the mouse has not moved at all: the view did, or another window went away."""
        before, self._mouse = self._mouse, event.globalPosition()
        return self._cursor is not None and before == self._mouse

    def _point(self, at: Spot | None, modifiers: Qt.KeyboardModifier) -> None:
        """Follow the mouse where it is what points."""
        if self._cursor is None:
            self._hover(at, modifiers)

    def _hover(self, at: Spot | None, modifiers: Qt.KeyboardModifier) -> None:
        """Follow the pointer to a spot, which may be off the board."""
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

    # -- keys -----------------------------------------------------------------------------------------------

    def _is_own_key(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        key = event.key()
        if key == Qt.Key.Key_Escape:
            return self._pointing.is_stroke
        return key == Qt.Key.Key_Space or self._keyboard.owns(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt's name
        """Give up a stroke with Escape, or tell of it; lead the cursor; get ready to move the view with space."""
        if event.key() == Qt.Key.Key_Escape:
            if not self._pointing.escape():
                self.escaped.emit()
            event.accept()
        elif event.key() == Qt.Key.Key_Shift:
            self._pointing.modify(event.modifiers())
        elif self._grabbed is None and self._press_key(event):
            event.accept()
        elif event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._has_space = True
                self._show_cursor()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _press_key(self, event: QKeyEvent) -> bool:
        start = self._start()
        if self.document is None or start is None:
            return False
        return self._keyboard.press(event, self.document.scenario.board, start)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # Qt's name
        """Go back to the tool when space is let go."""
        if self._keyboard.release(event):
            event.accept()
        elif event.key() == Qt.Key.Key_Shift:
            self._pointing.modify(event.modifiers())
        elif event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._has_space = False
            self._show_cursor()
            event.accept()
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt's name
        """Forget keys and buttons whose release another widget will get."""
        self._has_space = False
        # A dialog may change the board under a stroke, which then has a shape that is no more.
        self._keyboard.let_go(latched=QApplication.activeModalWidget() is not None)
        if event.reason() in _AWAY:
            self._let_go()
        self._show_cursor()
        super().focusOutEvent(event)

    def _let_go(self) -> None:
        """End what a button is held for: a dialog or a menu may have got, or will get, its release."""
        if self._grabbed is not None:
            self._grabbed = None
            self._show_cursor()
        elif not self._keyboard.is_stroke:
            self._pointing.let_go()

    def _show_cursor(self) -> None:
        if self._grabbed is not None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._has_space:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()
