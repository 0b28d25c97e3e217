"""Sprites: small pictures drawn once into one pixmap, then stamped by the thousand from numpy arrays."""

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from fairground.editor.canvas.item_painter import bounds, paint_items

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Item, Point

_SIDE = 1024
_GAP = 1


class Fit(Enum):
    """How a sprite in mm becomes pixels."""

    #: Stretched as the grid is, so that neighbours meet to the pixel.
    GRID = "grid"
    #: Never stretched.
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Sprite:
    """Items around the centre of a hex, in mm on a hex of 11.

    ``clip`` is a polygon that clips them. ``scale`` replaces the scale of the map, in pixels a mm.
    """

    items: tuple[Item, ...]
    fit: Fit = Fit.GRID
    clip: tuple[Point, ...] = ()
    scale: float = 0.0

    @classmethod
    def nothing(cls) -> Sprite:
        """Return the sprite that draws nothing."""
        return cls(())


class OutOfTimeError(Exception):
    """There was no time left to draw a new sprite; drawn sprites stay."""


class SpriteSheet:
    """The sprites of one scale; each is drawn when it is first used.

    ``grid`` is the scale in pixels a mm, across and down.
    """

    def __init__(self, grid: tuple[float, float], *, most_pixels: int) -> None:
        self.grid = grid
        self.figure = math.sqrt(grid[0] * grid[1])
        self._most = most_pixels
        self._deadline = math.inf
        self._spares = False
        self._drawn = 0
        #: Whether sprites were left out since ``sparing`` began.
        self.lacks = False
        #: How often the sheet was cleared; indices from before are invalid.
        self.made = 0
        self.clear()

    @contextmanager
    def hurried(self, deadline: float) -> Iterator[None]:
        """Within, raise ``OutOfTimeError`` for new sprites after ``deadline`` (of ``time.perf_counter``)."""
        self._deadline, self._drawn = deadline, 0
        try:
            yield
        finally:
            self._deadline = math.inf

    @contextmanager
    def sparing(self, deadline: float) -> Iterator[None]:
        """Within, leave out new sprites after ``deadline``; then ``lacks`` says whether any were left out."""
        self._spares, self.lacks = True, False
        try:
            with self.hurried(deadline):
                yield
        finally:
            self._spares = False

    def clear(self) -> None:
        """Forget all sprites."""
        self.made += 1
        self._indices: dict[Hashable, int] = {}
        self._clips: dict[tuple[tuple[Point, ...], float, float], _Clip] = {}
        #: x, y, width and height in the pixmap, then from the left and top edge to the hex's centre.
        self._places = np.zeros((64, 6), np.float64)
        self._pixmap = QPixmap(_SIDE, 256)
        self._pixmap.fill(Qt.GlobalColor.transparent)
        self._x = self._y = self._shelf = 0
        # The first one draws nothing.
        self._count = 1

    def tidy(self) -> None:
        """Clear the sheet if it has grown too large; call this between two paints."""
        if self._pixmap.width() * self._pixmap.height() > self._most:
            self.clear()

    def index(self, key: Hashable, make: Callable[[], Sprite]) -> int:
        """Return the index of a sprite, which is drawn now if it is new; index 0 draws nothing.

        After the deadline of ``sparing``, new sprites get 0.

        Raises
        ------
        OutOfTimeError
            If the sprite is new and the deadline of ``hurried`` has passed.
        """
        index = self._indices.get(key)
        if index is None:
            # At least one is drawn, or a slow view would never be finished.
            if self._drawn and time.perf_counter() > self._deadline:
                if not self._spares:
                    raise OutOfTimeError
                self.lacks = True
                return 0
            self._drawn += 1
            index = self._indices[key] = self._draw(make())
        return index

    def _draw(self, sprite: Sprite) -> int:
        across, down = self.grid if sprite.fit is Fit.GRID else (self.figure, self.figure)
        if sprite.scale:
            across = down = sprite.scale
        box = bounds(sprite.items)
        if sprite.clip:
            box = box.intersected(QPolygonF([QPointF(*point) for point in sprite.clip]).boundingRect())
        if box.isEmpty():
            return 0
        # A margin of two pixels for smooth edges.
        left, top = math.floor(box.left() * across) - 2, math.floor(box.top() * down) - 2
        width = math.ceil(box.right() * across) + 2 - left
        height = math.ceil(box.bottom() * down) + 2 - top
        x, y = self._room(width, height)
        painter = QPainter(self._pixmap)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipRect(QRectF(x, y, width, height))
            painter.translate(x - left, y - top)
            if sprite.clip:
                clip = self._clips.get((sprite.clip, across, down))
                if clip is None:
                    clip = self._clips[sprite.clip, across, down] = _Clip(sprite.clip, across, down)
                clip.paint(painter, sprite.items)
            else:
                painter.scale(across, down)
                paint_items(painter, sprite.items)
        finally:
            painter.end()
        index = self._count
        self._count += 1
        if index == len(self._places):
            self._places = np.concatenate((self._places, np.zeros_like(self._places)))
        self._places[index] = x, y, width, height, -left, -top
        return index

    def _room(self, width: int, height: int) -> tuple[int, int]:
        """Return a free place; sprites are packed in shelves from left to right."""
        if self._x + width > self._pixmap.width():
            self._x, self._y, self._shelf = 0, self._y + self._shelf + _GAP, 0
        wide, high = max(self._pixmap.width(), width), self._pixmap.height()
        while self._y + height > high:
            high *= 2
        if (wide, high) != (self._pixmap.width(), self._pixmap.height()):
            grown = QPixmap(wide, high)
            grown.fill(Qt.GlobalColor.transparent)
            painter = QPainter(grown)
            painter.drawPixmap(0, 0, self._pixmap)
            painter.end()
            self._pixmap = grown
        place = self._x, self._y
        self._x += width + _GAP
        self._shelf = max(self._shelf, height)
        return place

    def stamp(self, painter: QPainter, indices: NDArray[np.intp] | int, centres: NDArray[np.float64]) -> None:
        """Draw sprites around centres, ``[n, 2]`` in the pixels of the painter; one index draws the same everywhere."""
        drawn = np.asarray(indices) > 0
        if drawn.ndim:
            if not drawn.all():
                indices, centres = np.asarray(indices)[drawn], centres[drawn]
        elif not drawn:
            return
        count = len(centres)
        if not count:
            return
        places = self._places[indices]
        fragments = np.empty((count, 10), np.float64)
        # A fragment is placed by its middle; its corner must be at whole pixels.
        fragments[:, :2] = np.rint(centres) - places[..., 4:6] + places[..., 2:4] / 2
        fragments[:, 2:6] = places[..., :4]
        fragments[:, 6:] = (1.0, 1.0, 0.0, 1.0)
        first = shiboken6.wrapInstance(fragments.ctypes.data, QPainter.PixmapFragment)
        painter.drawPixmapFragments(first, count, self._pixmap)  # type: ignore[arg-type]  # it is one, by address


