"""Measured legs on the canvas: a line with the length of each leg, and the sum at its end."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen

from fairground.core.pictures.colours import INK, PAPER
from fairground.editor.canvas.item_painter import paint_tag, paint_tag_beside, smooth
from fairground.editor.tools.measure import inch_words, legs, measure_words

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.tools.tool_state import ToolState

_HALO, _WIDTH, _DOT = 4.6, 2.2, 4.2


class MeasureLine:
    """Draws the legs between ``ToolState.measured``."""

    def __init__(self, state: ToolState) -> None:
        self._state = state

    def paint(self, frame: Frame) -> None:
        """Draw the legs and their lengths."""
        board = frame.facts.board
        measured = self._state.measured
        if not measured or not all(map(board.contains, measured)):
            return
        painter, camera = frame.painter, frame.camera
        with smooth(painter):
            centres = [QPointF(*camera.centre(at)) for at in measured]
            for colour, width in ((PAPER, _HALO), (INK, _WIDTH)):
                painter.setPen(QPen(QColor(colour), width * camera.ratio, j=Qt.PenJoinStyle.RoundJoin))
                painter.drawPolyline(centres)
            painter.setPen(QPen(QColor(PAPER), 1.4 * camera.ratio))
            painter.setBrush(QColor(INK))
            for centre in centres:
                painter.drawEllipse(centre, _DOT * camera.ratio, _DOT * camera.ratio)
        self._write(frame, measured, centres)

    def _write(self, frame: Frame, measured: tuple[Hex, ...], centres: list[QPointF]) -> None:
        scenario = frame.facts.scenario
        lengths = legs(measured)
        for number, ends, (a, b) in zip(lengths, pairwise(measured), pairwise(centres), strict=True):
            middle = (a + b) / 2
            if len(lengths) > 1:
                paint_tag(frame, f"{number}{inch_words(scenario, ends)}", middle.toTuple())
        if lengths:
            paint_tag_beside(frame, measure_words(scenario, measured), centres[-1].toTuple())
