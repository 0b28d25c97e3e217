"""Icons of sides, with the colour and the mark that they have on the map."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPolygonF

from fairground.editor.app.theme import colours

_SIZE = 32


def side_sign(index: int) -> QIcon:
    """Return the icon of the side at an index: a disc with its mark; for -1, no side, a ring."""
    return _sign(index, colours().soft if index < 0 else "")


@cache
def _sign(index: int, ring: str) -> QIcon:
    from fairground.core.pictures.colours import bold_ink
    from fairground.core.pictures.display_list import Circle, Polygon
    from fairground.core.pictures.looks import side_mark
    from fairground.core.pictures.zone_layers import side_colour

    picture = QPixmap(_SIZE, _SIZE)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
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
    sign = QIcon(picture)
    # Not tinted in the chosen row of a list, since the colour is the information.
    sign.addPixmap(picture, QIcon.Mode.Selected)
    return sign
