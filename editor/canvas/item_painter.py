"""Draw display lists of ``core.pictures`` with Qt, text on plaques, and the hatches of the sides, which continue from hex to hex."""

from __future__ import annotations

import math
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import (
    Cap,
    Circle,
    DrawnItem,
    Group,
    HatchMark,
    Item,
    Join,
    PathShape,
    PlacedImage,
    Polygon,
    Text,
    TextAnchor,
    TileSymbol,
    Window,
)
from fairground.core.pictures.tiles import TILE_SIZE, load_tile
from fairground.editor.app.fonts import shipped_family

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.pictures.display_list import Command, Hatch
    from fairground.editor.canvas.frame import Frame

_CAPS = {
    Cap.BUTT: Qt.PenCapStyle.FlatCap,
    Cap.ROUND: Qt.PenCapStyle.RoundCap,
    Cap.SQUARE: Qt.PenCapStyle.SquareCap,
}
_JOINS = {Join.MITER: Qt.PenJoinStyle.MiterJoin, Join.ROUND: Qt.PenJoinStyle.RoundJoin}


@cache
def map_font(pixels: int, *, bold: bool = False) -> QFont:
    """Return the map's font with letters of that many pixels; a QApplication must exist."""
    font = QFont(shipped_family())
    font.setPixelSize(max(1, pixels))
    font.setBold(bold)
    return font


@contextmanager
def smooth(painter: QPainter, opacity: float | None = 1.0) -> Iterator[None]:
    """Draw with smooth edges and no brush, then restore the painter; an ``opacity`` of None stays as it is."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if opacity is not None:
        painter.setOpacity(opacity)
    try:
        yield
    finally:
        painter.restore()


def paint_items(painter: QPainter, items: Iterable[Item]) -> None:
    """Draw items in the painter's coordinates, without hatches."""
    for item in items:
        match item:
            case Group():
                painter.save()
                painter.setOpacity(painter.opacity() * item.opacity)
                paint_items(painter, item.items)
                painter.restore()
            case Window():
                painter.save()
                painter.setClipRect(
                    QRectF(item.x, item.y, item.width, item.height), Qt.ClipOperation.IntersectClip
                )
                painter.translate(item.x - item.left, item.y - item.top)
                paint_items(painter, item.items)
                painter.restore()
            case TileSymbol():
                _paint_symbol(painter, item)
            case PlacedImage():
                # Decorations are painted by themselves: their files are not part of the items.
                continue
            case Text():
                _paint_text(painter, item)
            case _:
                _paint_shape(painter, item)


@lru_cache(maxsize=32)
def _tile_image(name: str) -> QImage:
    image = load_tile(name).image
    return QImage() if image is None else QImage.fromData(image.content)


def _paint_image(painter: QPainter, item: PlacedImage) -> None:
    """Draw the image of a tile; decorations are painted elsewhere, since their files are not part of the items."""
    box = QRectF(item.x - item.width / 2, item.y - item.height / 2, item.width, item.height)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(box, _tile_image(item.image))


def _paint_symbol(painter: QPainter, item: TileSymbol) -> None:
    items = load_tile(item.tile).variants[item.variant - 1]
    painter.save()
    painter.translate(item.x, item.y)
    painter.rotate(item.rotation)
    painter.scale(item.scale, item.scale)
    painter.setOpacity(painter.opacity() * item.opacity)
    for it in items:
        if isinstance(it, PlacedImage):
            _paint_image(painter, it)
    paint_items(painter, items)
    painter.restore()


def _paint_shape(painter: QPainter, item: Polygon | PathShape | Circle) -> None:
    if item.fill is None and item.stroke is None:
        return
    opacity = painter.opacity()
    painter.setOpacity(opacity * item.opacity)
    painter.setBrush(QBrush(QColor(item.fill)) if item.fill else Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(item))
    match item:
        case Polygon():
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in item.points]))
        case PathShape():
            painter.drawPath(to_path(item.commands))
        case Circle():
            painter.drawEllipse(QPointF(item.x, item.y), item.radius, item.radius)
    painter.setOpacity(opacity)


def _pen(item: DrawnItem) -> QPen:
    if not item.stroke or not item.width:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(QColor(item.stroke), item.width)
    pen.setCapStyle(_CAPS[item.cap])
    pen.setJoinStyle(_JOINS[item.join])
    if item.dash:
        pen.setDashPattern([length / item.width for length in item.dash])
    return pen


