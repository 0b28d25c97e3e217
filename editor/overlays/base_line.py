"""A line of sight from base to base on the canvas: the free line, or that there is none, with parts and hard cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from fairground.core.grid.hexsides import corner
from fairground.core.pictures.colours import PAPER
from fairground.core.scenario.table import inches_a_size
from fairground.editor.overlays.sight_signs import BLOCKED, CLEAR

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.bases.base_positions import Base
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.editor.canvas.frame import Frame

#: Dashes of what is not seen, and dots of hard cover, in widths of their lines.
_DASH, _DOTS = (2.2, 1.7), (0.01, 2.4)


def paint_base_sight(frame: Frame, sight: BaseSight) -> None:
    """Draw a verdict: hard cover, the two bases, the parts of the target, and the free line or one that is broken."""
    painter = frame.painter
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(1.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _Drawing(frame, sight).draw()
    painter.restore()


class _Drawing:
    def __init__(self, frame: Frame, sight: BaseSight) -> None:
        self._painter, self._camera, self._sight = frame.painter, frame.camera, sight
        self._inches = inches_a_size(sight.board)
        ratio = frame.camera.ratio
        # Small maps have thin lines, but never thinner than can be seen.
        self._width = min(max(frame.scale.art.unit, 1.5 * ratio), 3.2 * ratio)

    def draw(self) -> None:
        sight = self._sight
        for cover in sight.hard_cover:
            for at in sorted(cover.hexes):
                self._outline(at)
        ink = CLEAR if sight.clear else BLOCKED
        for base in (sight.start.base, sight.end.base):
            self._ring(base, ink, grown=0.9)
        self._ring(sight.start.base, ink, grown=2.2)
        for seen, (_, base) in zip(sight.parts, sight.end.parts, strict=True):
            self._part(base, is_seen=seen.witness is not None)
        if sight.witness is None:
            start, end = (self._at(it.x, it.y) for it in (sight.start.base, sight.end.base))
            self._stroke([(start, end)], PAPER, 2.4)
            self._stroke([(start, end)], BLOCKED, 1.25, dash=_DASH)
            self._cross((start + end) / 2)
            return
        others = [it.witness for it in sight.parts if it.witness not in (None, sight.witness)]
        for witness, width in (*((it, 0.6) for it in others), (sight.witness, 1.25)):
            if witness is not None:
                start, end = self._at(*witness.start), self._at(*witness.end)
                self._stroke([(start, end)], PAPER, 1.9 * width)
                self._stroke([(start, end)], CLEAR, width)
                self._dot(start, width)
                self._dot(end, width)

    def _at(self, x: float, y: float) -> QPointF:
        """Return the pixel of a point of the table, given in inches."""
        return QPointF(*self._camera.to_view(x / self._inches, y / self._inches))

    def _radii(self, base: Base, grown: float) -> tuple[float, float]:
        across, down = self._camera.scale
        more = grown * self._width
        return base.radius / self._inches * across + more, base.radius / self._inches * down + more

    def _ring(self, base: Base, ink: str, *, grown: float, dash: tuple[float, ...] = ()) -> None:
        for colour, width in ((PAPER, 1.9), (ink, 0.9)):
            self._painter.setPen(self._pen(colour, width, dash if colour == ink else ()))
            self._painter.drawEllipse(self._at(base.x, base.y), *self._radii(base, grown))

    def _part(self, base: Base, *, is_seen: bool) -> None:
        """Draw a part: a whole ring where it is seen, a broken one with a cross where it is not."""
        self._ring(base, CLEAR if is_seen else BLOCKED, grown=0.0, dash=() if is_seen else _DASH)
        if not is_seen:
            self._cross(self._at(base.x, base.y), size=1.6)

    def _outline(self, at: Hex) -> None:
        layout = self._camera.layout
        points = [QPointF(*self._camera.to_view(*layout.corner_point(corner(at, i)))) for i in range(6)]
        middle = sum(points, QPointF()) / 6
        shape = QPolygonF([middle + (it - middle) * 0.88 for it in points])
        for colour, width, dash in ((PAPER, 1.6, ()), (CLEAR, 0.9, _DOTS)):
            self._painter.setPen(self._pen(colour, width, dash))
            self._painter.drawPolygon(shape)

    def _dot(self, at: QPointF, width: float) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        for colour, size in ((PAPER, 1.36 * width), (CLEAR, 0.88 * width)):
            self._painter.setBrush(QColor(colour))
            self._painter.drawEllipse(at, size * self._width, size * self._width)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)

    def _cross(self, at: QPointF, *, size: float = 2.7) -> None:
        falling, rising = (QPointF(size, it * size) * self._width for it in (1, -1))
        for colour, width in ((PAPER, 2.5), (BLOCKED, 1.4)):
            self._stroke([(at - it, at + it) for it in (falling, rising)], colour, width)

    def _stroke(
        self, lines: list[tuple[QPointF, QPointF]], colour: str, width: float, *, dash: tuple[float, ...] = ()
    ) -> None:
        pen = self._pen(colour, width, dash)
        if dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self._painter.setPen(pen)
        self._painter.drawLines([QLineF(*ends) for ends in lines])

    def _pen(self, colour: str, width: float, dash: tuple[float, ...] = ()) -> QPen:
        pen = QPen(
            QColor(colour), width * self._width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin
        )
        if dash:
            pen.setDashPattern(list(dash))
        return pen
