"""Small pictures of terrain and effects: a hex with the ground and the symbol of the tile."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

#: The view box of tiles, and how far the corners of a hex stand from its centre there.
_BOX, _SIZE = 22.0, 11.0
_EDGE = "#8d8470"


@cache
def tile_picture(name: str, size: int, ratio: float = 1.0, *, ground: bool = True) -> QPixmap:
    """Return the tile of that name on a flat-top hex, ``size`` points wide, for ``ratio`` pixels a point.

    Without ``ground`` the symbol stands alone, as effects do.
    """
    from fairground.core.pictures.tiles import load_tile, tile_source  # noqa: PLC0415  # loaded with the first map

    tile = load_tile(name)
    found = QPixmap(round(size * ratio), round(size * ratio))
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = size * ratio / (_BOX + 1)
    painter.translate(found.width() / 2, found.height() / 2)
    painter.scale(scale, scale)
    outline = _hexagon()
    painter.setPen(QPen(QColor(_EDGE), 0.7) if ground else QPen(QColor(_EDGE), 0.7, Qt.PenStyle.DotLine))
    painter.setBrush(QColor(tile.fill if ground else "#f6f1e4"))
    painter.drawPath(outline)
    painter.setClipPath(outline)
    if tile.band:
        for colour, width in ((tile.band.edge, tile.band.width + 1), (tile.band.fill, tile.band.width)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawLine(QPointF(-_SIZE, 0), QPointF(_SIZE, 0))
    renderer = QSvgRenderer(QByteArray(tile_source(name)))
    if renderer.elementExists("v1"):
        renderer.render(painter, "v1", QRectF(-_SIZE, -_SIZE, _BOX, _BOX))
    painter.end()
    found.setDevicePixelRatio(ratio)
    return found


def _hexagon() -> QPainterPath:
    corners = [
        QPointF(_SIZE * math.cos(math.radians(60 * at)), _SIZE * math.sin(math.radians(60 * at)))
        for at in range(6)
    ]
    path = QPainterPath()
    path.addPolygon(QPolygonF([*corners, corners[0]]))
    return path
