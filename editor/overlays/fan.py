"""The fan: the hexes that the hex under the pointer, or a pinned one, sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.fan_drawing import BEYOND, BLOCKED, EDGE, HINDERED, FanDrawing, shield_in_hex
from fairground.editor.app.texts import tr
from fairground.editor.canvas.camera import cut
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.document.readable_ruleset import on_bases
from fairground.editor.document.rule_answers import fans_of
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.jobs.sight import BaseFanJob, FanJob, Looking, SeenBoard, seen_from
from fairground.editor.overlays.earlier_state import of_kinds
from fairground.editor.overlays.fan_painter import dots, paint_area, veil
from fairground.editor.overlays.regions import HexPainter, outline_style, paint_border
from fairground.editor.overlays.worker_overlay import FAILED, NO_EARLIER, OverlayOrigin, RangedOverlay
from fairground.editor.tools.sight import no_sight_lines
from fairground.editor.widgets.legend_rows import Freshness

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.fan import Fans
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.tool_state import ToolState


#: Fans of more hexes are left to the worker, and so are those with more hexes times hexsides with features near, and boards
#: with more such hexsides: after an edit, their effect on all lines is computed first.
MOST_HEXES, MOST_CROSSINGS, MOST_HEXSIDES = 10_000, 1_000_000, 10_000
#: The smallest pitch for a number of hatch lines a hex.
_HATCHED = ((44.0, 5), (26.0, 4), (16.0, 3), (10.0, 2))
_DOTTED_FROM, _SHIELDS_FROM = 18.0, 22.0


class FanOverlay(RangedOverlay):
    """Veils the hexes that a hex does not see: the pinned one, else the one under the pointer.

    Fans on small boards are computed here at once, on large ones by the worker; the previous fan stays until it answers,
    and the ring marks the hex it belongs to. Over a fill the veil is a hatch alone, with a line around the visible area.
    """

    id = "fan"
    title = tr("Seen from the pointer")
    options = RangedOverlay.options | {"pin"}
    most_whole, large_range = 100_000, 20
    changes = (
        tr("seen now, not before"),
        tr("seen before, not now"),
        tr("seen, with different hindrance or cover"),
    )
    latest: SeenBoard | None

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._origin = OverlayOrigin(state)
        self._fans: Fans | None = None
        self._painter = HexPainter()
        self._failure = ""
        self._request = ScenarioLatestAnswer(worker, self)
        self._request.answered.connect(self._take)
        self._request.failed.connect(self._fail)

    def _refusal(self, scenario: Scenario) -> str:
        return no_sight_lines(scenario)

    @property
    def origin(self) -> Hex | None:
        """The hex that is looked from; None when the pointer is off the board and nothing is pinned."""
        return self._origin.hex(self.document)

    @property
    def heading(self) -> str:
        """The title with the hex."""
        seen: SeenBoard | None = self.shown
        if seen is None or self.document is None:
            return self.title
        name = self._origin.name(self.document.scenario.board, seen.origin)
        if seen.area is not None and seen.area.name:
            name = tr("{unit} at {place}").format(unit=seen.area.name, place=name)
        return tr("Seen from {name}").format(name=name)

    @property
    def status(self) -> str:
        """How many hexes are seen, and whether that is up to date."""
        seen: SeenBoard | None = self.shown
        if self.shows_earlier:
            return NO_EARLIER if seen is None else tr("{told}. Earlier state.").format(told=_describe(seen))
        if self._failure:
            return FAILED.format(failure=self._failure.removesuffix("."))
        if seen is None:
            return tr("Point at a hex.") if self.origin is None else tr("Computing…")
        state = self._state_text if self.is_current else tr("Computing…")
        return f"{_describe(seen)}. {state}"

    @property
    def freshness(self) -> Freshness:
        """Whether it shows what is true now."""
        if self.shows_earlier:
            return Freshness.EARLIER
        if self._failure or self.origin is None:
            return Freshness.WAITING
        if not self.is_current:
            return Freshness.COMPUTING if self.latest is None else Freshness.OLD
        return Freshness.PARTIAL if self.left_out else Freshness.CURRENT

    @property
    def is_current(self) -> bool:
        """Whether the latest fan belongs to the hex and the document as they are now."""
        return not (self._request.is_waiting or self._again.isActive())

    def describe_hex(self, at: Hex) -> str:
        """Return how a hex is seen; empty for the hex that looks."""
        seen: SeenBoard | None = self.shown
        return "" if seen is None or seen.origin == at else super().describe_hex(at)

    def point_at(self, at: Hex | None) -> None:
        """Look from the hex under the pointer, unless one is pinned."""
        if self._origin.point_at(at):
            self.refresh_soon()

    def outdate(self) -> None:
        """Drop what was computed about the board."""
        self._fans = None

    def clear(self) -> None:
        """Forget the fan."""
        self.latest = self._fans = None
        self._request.forget()

    def refresh(self) -> None:
        """Look from the present hex."""
        self._failure = ""
        self._request.forget()
        self._look()

    def _look(self) -> None:
        origin = self.origin
        if self.document is None or origin is None:
            self._show(None)
            return
        scenario = self.document.scenario
        looking = Looking(self.reach, self.state.sight_heights)
        bases = on_bases(scenario)
        if bases or not _is_quick(scenario, looking.reach):
            unit_id = self._base_at(origin)
            self._request.ask_about(
                self.document,
                lambda tag, subject: (
                    BaseFanJob(tag, subject, unit_id, origin, looking)
                    if bases
                    else FanJob(tag, subject, origin, looking)
                ),
            )
            self.changed.emit()
            return
        if self._fans is None:
            self._fans = fans_of(scenario)
        self._show(seen_from(self._fans, origin, looking))

    def _base_at(self, origin: Hex) -> str:
        """Return the id of the unit that looks: of several in a hex, the chosen or the topmost one; "" for none."""
        units = [it.id for it in self.document.scenario.units if it.hex == origin] if self.document else []
        return self.state.unit_id if self.state.unit_id in units else (units or [""])[-1]

    def _take(self, seen: SeenBoard) -> None:
        if self.is_on and self._fits(seen):
            self._show(seen)

    def _differ(self, before: SeenBoard, after: SeenBoard) -> AnswerDifference:
        return of_kinds(_kinds(before), _kinds(after))

    def _shape_of(self, answer: SeenBoard) -> tuple[int, ...]:
        return answer.visible.shape

    def _describe(self, scenario: Scenario, answer: SeenBoard) -> FanDrawing:
        it = answer
        return FanDrawing(
            scenario, it.origin, it.visible, it.blocked, it.hindered, it.covered, it.looking.reach
        )

    def _fail(self, sentence: str) -> None:
        self._failure = sentence
        self.changed.emit()

    def _show(self, seen: SeenBoard | None) -> None:
        if seen is None and self.latest is None:
            return
        self.latest = seen
        if self.shown is not None:
            self._prepare(self.shown)
        self._update()

    def paint(self, frame: Frame) -> None:
        """Draw the veil, the dots, the shields and the ring."""
        seen: SeenBoard | None = self.shown
        if seen is None or seen.visible.shape != frame.facts.board.terrain.shape:
            return
        frame.painter.setOpacity(1.0)
        if seen.area is not None:
            paint_area(frame, seen.area, over=self.is_over)
        elif isinstance(self.drawing, FanDrawing):
            if frame.camera.is_near:
                self._paint_near(frame, self.drawing)
            else:
                self._painter.paint(frame, self.drawing, over=self.is_over)
            self._origin.paint(frame, seen.origin)

    def _paint_near(self, frame: Frame, drawing: FanDrawing) -> None:
        sheet, stage, pitch = frame.scale.sheet, frame.scale.art.stage, frame.pitch
        hexagon = stage.hexagon()
        lines = next((count for least, count in _HATCHED if pitch >= least), 0)
        kinds = cut(drawing.kinds, frame.cells)
        table = np.zeros(len(drawing.looks) + 1, np.int64)
        table[BLOCKED] = sheet.index(
            ("fan-veil", self.is_over),
            lambda: Sprite(veil(stage.layout, hexagon, lines=lines, over=self.is_over), clip=hexagon),
        )
        if not self.is_over:
            beyond = drawing.looks[BEYOND - 1]
            table[BEYOND] = sheet.index(
                "fan-beyond",
                lambda: Sprite((Polygon(hexagon, fill=beyond.fill, opacity=beyond.opacity),), clip=hexagon),
            )
        frame.stamp(table[kinds])
        if self.is_over:
            paint_border(frame, drawing.visible, outline_style(EDGE))
        hindered = kinds == HINDERED
        if hindered.any():
            many = pitch >= _DOTTED_FROM
            sprite = sheet.index("fan-dots", lambda: Sprite(dots(hexagon, many=many)))
            sheet.stamp(frame.painter, sprite, frame.centres[hindered])
        covered = cut(drawing.cover, frame.cells)
        if pitch >= _SHIELDS_FROM and covered.any():
            sprite = sheet.index("fan-shield", lambda: Sprite(tuple(shield_in_hex()), fit=Fit.FIGURE))
            sheet.stamp(frame.painter, sprite, frame.centres[covered])


def _is_quick(scenario: Scenario, reach: int | None) -> bool:
    """Whether a fan can be computed within a frame."""
    size, sides = scenario.board.terrain.size, len(scenario.board.hexsides)
    near = size if reach is None else min(size, 3 * reach * (reach + 1) + 1)
    return near <= MOST_HEXES and sides <= MOST_HEXSIDES and near * sides * near // size <= MOST_CROSSINGS


def _describe(seen: SeenBoard) -> str:
    count, total = int(seen.visible.sum()) - 1, int((seen.visible | seen.blocked).sum()) - 1
    within = tr(" within {reach}").format(reach=seen.looking.reach) if seen.looking.reach is not None else ""
    return tr("{count} of {total} hexes{within}").format(count=count, total=total, within=within)


def _kinds(seen: SeenBoard) -> NDArray[np.int64]:
    """Return how each hex is seen: 0 not, 1 freely, 2 hindered, 3 in cover, 4 both."""
    return np.where(seen.visible, 1 + seen.hindered + 2 * seen.covered.astype(np.int64), 0)
