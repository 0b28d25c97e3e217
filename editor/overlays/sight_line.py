"""The line of sight between two hexes or bases: judged after every change, and drawn on the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPen, QPolygonF

from fairground.core.errors import FairgroundError
from fairground.core.grid.hexsides import corner
from fairground.core.pictures.colours import PAPER, SIGHT_BLOCKED, SIGHT_CLEAR
from fairground.core.scenario.inches import inches_a_size
from fairground.editor.canvas.item_painter import smooth
from fairground.editor.document.document import follow
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.readable_ruleset import on_bases
from fairground.editor.document.rule_answers import base_verdicts_of, verdicts_of
from fairground.editor.overlays.line_painter import paint_sight
from fairground.editor.tools.sight import no_sight_lines

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.base_positions import Base
    from fairground.core.sight.bases.verdict import BaseSight, BaseVerdicts
    from fairground.core.sight.line.verdict import SightVerdict, Verdicts
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.tools.tool_state import ToolState

#: Dashes of blocked lines and dots of hard cover, in widths of their lines.
_DASH, _DOTS = (2.2, 1.7), (0.01, 2.4)


def paint_base_sight(frame: Frame, sight: BaseSight) -> None:
    """Draw a verdict: hard cover, both bases, the parts of the target, and the free or the blocked line."""
    painter = frame.painter
    with smooth(painter):
        _Drawing(frame, sight).draw()


class _Drawing:
    def __init__(self, frame: Frame, sight: BaseSight) -> None:
        self._painter, self._camera, self._sight = frame.painter, frame.camera, sight
        self._inches = inches_a_size(sight.board)
        ratio = frame.camera.ratio
        # Small maps have thin lines, but never too thin to see.
        self._width = min(max(frame.scale.art.unit, 1.5 * ratio), 3.2 * ratio)

    def draw(self) -> None:
        sight = self._sight
        for cover in sight.hard_cover:
            for at in sorted(cover.hexes):
                self._outline(at)
        ink = SIGHT_CLEAR if sight.clear else SIGHT_BLOCKED
        for base in (sight.start.base, sight.end.base):
            self._ring(base, ink, grown=0.9)
        self._ring(sight.start.base, ink, grown=2.2)
        for seen, (_, base) in zip(sight.parts, sight.end.parts, strict=True):
            self._part(base, is_seen=seen.witness is not None)
        if sight.witness is None:
            start, end = (self._at(it.x, it.y) for it in (sight.start.base, sight.end.base))
            self._stroke([(start, end)], PAPER, 2.4)
            self._stroke([(start, end)], SIGHT_BLOCKED, 1.25, dash=_DASH)
            self._cross((start + end) / 2)
            return
        others = [it.witness for it in sight.parts if it.witness not in (None, sight.witness)]
        for witness, width in (*((it, 0.6) for it in others), (sight.witness, 1.25)):
            if witness is not None:
                start, end = self._at(*witness.start), self._at(*witness.end)
                self._stroke([(start, end)], PAPER, 1.9 * width)
                self._stroke([(start, end)], SIGHT_CLEAR, width)
                self._dot(start, width)
                self._dot(end, width)

    def _at(self, x: float, y: float) -> QPointF:
        """Return the pixel of a point of the table in inches."""
        return QPointF(*self._camera.to_view(x / self._inches, y / self._inches))

    def _radii(self, base: Base, grown: float) -> tuple[float, float]:
        across, down = self._camera.scale
        more = grown * self._width
        return base.radius / self._inches * across + more, base.radius / self._inches * down + more

    def _ring(self, base: Base, ink: str, *, grown: float, dash: tuple[float, ...] = ()) -> None:
        for colour, width in ((PAPER, 1.9), (ink, 0.9)):
            self._painter.setPen(self._pen(colour, width, dash if colour == ink else ()))
            self._painter.drawEllipse(self._at(base.x, base.y), *self._radii(base, grown))

    def _part(self, base: Base, *, is_seen: bool) -> None:
        """Draw a part: a ring if it is seen, else a dashed one with a cross."""
        self._ring(base, SIGHT_CLEAR if is_seen else SIGHT_BLOCKED, grown=0.0, dash=() if is_seen else _DASH)
        if not is_seen:
            self._cross(self._at(base.x, base.y), size=1.6)

    def _outline(self, at: Hex) -> None:
        layout = self._camera.layout
        points = [QPointF(*self._camera.to_view(*layout.corner_point(corner(at, i)))) for i in range(6)]
        middle = sum(points, QPointF()) / 6
        shape = QPolygonF([middle + (it - middle) * 0.88 for it in points])
        for colour, width, dash in ((PAPER, 1.6, ()), (SIGHT_CLEAR, 0.9, _DOTS)):
            self._painter.setPen(self._pen(colour, width, dash))
            self._painter.drawPolygon(shape)

    def _dot(self, at: QPointF, width: float) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        for colour, size in ((PAPER, 1.36 * width), (SIGHT_CLEAR, 0.88 * width)):
            self._painter.setBrush(QColor(colour))
            self._painter.drawEllipse(at, size * self._width, size * self._width)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)

    def _cross(self, at: QPointF, *, size: float = 2.7) -> None:
        falling, rising = (QPointF(size, it * size) * self._width for it in (1, -1))
        for colour, width in ((PAPER, 2.5), (SIGHT_BLOCKED, 1.4)):
            self._stroke([(at - it, at + it) for it in (falling, rising)], colour, width)

    def _stroke(
        self, lines: list[tuple[QPointF, QPointF]], colour: str, width: float, *, dash: tuple[float, ...] = ()
    ) -> None:
        pen = self._pen(colour, width, dash)
        if dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self._painter.setPen(pen)
        self._painter.drawLines([QLineF(*ends) for ends in lines])

    def _pen(self, colour: str, width: float, dash: tuple[float, ...] = ()) -> QPen:
        pen = QPen(
            QColor(colour), width * self._width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin
        )
        if dash:
            pen.setDashPattern(list(dash))
        return pen


class SightLine(QObject):
    """The verdict on ``ToolState.sight_line``; None without a line on the board.

    Where sight is from base to base, it is ``base_sight``, on ``ToolState.sight_units``.
    """

    #: The verdict has changed.
    changed = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.sight: SightVerdict | None = None
        self.base_sight: BaseSight | None = None
        self._document: Document | None = None
        self._verdicts: Verdicts | None = None
        self._base_verdicts: BaseVerdicts | None = None
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self.judge)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Follow another document."""
        follow(self._document, document, self._changed)
        self._document = document
        self._verdicts = self._base_verdicts = None
        self.judge()

    def judge(self) -> None:
        """Judge the line."""
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
        """Return the verdict on the units at the ends, or on bases in the middle of their hexes."""
        ends = self.state.sight_ends
        if ends is None or ends[0] == ends[1]:
            return None
        if self._base_verdicts is None:
            self._base_verdicts = base_verdicts_of(scenario)
        attack = self.state.attack
        try:
            return self._base_verdicts.sight(*ends, grounded=attack.ends[1].grounded, weapon=attack.traits)
        except FairgroundError:  # a unit is off the board, or the weapon is unknown: findings say so
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
            # Units don't block sight between bases.
            self._base_verdicts = None
        if self.state.sight_line is not None:
            # One edit may emit several events.
            self._again.start()

    def _option_changed(self, option: str) -> None:
        if option in ("sight_line", "sight_heights", "sight_units") or (
            option == "attack" and self.base_sight is not None
        ):
            self.judge()
