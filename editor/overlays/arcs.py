"""The arcs of the chosen unit, drawn over the map: its front edge, six numbered sides, and the shield's cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPen, QPolygonF

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import Cap, Circle, Hatch, HatchMark, PathShape, Polygon
from fairground.core.pictures.lettering import number_text
from fairground.core.pictures.plan import line
from fairground.editor.app.texts import tr
from fairground.editor.canvas.item_painter import hatch_brush, map_font, smooth
from fairground.editor.document.document import follow
from fairground.editor.document.part_patches import part_index
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import arcs_of
from fairground.editor.widgets.legend_rows import LegendEntry, plain_ground

if TYPE_CHECKING:
    from fairground.core.grid.hexsides import Corner
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.scenario.parts import Unit
    from fairground.core.sight.unit_sides import Arcs, UnitSide
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.tools.tool_state import ToolState

#: The corners of the upper right side, which a sample shows for all, clockwise.
_SIDE = (5, 0)


def arcs_legend(arcs: Arcs, hexagon: tuple[Point, ...]) -> tuple[LegendEntry, ...]:
    """Return the legend of a unit's arcs."""
    plain = plain_ground(hexagon)
    front = arcs.sides[0]
    entries = [
        LegendEntry(
            (*plain, *_edge(hexagon), *_number("1", dark=True)),
            tr("front edge: side 1")
            if not front.name
            else tr("front edge: side 1, {name}").format(name=front.name),
        ),
        LegendEntry(
            (*plain, *_number("2", dark=False)),
            tr("sides, clockwise: {names}").format(names=_names(arcs.sides[1:])),
        ),
    ]
    if arcs.borders:
        ends = line(((-9.0, 5.2), (9.0, -5.2)))
        text = (
            tr("edge of the front arc, through sides {numbers}; hexes on it count as front")
            if arcs.border_is_in_front
            else tr("edge of the front arc, through sides {numbers}; hexes on it do not count as front")
        )
        entries.append(
            LegendEntry(
                (
                    *plain,
                    PathShape(ends, stroke=PAPER, width=2.2),
                    PathShape(ends, stroke=INK, width=0.9, dash=(3.0, 2.0)),
                ),
                text.format(numbers=_listed([it for it in arcs.sides if it.front])),
            )
        )
    covered = [side for side in arcs.sides if side.covered]
    if covered:
        a, b = (hexagon[index] for index in _SIDE)
        band = (a, b, *((BAND * x, BAND * y) for x, y in (b, a)))
        entries.append(
            LegendEntry(
                (*plain, Polygon(band, fill=PAPER, stroke=INK, width=0.4)),
                tr("covered by the shield: sides {numbers}").format(numbers=_listed(covered)),
                above=_strokes(band),
            )
        )
    return tuple(entries)


def _edge(hexagon: tuple[Point, ...]) -> tuple[Item, ...]:
    ends = tuple(hexagon[index] for index in _SIDE)
    return (
        PathShape(line(ends), stroke=PAPER, width=2.6, cap=Cap.ROUND),
        PathShape(line(ends), stroke=INK, width=1.8, cap=Cap.ROUND),
    )


def _number(text: str, *, dark: bool) -> tuple[Item, ...]:
    fill = INK if dark else PAPER
    return Circle(0.0, 0.0, 3.6, fill=fill, stroke=INK, width=0.6), number_text(0.0, 0.0, text, 5.2, fill)


def _strokes(band: tuple[Point, ...]) -> tuple[Item, ...]:
    """Return a few strokes across a band, as ``COVERED`` draws them."""
    a, b, inner_b, inner_a = band
    strokes: list[Item] = []
    for share in (0.12, 0.31, 0.5, 0.69, 0.88):
        outer = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        inner = (
            inner_a[0] + share * (inner_b[0] - inner_a[0]),
            inner_a[1] + share * (inner_b[1] - inner_a[1]),
        )
        strokes.append(PathShape(line((outer, inner)), stroke=COVERED.colour, width=0.7))
    return tuple(strokes)


def _names(sides: tuple[UnitSide, ...]) -> str:
    return ", ".join(f"{it.number} {it.name}".strip() for it in sides)


def _listed(sides: list[UnitSide]) -> str:
    return ", ".join(str(it.number) for it in sides)


#: The pattern of sides that the shield covers.
COVERED = Hatch(INK, HatchMark.LINES, 45.0, 1.15, 0.42, 0.9)
#: Where that band ends, from 0 in the middle of the hex to 1 at its border.
BAND = 0.76
#: Dashes and gaps of the border of the front arc, in widths of its line.
DASHES = (5.0, 3.5)
#: The least scale in logical pixels a mm; the sides of smaller hexes are drawn around them.
_LEAST = 2.1
_NUMBER, _DISC = 3.0, 1.95
_BORDER, _HALO = 1.3, 3.4


def paint_arcs(frame: Frame, arcs: Arcs) -> None:
    """Draw the sides of a unit, and the border of its front arc to the edge of the board."""
    painter = frame.painter
    with smooth(painter):
        drawing = _Drawing(frame, arcs)
        drawing.borders()
        for side in arcs.sides:
            drawing.side(side)
        for side in arcs.sides:
            drawing.number(side)


