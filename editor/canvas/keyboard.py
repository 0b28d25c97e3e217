"""The keyboard on the map: a cursor that the arrows move, and the mouse buttons on Space and Return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from fairground.core.grid.hexes import neighbour
from fairground.core.grid.hexsides import corners
from fairground.core.pictures.colours import INK
from fairground.editor.canvas.item_painter import smooth
from fairground.editor.canvas.pointing import Spot

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.pointing import Pointing

_KEY = Qt.Key
#: The arrows move along columns and rows, which leads to a neighbour in every layout; steps in columns and rows.
ARROWS = {
    _KEY.Key_Left: (-1, 0),
    _KEY.Key_Right: (1, 0),
    _KEY.Key_Up: (0, -1),
    _KEY.Key_Down: (0, 1),
}
#: The four diagonal ones, as on a number pad.
_DIAGONALS = {_KEY.Key_Home: "NW", _KEY.Key_PageUp: "NE", _KEY.Key_End: "SW", _KEY.Key_PageDown: "SE"}
STEPS = frozenset((*ARROWS, *_DIAGONALS))
#: Hexes at a time with Shift held.
STRIDE = 5
#: How many hexes stay visible beyond the cursor.
EDGE = 1.5

#: The least size of the cursor, in logical pixels from centre to corner.
_LEAST_RADIUS = 9.0
#: Dark, light, dark: one of them stands out from any ground.
_STROKES = ((INK, 5.6), ("#ffd54a", 3.4), (INK, 1.0))


def step(board: Board, at: Hex, key: Qt.Key) -> Hex:
    """Return the hex that a key of ``STEPS`` leads to; the same one at the edge of the board."""
    if key in _DIAGONALS:
        there = neighbour(at, board.layout.direction(_DIAGONALS[key]))
        return there if board.contains(there) else at
    column, row = board.layout.to_offset(at)
    across, down = ARROWS[key]
    there = board.layout.from_offset(column + across, row + down)
    return there if board.contains(there) else at


def strides(board: Board, at: Hex, key: Qt.Key) -> Hex:
    """Return the hex that a key leads to in ``STRIDE`` steps."""
    for _ in range(STRIDE):
        at = step(board, at, key)
    return at


def nearest_on_board(board: Board, at: Hex) -> Hex:
    """Return the hex of the board's rectangle whose column and row are nearest to those of ``at``."""
    column, row = board.layout.to_offset(at)
    return board.layout.from_offset(min(max(column, 0), board.columns - 1), min(max(row, 0), board.rows - 1))


def shift_into(point: QPointF, room: QRectF, *, edge: float) -> QPointF:
    """Return how far a view must move so that a point is ``edge`` (at most a third of the room) inside it."""
    edge = min(edge, room.width() / 3, room.height() / 3)
    room = room.adjusted(edge, edge, -edge, -edge)
    return QPointF(
        min(point.x() - room.left(), 0) + max(point.x() - room.right(), 0),
        min(point.y() - room.top(), 0) + max(point.y() - room.bottom(), 0),
    )


def cursor_rect(camera: Camera, at: Hex) -> QRect:
    """Return the device pixels that the cursor on a hex covers."""
    x, y = camera.centre(at)
    reach = max(camera.pitch * 0.7, _LEAST_RADIUS) * camera.ratio + 5 * camera.ratio
    return QRectF(x - reach, y - reach, 2 * reach, 2 * reach).toAlignedRect()


def paint_cursor(frame: Frame, at: Hex) -> None:
    """Draw the cursor around a hex."""
    camera, painter = frame.camera, frame.painter
    x, y = camera.centre(at)
    points = [QPointF(*camera.to_view(*camera.layout.corner_point(it))) for it in corners(at)]
    centre = QPointF(x, y)
    radius = min(((it - centre).x() ** 2 + (it - centre).y() ** 2) ** 0.5 for it in points)
    # Inside the hex, unlike outlines; around it if the hex is too small.
    inset = 4.0 * camera.ratio
    wanted = max(radius - inset, _LEAST_RADIUS * camera.ratio)
    shape = QPolygonF([centre + (it - centre) * (wanted / radius) for it in points])
    with smooth(painter):
        scale = camera.ratio * min(max(camera.pitch / 60.0, 1.0), 2.0)
        for colour, width in _STROKES:
            pen = QPen(QColor(colour), width * scale)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawPolygon(shape)


_Key, _Modifier = Qt.Key, Qt.KeyboardModifier
_RETURNS = (_Key.Key_Return, _Key.Key_Enter)
#: With Ctrl, these turn the side that the cursor points at, for tools of hexsides.
_TURNS = {_Key.Key_Left: -1, _Key.Key_Right: 1}
#: Modifiers that the canvas's own keys ignore.
_IGNORED = _Modifier.KeypadModifier | _Modifier.GroupSwitchModifier


