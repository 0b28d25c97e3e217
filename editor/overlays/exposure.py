"""The exposure: how many hexes see each hex, as colours, and as numbers where there is room."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.colours import bold_ink
from fairground.core.pictures.display_list import Text, TextAnchor
from fairground.core.pictures.exposure_overlay import OPACITY, ExposureDrawing
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.canvas.array_window import cut
from fairground.editor.canvas.map_items_painter import paint_objectives, paint_units
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.jobs.sight import ExposureJob, Looking
from fairground.editor.overlays.earlier_state import of_counts
from fairground.editor.overlays.worker_overlay import AskedOverlay
from fairground.editor.tools.sight import no_lines_between_hexes

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.overlay import BoardOverlay
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.state import ToolState

#: On boards of more hexes than this only so far is looked, in hexes: all pairs would take many seconds.
MOST_WHOLE, LARGE_RANGE = 5_000, 16
_OLD_OPACITY = 0.4
_NUMBERS_FROM = 28.0
_NUMBER_SIZE = 0.32


class ExposureOverlay(AskedOverlay["NDArray[np.int64]"]):
    """Colours every hex by how many others see it, darker for few and lighter for many."""

    id = "exposure"
    title = tr("Exposure")
    options = frozenset(("sight_range", "sight_heights"))
    changes = (tr("seen by more hexes than before"), tr("seen by fewer hexes than before"), "")

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._looked = Looking()

    @property
    def refusal(self) -> str:
        """Why there is no exposure."""
        return no_lines_between_hexes(self.document.scenario) if self.document else ""

    @property
    def reach(self) -> int | None:
        """How many hexes far is looked; None to the edge of the board."""
        asked = self.state.sight_range
        return min(LARGE_RANGE, LARGE_RANGE if asked is None else asked) if self._is_large else asked

    @property
    def summary(self) -> str:
        """What is counted, and how far."""
        reach = self._looked.reach
        return tr("How many hexes see each hex") + (
            tr(", within {reach}").format(reach=reach) if reach is not None else ""
        )

    @property
    def left_out(self) -> str:
        """What is not counted on a large board."""
        if self.document is None or not self._is_large:
            return ""
        if self.state.sight_range is not None and self.state.sight_range <= LARGE_RANGE:
            return ""
        return tr(
            "Incomplete: only hexes within {large_range} are counted. This board has {size:,} hexes; up to "
            "{most:,}, all are counted."
        ).format(large_range=LARGE_RANGE, size=self.document.scenario.board.terrain.size, most=MOST_WHOLE)

    def seen_by_words(self, at: Hex) -> str:
        """Return how many hexes see a hex, in words; empty while that is not known."""
        if self.found is None or not self.is_current or self.document is None:
            return ""
        board = self.document.scenario.board
        if not board.contains(at) or board.void[board.cell(at)]:
            return ""
        count = int(self.found[board.cell(at)])
        return tr("seen by {hexes}").format(hexes=hex_count(count))

    @property
    def _is_large(self) -> bool:
        return self.document is not None and self.document.scenario.board.terrain.size > MOST_WHOLE

    def ask(self, document: Document) -> bool:
        """Have the hexes counted."""
        scenario, looking = document.scenario, Looking(self.reach, self.state.sight_heights)
        self._looked = looking
        self._inquiry.ask(lambda tag: ExposureJob(tag, scenario, looking))
        return True

    def shape_of(self, found: NDArray[np.int64]) -> tuple[int, ...]:
        """Return the shape of the numbers."""
        return found.shape

    def describe(self, found: NDArray[np.int64]) -> ExposureDrawing | None:
        """Shade the numbers, so that a shade means the same then and now."""
        if self.document is None:
            return None
        others = [it for it in (self.found, self.kept) if it is not None and it is not found]
        return ExposureDrawing(self.document.scenario, found, tuple(it for it in others if self._fits(it)))

    def differ(self, before: NDArray[np.int64], after: NDArray[np.int64]) -> AnswerDifference:
        """Tell which hexes are seen by more, and which by fewer."""
        return of_counts(before, after)

    def paint_found(self, frame: Frame, drawing: BoardOverlay) -> None:
        """Draw the colours, the numbers, and over them what stands on the board."""
        frame.painter.setOpacity(OPACITY if self.is_current or self.shows_kept else _OLD_OPACITY)
        super().paint_found(frame, drawing)

    def paint_signs(self, frame: Frame) -> None:
        """Draw the numbers."""
        if isinstance(self.drawing, ExposureDrawing):
            self._paint_numbers(frame, self.drawing)

    def paint_numbers(self, frame: Frame) -> None:
        """Draw the numbers, and what stands on the board, above hatches."""
        if self.drawing is None or self.drawing.is_uniform or self.shown is None or not frame.camera.is_near:
            return
        if self.shape_of(self.shown) == frame.facts.board.terrain.shape:
            self.paint_signs(frame)
            paint_objectives(frame)
            paint_units(frame)

    def _paint_numbers(self, frame: Frame, drawing: ExposureDrawing) -> None:
        """Draw the numbers digit by digit where there is room: ten signs in two inks serve them all."""
        if frame.pitch < _NUMBERS_FROM:
            return
        counts, shades = cut(drawing.seen_by, frame.cells), cut(drawing.kinds, frame.cells)
        frame.painter.setOpacity(self.strength)
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
