"""Decorations on the map: their images below or above the grid lines, drawn once for each size."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF, QRegion

from fairground.core.files.images import MAX_PIXELS
from fairground.core.grid.hexsides import corners
from fairground.core.pictures.colours import GRID, INK, PAPER
from fairground.core.scenario.decorations import DecorationLayer
from fairground.editor.canvas.item_painter import smooth
from fairground.editor.canvas.layers import BORDERS_FROM, MapLayer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.files.images import ScenarioImage
    from fairground.core.pictures.decoration_layers import ShownDecoration
    from fairground.core.scenario.decorations import Decoration
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame


def region_of_decorations(camera: Camera, shown: Iterable[ShownDecoration]) -> QRegion:
    """Return the device pixels of the view that decorations cover."""
    region = QRegion()
    for it in shown:
        region += _box(camera, it).toAlignedRect()
    return region


def paint_below(frame: Frame) -> None:
    """Draw the decorations below the grid, and the grid lines over them."""
    shown = _paint(frame, DecorationLayer.BELOW)
    if shown and frame.pitch >= BORDERS_FROM:
        _paint_grid(frame, shown)


def paint_above(frame: Frame) -> None:
    """Draw the decorations above the grid."""
    _paint(frame, DecorationLayer.ABOVE)


def paint_all(frame: Frame) -> None:
    """Draw all decorations, where hexes are too small for a grid."""
    _paint(frame, DecorationLayer.BELOW)
    _paint(frame, DecorationLayer.ABOVE)


def _paint(frame: Frame, layer: DecorationLayer) -> list[ShownDecoration]:
    shown = [
        it
        for it in frame.facts.decorations
        if it.decoration.layer is layer and _box(frame.camera, it).intersects(QRectF(frame.rect))
    ]
    if not shown or not frame.use(MapLayer.DECORATIONS):
        return []
    painter, camera = frame.painter, frame.camera
    across, down = camera.scale
    for it in shown:
        x, y = camera.to_view(it.placed.x, it.placed.y)
        width, height = it.placed.width * across, it.placed.height * down
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(x, y)
        painter.rotate(it.placed.rotation)
        box = QRectF(-width / 2, -height / 2, width, height)
        painter.drawImage(box, _drawn(it.image, _step(max(width, height))))
        painter.restore()
    return shown


def _box(camera: Camera, it: ShownDecoration) -> QRectF:
    x, y = camera.to_view(it.placed.x, it.placed.y)
    reach = it.reach * max(camera.scale) + 2
    return QRectF(x - reach, y - reach, 2 * reach, 2 * reach)


def _step(pixels: float) -> int:
    """Return the size that an image is drawn in: the next power of two, so that zooming draws few."""
    return min(MAX_PIXELS, 1 << max(4, math.ceil(math.log2(max(pixels, 1.0)))))


@lru_cache(maxsize=64)
def _drawn(image: ScenarioImage, pixels: int) -> QImage:
    from fairground.core.pictures.png import image_to_png

    drawn = QImage.fromData(image_to_png(image, pixels))
    return drawn.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _paint_grid(frame: Frame, shown: list[ShownDecoration]) -> None:
    camera = frame.camera
    there = np.zeros(frame.centres.shape[:2], np.bool_)
    for it in shown:
        x, y = camera.to_view(it.placed.x, it.placed.y)
        reach = (it.reach + 1) * max(camera.scale)
        there |= np.hypot(frame.centres[..., 0] - x, frame.centres[..., 1] - y) < reach
    there &= ~frame.facts.is_void[frame.stacks]
    top, _, left, _ = frame.cells
    frame.painter.setOpacity(frame.layers.strength(MapLayer.TERRAIN))
    with smooth(frame.painter):
        frame.painter.setBrush(Qt.BrushStyle.NoBrush)
        frame.painter.setPen(QPen(QColor(GRID), 0.22 * frame.scale.art.unit))
        for row, column in np.argwhere(there).tolist():
            at = camera.layout.from_offset(column + left, row + top)
            points = [camera.to_view(*camera.layout.corner_point(it)) for it in corners(at)]
            frame.painter.drawPolygon(QPolygonF([QPointF(*point) for point in points]))


class ChosenDecorationMark:
    """The outline of the chosen decoration."""

    def __init__(self) -> None:
        self.chosen: Decoration | None = None

    def paint(self, frame: Frame) -> None:
        """Draw it, dark on light, so that it shows on any ground."""
        it = next((it for it in frame.facts.decorations if it.decoration is self.chosen), None)
        if it is None:
            return
        points = [frame.camera.to_view(*point) for point in it.corners()]
        with smooth(frame.painter):
            frame.painter.setBrush(Qt.BrushStyle.NoBrush)
            for colour, width, style in (
                (PAPER, 3.0, Qt.PenStyle.SolidLine),
                (INK, 1.4, Qt.PenStyle.DashLine),
            ):
                frame.painter.setPen(QPen(QColor(colour), width * frame.camera.ratio, style))
                frame.painter.drawPolygon(QPolygonF([QPointF(*point) for point in points]))
