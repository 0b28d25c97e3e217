"""The grid of a board that does not exist yet, drawn as large as there is room."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from fairground.core.grid.layout import Layout, Orientation

_PAPER, _GRID, _CLEAR = "#f6f1e4", "#8d8470", "#ece4d0"
#: Up to so many hexes are drawn one by one; of larger boards only the outline.
_MOST = 6000
_SHADES = ("#b9d4e6", "#f0cdb0")


class BoardPreview(QWidget):
    """Draws a grid of columns and rows; the two ends where the sides will start are tinted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout, self._columns, self._rows = Layout.ODD_Q, 1, 1
        self.setMinimumSize(QSize(260, 220))
        self.setAccessibleName("Preview of the board")

    def show_board(self, layout: Layout, columns: int, rows: int) -> None:
        """Draw another board."""
        self._layout, self._columns, self._rows = layout, columns, rows
        self.setAccessibleDescription(f"{columns} columns, {rows} rows, {layout.value}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the grid."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(_GRID), 1))
        painter.setBrush(QColor(_PAPER))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        inside = QRectF(self.rect().adjusted(14, 14, -14, -14))
        draw_grid(painter, self._layout, self._columns, self._rows, within=inside)


def layout_picture(layout: Layout, size: int, ratio: float = 1.0) -> QPixmap:
    """Return a little picture of how the hexes of a layout stand: three by three of them."""
    found = QPixmap(round(size * ratio), round(size * ratio))
    found.fill(QColor(_PAPER))
    found.setDevicePixelRatio(ratio)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_grid(painter, layout, 3, 3, within=QRectF(4, 4, size - 8, size - 8), tinted=False)
    painter.end()
    return found


def draw_grid(
    painter: QPainter,
    layout: Layout,
    columns: int,
    rows: int,
    *,
    within: QRectF,
    tinted: bool = True,
) -> None:
    """Draw a board in the middle of a rectangle, as large as there is room."""
    flat = layout.orientation is Orientation.FLAT
    centres = layout.centres(columns, rows)
    half = (1.0, math.sqrt(3) / 2) if flat else (math.sqrt(3) / 2, 1.0)
    left, right = centres[..., 0].min() - half[0], centres[..., 0].max() + half[0]
    top, bottom = centres[..., 1].min() - half[1], centres[..., 1].max() + half[1]
    scale = min(within.width() / (right - left), within.height() / (bottom - top))
    painter.save()
    painter.translate(within.center())
    painter.scale(scale, scale)
    painter.translate(-(left + right) / 2, -(top + bottom) / 2)
    pen = QPen(QColor(_GRID), 1)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(QColor(_CLEAR))
    if columns * rows > _MOST:
        painter.drawRect(QPolygonF([QPointF(left, top), QPointF(right, bottom)]).boundingRect())
        painter.restore()
        return
    turn = 0 if flat else 30
    corners = [
        QPointF(math.cos(math.radians(60 * at + turn)), math.sin(math.radians(60 * at + turn)))
        for at in range(6)
    ]
    lines = columns if flat else rows
    depth = 2 if lines >= 6 else 1
    for row in range(rows):
        for column in range(columns):
            line = column if flat else row
            if tinted and lines > 1 and (line < depth or line >= lines - depth):
                painter.setBrush(QColor(_SHADES[line >= lines - depth]))
            else:
                painter.setBrush(QColor(_CLEAR))
            x, y = centres[row, column]
            painter.drawPolygon(QPolygonF([QPointF(x + at.x(), y + at.y()) for at in corners]))
    painter.restore()
