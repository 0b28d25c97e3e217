"""The underlay: a tracing image below the grid, such as a scanned map."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter, QTransform

from fairground.core.grid.layout import SQRT3
from fairground.core.scenario.tracing_image import TracingImage

if TYPE_CHECKING:
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.document.board_patch import Motion

#: Limits of a plausible scale of a calibrated image.
_SMALLEST, _LARGEST = 1e-4, 1e4


@dataclass(frozen=True, slots=True)
class Placement:
    """Where an image is below a board.

    A pixel (x, y) of the image, or (x, -y) if it is ``mirrored``, is at ``(across, down)`` plus the pixel turned by
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
        """Return the initial placement of an image: as large as fits, in the middle of the board."""
        left, top, right, bottom = extent
        scale = min((right - left) / width, (bottom - top) / height)
        across, down = (left + right - width * scale) / 2, (top + bottom - height * scale) / 2
        return cls(across, down, scale)

    def calibrated(self, seen: tuple[complex, complex], wanted: tuple[complex, complex]) -> Placement | None:
        """Return the placement that brings two pixels of the image to two points of the board.

        Points are complex numbers, x + y i. None if the pixels or the points are the same, or the scale is implausible.
        """
        if self.mirrored:
            seen = seen[0].conjugate(), seen[1].conjugate()
        if seen[0] == seen[1] or wanted[0] == wanted[1]:
            return None
        factor = (wanted[1] - wanted[0]) / (seen[1] - seen[0])
        if not _SMALLEST < abs(factor) < _LARGEST:
            return None
        start = wanted[0] - factor * seen[0]
        turn = math.degrees(math.atan2(factor.imag, factor.real))
        return replace(self, across=start.real, down=start.imag, scale=abs(factor), turn=turn)

    def moved(self, across: float, down: float) -> Placement:
        """Return the placement moved over the board."""
        return replace(self, across=self.across + across, down=self.down + down)

    def carried(self, motion: Motion) -> Placement:
        """Return the placement of an image that moves with the board."""
        across, down = motion(self.across, self.down)
        if not motion.mirrored:
            return replace(self, across=across, down=down, turn=self.turn + motion.turn)
        turn = motion.turn - self.turn
        return replace(self, across=across, down=down, turn=turn, mirrored=not self.mirrored)

    def scaled(self, factor: float, about: tuple[float, float]) -> Placement:
        """Return the placement of an image ``factor`` times as large, around the point ``about`` of the board."""
        return replace(
            self,
            scale=self.scale * factor,
            across=about[0] + (self.across - about[0]) * factor,
            down=about[1] + (self.down - about[1]) * factor,
        )

    @classmethod
    def of_scenario(cls, it: TracingImage, size: tuple[int, int], *, visible: bool) -> Placement:
        """Return the placement of a scenario's tracing image; ``size`` is that of the image in pixels."""
        width, height = size
        scale = it.scale * SQRT3 / max(width, height)
        unplaced = cls(0.0, 0.0, scale, it.rotation, it.opacity / 100, visible, it.mirrored)
        middle = unplaced.transform().map(QPointF(width / 2, height / 2))
        return unplaced.moved(it.at[0] * SQRT3 - middle.x(), it.at[1] * SQRT3 - middle.y())

    def for_scenario(self, image: str, size: tuple[int, int]) -> TracingImage:
        """Return this placement as a tracing image of the scenario; ``size`` is that of the image in pixels."""
        width, height = size
        middle = self.transform().map(QPointF(width / 2, height / 2))
        return TracingImage.placed(
            image,
            complex(middle.x(), middle.y()) / SQRT3,
            self.scale * max(width, height) / SQRT3,
            self.turn,
            mirrored=self.mirrored,
            opacity=round(self.opacity * 100),
        )

    def transform(self) -> QTransform:
        """Return the transform from the pixels of the image to the board."""
        placed = QTransform().translate(self.across, self.down).rotate(self.turn)
        return placed.scale(self.scale, -self.scale if self.mirrored else self.scale)


@dataclass(frozen=True, slots=True)
class Underlay:
    """An image and its placement; only views draw it, no export contains it."""

    image: QImage
    placement: Placement

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the image in pixels."""
        return self.image.width(), self.image.height()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw it into a view, in device pixels, multiplied with the ground so that both stay visible."""
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