@lru_cache(maxsize=64)
def to_path(commands: tuple[Command, ...]) -> QPainterPath:
    """Return the commands of a path as a Qt path; cached, since lines are measured and drawn stroke by stroke."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for letter, at in commands:
        match letter:
            case "M":
                path.moveTo(*at)
            case "L":
                path.lineTo(*at)
            case "Q":
                path.quadTo(*at)
            case "C":
                path.cubicTo(*at)
            case _:
                path.closeSubpath()
    return path


def _paint_text(painter: QPainter, item: Text) -> None:
    """Draw a text at whole device pixels, where letters are crisp."""
    transform = painter.transform()
    font = QFont(map_font(round(item.size * transform.m22()), bold=item.bold))
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, item.spacing * transform.m11())
    at = transform.map(QPointF(item.x, item.y))
    width = QFontMetricsF(font).horizontalAdvance(item.text)
    at.setX(
        round(at.x() - width * {TextAnchor.START: 0, TextAnchor.MIDDLE: 0.5, TextAnchor.END: 1}[item.anchor])
    )
    at.setY(round(at.y()))
    painter.save()
    painter.resetTransform()
    if item.halo:
        halo = QPainterPath()
        halo.addText(at, font, item.text)
        pen = QPen(QColor(item.halo), 2 * item.halo_width * transform.m11())
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(halo, pen)
    painter.setFont(font)
    painter.setPen(QColor(item.fill))
    painter.drawText(at, item.text)
    painter.restore()


def bounds(items: Iterable[Item]) -> QRectF:
    """Return the bounding rectangle of items in their coordinates; empty for none."""
    box = QRectF()
    for item in items:
        box = box.united(_bounds_of(item))
    return box


def _bounds_of(item: Item) -> QRectF:
    match item:
        case Group():
            return bounds(item.items)
        case Window():
            return QRectF(item.x, item.y, item.width, item.height)
        case TileSymbol() | PlacedImage():
            reach = (
                TILE_SIZE * item.scale
                if isinstance(item, TileSymbol)
                else math.hypot(item.width, item.height) / 2
            )
            return QRectF(item.x - reach, item.y - reach, 2 * reach, 2 * reach)
        case Text():
            metrics = QFontMetricsF(map_font(100, bold=item.bold))
            share = item.size / 100
            width = metrics.horizontalAdvance(item.text) * share + item.spacing * len(item.text)
            left = (
                item.x - width * {TextAnchor.START: 0, TextAnchor.MIDDLE: 0.5, TextAnchor.END: 1}[item.anchor]
            )
            edge = item.halo_width + 0.3 * item.size
            high = metrics.ascent() * share
            return QRectF(left, item.y - high, width, high + metrics.descent() * share).adjusted(
                -edge, 0, edge, 0
            )
        case Circle():
            reach = item.radius + item.width / 2
            return QRectF(item.x - reach, item.y - reach, 2 * reach, 2 * reach)
    shape = (
        QPolygonF([QPointF(*point) for point in item.points]).boundingRect()
        if isinstance(item, Polygon)
        else to_path(item.commands).controlPointRect()
    )
    reach = item.width
    return shape.adjusted(-reach, -reach, reach, reach)


_LETTERS, _MARGIN, _CORNER = 13.0, 5.0, 4.0


def paint_tag(frame: Frame, text: str, at: tuple[float, float], *, bold: bool = False) -> None:
    """Draw a text on a plaque centred at a pixel of the view."""
    painter, ratio = frame.painter, frame.camera.ratio
    box = _tag_box(frame, text, at, bold=bold)
    font = map_font(round(_LETTERS * ratio), bold=bold)
    metrics = QFontMetricsF(font)
    with smooth(painter):
        painter.setPen(QPen(QColor(INK), ratio))
        painter.setBrush(QColor(PAPER))
        painter.drawRoundedRect(box, _CORNER * ratio, _CORNER * ratio)
        painter.setFont(font)
        baseline = box.top() + (box.height() - metrics.height()) / 2 + metrics.ascent()
        painter.drawText(QPointF(box.left() + _MARGIN * ratio, round(baseline)), text)


def _tag_box(frame: Frame, text: str, at: tuple[float, float], *, bold: bool) -> QRectF:
    """Return the plaque of a text that is centred at a pixel."""
    ratio = frame.camera.ratio
    metrics = QFontMetricsF(map_font(round(_LETTERS * ratio), bold=bold))
    wide, high = metrics.horizontalAdvance(text) + 2 * _MARGIN * ratio, metrics.height() + 2 * ratio
    return QRectF(round(at[0] - wide / 2), round(at[1] - high / 2), wide, high)


def paint_tag_beside(frame: Frame, text: str, at: tuple[float, float], *, bold: bool = False) -> None:
    """Draw a text on a plaque below a hex centred at a pixel, or above it at the lower edge of the view."""
    paint_tag(frame, text, place_tag(frame, text, at, bold=bold), bold=bold)


def place_tag(
    frame: Frame, text: str, at: tuple[float, float], *, bold: bool, taken: list[QRectF] | None = None
) -> tuple[float, float]:
    """Return the centre of a plaque for a text: below a hex centred at a pixel, above it, or at its right or left.

    This is the first of these that is in the view and clear of the boxes in ``taken``, to which its own is added. If
    none is, it is as if nothing were taken.
    """
    across, down = frame.camera.scale
    ratio = frame.camera.ratio
    box = _tag_box(frame, text, at, bold=bold)
    drop, aside = max(1.1 * down, 26.0 * ratio), across + box.width() / 2
    half = box.width() / 2 + _MARGIN * ratio
    x = min(max(at[0], half), max(frame.camera.width - half, half))
    places = [(x, at[1] + drop), (x, at[1] - drop), (at[0] + aside, at[1]), (at[0] - aside, at[1])]
    view = QRectF(0, 0, frame.camera.width, frame.camera.height)
    boxes = [_tag_box(frame, text, it, bold=bold) for it in places]
    inside = [i for i, it in enumerate(boxes) if view.contains(it)]
    clear = [i for i in inside if not any(boxes[i].intersects(it) for it in taken or ())]
    chosen = next(iter(clear or inside), 0)
    if taken is not None:
        taken.append(boxes[chosen])
    return places[chosen]


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
