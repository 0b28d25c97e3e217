"""Exposure: how many hexes see each hex, as colours, and as numbers where there is room."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.colours import EXPOSURE_OPACITY, bold_ink
from fairground.core.pictures.display_list import Text, TextAnchor
from fairground.core.pictures.exposure_drawing import ExposureDrawing
from fairground.editor.app.texts import tr
from fairground.editor.canvas.camera import cut
from fairground.editor.canvas.map_items_painter import paint_objectives, paint_units
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.jobs.sight import ExposureJob, Looking
from fairground.editor.overlays.earlier_state import of_counts
from fairground.editor.overlays.worker_overlay import AskedOverlay, RangedOverlay
from fairground.editor.tools.sight import no_lines_between_hexes

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.pictures.board_overlay import BoardOverlay
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.tool_state import ToolState

_OLD_OPACITY = 0.4
_NUMBERS_FROM = 28.0
_NUMBER_SIZE = 0.32


class ExposureOverlay(RangedOverlay, AskedOverlay["NDArray[np.int64]"]):
    """Colours every hex by how many others see it, darker for few and lighter for many."""

    id = "exposure"
    title = tr("Exposure")
    #: All pairs of hexes of a larger board would take many seconds.
    most_whole, large_range = 5_000, 16
    changes = (tr("visible from more hexes than before"), tr("visible from fewer hexes than before"), "")

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._looked = Looking()

    def _refusal(self, scenario: Scenario) -> str:
        return no_lines_between_hexes(scenario)

    def _summary(self, scenario: Scenario) -> str:  # noqa: ARG002
        reach = self._looked.reach
        return tr("How many hexes see each hex") + (
            tr(", within {reach}").format(reach=reach) if reach is not None else ""
        )

    def _ask(self, document: Document) -> bool:
        scenario, looking = document.scenario, Looking(self.reach, self.state.sight_heights)
        self._looked = looking
        self._request.ask(lambda tag: ExposureJob(tag, scenario, looking))
        return True

    def _describe(self, scenario: Scenario, answer: NDArray[np.int64]) -> ExposureDrawing:
        # A shade means the same now and then.
        others = (it for it in (self.latest, self.earlier) if it is not answer and self._fits(it))
        among = tuple(it for it in others if it is not None)
        return ExposureDrawing(scenario, answer, among, beside=self.shared_scale)

    @property
    def scale(self) -> tuple[int, int] | None:
        """The lowest and the highest number of this map."""
        drawing = self.drawing
        return drawing.own_bounds if isinstance(drawing, ExposureDrawing) else None

    def _differ(self, before: NDArray[np.int64], after: NDArray[np.int64]) -> AnswerDifference:
        return of_counts(before, after)

    def _paint_answer(self, frame: Frame, drawing: BoardOverlay) -> None:
        frame.painter.setOpacity(EXPOSURE_OPACITY if self.is_current or self.shows_earlier else _OLD_OPACITY)
        super()._paint_answer(frame, drawing)

    def _paint_signs(self, frame: Frame) -> None:
        if isinstance(self.drawing, ExposureDrawing):
            self._paint_counts(frame, self.drawing)

    def paint_numbers(self, frame: Frame) -> None:
        """Draw the numbers, objectives and units above hatches."""
        if self.drawing is None or self.drawing.is_uniform or self.shown is None or not frame.camera.is_near:
            return
        if self._shape_of(self.shown) == frame.facts.board.terrain.shape:
            self._paint_signs(frame)
            paint_objectives(frame)
            paint_units(frame)

    def _paint_counts(self, frame: Frame, drawing: ExposureDrawing) -> None:
        """Draw the numbers digit by digit: ten digits in two inks serve them all."""
        if frame.pitch < _NUMBERS_FROM:
            return
        counts, shades = cut(drawing.seen_by, frame.cells), cut(drawing.kinds, frame.cells)
        frame.painter.setOpacity(self._opacity)
        sheet, art = frame.scale.sheet, frame.scale.art
        size = _NUMBER_SIZE * 11 * art.unit
        wide = round(0.6 * size)
        inks = [bold_ink(it.fill) for it in drawing.looks]
        dark = np.array([False, *(ink != "#ffffff" for ink in inks)])
        rows, columns = np.nonzero(shades)
        values, centres = counts[rows, columns], frame.centres[rows, columns]
        which = dark[shades[rows, columns]]
        digits = np.maximum(np.floor(np.log10(np.maximum(values, 1))).astype(np.int64) + 1, 1)
        table = np.zeros((2, 10), np.int64)
        for i, ink in enumerate(("#ffffff", next((it for it in inks if it != "#ffffff"), "#000000"))):
            for digit in range(10):
                table[i, digit] = sheet.index(("exposure-digit", digit, i), partial(_digit, digit, ink, size))
        for place in range(int(digits.max(initial=0))):
            has = digits > place
            at = centres[has].copy()
            at[:, 0] += wide * ((digits[has] - 1) / 2 - place)
            sheet.stamp(frame.painter, table[which[has].astype(np.int64), values[has] // 10**place % 10], at)


def _digit(digit: int, ink: str, size: float) -> Sprite:
    text = Text(0.0, 0.36 * size, str(digit), size, ink, anchor=TextAnchor.MIDDLE, bold=True)
    return Sprite((text,), fit=Fit.FIGURE, scale=1.0)
