"""The name, icon and colour of fairness bands, and the badge of a party."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from fairground.core.pictures.colours import bold_ink
from fairground.core.scenario.fairness_titles_and_limits import Verdict
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
#: The names of the bands.
BAND_NAMES: Final[Mapping[str | None, str]] = {
    Verdict.GREEN: tr("green"),
    Verdict.AMBER: tr("amber"),
    Verdict.RED: tr("red"),
    None: tr("not judged"),
}


def band_words(band: Verdict | None) -> str:
    """Return a band with its meaning: ``red, unfair``."""
    return f"{BAND_NAMES[band]}, {_SIGNS[band]}" if band else _SIGNS[None]


def band_colour(band: Verdict | None) -> str:
    """Return the colour of a band in the current theme; a muted one for None."""
    look = colours()
    return {Verdict.GREEN: look.good, Verdict.AMBER: look.warning, Verdict.RED: look.error, None: look.soft}[
        band
    ]


def band_icon(band: Verdict | None) -> str:
    """Return the name of a band's icon: a check in a disc, a mark in a triangle, a cross in a square."""
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
