"""A path on the canvas: its line, the points of each step, and a disc with the number of each turn where it ends."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from fairground.core.grid.hexes import neighbour
from fairground.core.pictures import path_overlay as drawing
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.fan_overlay import origin_ring
from fairground.editor.canvas.items_painter import paint_names, paint_objectives, paint_units
from fairground.editor.canvas.sprites import Fit, Sprite

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.path import Path, PathStep
    from fairground.core.pictures.display_list import Item
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame

#: From these pitches on there is room for dots and wedges, and for the points of steps.
_NODES_FROM, _POINTS_FROM = 14.0, 30.0
#: What signs are at least, in logical pixels a mm.
_LEAST, _LEAST_STOP = 0.9, 2.0
#: How much light is laid on the hexes.
_LIGHT = 0.45


def paint_path(frame: Frame, path: Path, *, opacity: float = 1.0) -> None:
    """Draw a path; of one that there is not, its two ends."""
    painter = frame.painter
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(opacity)
    if path.found:
        _paint_line(frame, path.hexes, opacity)
    signs, stops = _Signs(frame), _Signs(frame)
    signs.add("ring", lambda: origin_ring(0.0, 0.0, 0.62), frame.camera.centre(path.start))
    if path.found:
        if frame.pitch >= _POINTS_FROM:
            _add_points(frame, signs, path.steps)
        _add_stays(frame, signs, stops, path)
    elif path.start != path.end:
        stops.add("no way", lambda: drawing.no_way(0.0, 0.0, 1.0), frame.camera.centre(path.end))
    signs.paint()
    if frame.camera.is_near:
        painter.setOpacity(1.0)
        # Places keep their names; only the numbers of turns say more than a letter that they cover.
        paint_names(frame)
        painter.setOpacity(opacity)
    stops.paint()
    painter.restore()


class _Signs:
    """Signs in mm on a hex of 11, drawn all in one go: paths may have hundreds of steps."""

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
        """Draw a sign around a point of the view, at least so many logical pixels a mm."""
        if key not in self._known:
            art = self._frame.scale.art
            scale = max(art.unit, least * art.ratio)
            self._known[key] = self._frame.scale.sheet.index(
                ("path", key), lambda: Sprite(tuple(draw()), fit=Fit.FIGURE, scale=scale)
            )
        self._sprites.append(self._known[key])
        self._places.append(at)

    def paint(self) -> None:
        """Draw them, the first one lowest."""
        self._frame.scale.sheet.stamp(
            self._frame.painter, np.array(self._sprites, np.int64), np.array(self._places, np.float64)
        )


def _paint_line(frame: Frame, hexes: tuple[Hex, ...], opacity: float) -> None:
    """Draw a little light on the hexes, what stands there, and the line through their middles."""
    painter, camera = frame.painter, frame.camera
    layout = frame.facts.board.layout
    places = np.array([layout.to_offset(at) for at in dict.fromkeys(hexes)], np.int64)
    light = Polygon(frame.scale.art.stage.hexagon(), fill=PAPER, opacity=_LIGHT)
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
    for colour, width in ((PAPER, drawing.HALO), (drawing.LINE, drawing.WIDTH)):
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        painter.setPen(QPen(QColor(colour), width * unit, c=cap, j=join))
        painter.drawPolyline(middles)


def _add_points(frame: Frame, signs: _Signs, steps: tuple[PathStep, ...]) -> None:
    """Add what each step costs, on the hexside that it crosses."""
    for before, step in pairwise(steps):
        if before.hex != step.hex:
            one, other = frame.camera.centre(before.hex), frame.camera.centre(step.hex)
            at = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            signs.add(("cost", step.cost), partial(drawing.cost_disc, 0.0, 0.0, step.cost, 1.0), at)


def _add_stays(frame: Frame, signs: _Signs, stops: _Signs, path: Path) -> None:
    """Add the number of a turn to ``stops`` where it ends; elsewhere a dot, or a wedge that looks where the unit does."""
    layout = path.board.layout
    for step, is_last in _stays(path.steps):
        at, angle = frame.camera.centre(step.hex), None
        if step.facing is not None:
            angle = _angle(frame.camera, step.hex, layout.facing_direction(step.facing))
        if is_last:
            made = partial(drawing.stop_disc, 0.0, 0.0, step.turn, angle, 1.0)
            stops.add(("stop", step.turn, step.facing), made, at, least=_LEAST_STOP)
        elif frame.pitch >= _NODES_FROM:
            signs.add(("node", step.facing), partial(drawing.node_mark, 0.0, 0.0, angle, 1.0), at)


def _stays(steps: tuple[PathStep, ...]) -> Iterator[tuple[PathStep, bool]]:
    """Yield the last step in each hex of a turn, but for the start, and whether the turn ends with it."""
    for i, step in enumerate(steps[1:], 1):
        after = steps[i + 1] if i + 1 < len(steps) else None
        ends = after is None or after.turn > step.turn
        if ends or (after is not None and after.hex != step.hex):
            yield step, ends


def _angle(camera: Camera, at: Hex, direction: int) -> float:
    """Return the angle on the screen, in radians, of a direction from a hex."""
    (x, y), (there_x, there_y) = camera.centre(at), camera.centre(neighbour(at, direction))
    return math.atan2(there_y - y, there_x - x)