class Keyboard:
    """Uses the active tool without a mouse.

    The arrows move the cursor, and Home, End, Page Up and Page Down move it diagonally; with Shift, five steps at a time.
    Space is the left button while it is held, with Shift the right one. Return begins and ends a stroke that the arrows
    continue, or puts down a piece at once. Ctrl with left and right turns the side that the cursor points at.
    """

    def __init__(self, pointing: Pointing, moved: Callable[[], None]) -> None:
        self._pointing, self._moved = pointing, moved
        #: Where the keys point; None while the mouse does.
        self.spot: Spot | None = None
        self._direction = 0
        self._held = _Key.Key_unknown
        self._button = Qt.MouseButton.NoButton

    @property
    def is_stroke(self) -> bool:
        """Whether keys have begun the present stroke."""
        return self._held != _Key.Key_unknown and self._pointing.is_stroke

    @property
    def is_latched(self) -> bool:
        """Whether Return will end the present stroke."""
        return self._held in _RETURNS and self._pointing.is_stroke

    def drop(self) -> None:
        """Hand over to the mouse, and end a stroke of keys."""
        if self.spot is not None:
            self._release(_Modifier.NoModifier)
            self.spot = None
            self._moved()

    def put(self, at: Hex) -> None:
        """Put the cursor on a hex of the board."""
        self.spot = Spot(at, self._direction)
        self._moved()

    def owns(self, event: QKeyEvent) -> bool:
        """Whether a key is for the cursor, even if an action has it as its shortcut."""
        key, held = Qt.Key(event.key()), event.modifiers() & ~_IGNORED
        if key in _RETURNS or key in STEPS:
            turns = key in _TURNS and held == _Modifier.ControlModifier
            return turns or held in (_Modifier.NoModifier, _Modifier.ShiftModifier)
        return False

    def press(self, event: QKeyEvent, board: Board, start: Hex) -> bool:
        """Handle a key press, with ``start`` as the first hex of the cursor; return whether the key was used."""
        key, modifiers = Qt.Key(event.key()), event.modifiers() & ~_IGNORED
        if self._nudges(key, modifiers):
            return True
        if key in STEPS and self.owns(event):
            self._move(key, modifiers, board, nearest_on_board(board, start))
            return True
        if key == _Key.Key_Space and self.spot is not None:
            if not event.isAutoRepeat():
                is_right = bool(modifiers & _Modifier.ShiftModifier)
                button = Qt.MouseButton.RightButton if is_right else Qt.MouseButton.LeftButton
                self._press(key, button, modifiers & ~_Modifier.ShiftModifier)
            return True
        if key in _RETURNS and self.owns(event):
            puts_down = self._pointing.tool is not None and self._pointing.tool.puts_down
            if self.spot is None:
                self.put(nearest_on_board(board, start))
                if not puts_down:
                    return True
            if not event.isAutoRepeat():
                self._turn_stroke(key, modifiers)
                if puts_down:
                    self._release(modifiers)
            return True
        return False

    def release(self, event: QKeyEvent) -> bool:
        """Handle a key release; return whether the key was held for the tool."""
        if event.key() != _Key.Key_Space or self._held != _Key.Key_Space:
            return False
        if not event.isAutoRepeat():
            self._release(event.modifiers() & ~_IGNORED & ~_Modifier.ShiftModifier)
        return True

    def let_go(self, *, latched: bool) -> None:
        """End a stroke whose key release another widget will get; ``latched`` includes strokes that Return would end."""
        if latched or self._held == _Key.Key_Space:
            self._release(_Modifier.NoModifier)

    def _nudges(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Pass an arrow key to a tool that moves something with it; return whether it did."""
        tool = self._pointing.tool
        held = (_Modifier.NoModifier, _Modifier.ShiftModifier)
        if tool is None or key not in ARROWS or modifiers not in held:
            return False
        return tool.nudge(*ARROWS[key], fine=modifiers == _Modifier.ShiftModifier)

    def _turn_stroke(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        if self.is_stroke:
            self._release(modifiers)
        else:
            self._press(key, Qt.MouseButton.LeftButton, modifiers)

    def _move(self, key: Qt.Key, modifiers: Qt.KeyboardModifier, board: Board, start: Hex) -> None:
        at = self.spot.hex if self.spot is not None else start
        if modifiers & _Modifier.ControlModifier:
            self._direction = (self._direction + _TURNS[key]) % 6
        else:
            at = (strides if modifiers & _Modifier.ShiftModifier else step)(board, at, key)
        self.put(at)
        if self.is_stroke and self.spot is not None:
            self._pointing.move(self.spot, _Modifier.NoModifier)

    def _press(self, key: Qt.Key, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> None:
        if self.spot is not None and not self._pointing.is_stroke:
            self._held, self._button = key, button
            self._pointing.press(self.spot, button, modifiers)

    def _release(self, modifiers: Qt.KeyboardModifier) -> None:
        if self.is_stroke and self.spot is not None:
            self._pointing.release(self.spot, self._button, modifiers)
        self._held, self._button = _Key.Key_unknown, Qt.MouseButton.NoButton
