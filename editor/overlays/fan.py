"""The fan: the hexes that the hex under the pointer, or a pinned one, sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QTimer

from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.fan_overlay import BEYOND, BLOCKED, EDGE, HINDERED, FanDrawing, shield_in_hex
from fairground.editor.app.texts import tr
from fairground.editor.canvas.array_window import cut
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.document.readable_ruleset import on_bases
from fairground.editor.document.rule_answers import fans_of
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.jobs.sight import BaseFanJob, FanJob, Looking, SeenBoard, seen_from
from fairground.editor.overlays.earlier_state import of_kinds
from fairground.editor.overlays.fan_painter import dots, paint_area, veil
from fairground.editor.overlays.overlay import Freshness, Overlay
from fairground.editor.overlays.regions import HexPainter, outline_style, paint_border
from fairground.editor.overlays.worker_overlay import NOT_KEPT, OverlayOrigin
from fairground.editor.tools.sight import no_sight_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.field.fan import Fans
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.state import ToolState


class KnownOffsets:
    """Remembers, by offset in columns and rows, which lines fans of the whole board have drawn."""

    def __init__(self) -> None:
        self._shape = (0, 0)
        self._known = np.zeros((0, 0), np.bool_)

    def missing(self, shape: tuple[int, ...], row: int, column: int) -> int:
        """Return how many lines of a fan from a cell would be new, on a board of a shape (rows, columns)."""
        return int(np.count_nonzero(~self._part(shape, row, column)))

    def add(self, shape: tuple[int, ...], row: int, column: int) -> None:
        """Note that the fan from a cell was drawn."""
        self._part(shape, row, column)[:] = True

    def _part(
        self, shape: tuple[int, ...], row: int, column: int
    ) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        rows, columns = shape
        if (rows, columns) != self._shape:
            self._shape = rows, columns
            self._known = np.zeros((2 * rows - 1, 2 * columns - 1), np.bool_)
        part: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = self._known[
            rows - 1 - row : 2 * rows - 1 - row, columns - 1 - column : 2 * columns - 1 - column
        ]
        return part


#: Boards of more hexes are left to the worker, and those where every hex times every hexside with features is more
#: than this: after an edit, all lines across such a hexside are drawn anew.
MOST_HEXES, MOST_CROSSINGS = 4_000, 1_000_000
#: On boards of more hexes than this a fan goes no further than so many hexes.
MOST_WHOLE, LARGE_RANGE = 10_000, 20
#: How far is looked at first, in hexes, where lines have not been drawn yet: drawing them all at once would be felt.
_STAGES = (8, 14, 20, 26, 32, 38, 46, 56)
#: Lines of so many new offsets can be drawn at once without being felt.
_FEW = 500
#: From this pitch the hatch has that many lines a hex.
_HATCHED = ((44.0, 5), (26.0, 4), (16.0, 3), (10.0, 2))
_DOTTED_FROM, _SHIELDS_FROM = 18.0, 22.0


class FanOverlay(Overlay):
    """Veils what a hex does not see; the hex is the pinned one, else that under the pointer.

    Small boards are looked at here, at once; large ones by the worker, and what was seen before stays until the answer
    comes. The ring is always around the hex that the picture belongs to. Over a fill the veil is a hatch alone, with a
    line around what is seen.
    """

    id = "fan"
    title = tr("Seen from the pointer")
    options = frozenset(("pin", "sight_range", "sight_heights"))
    changes = (
        tr("seen now, not before"),
        tr("seen before, not now"),
        tr("seen, with different hindrance or cover"),
    )

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._origin = OverlayOrigin(state)
        self._fans: Fans | None = None
        self._known = KnownOffsets()
        self._stage = 0
        self.seen: SeenBoard | None = None
        self._painter = HexPainter()
        self._failure = ""
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        self._onward = QTimer(self, singleShot=True, interval=0)
        self._onward.timeout.connect(self._look)

    @property
    def refusal(self) -> str:
        """Why there is no fan."""
        return no_sight_lines(self.document.scenario) if self.document else ""

    @property
    def origin(self) -> Hex | None:
        """The hex that is looked from; None when the pointer is off the board and nothing is pinned."""
        return self._origin.hex(self.document)

    @property
    def reach(self) -> int | None:
        """How many hexes far is looked; None to the edge of the board."""
        asked = self.state.sight_range
        return min(LARGE_RANGE, LARGE_RANGE if asked is None else asked) if self._is_large else asked

    @property
    def heading(self) -> str:
        """The title with the hex."""
        seen: SeenBoard | None = self.shown
        if seen is None or self.document is None:
            return self.title
        return tr("Seen from {name}").format(
            name=self._origin.name(self.document.scenario.board, seen.origin)
            if seen.area is None or not seen.area.name
            else tr("{unit} at {place}").format(
                unit=seen.area.name, place=self._origin.name(self.document.scenario.board, seen.origin)
            )
        )

    @property
    def status(self) -> str:
        """How many hexes are seen, and what is still to come."""
        seen: SeenBoard | None = self.shown
        if self.shows_kept:
            return NOT_KEPT if seen is None else tr("{told}. Earlier state.").format(told=_told(seen))
        if self._failure:
            return tr("Could not find the path: {failure}.").format(failure=self._failure)
        if seen is None:
            return tr("Point at a hex.") if self.origin is None else tr("Computing…")
        is_of = self.is_of if self.is_current else tr("Computing…")
        return f"{_told(seen)}. {is_of}"

    @property
    def standing(self) -> Freshness:
        """Whether it shows what is true now."""
        if self.shows_kept:
            return Freshness.EARLIER
        if self._failure or self.origin is None:
            return Freshness.WAITING
        if not self.is_current:
            return Freshness.COMPUTING if self.seen is None else Freshness.OLD
        return Freshness.PARTIAL if self.left_out else Freshness.CURRENT

    @property
    def left_out(self) -> str:
        """What is not looked at on a large board."""
        if self.document is None or not self._is_large:
            return ""
        if self.state.sight_range is not None and self.state.sight_range <= LARGE_RANGE:
            return ""
        return tr(
            "Incomplete: hexes more than {large_range} away are not checked. This board has {size:,} "
            "hexes; up to {most:,}, all are checked."
        ).format(large_range=LARGE_RANGE, size=self.document.scenario.board.terrain.size, most=MOST_WHOLE)

    @property
    def latest(self) -> SeenBoard | None:
        """What was seen last."""
        return self.seen

    @property
    def is_current(self) -> bool:
        """Whether what was seen last belongs to the hex and the document as they are now."""
        return not (self._inquiry.is_waiting or self._onward.isActive() or self._again.isActive())

    def point_at(self, at: Hex | None) -> None:
        """Look from the hex under the pointer, unless one is pinned."""
        if self._origin.point_at(at):
            self.refresh_soon()

    def outdate(self) -> None:
        """Read the board anew."""
        self._fans = None

    def clear(self) -> None:
        """Forget what was seen."""
        self.seen = self._fans = None
        self._inquiry.forget()
        self._onward.stop()

    def refresh(self) -> None:
        """Look from where the pointer is now."""
        self._stage = 0
        self._failure = ""
        self._onward.stop()
        self._inquiry.forget()
        self._look()

    def _look(self) -> None:
        origin = self.origin
        if self.document is None or origin is None:
            self._show(None)
            return
        scenario = self.document.scenario
        looking = Looking(self.reach, self.state.sight_heights)
        if on_bases(scenario):
            who = self._base_at(origin)
            self._inquiry.ask_about(
                self.document, lambda tag, subject: BaseFanJob(tag, subject, who, origin, looking)
            )
            self.changed.emit()
            return
        if not self._is_quick:
            self._inquiry.ask_about(self.document, lambda tag, subject: FanJob(tag, subject, origin, looking))
            self.changed.emit()
            return
        if self._fans is None:
            self._fans = fans_of(scenario)
        row, column = scenario.board.cell(origin)
        shape = scenario.board.terrain.shape
        if self._known.missing(shape, row, column) > _FEW and self._stage < len(_STAGES):
            stage = _STAGES[self._stage]
            if looking.reach is None or stage < looking.reach:
                self._stage += 1
                self._show(seen_from(self._fans, origin, Looking(stage, looking.heights)))
                self._onward.start()
                return
        self._show(seen_from(self._fans, origin, looking))
        if looking.reach is None:
            self._known.add(shape, row, column)

    def _base_at(self, origin: Hex) -> str:
        """Return the id of the unit in a hex whose base looks: of several, the chosen one or the topmost; "" for none."""
        units = [it.id for it in self.document.scenario.units if it.hex == origin] if self.document else []
        return self.state.unit_id if self.state.unit_id in units else (units or [""])[-1]

    @property
    def _is_quick(self) -> bool:
        if self.document is None:
            return False
        board = self.document.scenario.board
        size = board.terrain.size
        return size <= MOST_HEXES and size * len(board.hexsides) <= MOST_CROSSINGS

    @property
    def _is_large(self) -> bool:
        return self.document is not None and self.document.scenario.board.terrain.size > MOST_WHOLE

    def _take(self, seen: SeenBoard) -> None:
        if (
            self.is_on
            and self.document is not None
            and seen.visible.shape == self.document.scenario.board.terrain.shape
        ):
            self._show(seen)

    def differ(self, before: SeenBoard, after: SeenBoard) -> AnswerDifference:
        """Tell what is seen now alone, before alone, and otherwise than before."""
        return of_kinds(_sorts(before), _sorts(after))

    def shape_of(self, found: SeenBoard) -> tuple[int, ...]:
        """Return the shape of what is seen."""
        return found.visible.shape

    def describe(self, found: SeenBoard) -> FanDrawing | None:
        """Describe the hexes in sight."""
        if self.document is None:
            return None
        scenario, reach = self.document.scenario, found.looking.reach
        return FanDrawing(
            scenario, found.origin, found.visible, found.blocked, found.hindered, found.covered, reach
        )

    def _fail(self, sentence: str) -> None:
        self._failure = sentence
        self.changed.emit()

    def _show(self, seen: SeenBoard | None) -> None:
        if seen is None and self.seen is None:
            return
        self.seen = seen
        if self.shown is not None:
            self.keep(self.shown)
        self.changed.emit()
        self.redrawn.emit()

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


def _told(seen: SeenBoard) -> str:
    count, total = int(seen.visible.sum()) - 1, int((seen.visible | seen.blocked).sum()) - 1
    within = tr(" within {reach}").format(reach=seen.looking.reach) if seen.looking.reach is not None else ""
    return tr("{count} of {total} hexes{within}").format(count=count, total=total, within=within)


def _sorts(seen: SeenBoard) -> NDArray[np.int64]:
    """Return how each hex is seen: 0 for not at all, from 1 on freely, hindered, in cover, both."""
    return np.where(seen.visible, 1 + seen.hindered + 2 * seen.covered.astype(np.int64), 0)
