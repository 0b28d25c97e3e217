"""The chart of win rates: a lane for each zone with its interval, over an axis that marks the even range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from fairground.core.pictures.colours import mix
from fairground.editor.app.icons import pixmap
from fairground.editor.app.theme import colours
from fairground.editor.features.simulation.text import format_tick
from fairground.editor.widgets.signs import paint_badge

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QShowEvent

    from fairground.editor.features.simulation.job import IntervalFigures

#: Sizes in pixels: gaps, the space between lanes, the ticks of the axis, and the sign of a lane.
_GAP, _BETWEEN, _TICK, _SIGN = 6, 10, 4, 15
#: The height of an interval and half the height of its estimate, in line heights.
_THICK, _POINT = 0.5, 0.42
#: The extent of an axis on each side of the middle, in margins: the smallest of these that shows all lanes.
_REACHES: Final = (2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0)
#: The opacity of a result of another state of the map.
_OLD: Final = 0.5
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Lane:
    """One row of the chart, in words in ``description``.

    ``note`` is shown beside the name if there is room. ``number`` and ``colour`` are those of a zone's badge, 0 for none.
    ``tested`` is the interval that is judged, drawn as a bar, ``reading`` the one to read, drawn as a line. ``sign`` is an
    icon for the position of the bar, and ``ink`` its colour.
    """

    name: str
    figure: str
    description: str
    note: str = ""
    number: int = 0
    colour: str = ""
    estimate: float | None = None
    tested: IntervalFigures | None = None
    reading: IntervalFigures | None = None
    sign: str = ""
    ink: str = ""


@dataclass(frozen=True, slots=True)
class ChartAxis:
    """The axis with the range that counts as even; values are shares within ``bounds``, or changes in points."""

    middle: float
    low: float
    high: float
    bounds: tuple[float, float] = (0.0, 1.0)
    is_change: bool = False

    def view(self, lanes: tuple[Lane, ...]) -> tuple[float, float]:
        """Return the ends of an axis that shows all lanes in full, with the middle at its centre."""
        spans = [it for lane in lanes for it in (lane.tested, lane.reading) if it is not None]
        far = max((abs(end - self.middle) for it in spans for end in (it.low, it.high)), default=0.0)
        margin = max(self.high - self.middle, 0.001)
        reach = next((it for it in _REACHES if it * margin >= far), _REACHES[-1]) * margin
        low, high = self.bounds
        return max(self.middle - reach, low), min(self.middle + reach, high)


class WinRateChart(QWidget):
    """Draws lanes over their axis; tooltips and the accessible description say the same in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lanes: tuple[Lane, ...] = ()
        self.axis = ChartAxis(0.5, 0.45, 0.55)
        self.is_old = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_lanes(self, lanes: tuple[Lane, ...], axis: ChartAxis, *, is_old: bool) -> None:
        """Show these lanes, faintly if they belong to another state of the map."""
        if len(lanes) != len(self.lanes):
            self.updateGeometry()
        self.lanes, self.axis, self.is_old = lanes, axis, is_old
        self.setAccessibleDescription(" ".join(it.description for it in lanes))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the lanes and the axis."""
        return QSize(120, round(self._top(len(self.lanes)) + _TICK + self._line))

    def minimumSizeHint(self) -> QSize:
        """Return the same: the height is fixed."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Adapt to the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        """Adapt to the text size, which may have changed while the chart was hidden."""
        super().showEvent(event)
        self.updateGeometry()

    @property
    def _line(self) -> int:
        return QFontMetrics(self.font()).height()

    @property
    def _step(self) -> int:
        """The height of a lane: a line of text and the track below it, in pixels."""
        return round(2.1 * self._line) + _BETWEEN

    def _top(self, lane: int) -> int:
        return lane * self._step

    def x_of(self, value: float) -> float:
        """Return the x coordinate of a value."""
        low, high = self.axis.view(self.lanes)
        # Leave room for an estimate at either end.
        room = _POINT * self._line + 1
        return room + (value - low) / (high - low) * (self.width() - 2 * room)

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of a lane."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = event.pos().y() // max(self._step, 1)
            if 0 <= at < len(self.lanes):
                QToolTip.showText(event.globalPos(), self.lanes[at].description, self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the even range, the lanes over it, and the axis below."""
        if not self.lanes:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_old:
            painter.setOpacity(_OLD)
        for at, lane in enumerate(self.lanes):
            top = self._top(at)
            self._paint_heading(painter, lane, top)
            self._paint_band(painter, top + self._line + 1, top + self._step - _BETWEEN // 2)
            self._paint_track(painter, lane, top + self._line)
        bottom = self._top(len(self.lanes))
        self._paint_band(painter, bottom - _BETWEEN // 2, bottom + _TICK)
        self._paint_axis(painter, bottom)

    def _paint_band(self, painter: QPainter, top: int, bottom: int) -> None:
        """Draw the even range as a column with edges and a line in the middle."""
        look = colours()
        left, right = self.x_of(self.axis.low), self.x_of(self.axis.high)
        painter.fillRect(
            QRectF(left, top, right - left, bottom - top), QColor(mix(look.window, look.good, 0.18))
        )
        painter.setPen(QPen(QColor(look.good), 1.4))
        for x in (left, right):
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        painter.setPen(QPen(QColor(look.soft), 1))
        middle = self.x_of(self.axis.middle)
        painter.drawLine(QPointF(middle, top), QPointF(middle, bottom))

    def _paint_heading(self, painter: QPainter, lane: Lane, top: int) -> None:
        """Draw number and name on the left, and sign and figure on the right."""
        look = colours()
        line = self._line
        area = QRect(0, top, self.width(), line)
        left = 0
        if lane.number:
            badge = QRect(0, top + 1, line - 2, line - 2)
            paint_badge(painter, badge, lane.number, lane.colour, self.font())
            left = badge.right() + _GAP
        large = QFont(self.font())
        large.setBold(True)
        large.setPointSizeF(self.font().pointSizeF() * 1.1)
        wide = QFontMetrics(large).horizontalAdvance(lane.figure) + 2
        painter.setFont(large)
        painter.setPen(QColor(look.text))
        painter.drawText(area, _RIGHT, lane.figure)
        right = area.width() - wide - _GAP
        if lane.sign:
            right -= _SIGN
            picture = pixmap(lane.sign, _SIGN, colour=lane.ink, ratio=self.devicePixelRatioF())
            painter.drawPixmap(right, top + (line - _SIGN) // 2, picture)
            right -= _GAP
        painter.setFont(self.font())
        name = painter.fontMetrics().elidedText(lane.name, Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(QRect(left, top, right - left, line), _LEFT, name)
        left += painter.fontMetrics().horizontalAdvance(name) + _GAP
        wide = painter.fontMetrics().horizontalAdvance(lane.note)
        if lane.note and left + wide <= right:
            painter.setPen(QColor(look.soft))
            painter.drawText(QRect(left, top, wide + 1, line), _LEFT, lane.note)

    def _paint_track(self, painter: QPainter, lane: Lane, top: int) -> None:
        """Draw the tested interval as a bar, the other one as a line with ends, the estimate as a diamond."""
        look = colours()
        line = self._line
        middle = top + (self._step - line - _BETWEEN) / 2
        painter.setPen(QPen(QColor(look.line), 1))
        painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))
        colour = QColor(lane.colour or look.soft)
        if lane.reading is not None:
            painter.setPen(QPen(colour, 2))
            ends = [self.x_of(it) for it in (lane.reading.low, lane.reading.high)]
            painter.drawLine(QPointF(ends[0], middle), QPointF(ends[1], middle))
            for x in ends:
                painter.drawLine(QPointF(x, middle - 0.3 * line), QPointF(x, middle + 0.3 * line))
        if lane.tested is not None:
            high = _THICK * line
            low_x, high_x = self.x_of(lane.tested.low), self.x_of(lane.tested.high)
            bar = QRectF(low_x, middle - high / 2, max(high_x - low_x, 2.0), high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawRoundedRect(bar, 3, 3)
        if lane.estimate is not None:
            x, half = self.x_of(lane.estimate), _POINT * line
            points = ((x, middle - half), (x + half, middle), (x, middle + half), (x - half, middle))
            painter.setBrush(QColor(look.base))
            painter.setPen(QPen(QColor(look.text), 1.6))
            painter.drawPolygon(QPolygonF([QPointF(*it) for it in points]))

    def _paint_axis(self, painter: QPainter, bottom: int) -> None:
        """Draw the axis, and as many values as fit: the even range, its middle, the ends."""
        look, axis = colours(), self.axis
        painter.setPen(QPen(QColor(look.soft), 1))
        painter.drawLine(QPointF(0, bottom), QPointF(self.width(), bottom))
        painter.setFont(self.font())
        taken: list[tuple[float, float]] = []
        for value, ink in (
            *((it, look.text) for it in (axis.low, axis.high, axis.middle)),
            *((it, look.soft) for it in axis.view(self.lanes)),
        ):
            text = format_tick(value, is_change=axis.is_change)
            wide = painter.fontMetrics().horizontalAdvance(text)
            left = min(max(self.x_of(value) - wide / 2, 0), self.width() - wide)
            if any(left < end + _GAP and begin - _GAP < left + wide for begin, end in taken):
                continue
            taken.append((left, left + wide))
            painter.setPen(QColor(ink))
            painter.drawText(QRectF(left, bottom + _TICK, wide + 1, self._line), _LEFT, text)
