"""The sign of whether an overlay shows what is true now: a shape for each case, with the words as its tooltip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from fairground.editor.app.theme import colours
from fairground.editor.overlays.overlay import Freshness

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

_SIDE = 16
#: Degrees of the disc that are filled, from the top, clockwise; what is not whole lacks a quarter.
_FILLED = {Freshness.CURRENT: 360, Freshness.PARTIAL: 270, Freshness.OLD: 180, Freshness.EARLIER: 0}


class FreshnessSign(QWidget):
    """A disc: full as of now, without a quarter where something is left out, half when old, dotted while computing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(_SIDE, _SIDE))
        self._standing = Freshness.WAITING
        self._tell()

    @property
    def standing(self) -> Freshness:
        """What it shows."""
        return self._standing

    def set_standing(self, standing: Freshness) -> None:
        """Show another case."""
        if standing is not self._standing:
            self._standing = standing
            self._tell()
            self.update()

    def _tell(self) -> None:
        words = self._standing.words
        self.setToolTip(words[0].upper() + words[1:])
        self.setAccessibleName(words)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw it in the colours of the theme."""
        look, standing = colours(), self._standing
        ink = {
            Freshness.CURRENT: look.good,
            Freshness.PARTIAL: look.warning,
            Freshness.OLD: look.warning,
            Freshness.EARLIER: look.accent,
        }.get(standing, look.soft)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(ink), 1.6)
        if standing in (Freshness.WAITING, Freshness.COMPUTING):
            pen.setDashPattern([1.2, 1.8])
        painter.setPen(pen)
        disc = QRectF(2.5, 2.5, _SIDE - 5, _SIDE - 5)
        painter.drawEllipse(disc)
        middle = disc.center()
        if standing is Freshness.EARLIER:
            painter.drawLine(middle, middle - QPointF(0, 3.6))
            painter.drawLine(middle, middle + QPointF(2.8, 1.4))
        elif standing is Freshness.COMPUTING:
            painter.setPen(QPen(QColor(ink), 2.4, c=Qt.PenCapStyle.RoundCap))
            painter.drawPoint(middle)
        elif standing in _FILLED:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ink))
            painter.drawPie(disc.adjusted(1, 1, -1, -1), 90 * 16, -_FILLED[standing] * 16)
        painter.end()
