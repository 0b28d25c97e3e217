"""The underlay: a picture under the grid, such as a scanned map, to draw after."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage, QPainter, QTransform

if TYPE_CHECKING:
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.document.board_patch import Motion

#: How long a side of a hex may come to be in a picture, in its pixels: less than one, or more than the picture, is a
#: slip.
_SMALLEST, _LARGEST = 1e-4, 1e4


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a picture lies under a board.

    A pixel (x, y) of the picture, or (x, -y) where it is ``mirrored``, lies at ``(across, down)`` plus that turned by
    ``turn`` (degrees, clockwise) and times ``scale``, in the units of ``Layout.centre`` at size 1. ``opacity`` is 0 to 1.
    """

    across: float = 0.0
    down: float = 0.0
    scale: float = 1.0
    turn: float = 0.0
    opacity: float = 0.7
    visible: bool = True
    mirrored: bool = False

    @classmethod
    def covering(cls, width: int, height: int, extent: tuple[float, float, float, float]) -> Placement:
        """Return the place of a picture that lies over a board, as large as fits: where one begins."""
        left, top, right, bottom = extent
        scale = min((right - left) / width, (bottom - top) / height)
        across, down = (left + right - width * scale) / 2, (top + bottom - height * scale) / 2
        return cls(across, down, scale)

    def calibrated(self, seen: tuple[complex, complex], wanted: tuple[complex, complex]) -> Placement | None:
        """Return the placement that brings two pixels of the picture to two points of the board.

        Points are complex numbers, x + y i. None when the pixels or the points are one and the same, or so near to
        one another, or far, that it can only be a slip.
        """
        if self.mirrored:
            seen = seen[0].conjugate(), seen[1].conjugate()
        if seen[0] == seen[1] or wanted[0] == wanted[1]:
            return None
        way = (wanted[1] - wanted[0]) / (seen[1] - seen[0])
        if not _SMALLEST < abs(way) < _LARGEST:
            return None
        start = wanted[0] - way * seen[0]
        turn = math.degrees(math.atan2(way.imag, way.real))
        return replace(self, across=start.real, down=start.imag, scale=abs(way), turn=turn)

    def moved(self, across: float, down: float) -> Placement:
        """Return the placement moved over the board."""
        return replace(self, across=self.across + across, down=self.down + down)

    def carried(self, motion: Motion) -> Placement:
        """Return the placement of a picture that goes with the board it lies under."""
        across, down = motion(self.across, self.down)
        if not motion.mirrored:
            return replace(self, across=across, down=down, turn=self.turn + motion.turn)
        turn = motion.turn - self.turn
        return replace(self, across=across, down=down, turn=turn, mirrored=not self.mirrored)

    def scaled(self, factor: float, about: tuple[float, float]) -> Placement:
        """Return the placement with a picture ``factor`` times as large; the point of the board ``about`` stays."""
        return replace(
            self,
            scale=self.scale * factor,
            across=about[0] + (self.across - about[0]) * factor,
            down=about[1] + (self.down - about[1]) * factor,
        )

    def transform(self) -> QTransform:
        """Return the way from the picture's pixels to the board."""
        placed = QTransform().translate(self.across, self.down).rotate(self.turn)
        return placed.scale(self.scale, -self.scale if self.mirrored else self.scale)


@dataclass(frozen=True, slots=True)
class Underlay:
    """A picture in its place. It is drawn into views alone: neither files nor exported pictures know of it."""

    image: QImage
    placement: Placement

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw it into a view, in device pixels; what is dark in it darkens the ground, so that both are seen."""
        if not self.placement.visible or not self.placement.opacity:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(self.placement.opacity)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        across, down = camera.scale
        view = QTransform().translate(-camera.left, -camera.top).scale(across, down)
        painter.setTransform(self.placement.transform() * view * painter.transform())
        painter.drawImage(0, 0, self.image)
        painter.restore()
