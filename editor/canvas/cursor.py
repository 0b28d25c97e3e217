"""The cursor: the hex that the keys point at, and how it is led over the board and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from fairground.core.grid.hexes import neighbour
from fairground.core.grid.hexsides import corners
from fairground.core.pictures.colours import INK

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame

_KEY = Qt.Key
#: The arrows go along columns and rows, which is to a neighbour in every layout; in steps of columns and rows.
_ALONG = {
    _KEY.Key_Left: (-1, 0),
    _KEY.Key_Right: (1, 0),
    _KEY.Key_Up: (0, -1),
    _KEY.Key_Down: (0, 1),
}
#: The four that lie aslant, as on a number pad.
_ASLANT = {_KEY.Key_Home: "NW", _KEY.Key_PageUp: "NE", _KEY.Key_End: "SW", _KEY.Key_PageDown: "SE"}
STEPS = frozenset((*_ALONG, *_ASLANT))
#: Hexes at a time with Shift held.
STRIDE = 5
#: How many hexes are seen beyond the cursor.
EDGE = 1.5

#: A hex drawn smaller than this, in logical pixels from centre to corner, has a cursor that is larger than it.
_LEAST_RADIUS = 9.0
#: Dark, light, dark: one of them stands out from any ground, in a light window and in a dark one.
_STROKES = ((INK, 5.6), ("#ffd54a", 3.4), (INK, 1.0))


def step(board: Board, at: Hex, key: Qt.Key) -> Hex:
    """Return the hex that a key of ``STEPS`` leads to; the same one where the board ends.

    Up and down lead to a neighbour above and below where hexes are flat-top, left and right to one beside where they
    are pointy-top; the other arrows stay in their column or row, and the keys around the arrows lead aslant.
    """
    if key in _ASLANT:
        there = neighbour(at, board.layout.direction(_ASLANT[key]))
        return there if board.contains(there) else at
    column, row = board.layout.to_offset(at)
    across, down = _ALONG[key]
    there = board.layout.from_offset(column + across, row + down)
    return there if board.contains(there) else at


def strides(board: Board, at: Hex, key: Qt.Key) -> Hex:
    """Return the hex that a key leads to in ``STRIDE`` steps."""
    for _ in range(STRIDE):
        at = step(board, at, key)
    return at


def nearest_on_board(board: Board, at: Hex) -> Hex:
    """Return the hex of the board's rectangle that is in the column and row nearest to those of ``at``."""
    column, row = board.layout.to_offset(at)
    return board.layout.from_offset(min(max(column, 0), board.columns - 1), min(max(row, 0), board.rows - 1))


def shift_into(point: QPointF, room: QRectF, *, edge: float) -> QPointF:
    """Return by how much a view must move for a point to be ``edge`` within it, at most a third; (0, 0) when it is."""
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
    # Inside its hex, so that it can be told from what outlines hexes; around it where the hex is too small for that.
    inset = 4.0 * camera.ratio
    wanted = max(radius - inset, _LEAST_RADIUS * camera.ratio)
    shape = QPolygonF([centre + (it - centre) * (wanted / radius) for it in points])
    painter.save()
    painter.setOpacity(1.0)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = camera.ratio * min(max(camera.pitch / 60.0, 1.0), 2.0)
    for colour, width in _STROKES:
        pen = QPen(QColor(colour), width * scale)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawPolygon(shape)
    painter.restore()
