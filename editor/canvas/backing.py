"""The backing: the board as last painted, scrolled with the view and repainted strip by strip."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion

from fairground.editor.canvas.frame import rects
from fairground.editor.canvas.sprites import OutOfTimeError

if TYPE_CHECKING:
    from fairground.editor.canvas.board_painter import BoardPainter
    from fairground.editor.canvas.camera import Camera

#: The height of a strip, in device pixels; painting one takes a few milliseconds.
_STRIP = 128


class Backing:
    """A pixmap of the view in device pixels; ``stale`` is the part to repaint, which shows an older picture or a sketch."""

    def __init__(self, painter: BoardPainter, camera: Camera) -> None:
        self._painter = painter
        self.camera = camera
        self.pixmap = _blank(camera)
        #: The last picture without stale parts, and its camera; a zoom stretches it until it is repainted.
        self._whole: tuple[QPixmap, Camera] | None = None
        self.stale = QRegion(self.pixmap.rect())
        self._sketch(self.pixmap.rect())

    @property
    def is_settled(self) -> bool:
        """Whether everything is painted."""
        return self.stale.isEmpty()

    def invalidate(self, region: QRegion | QRect) -> None:
        """Mark a part as stale."""
        self.stale = self.stale.united(region).intersected(self.pixmap.rect())
        self._whole = None

    def sketch_again(self) -> None:
        """Sketch stale parts again, in other colours."""
        for rect in rects(self.stale):
            self._sketch(rect)

    def move_to(self, camera: Camera) -> None:
        """Follow the camera."""
        before, self.camera = self.camera, camera
        if camera == before:
            return
        if (camera.width, camera.height, camera.ratio) != (before.width, before.height, before.ratio):
            self._rescale(before, keep=camera.scale == before.scale)
        elif camera.scale != before.scale or camera.is_near != before.is_near:
            self._rescale(before, keep=False)
        else:
            self._scroll(before.left - camera.left, before.top - camera.top)

    def _scroll(self, across: int, down: int) -> None:
        whole = self.pixmap.rect()
        reused = whole.translated(across, down).intersected(whole)
        self._whole = None
        if reused.isEmpty():
            self.stale = QRegion(whole)
            self._sketch(whole)
            return
        self.pixmap.scroll(across, down, whole)
        exposed = QRegion(whole).subtracted(QRegion(reused))
        self.stale = self.stale.translated(across, down).united(exposed).intersected(whole)
        for rect in rects(exposed):
            self._sketch(rect)

    def _rescale(self, before: Camera, *, keep: bool) -> None:
        """Start a picture of another size or scale: a sketch, the last whole picture stretched over it, and what is painted.

        ``keep`` is whether the scale is the same.
        """
        if self.is_settled or self._whole is None:
            self._whole = self.pixmap, before
        picture, painted = self.pixmap, QRegion(self.pixmap.rect()).subtracted(self.stale)
        self.pixmap = _blank(self.camera)
        self._sketch(self.pixmap.rect())
        whole, seen = self._whole
        left, top = self.camera.to_view(*seen.from_view(0, 0))
        right, bottom = self.camera.to_view(*seen.from_view(seen.width, seen.height))
        painter = QPainter(self.pixmap)
        painter.drawPixmap(QRectF(left, top, right - left, bottom - top), whole, QRectF(whole.rect()))
        self.stale = QRegion(self.pixmap.rect())
        if keep:
            across, down = before.left - self.camera.left, before.top - self.camera.top
            painted.translate(across, down)
            painter.setClipRegion(painted)
            painter.drawPixmap(QPoint(across, down), picture)
            self.stale = self.stale.subtracted(painted)
        painter.end()

    def _sketch(self, rect: QRect) -> None:
        painter = QPainter(self.pixmap)
        self._painter.sketch(painter, self.camera, rect)
        painter.end()

    def work(self, seconds: float, *, first: QRect | None = None) -> QRegion:
        """Paint stale parts for some seconds, those in ``first`` before others; return what was painted."""
        painted = QRegion()
        end = time.perf_counter() + seconds
        while not self.stale.isEmpty():
            rect = self._next(first)
            if not self._paint_strip(rect, end):
                break
            painted = painted.united(rect)
            self.stale = self.stale.subtracted(rect)
            if time.perf_counter() > end:
                break
        if self.stale.isEmpty():
            self._painter.tidy()
        return painted

    def _paint_strip(self, rect: QRect, end: float) -> bool:
        """Paint a rectangle; return False without a change when time ran out."""
        strip = QPixmap(rect.size())
        painter = QPainter(strip)
        painter.translate(-rect.topLeft())
        try:
            self._painter.paint(painter, self.camera, rect, deadline=end)
        except OutOfTimeError:
            return False
        finally:
            painter.end()
        painter = QPainter(self.pixmap)
        painter.drawPixmap(rect.topLeft(), strip)
        painter.end()
        return True

    def _next(self, first: QRect | None) -> QRect:
        region = self.stale.intersected(first) if first is not None else self.stale
        rect = rects(region if not region.isEmpty() else self.stale)[0]
        return QRect(rect.x(), rect.y(), rect.width(), min(rect.height(), _STRIP))

    def draw(self, painter: QPainter) -> None:
        """Draw the picture into a painter in logical pixels."""
        self.pixmap.setDevicePixelRatio(self.camera.ratio)
        painter.drawPixmap(QPoint(0, 0), self.pixmap)
        self.pixmap.setDevicePixelRatio(1.0)


def _blank(camera: Camera) -> QPixmap:
    pixmap = QPixmap(max(camera.width, 1), max(camera.height, 1))
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
