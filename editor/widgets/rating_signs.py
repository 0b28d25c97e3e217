"""What fairness is drawn with: the sign and the colour of a band, the number of a zone, a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from fairground.core.pictures.colours import bold_ink
from fairground.core.scenario.fairness_bands import Verdict
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from fairground.editor.widgets.fairness_rows import Bar


def band_colour(band: Verdict | None) -> str:
    """Return the colour of a band in the present theme; a quiet one where nothing is judged."""
    look = colours()
    return {Verdict.GREEN: look.good, Verdict.AMBER: look.warning, Verdict.RED: look.error, None: look.soft}[
        band
    ]


def band_icon(band: Verdict | None) -> str:
    """Return the name of the icon of a band: a check in a disc, a mark in a triangle, a cross in a square."""
    return f"band-{band.value}" if band is not None else "band-none"


def paint_badge(painter: QPainter, area: QRect, number: int, colour: str, font: QFont) -> None:
    """Draw the number of a party on a disc in its colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(area)
    small = QFont(font)
    small.setBold(True)
    small.setPixelSize(max(round(area.height() * 0.68), 8))
    painter.setFont(small)
    painter.setPen(QColor(bold_ink(colour)))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(number))


def paint_bar(painter: QPainter, track: QRect, bar: Bar, colour: str) -> None:
    """Draw how much a party gets, and a mark where that ended in the earlier state."""
    look = colours()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.line))
    radius = track.height() / 2
    painter.drawRoundedRect(track, radius, radius)
    if bar.share > 0:
        whole = QRectF(track)
        whole.setWidth(max(bar.share * track.width(), 2 * radius))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(whole, radius, radius)
    if bar.before is not None:
        at = track.left() + min(bar.before * track.width(), track.width() - 2)
        painter.fillRect(QRectF(at, track.top() - 2, 2, track.height() + 4), QColor(look.text))
