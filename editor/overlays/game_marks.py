"""A moment of a recorded game on the map: units with their hit points, the move, the attack, losses, and objectives held."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import Circle, Text, TextAnchor
from fairground.core.pictures.zone_layers import side_colour
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.item_painter import paint_tag, paint_tag_beside, smooth
from fairground.editor.canvas.map_items_painter import paint_objectives
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.overlays.regions import HexPainter, paint_border

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.board_overlay import BoardOverlay
    from fairground.core.pictures.display_list import Item
    from fairground.core.scenario.parts import Unit
    from fairground.editor.canvas.frame import Frame

#: The smallest pitch with room for hit points, in logical pixels.
_NUMBERS_FROM: Final = 26.0
_HIT, _MISS, _MOVE = "#c62828", "#5b6470", "#1565c0"
#: How far lines stay away from the centres of hexes with a counter, in distances from hex to hex.
_CLEAR: Final = 0.33


@dataclass(frozen=True, slots=True)
class MarkedUnit:
    """A unit on the map, the code of its class, its hit points, and whether it acts in this step."""

    unit: Unit
    code: str
    hit_points: int
    is_acting: bool


@dataclass(frozen=True, slots=True)
class MarkedAttack:
    """An attack between two hexes, whether it hit, and its result in a word."""

    start: Hex
    end: Hex
    is_hit: bool
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class GameView:
    """What is shown of a game; ``held`` has the hexes of objectives, ``[rows, columns]``, and the index of the side that holds them."""

    shape: tuple[int, int]
    units: tuple[MarkedUnit, ...] = ()
    move: tuple[Hex, Hex] | None = None
    attack: MarkedAttack | None = None
    losses: tuple[Hex, ...] = ()
    held: tuple[tuple[NDArray[np.bool_], int], ...] = ()
    caption: str = ""


class GameMarks:
    """Draws a moment of a game and a heat map; nothing without them."""

    def __init__(self) -> None:
        self.view: GameView | None = None
        self.heat: BoardOverlay | None = None
        self._painter = HexPainter()

    def paint(self, frame: Frame) -> None:
        """Draw the heat map, then the moment of the game."""
        frame.painter.setOpacity(1.0)
        shape, heat, view = frame.facts.board.terrain.shape, self.heat, self.view
        if heat is not None and heat.kinds.shape == shape:
            self._painter.paint(frame, heat, over=False)
            if frame.camera.is_near:
                paint_objectives(frame)
        # The board may have another size since the games were recorded.
        if view is None or view.shape != shape:
            return
        frame.painter.setOpacity(1.0)
        for mask, side in view.held:
            paint_border(frame, mask, _held_style(side), at_edge=True)
        if view.move is not None:
            _paint_arrow(frame, *view.move)
        _paint_units(frame, view.units)
        for at in view.losses:
            _paint_cross(frame, at)
        if view.attack is not None:
            _paint_attack(frame, view.attack)
        if view.caption:
            middle, ratio = frame.camera.width / 2, frame.camera.ratio
            paint_tag(frame, view.caption, (middle, 20.0 * ratio), bold=True)


def _held_style(side: int) -> OutlineStyle:
    return OutlineStyle(f"held-{side}", ((PAPER, 6.4, 0.9, ()), (side_colour(side), 4.2, 1.0, ())), inset=2.4)


def _paint_units(frame: Frame, units: Sequence[MarkedUnit]) -> None:
    """Draw the counters, those that act last, and their hit points."""
    below: dict[Hex, int] = {}
    has_numbers = frame.pitch >= _NUMBERS_FROM
    for it in sorted(units, key=lambda it: it.is_acting):
        level = below.get(it.unit.hex, 0)
        below[it.unit.hex] = level + 1
        _paint_unit(frame, it, level, has_number=has_numbers)


def _paint_unit(frame: Frame, it: MarkedUnit, level: int, *, has_number: bool) -> None:
    """Draw a counter on top of ``level`` others, and its hit points."""
    sheet, art, unit = frame.scale.sheet, frame.scale.art, it.unit

    def counter() -> Sprite:
        return art.counter(unit, it.code, level)

    def sign() -> Sprite:
        return Sprite(items, fit=Fit.FIGURE, scale=max(art.unit, art.ratio))

    at = np.array([frame.camera.centre(unit.hex)], np.float64)
    key = ("game unit", it.code, unit.side, unit.facing, unit.shield, level)
    sheet.stamp(frame.painter, sheet.index(key, counter), at)
    items = tuple(_over_counter(it, level, has_number=has_number))
    if items:
        key_of_items = ("over counter", it.hit_points, level, it.is_acting, has_number)
        sheet.stamp(frame.painter, sheet.index(key_of_items, sign), at)


def _over_counter(it: MarkedUnit, level: int, *, has_number: bool) -> list[Item]:
    """Return a ring around a unit that acts, and hit points at the lower right of its counter, in mm on a hex of 11."""
    shift = 1.5 * level
    items: list[Item] = []
    if it.is_acting:
        items += [
            Circle(shift, -shift, 5.5, stroke=PAPER, width=1.6),
            Circle(shift, -shift, 5.5, stroke=_MOVE, width=0.9),
        ]
    if has_number:
        x, y = 4.4 + shift, 4.0 - shift
        items += [
            Circle(x, y, 2.5, fill=PAPER, stroke=INK, width=0.35),
            Text(x, y + 1.05, str(it.hit_points), 2.9, INK, anchor=TextAnchor.MIDDLE, bold=True),
        ]
    return items


def _points(
    frame: Frame, start: Hex, end: Hex, *, begins_in_middle: bool = False
) -> tuple[QPointF, QPointF, float]:
    """Return the ends of a line between two hexes, clear of their counters, and its angle."""
    (x, y), (u, v) = frame.camera.centre(start), frame.camera.centre(end)
    angle = math.atan2(v - y, u - x)
    clear = _CLEAR * frame.pitch * frame.camera.ratio
    across, down = clear * math.cos(angle), clear * math.sin(angle)
    one = QPointF(x, y) if begins_in_middle else QPointF(x + across, y + down)
    return one, QPointF(u - across, v - down), angle


def _paint_arrow(frame: Frame, start: Hex, end: Hex) -> None:
    """Draw the move from a hex to another."""
    painter, ratio = frame.painter, frame.camera.ratio
    one, other, angle = _points(frame, start, end, begins_in_middle=True)
    head = 9.0 * ratio
    neck = QPointF(other.x() - 0.8 * head * math.cos(angle), other.y() - 0.8 * head * math.sin(angle))
    wings = [
        QPointF(
            other.x() - head * math.cos(angle + turn),
            other.y() - head * math.sin(angle + turn),
        )
        for turn in (-0.5, 0.5)
    ]
    with smooth(painter):
        for colour, width in ((PAPER, 6.0), (_MOVE, 3.0)):
            pen = QPen(QColor(colour), width * ratio, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawLine(one, neck)
            painter.setBrush(QColor(_MOVE))
            painter.setPen(QPen(QColor(colour), width * ratio / 2, j=Qt.PenJoinStyle.RoundJoin))
            painter.drawPolygon(QPolygonF([other, *wings]))


def _paint_attack(frame: Frame, attack: MarkedAttack) -> None:
    """Draw the line of an attack, solid for a hit and dashed for a miss, with its result at the target."""
    painter, ratio = frame.painter, frame.camera.ratio
    one, other, _ = _points(frame, attack.start, attack.end)
    with smooth(painter):
        for colour, width in ((PAPER, 5.6), (_HIT if attack.is_hit else _MISS, 3.0)):
            pen = QPen(QColor(colour), width * ratio, c=Qt.PenCapStyle.RoundCap)
            if not attack.is_hit and colour != PAPER:
                pen.setDashPattern([1.2, 2.2])
            painter.setPen(pen)
            painter.drawLine(one, other)
    paint_tag_beside(frame, attack.text, frame.camera.centre(attack.end), bold=attack.is_hit)


def _paint_cross(frame: Frame, at: Hex) -> None:
    """Draw a cross over the hex of a unit that was destroyed."""
    painter, ratio = frame.painter, frame.camera.ratio
    x, y = frame.camera.centre(at)
    arm = 0.26 * frame.pitch * ratio
    with smooth(painter):
        for colour, width in ((PAPER, 8.0), (_HIT, 4.6)):
            painter.setPen(QPen(QColor(colour), width * ratio, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(x - arm, y - arm), QPointF(x + arm, y + arm))
            painter.drawLine(QPointF(x - arm, y + arm), QPointF(x + arm, y - arm))
