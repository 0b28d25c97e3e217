"""A tag: a few words on a plaque that stands beside a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from fairground.core.pictures.colours import INK, PAPER
from fairground.editor.canvas.item_painter import map_font

if TYPE_CHECKING:
    from fairground.editor.canvas.frame import Frame

_LETTERS, _MARGIN, _CORNER = 13.0, 5.0, 4.0


def paint_tag(frame: Frame, words: str, at: tuple[float, float], *, bold: bool = False) -> None:
    """Draw words in the middle of a pixel of the view, dark on paper, whatever lies below."""
    painter, ratio = frame.painter, frame.camera.ratio
    font = map_font(round(_LETTERS * ratio), bold=bold)
    metrics = QFontMetricsF(font)
    wide, high = metrics.horizontalAdvance(words) + 2 * _MARGIN * ratio, metrics.height() + 2 * ratio
    box = QRectF(round(at[0] - wide / 2), round(at[1] - high / 2), wide, high)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(1.0)
    painter.setPen(QPen(QColor(INK), ratio))
    painter.setBrush(QColor(PAPER))
    painter.drawRoundedRect(box, _CORNER * ratio, _CORNER * ratio)
    painter.setFont(font)
    baseline = box.top() + (high - metrics.height()) / 2 + metrics.ascent()
    painter.drawText(QPointF(box.left() + _MARGIN * ratio, round(baseline)), words)
    painter.restore()


def paint_tag_beside(frame: Frame, words: str, at: tuple[float, float], *, bold: bool = False) -> None:
    """Draw words beside a hex whose centre is at a pixel: below it, or above it at the lower edge of the view."""
    _, down = frame.camera.scale
    drop = max(1.1 * down, 26.0 * frame.camera.ratio)
    high = frame.camera.height - (at[1] + drop)
    metrics = QFontMetricsF(map_font(round(_LETTERS * frame.camera.ratio), bold=bold))
    half = metrics.horizontalAdvance(words) / 2 + 2 * _MARGIN * frame.camera.ratio
    x = min(max(at[0], half), max(frame.camera.width - half, half))
    paint_tag(frame, words, (x, at[1] + (drop if high > metrics.height() else -drop)), bold=bold)
