"""The path between two hexes: found by the worker, and drawn with the points of each step and the end of each turn."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPen

from fairground.core.grid.hexes import neighbour
from fairground.core.pictures import path_drawing as drawing
from fairground.core.pictures.colours import PAPER, PATH, PATH_LIGHT
from fairground.core.pictures.display_list import Polygon
from fairground.editor.canvas.item_painter import smooth
from fairground.editor.canvas.map_items_painter import paint_names, paint_objectives, paint_units
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.document.document import follow
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.jobs.movement import PathJob

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.path import Path, PathStep
    from fairground.core.pictures.display_list import Item
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.tools.tool_state import ToolState

#: The smallest pitches with room for dots and wedges, and for the points of steps.
_NODES_FROM, _POINTS_FROM = 14.0, 30.0
#: The smallest scale of signs and of the ends of turns, in logical pixels a mm.
_LEAST, _LEAST_STOP = 0.9, 2.0


def paint_path(frame: Frame, path: Path, *, opacity: float = 1.0) -> None:
    """Draw a path; if there is none, its two ends."""
    painter = frame.painter
    with smooth(painter, opacity):
        if path.found:
            _paint_line(frame, path.hexes, opacity)
        signs, stops = _Signs(frame), _Signs(frame)
        signs.add("ring", lambda: drawing.START, frame.camera.centre(path.start))
        if path.found:
            if frame.pitch >= _POINTS_FROM:
                _add_points(frame, signs, path.steps)
            _add_stays(frame, signs, stops, path)
        elif path.start != path.end:
            stops.add("no way", drawing.no_way, frame.camera.centre(path.end))
        signs.paint()
        if frame.camera.is_near:
            painter.setOpacity(1.0)
            # Only the numbers of turns may cover the names of places.
            paint_names(frame)
            painter.setOpacity(opacity)
        stops.paint()


class _Signs:
    """Signs in mm on a hex of 11, drawn in one go: paths may have hundreds of steps."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._known: dict[Hashable, int] = {}
        self._sprites: list[int] = []
        self._places: list[tuple[float, float]] = []

    def add(
        self,
        key: Hashable,
        draw: Callable[[], Iterable[Item]],
        at: tuple[float, float],
        *,
        least: float = _LEAST,
    ) -> None:
        """Add a sign at a point of the view; ``least`` is its smallest scale in logical pixels a mm."""
        if key not in self._known:
            art = self._frame.scale.art
            scale = max(art.unit, least * art.ratio)
            self._known[key] = self._frame.scale.sheet.index(
                ("path", key), lambda: Sprite(tuple(draw()), fit=Fit.FIGURE, scale=scale)
            )
        self._sprites.append(self._known[key])
        self._places.append(at)

    def paint(self) -> None:
        """Draw the signs, the first one lowest."""
        self._frame.scale.sheet.stamp(
            self._frame.painter, np.array(self._sprites, np.int64), np.array(self._places, np.float64)
        )


def _paint_line(frame: Frame, hexes: tuple[Hex, ...], opacity: float) -> None:
    """Lighten the hexes, then draw objectives, units and the line through the centres."""
    painter, camera = frame.painter, frame.camera
    layout = frame.facts.board.layout
    places = np.array([layout.to_offset(at) for at in dict.fromkeys(hexes)], np.int64)
    light = Polygon(frame.scale.art.stage.hexagon(), fill=PAPER, opacity=PATH_LIGHT)
    index = frame.scale.sheet.index("path-light", lambda: Sprite((light,)))
    frame.scale.sheet.stamp(painter, index, camera.centres(places[:, 0], places[:, 1]))
    if camera.is_near:
        paint_objectives(frame)
        paint_units(frame)
        painter.setOpacity(opacity)
    if len(hexes) < 2:
        return
    unit = max(frame.scale.art.unit, _LEAST * camera.ratio)
    middles = [QPointF(*camera.centre(at)) for at in hexes]
    for colour, width in ((PAPER, drawing.HALO), (PATH, drawing.WIDTH)):
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        painter.setPen(QPen(QColor(colour), width * unit, c=cap, j=join))
        painter.drawPolyline(middles)


def _add_points(frame: Frame, signs: _Signs, steps: tuple[PathStep, ...]) -> None:
    """Add the cost of each step on the hexside that it crosses."""
    for before, step in pairwise(steps):
        if before.hex != step.hex:
            one, other = frame.camera.centre(before.hex), frame.camera.centre(step.hex)
            at = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            signs.add(("cost", step.cost), partial(drawing.cost_disc, step.cost), at)


