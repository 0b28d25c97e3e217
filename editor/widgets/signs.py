"""Signs: the icon of a side, as on the map, and the name, icon and colour of fairness bands, with the badge of a party."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap, QPolygonF

from fairground.core.pictures.colours import bold_ink
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Mapping

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