class _Drawing:
    """One unit's arcs being drawn; ``unit`` is device pixels a mm on a hex of 11."""

    def __init__(self, frame: Frame, arcs: Arcs) -> None:
        self._frame, self._painter, self._camera, self._arcs = frame, frame.painter, frame.camera, arcs
        self._middle = QPointF(*self._camera.centre(arcs.hex))
        true = frame.scale.art.unit
        self._unit = max(true, _LEAST * self._camera.ratio)
        self._grown = self._unit / true

    def borders(self) -> None:
        for corner in self._arcs.borders:
            start = self._at(corner)
            line = self._visible_part(start, start - self._middle)
            if line is None:
                continue
            for colour, width, opacity in ((PAPER, _HALO, 0.75), (INK, _BORDER, 0.95)):
                pen = QPen(QColor(colour), width * self._camera.ratio, c=Qt.PenCapStyle.FlatCap)
                if colour == INK:
                    pen.setDashPattern(list(DASHES))
                    # Dashes start at the hex, so that they don't move with the view.
                    pen.setDashOffset(QLineF(start, line.p1()).length() / pen.widthF())
                self._painter.setOpacity(opacity)
                self._painter.setPen(pen)
                self._painter.drawLine(line)
        self._painter.setOpacity(1.0)

    def side(self, side: UnitSide) -> None:
        one, other = map(self._at, side.corners)
        if side.covered:
            inner = [self._middle + (it - self._middle) * BAND for it in (other, one)]
            band = QPolygonF([one, other, *inner])
            self._painter.setPen(QPen(QColor(INK), 0.8 * self._camera.ratio))
            self._painter.setBrush(QColor(PAPER))
            self._painter.drawPolygon(band)
            self._painter.setBrush(hatch_brush(COVERED, unit=self._unit, ratio=self._camera.ratio))
            self._painter.drawPolygon(band)
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
        widths = (1.9, 1.25) if side.number == 1 else (0.9, 0.35)
        for colour, width in zip((PAPER, INK), widths, strict=True):
            pen = QPen(QColor(colour), width * self._unit, c=Qt.PenCapStyle.RoundCap)
            self._painter.setPen(pen)
            self._painter.drawLine(one, other)

    def number(self, side: UnitSide) -> None:
        one, other = map(self._at, side.corners)
        middle, radius = (one + other) / 2, _DISC * self._unit
        ground, ink = (INK, PAPER) if side.number == 1 else (PAPER, INK)
        self._painter.setPen(QPen(QColor(INK), 0.35 * self._unit))
        self._painter.setBrush(QColor(ground))
        self._painter.drawEllipse(middle, radius, radius)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QColor(ink))
        self._painter.setFont(map_font(round(_NUMBER * self._unit), bold=True))
        box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        self._painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(side.number))

    def _at(self, corner: Corner) -> QPointF:
        """Return the pixel of a corner, further out if the hex is too small."""
        point = QPointF(*self._camera.to_view(*self._camera.layout.corner_point(corner)))
        return self._middle + (point - self._middle) * self._grown

    def _visible_part(self, start: QPointF, step: QPointF) -> QLineF | None:
        """Return the part of a ray that is on the board and in the painted rectangle; None if nothing is."""
        left, top, right, bottom = self._camera.extent()
        board = QRectF(
            QPointF(*self._camera.to_view(left, top)), QPointF(*self._camera.to_view(right, bottom))
        )
        margin = _HALO * self._camera.ratio
        seen = board.intersected(QRectF(self._frame.rect).adjusted(-margin, -margin, margin, margin))
        bounds = (
            (seen.left() - start.x(), seen.right() - start.x(), step.x()),
            (seen.top() - start.y(), seen.bottom() - start.y(), step.y()),
        )
        first, last = 0.0, float("inf")
        for low, high, along in bounds:
            if abs(along) > 1e-9:
                near, far = sorted((low / along, high / along))
                first, last = max(first, near), min(last, far)
            elif not low <= 0 <= high:
                return None
        return QLineF(start + step * first, start + step * last) if first < last else None


class UnitArcs(QObject):
    """Follows the chosen unit while the unit tool is active, else the only unit in the selected hexes.

    ``arcs`` is None without such a unit, or if the ruleset has no sides. They are drawn while ``is_on``.
    """

    #: The arcs or ``is_on`` have changed.
    changed = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.is_on = True
        self.unit: Unit | None = None
        self.arcs: Arcs | None = None
        self._places_units = False
        self._document: Document | None = None
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self.look)
        state.changed.connect(self._option_changed)

    @property
    def shown(self) -> Arcs | None:
        """The arcs that are drawn."""
        return self.arcs if self.is_on else None

    def set_document(self, document: Document | None) -> None:
        """Follow another document."""
        follow(self._document, document, self._changed)
        self._document = document
        self.look()

    def set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        """Draw the arcs or not."""
        if on != self.is_on:
            self.is_on = on
            self.changed.emit()

    def take_tool(self, name: str) -> None:
        """Take note of the active tool."""
        self._places_units = name == "units"
        self.look()

    def look(self) -> None:
        """Find the unit and its facing."""
        self._again.stop()
        before = self.unit, self.arcs
        self.unit, self.arcs = self._chosen(), None
        if self.unit is not None and self._document is not None:
            self.arcs = arcs_of(self._document.scenario, self.unit)
        if before != (self.unit, None) or self.arcs is not None:
            self.changed.emit()

    def paint(self, frame: Frame) -> None:
        """Draw them."""
        if self.shown is not None:
            paint_arcs(frame, self.shown)

    def _chosen(self) -> Unit | None:
        if self._document is None or known_rules(self._document.scenario) is None:
            return None
        scenario = self._document.scenario
        if self._places_units:
            index = part_index(scenario, "units", self._state.unit_id)
            return None if index is None else scenario.units[index]
        selected = [unit for unit in scenario.units if unit.hex in self._state.selection]
        return selected[0] if len(selected) == 1 else None

    def _changed(self, _event: object) -> None:
        # One edit may emit several events.
        self._again.start()

    def _option_changed(self, option: str) -> None:
        if option in ("unit_id", "selection"):
            self.look()