def _add_stays(frame: Frame, signs: _Signs, stops: _Signs, path: Path) -> None:
    """Add the number of a turn to ``stops`` where it ends; elsewhere a dot, or a wedge in the direction of the facing."""
    layout = path.board.layout
    for step, is_last in _stays(path.steps):
        at, angle = frame.camera.centre(step.hex), None
        if step.facing is not None:
            angle = _angle(frame.camera, step.hex, layout.facing_direction(step.facing))
        if is_last:
            draw = partial(drawing.stop_disc, step.turn, angle)
            stops.add(("stop", step.turn, step.facing), draw, at, least=_LEAST_STOP)
        elif frame.pitch >= _NODES_FROM:
            signs.add(("node", step.facing), partial(drawing.node_mark, angle), at)


def _stays(steps: tuple[PathStep, ...]) -> Iterator[tuple[PathStep, bool]]:
    """Yield the last step in each hex of a turn except the start, and whether the turn ends there."""
    for i, step in enumerate(steps[1:], 1):
        after = steps[i + 1] if i + 1 < len(steps) else None
        ends = after is None or after.turn > step.turn
        if ends or (after is not None and after.hex != step.hex):
            yield step, ends


def _angle(camera: Camera, at: Hex, direction: int) -> float:
    """Return the angle on the screen, in radians, of a direction from a hex."""
    (x, y), (there_x, there_y) = camera.centre(at), camera.centre(neighbour(at, direction))
    return math.atan2(there_y - y, there_x - x)


#: The opacity of an outdated path.
_OLD_OPACITY = 0.4


class PathLine(QObject):
    """The path between ``ToolState.path_ends``.

    ``path`` is None without ends on the board, and until the worker first answers; the previous path stays until the
    next answer. ``failure`` is a sentence if the worker failed.
    """

    #: The path or ``is_current`` has changed.
    changed = Signal()

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.path: Path | None = None
        self.failure = ""
        self._document: Document | None = None
        self._is_old = False
        self._request = ScenarioLatestAnswer(worker, self)
        self._request.answered.connect(self._take)
        self._request.failed.connect(self._fail)
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self.look)
        state.changed.connect(self._option_changed)

    @property
    def is_current(self) -> bool:
        """Whether the path belongs to the map and the mover as they are now."""
        return self.path is not None and not self._is_old

    @property
    def ends(self) -> tuple[Hex, Hex] | None:
        """The start and end of the path; None if there can be none."""
        ends, document = self.state.path_ends, self._document
        if ends is None or document is None or nothing_moves(document.scenario):
            return None
        board = document.scenario.board
        return ends if all(board.contains(at) and not board.void[board.cell(at)] for at in ends) else None

    def set_document(self, document: Document | None) -> None:
        """Follow another document."""
        follow(self._document, document, self._changed)
        self._document = document
        self.path = None
        self.look()

    def look(self) -> None:
        """Ask the worker for the path."""
        self._again.stop()
        self._request.forget()
        self.failure = ""
        ends, document = self.ends, self._document
        if ends is None or document is None:
            self.path, self._is_old = None, False
        else:
            choice, avoids = self.state.mover, self.state.avoid_danger
            self._request.ask_about(
                document, lambda tag, subject: PathJob(tag, subject, ends, choice, avoid_danger=avoids)
            )
        self.changed.emit()

    def paint(self, frame: Frame) -> None:
        """Draw the path, faint while it is outdated."""
        path, board = self.path, frame.facts.board
        # The board may have just become smaller.
        if path is not None and all(board.contains(at) for at in (path.start, path.end, *path.hexes)):
            paint_path(frame, path, opacity=_OLD_OPACITY if self._is_old else 1.0)

    def _take(self, answer: Path | str) -> None:
        self._is_old = False
        if isinstance(answer, str):
            self._fail(answer)
            return
        self.path = answer
        self.changed.emit()

    def _fail(self, sentence: str) -> None:
        self.path, self.failure = None, sentence
        self.changed.emit()

    def _changed(self, _event: object) -> None:
        if self.state.path_ends is not None:
            # An answer under way is about the previous state. One edit may emit several events.
            self._request.forget()
            self._again.start()
            if not self._is_old:
                self._is_old = True
                self.changed.emit()

    def _option_changed(self, option: str) -> None:
        if option == "path_ends":
            # While an end is dragged, every answer that arrives is drawn.
            self.look()
        elif option in ("mover", "avoid_danger") and self.state.path_ends is not None:
            self._is_old = True
            self.look()
