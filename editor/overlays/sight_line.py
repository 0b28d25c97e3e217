"""The line of sight that was drawn: judged, and judged anew whenever the map changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.errors import FairgroundError
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.readable_ruleset import on_bases
from fairground.editor.document.rule_answers import base_verdicts_of, verdicts_of
from fairground.editor.overlays.base_line import paint_base_sight
from fairground.editor.overlays.line_painter import paint_sight
from fairground.editor.tools.sight import no_sight_lines

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.verdict import BaseSight, BaseVerdicts
    from fairground.core.sight.line.verdict import SightVerdict, Verdicts
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState


class SightLine(QObject):
    """The verdict on ``ToolState.sight_line``; None without a line, and where the map has no such hexes any more.

    Where sight is from base to base, it is ``base_sight``, on ``ToolState.sight_units``.
    """

    #: There is another verdict.
    changed = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.sight: SightVerdict | None = None
        self.base_sight: BaseSight | None = None
        self._document: Document | None = None
        self._verdicts: Verdicts | None = None
        self._base_verdicts: BaseVerdicts | None = None
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self.judge)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Judge lines of another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        self._verdicts = self._base_verdicts = None
        if document is not None:
            document.changed.connect(self._changed)
        self.judge()

    def judge(self) -> None:
        """Judge the line now."""
        self._again.stop()
        ends, document = self.state.sight_line, self._document
        before = self.sight or self.base_sight
        self.sight = self.base_sight = None
        if ends is not None and document is not None:
            scenario = document.scenario
            board = scenario.board
            on_board = all(board.contains(at) and not board.void[board.cell(at)] for at in ends)
            if on_board and on_bases(scenario):
                self.base_sight = self._judge_bases(scenario)
            elif on_board and not no_sight_lines(scenario):
                if self._verdicts is None:
                    self._verdicts = verdicts_of(scenario)
                self.sight = self._verdicts.sight(*ends, self.state.sight_heights)
        if before is not None or self.sight is not None or self.base_sight is not None:
            self.changed.emit()

    def _judge_bases(self, scenario: Scenario) -> BaseSight | None:
        """Return the verdict on the units at the ends, where they are now, or on bases in the middle of their hexes."""
        ends = self.state.sight_ends
        if ends is None or ends[0] == ends[1]:
            return None
        if self._base_verdicts is None:
            self._base_verdicts = base_verdicts_of(scenario)
        attack = self.state.attack
        try:
            return self._base_verdicts.sight(*ends, grounded=attack.ends[1].grounded, weapon=attack.traits)
        except FairgroundError:  # somebody stands beside the board, or there is no such weapon: others say so
            return None

    def paint(self, frame: Frame) -> None:
        """Draw the line."""
        if self.sight is not None:
            paint_sight(frame, self.sight)
        elif self.base_sight is not None:
            paint_base_sight(frame, self.base_sight)

    def _changed(self, event: object) -> None:
        self._verdicts = None
        if not (isinstance(event, FieldChanged) and event.field == "units"):
            # What blocks sight between bases is terrain alone: a base that is dragged leaves it as it is.
            self._base_verdicts = None
        if self.state.sight_line is not None:
            # One edit may tell of several changes.
            self._again.start()

    def _option_changed(self, what: str) -> None:
        if what in ("sight_line", "sight_heights", "sight_units") or (
            what == "attack" and self.base_sight is not None
        ):
            self.judge()
