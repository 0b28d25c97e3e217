"""Reach: in which turn a unit from the hex under the pointer, or a pinned one, reaches each hex."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.reach_drawing import EDGE, ReachDrawing, number_amid, number_aside
from fairground.editor.app.texts import tr, turn_count
from fairground.editor.canvas.camera import around, cut
from fairground.editor.document.mover_choice import describe_mover, nothing_moves
from fairground.editor.jobs.movement import Reached, ReachJob
from fairground.editor.overlays.earlier_state import of_kinds
from fairground.editor.overlays.regions import outline_style, paint_edges, paint_signs
from fairground.editor.overlays.worker_overlay import AskedOverlay, OverlayOrigin

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.board_overlay import BoardOverlay
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.tool_state import ToolState

_NUMBERS_FROM = 16.0


class ReachOverlay(AskedOverlay[Reached]):
    """Tints hexes by the turn in which they are reached, and bleaches the others; over a fill, lines and numbers."""

    id = "reach"
    title = tr("Reach by turn")
    rest = 0
    options = frozenset(("pin", "mover", "reach_turns"))
    changes = (
        tr("reached now, not before"),
        tr("reached before, not now"),
        tr("reached in a different turn"),
    )

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._origin = OverlayOrigin(state)

    @property
    def heading(self) -> str:
        """The title with the hex."""
        shown: Reached | None = self.shown
        at = self._origin.hex(self.document) if shown is None else shown.origin
        if at is None or self.document is None:
            return self.title
        return tr("Reach from {name}").format(name=self._origin.name(self.document.scenario.board, at))

    def point_at(self, at: Hex | None) -> None:
        """Start from the hex under the pointer, unless one is pinned."""
        if self._origin.point_at(at):
            self.refresh_soon()

    def _refusal(self, scenario: Scenario) -> str:
        return nothing_moves(scenario)

    def _summary(self, scenario: Scenario) -> str:
        shown: Reached | None = self.shown
        if shown is None:
            return ""
        return f"{describe_mover(self.state.mover.mover(scenario))}, {turn_count(shown.limit)}"

    def _invitation(self) -> str:
        return "" if self._origin.hex(self.document) is not None else tr("Point at a hex.")

    def _ask(self, document: Document) -> bool:
        origin, choice, limit = self._origin.hex(document), self.state.mover, self.state.reach_turns
        if origin is None:
            return False
        self._request.ask_about(document, lambda tag, subject: ReachJob(tag, subject, origin, choice, limit))
        return True

    def _shape_of(self, answer: Reached) -> tuple[int, ...]:
        return answer.turns.shape

    def _differ(self, before: Reached, after: Reached) -> AnswerDifference:
        return of_kinds(before.turns + 1, after.turns + 1)

    def _describe(self, scenario: Scenario, answer: Reached) -> ReachDrawing:
        return ReachDrawing(scenario, answer.turns, (answer.origin,), answer.limit)

    def _paint_answer(self, frame: Frame, drawing: BoardOverlay) -> None:
        super()._paint_answer(frame, drawing)
        self._paint_uniform(frame)

    def _paint_uniform(self, frame: Frame) -> None:
        shown: Reached | None = self.shown
        if shown is not None:
            self._origin.paint(frame, shown.origin)

    def _paint_signs(self, frame: Frame) -> None:
        """Draw lines towards hexes that are reached later or never, and the numbers of turns."""
        shown: Reached | None = self.shown
        if shown is None:
            return
        never = np.iinfo(shown.turns.dtype).max
        when = np.where(shown.turns < 0, never, shown.turns)
        own = cut(when, frame.cells)
        inside = np.zeros(own.shape, np.uint8)
        for direction, beside in enumerate(around(when, frame.cells, frame.facts.board.layout, off=0)):
            inside |= (beside <= own).astype(np.uint8) << np.uint8(direction)
        paint_edges(frame, inside, (own < never) & (inside != 63), outline_style(EDGE))
        if frame.pitch >= _NUMBERS_FROM:
            number = number_aside if self.is_over else number_amid
            signs = [partial(number, turn) for turn in range(1, shown.limit + 1)]
            reached = np.maximum(cut(shown.turns, frame.cells), 0)
            paint_signs(frame, reached, ("reach-number", self.is_over), signs, least=1.4)
