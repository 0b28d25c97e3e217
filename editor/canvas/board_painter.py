"""The painter of the board: all layers in the order of the printed picture, near or far."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from fairground.core.pictures.colours import INK, PAPER
from fairground.editor.canvas import decoration_painter, terrain_painter
from fairground.editor.canvas import map_items_painter as parts_painter
from fairground.editor.canvas.far_view import FarImage
from fairground.editor.canvas.frame import Frame
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.canvas.scales import Scales

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPainter

    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.facts import Facts
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.canvas.tracing_image import Underlay

#: The order of ``core.pictures.draw_board``.
_LAND = (
    terrain_painter.paint_ground,
    parts_painter.paint_hatches,
    terrain_painter.paint_shores,
    terrain_painter.paint_symbols,
    terrain_painter.paint_bands,
    terrain_painter.paint_slopes,
    decoration_painter.paint_below,
    terrain_painter.paint_edge,
)
#: Drawn above a tracing image.
_ABOVE = (
    parts_painter.paint_hexsides,
    terrain_painter.paint_effects,
    decoration_painter.paint_above,
    parts_painter.paint_zone_outlines,
    parts_painter.paint_objectives,
    parts_painter.paint_units,
    parts_painter.paint_names,
    parts_painter.paint_notes,
    parts_painter.paint_labels,
    parts_painter.paint_levels,
)
_FAR = (decoration_painter.paint_all, parts_painter.paint_objectives, parts_painter.paint_units)
#: The opacity of the ink over the map in a dark window, and the colour around the board.
_VEIL = 0.2
_TABLE = "#191816"


class BoardPainter:
    """Paints rectangles of the view."""

    def __init__(self, facts: Facts, layers: LayerModel) -> None:
        self.facts = facts
        self.layers = layers
        self.far = FarImage(facts, layers)
        self.is_dark = False
        self.underlay: Underlay | None = None
        self._scales = Scales()

    @property
    def ground(self) -> str:
        """The colour around the board; paper in a light window, and where hexes show it because their terrain is faint."""
        is_covered = self.layers.strength(MapLayer.TERRAIN) == 1
        return _TABLE if self.is_dark and is_covered else PAPER

    def paint(self, painter: QPainter, camera: Camera, rect: QRect, *, deadline: float = math.inf) -> None:
        """Draw a rectangle of the view, in device pixels.

        Raises
        ------
        OutOfTimeError
            When new sprites are needed after ``deadline`` (of ``time.perf_counter``).
        """
        painter.save()
        try:
            painter.setClipRect(rect)
            painter.fillRect(rect, QColor(self.ground))
            frame = self.frame(painter, camera, rect)
            with frame.scale.sheet.hurried(deadline):
                if camera.is_near:
                    for paint in _LAND:
                        paint(frame)
                else:
                    self.far.lay_on(self.ground)
                    self.far.paint(painter, camera, smooth=True)
                self._lay(painter, camera)
                for paint in _ABOVE if camera.is_near else _FAR:
                    paint(frame)
            self._veil(painter, rect)
        finally:
            painter.restore()

    def sketch(self, painter: QPainter, camera: Camera, rect: QRect) -> None:
        """Draw a rectangle of the view fast, from the far view."""
        painter.save()
        painter.setClipRect(rect)
        painter.fillRect(rect, QColor(self.ground))
        self.far.lay_on(self.ground)
        self.far.paint(painter, camera, smooth=False)
        self._lay(painter, camera)
        self._veil(painter, rect)
        painter.restore()

    def frame(self, painter: QPainter, camera: Camera, rect: QRect) -> Frame:
        """Return the frame for a rectangle of the view."""
        scale = self._scales.at(self.facts, camera)
        cells = camera.cells_in(rect.left(), rect.top(), rect.right() + 1, rect.bottom() + 1)
        return Frame(
            painter=painter,
            rect=rect,
            camera=camera,
            facts=self.facts,
            scale=scale,
            layers=self.layers,
            cells=cells,
        )

    def tidy(self) -> None:
        """Free memory; call this when a view is painted."""
        self._scales.tidy()

    def _lay(self, painter: QPainter, camera: Camera) -> None:
        if self.underlay is not None:
            self.underlay.paint(painter, camera)

    def _veil(self, painter: QPainter, rect: QRect) -> None:
        if self.is_dark:
            painter.setOpacity(_VEIL)
            painter.fillRect(rect, QColor(INK))
