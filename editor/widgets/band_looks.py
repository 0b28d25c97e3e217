"""How ratings and parties look: the name, icon and colour of a band, and the badge of a party."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from fairground.core.pictures.colours import bold_ink
from fairground.core.scenario.fairness_bands import Verdict
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Mapping

_SIGNS: Final[Mapping[Verdict | None, str]] = {
    Verdict.GREEN: tr("fair"),
    Verdict.AMBER: tr("doubtful"),
    Verdict.RED: tr("unfair"),
    None: tr("not judged"),
}
#: What the bands are called.
BAND_NAMES: Final[Mapping[Verdict | None, str]] = {
    Verdict.GREEN: tr("green"),
    Verdict.AMBER: tr("amber"),
    Verdict.RED: tr("red"),
    None: tr("not judged"),
}


def band_words(band: Verdict | None) -> str:
    """Return a band with what it means: ``red, unfair``."""
    return f"{BAND_NAMES[band]}, {_SIGNS[band]}" if band else _SIGNS[None]


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
