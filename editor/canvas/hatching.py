"""Hatches: the patterns of the sides, which continue from hex to hex."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap

from fairground.core.pictures.display_list import HatchMark

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Hatch

#: Marks closer than this, in logical pixels, would blur to grey.
_NEAREST = 4.5
_DASH = 0.62


def hatch_brush(hatch: Hatch, *, unit: float, ratio: float) -> QBrush:
    """Return the brush of a hatch at ``unit`` pixels a mm; it repeats exactly in whole pixels."""
    spacing = max(hatch.spacing * unit, _NEAREST * ratio)
    width = max(hatch.width * spacing / hatch.spacing, 0.8 * ratio)
    across, down = _direction(hatch.angle)
    # A lattice of marks that is turned by whole steps repeats along both axes after this.
    side = max(2, round(spacing * math.hypot(across, down)))
    spacing = side / math.hypot(across, down)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = QColor(hatch.colour)
    colour.setAlphaF(hatch.opacity)
    # Marks overlap at the edges of the pattern: draw them opaque, then apply the opacity.
    pen = QPen(QColor(hatch.colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if hatch.mark is HatchMark.DOTS else Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.rotate(math.degrees(math.atan2(down, across)))
    reach = math.ceil(side * 1.5 / spacing) + 1
    _draw_marks(painter, hatch.mark, spacing, reach)
    painter.resetTransform()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.fillRect(pixmap.rect(), QColor(0, 0, 0, colour.alpha()))
    painter.end()
    return QBrush(pixmap)


def _draw_marks(painter: QPainter, mark: HatchMark, spacing: float, reach: int) -> None:
    far = reach * spacing
    middles = [(k + 0.5) * spacing for k in range(-reach, reach)]
    if mark in (HatchMark.LINES, HatchMark.GRID):
        painter.drawLines([QLineF(-far, at, far, at) for at in middles])
    if mark is HatchMark.GRID:
        painter.drawLines([QLineF(at, -far, at, far) for at in middles])
    if mark is HatchMark.DASHES:
        starts = [k * spacing for k in range(-reach, reach)]
        painter.drawLines([QLineF(x, y, x + _DASH * spacing, y) for y in middles for x in starts])
    if mark is HatchMark.DOTS:
        painter.drawPoints([QPointF(x, y) for x in middles for y in middles])


def _direction(angle: float) -> tuple[int, int]:
    """Return small whole numbers whose direction is the angle's, to a fifth of a degree or so."""
    angle %= 180
    if abs(angle - 90) < 1:
        return 0, 1
    slope = Fraction(math.tan(math.radians(angle))).limit_denominator(12)
    return slope.denominator, slope.numerator
