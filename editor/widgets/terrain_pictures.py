"""Small pictures of what can be painted: terrain and effects on a hex, hexside features on a border between two.

Small pictures of terrain and effects: a hex with the ground and the symbol of the tile.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from fairground.editor.widgets.terrain_text import PaletteKind, PaletteSection

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

#: The view box of tiles, and how far the corners of a hex stand from its centre there.
_BOX, _TILE_PICTURES_SIZE = 22.0, 11.0
_TILE_PICTURES_EDGE = "#8d8470"


@cache
def tile_picture(name: str, size: int, ratio: float = 1.0, *, ground: bool = True) -> QPixmap:
    """Return the tile of that name on a flat-top hex, ``size`` points wide, for ``ratio`` pixels a point.

    Without ``ground`` the symbol stands alone, as effects do.
    """
    from fairground.core.pictures.tiles import load_tile, tile_source

    tile = load_tile(name)
    found = QPixmap(round(size * ratio), round(size * ratio))
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = size * ratio / (_BOX + 1)
    painter.translate(found.width() / 2, found.height() / 2)
    painter.scale(scale, scale)
    outline = _hexagon()
    painter.setPen(
        QPen(QColor(_TILE_PICTURES_EDGE), 0.7)
        if ground
        else QPen(QColor(_TILE_PICTURES_EDGE), 0.7, Qt.PenStyle.DotLine)
    )
    painter.setBrush(QColor(tile.fill if ground else "#f6f1e4"))
    painter.drawPath(outline)
    painter.setClipPath(outline)
    if tile.band:
        for colour, width in ((tile.band.edge, tile.band.width + 1), (tile.band.fill, tile.band.width)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawLine(QPointF(-_TILE_PICTURES_SIZE, 0), QPointF(_TILE_PICTURES_SIZE, 0))
    renderer = QSvgRenderer(QByteArray(tile_source(name)))
    if renderer.elementExists("v1"):
        renderer.render(painter, "v1", QRectF(-_TILE_PICTURES_SIZE, -_TILE_PICTURES_SIZE, _BOX, _BOX))
    painter.end()
    found.setDevicePixelRatio(ratio)
    return found


def _hexagon() -> QPainterPath:
    corners = [
        QPointF(
            _TILE_PICTURES_SIZE * math.cos(math.radians(60 * at)),
            _TILE_PICTURES_SIZE * math.sin(math.radians(60 * at)),
        )
        for at in range(6)
    ]
    path = QPainterPath()
    path.addPolygon(QPolygonF([*corners, corners[0]]))
    return path


#: In mm of the printed picture: half the length of the hexside, and how far the corners of the picture's hex stand out.
_HALF, _SIZE = 5.0, 11.0
_GROUND, _EDGE, _GRID = "#f6f1e4", "#8d8470", "#b9b09c"

_features: dict[tuple[str, str, int, float], QPixmap] = {}


def kind_picture(scenario: Scenario, kind: PaletteKind, size: int, ratio: float = 1.0) -> QPixmap:
    """Return the picture of a kind of the scenario's ruleset, ``size`` points wide, for ``ratio`` pixels a point."""
    if kind.section is not PaletteSection.HEXSIDE:
        return tile_picture(kind.tile, size, ratio, ground=kind.section is not PaletteSection.EFFECT)
    key = scenario.rules.content_hash, kind.id, size, ratio
    if key not in _features:
        _features[key] = _drawn(scenario, kind.id, size, ratio)
    return _features[key]


def _drawn(scenario: Scenario, feature: str, size: int, ratio: float) -> QPixmap:
    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.hexside_layer import feature_items
    from fairground.core.pictures.looks import Looks
    from fairground.editor.canvas.item_painter import paint_items
    from fairground.editor.canvas.stage import Stage

    found = QPixmap(round(size * ratio), round(size * ratio))
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(found.width() / 2, found.height() / 2)
    scale = size * ratio / (2 * _SIZE + 1)
    painter.scale(scale, scale)
    outline = QPainterPath()
    corners = [_at(60 * corner, _SIZE) for corner in range(6)]
    outline.addPolygon(QPolygonF([*corners, corners[0]]))
    painter.setPen(QPen(QColor(_EDGE), 0.7))
    painter.setBrush(QColor(_GROUND))
    painter.drawPath(outline)
    painter.setClipPath(outline)
    painter.setPen(QPen(QColor(_GRID), 0.6))
    for end, angles in ((_HALF, (-60, 60)), (-_HALF, (-120, 120))):
        for angle in angles:
            painter.drawLine(QPointF(end, 0), _at(angle, 2 * _SIZE) + QPointF(end, 0))
    scene = Stage(Layout.ODD_Q, Looks(scenario), scenario.ruleset).scene()
    paint_items(painter, feature_items(scene, feature, (-_HALF, 0.0), (_HALF, 0.0), share=1.25))
    painter.end()
    found.setDevicePixelRatio(ratio)
    return found


def _at(degrees: float, far: float) -> QPointF:
    return QPointF(far * math.cos(math.radians(degrees)), far * math.sin(math.radians(degrees)))
