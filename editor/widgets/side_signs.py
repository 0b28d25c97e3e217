"""Small signs of sides: the colour and the mark that the side has on the map."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPolygonF

from fairground.editor.app.theme import colours

_SIZE = 32


def side_sign(index: int) -> QIcon:
    """Return the sign of the side at a place in the list (from 0): a disc with its mark; -1 for nobody: a ring."""
    return _sign(index, colours().soft if index < 0 else "")


@cache
def _sign(index: int, ring: str) -> QIcon:
    from fairground.core.pictures.colours import bold_ink
    from fairground.core.pictures.display_list import Circle, Polygon
    from fairground.core.pictures.looks import side_mark
    from fairground.core.pictures.zone_layers import side_colour

    found = QPixmap(_SIZE, _SIZE)
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = QColor(ring or side_colour(index))
    if ring:
        pen = painter.pen()
        pen.setColor(colour)
        pen.setWidthF(3.0)
        painter.setPen(pen)
        painter.drawEllipse(QRectF(5, 5, _SIZE - 10, _SIZE - 10))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QRectF(1, 1, _SIZE - 2, _SIZE - 2))
        ink = bold_ink(side_colour(index))
        mark = side_mark(index, _SIZE / 2, _SIZE / 2, radius=_SIZE / 4, fill=ink)
        painter.setBrush(QColor(ink))
        if isinstance(mark, Polygon):
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in mark.points]))
        elif isinstance(mark, Circle):
            painter.drawEllipse(QPointF(mark.x, mark.y), mark.radius, mark.radius)
    painter.end()
    sign = QIcon(found)
    # The chosen row of a list would tint it, and the colour is what it is there for.
    sign.addPixmap(found, QIcon.Mode.Selected)
    return sign
