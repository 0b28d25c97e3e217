"""The canvas: the widget that the map is edited on, with mouse and keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QInputDevice, QKeyEvent, QNativeGestureEvent
from PySide6.QtWidgets import QApplication

from fairground.core.grid.hexsides import Corner
from fairground.editor.app.texts import tr
from fairground.editor.canvas.pointing import BUTTONS
from fairground.editor.canvas.tool_view import ToolView
from fairground.editor.canvas.zoom_and_pan import ZOOM_STEP

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QFocusEvent, QMouseEvent, QWheelEvent
    from PySide6.QtWidgets import QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.document.document import Document

#: A notch of the wheel in its unit, an eighth of a degree.
_NOTCH = 120.0
#: Why the focus is lost to a dialog or a menu, which then gets the mouse.
_AWAY = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class Canvas(ToolView):
    """The widget that the map is edited on.

    The left and the right button go to the tool. Space with a drag, the middle button and two fingers move the view;
    the wheel and a pinch zoom at the pointer. Keys move a cursor instead: see ``Keyboard``.
    """

    #: Escape was pressed, and neither a stroke nor the tool had anything to cancel.
    escaped = Signal()
    #: Tab was pressed.
    tabbed = Signal()

    def __init__(self, document: Document | None, layers: LayerModel, parent: QWidget | None = None) -> None:
        self._mouse = QPointF(-1, -1)
        self._grabbed: QPointF | None = None
        #: Turns of the wheel, in notches, that were less than one.
        self._notches = 0.0
        self._has_space = False
        super().__init__(document, layers, parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setAccessibleName(tr("Map"))
        self.setAccessibleDescription(
            tr(
                "The board. The left and right buttons use the chosen tool, the wheel zooms, and Space or "
                "the middle button moves the view. Escape cancels a stroke. The arrow keys, Home, End, "
                "Page Up and Page Down move a cursor. Space uses the tool at the cursor, Shift+Space acts "
                "as the right button, and Return starts and ends a drag."
            )
        )

    @property
    def is_moving(self) -> bool:
        """Whether the user moves the view or drags."""
        return self._grabbed is not None or self._pointing.is_stroke or super().is_moving

    def place_pointed_at(self) -> Hex | Corner | None:
        """Return the hex that keys or mouse point at, or the corner near the mouse; None off the board."""
        if self._cursor is not None or self._hovered is None or self.camera is None:
            return self._cursor
        point = self.mapFromGlobal(self._mouse) * self.camera.ratio
        place = self.camera.place_at(point.x(), point.y())
        return place if isinstance(place, Corner) else self._hovered.hex

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Begin a stroke, or start moving the view."""
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
        """Treat the second of two quick clicks like any other click."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt's name
        """Continue a stroke, move the view, or show what is under the pointer."""
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
        """End a stroke, or stop moving the view."""
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
        """Zoom at the pointer, or with two fingers on a touchpad and without Ctrl, move the view; Shift turns a piece."""
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
            self.zoom_at(event.position(), ZOOM_STEP ** (event.angleDelta().y() / _NOTCH))
        at = self.spot_at(event.position())
        if at is not None:
            self._point(at, event.modifiers())

    def _turn(self, event: QWheelEvent) -> bool:
        """Have the tool turn its piece, or with Ctrl scale it, a step a notch; return whether it can."""
        tool = self._pointing.tool
        grows = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        # Some systems turn the wheel's direction with Shift.
        self._notches += (event.angleDelta().y() or event.angleDelta().x()) / _NOTCH
        steps = int(self._notches)
        if tool is None or self._pointing.is_stroke or not (tool.grow(steps) if grows else tool.turn(-steps)):
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
        """Take pinches, and the canvas's own keys before shortcuts get them."""
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
        """Whether the mouse has not moved: the view did, or another window was closed."""
        before, self._mouse = self._mouse, event.globalPosition()
        return self._cursor is not None and before == self._mouse

    def _is_own_key(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        key = event.key()
        if key == Qt.Key.Key_Escape:
            return self._pointing.is_stroke
        return key == Qt.Key.Key_Space or self._keyboard.owns(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt's name
        """Cancel a stroke with Escape, move the cursor, or get ready to move the view with Space."""
        if event.key() == Qt.Key.Key_Escape:
            if not self._pointing.escape():
                self.escaped.emit()
            event.accept()
        elif event.key() == Qt.Key.Key_Tab and not event.modifiers():
            if not event.isAutoRepeat():
                self.tabbed.emit()
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

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001  # Qt's signature
        """Move the focus back on Shift+Tab; a Tab is a key of the map."""
        return not forward and super().focusNextPrevChild(forward)

    def _press_key(self, event: QKeyEvent) -> bool:
        start = self._start()
        if self.document is None or start is None:
            return False
        return self._keyboard.press(event, self.document.scenario.board, start)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # Qt's name
        """Return to the tool when Space is released."""
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
        """Release keys and buttons whose release another widget will get."""
        self._has_space = False
        # A dialog may change the board under a stroke.
        self._keyboard.let_go(latched=QApplication.activeModalWidget() is not None)
        if event.reason() in _AWAY:
            self._let_go()
        self._show_cursor()
        super().focusOutEvent(event)

    def _let_go(self) -> None:
        """End the action of a held button: a dialog or a menu may get its release."""
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