class _Clip:
    """A polygon that clips with smooth edges at one scale, which Qt's raster engine does not do.

    Items are drawn into a layer first; the size of the layer affects where dashes begin.
    """

    def __init__(self, polygon: tuple[Point, ...], across: float, down: float) -> None:
        self._scale = across, down
        shape = QPolygonF([QPointF(x * across, y * down) for x, y in polygon])
        box = shape.boundingRect().toAlignedRect().adjusted(-2, -2, 2, 2)
        self._corner = box.topLeft()
        # Both are reused for all sprites of the shape.
        self._layer, self._mask = QPixmap(box.size()), QPixmap(box.size())
        self._mask.fill(Qt.GlobalColor.transparent)
        cutter = QPainter(self._mask)
        cutter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cutter.translate(-self._corner)
        cutter.setBrush(Qt.GlobalColor.black)
        cutter.setPen(Qt.PenStyle.NoPen)
        cutter.drawPolygon(shape)
        cutter.end()

    def paint(self, painter: QPainter, items: tuple[Item, ...]) -> None:
        """Draw clipped items, in mm, with a painter in pixels from the middle of the hex."""
        self._layer.fill(Qt.GlobalColor.transparent)
        own = QPainter(self._layer)
        try:
            own.setRenderHint(QPainter.RenderHint.Antialiasing)
            own.translate(-self._corner)
            own.scale(*self._scale)
            paint_items(own, items)
            own.resetTransform()
            own.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
            own.drawPixmap(0, 0, self._mask)
        finally:
            own.end()
        painter.drawPixmap(self._corner, self._layer)
