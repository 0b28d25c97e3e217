"""Items of the fairness list (measures, their variants, headings of groups), and the delegate that draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeWidgetItem

from fairground.core.pictures.zone_layers import side_colour
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.editor.app.icons import pixmap
from fairground.editor.app.theme import colours
from fairground.editor.widgets.signs import BAND_NAMES, band_colour, band_icon, paint_badge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.scenario.fairness_titles_and_limits import Verdict
    from fairground.editor.features.fairness.measure_list import FairnessList
    from fairground.editor.features.fairness.measure_rows import Bar, MeasureRow
    from fairground.editor.jobs.fairness import Key


class FairnessItem(QTreeWidgetItem):
    """A row, or the heading of a group."""

    def __init__(
        self,
        row: MeasureRow | None,
        *,
        heading: str = "",
        counts: Mapping[Verdict, int] | None = None,
        is_first: bool = False,
    ) -> None:
        super().__init__()
        self.row, self.heading, self.counts, self.is_first = row, heading, counts or {}, is_first
        role = Qt.ItemDataRole
        if row is None:
            self.setFlags(Qt.ItemFlag.ItemIsEnabled)
            bands = ", ".join(f"{count} {BAND_NAMES[band]}" for band, count in self.counts.items())
            self.setData(0, role.AccessibleTextRole, f"{heading}: {bands}")
        else:
            self.setData(0, role.AccessibleTextRole, row.spoken)
            self.setData(0, role.AccessibleDescriptionRole, row.rating.text)
            self.setToolTip(0, f"{MEASURES[row.rating.id].meaning}\n{row.spoken}.")

    @property
    def name(self) -> str:
        """The title of the row; of a variant, its classes and weapon band."""
        if self.row is None:
            return self.heading
        return self.row.title if self.is_first else self.row.about

    @property
    def key(self) -> Key | None:
        """The key of the row; None for a heading."""
        return self.row.rating.key if self.row is not None else None


#: Sizes in pixels: the icons of rows and headings, gaps, height and least width of a bar.
_SIGN, _COUNT_SIGN, _GAP, _BAR, _LEAST_BAR = 15, 12, 6, 8, 24
#: Above and below a row.
_MARGIN = 4
#: The opacity of rows that belong to an earlier state.
_OLD: Final = 0.5
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class FairnessDelegate(QStyledItemDelegate):
    """Draws title and figure in one line, or two if they don't fit, a line for each zone, and the change.

    The selected row also has its sentence.
    """

    def __init__(self, view: FairnessList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of the lines."""
        item = self._view.itemFromIndex(index)
        metrics = QFontMetrics(option.font)
        if not isinstance(item, FairnessItem) or item.row is None:
            return QSize(10, metrics.height() + 10)
        row = item.row
        width = self._view.text_right - self._view.indentation() * (1 if item.is_first else 2)
        lines = 1 + (not _fits(item.name, row.figure, metrics, width)) + len(row.bars) + bool(row.change)
        more = 0
        if self._is_current(item):
            wide = width - _SIGN - _GAP - _MARGIN - 1
            text = metrics.boundingRect(0, 0, wide, 10_000, Qt.TextFlag.TextWordWrap, row.rating.text)
            more = text.height() + 2
        elif not row.bars:
            lines += 1
        return QSize(10, lines * metrics.height() + more + 2 * _MARGIN + 1)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a row."""
        item = self._view.itemFromIndex(index)
        if not isinstance(item, FairnessItem):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio = self._view.devicePixelRatioF()
        area = QRect(option.rect)
        area.setRight(self._view.text_right - 1)
        if item.row is None:
            _paint_heading(painter, area, option.font, item, ratio)
        else:
            panel = QStyle.PrimitiveElement.PE_PanelItemViewItem
            self._view.style().drawPrimitive(panel, option, painter, self._view)
            if item.row.is_old:
                painter.setOpacity(_OLD)
            lines = _Lines(painter, area, option.font)
            lines.title(item, ratio)
            if item.row.bars:
                lines.bars(item.row, self._view.value_width)
            elif not self._is_current(item):
                lines.text(item.row.rating.text, colours().soft)
            if item.row.change:
                lines.change(item.row)
            if self._is_current(item):
                lines.sentence(item.row.rating.text)
        painter.restore()

    def _is_current(self, item: FairnessItem) -> bool:
        return item is self._view.currentItem()


class _Lines:
    """Draws line by line, from the top."""

    def __init__(self, painter: QPainter, rect: QRect, font: QFont) -> None:
        self._painter, self._font = painter, font
        self._metrics = QFontMetrics(font)
        self._high = self._metrics.height()
        self._area = rect.adjusted(0, _MARGIN, -_MARGIN, -_MARGIN)
        self._left = self._area.left() + _SIGN + _GAP
        self._top = self._area.top()
        painter.setFont(font)

    def title(self, item: FairnessItem, ratio: float) -> None:
        """Draw the icon of the band, the name, and the figure to the right or below."""
        row = item.row
        if row is None:
            return
        colour = band_colour(row.band)
        picture = pixmap(band_icon(row.band), _SIGN, colour=colour, ratio=ratio)
        self._painter.drawPixmap(self._area.left(), self._top + (self._high - _SIGN) // 2, picture)
        fits = _fits(item.name, row.figure, self._metrics, self._area.width() + _MARGIN)
        figure = self._metrics.horizontalAdvance(row.figure) + _GAP if fits and row.figure else 0
        self.text(item.name, colours().text, spare=figure)
        if fits:
            self._top -= self._high
        if row.figure:
            self.text(row.figure, colour, at_right=fits)
        elif fits:
            self._top += self._high

    def bars(self, row: MeasureRow, value_width: int) -> None:
        """Draw number, bar and value of each party."""
        for number, bar in enumerate(row.bars, 1):
            colour = side_colour(bar.side)
            badge = QRect(self._left, self._top + 1, self._high - 2, self._high - 2)
            paint_badge(self._painter, badge, number, colour, self._font)
            first = badge.right() + _GAP
            last = max(self._area.right() - value_width - _GAP, first + _LEAST_BAR)
            track = QRect(first, self._top + (self._high - _BAR) // 2, last - first, _BAR)
            _paint_bar(self._painter, track, bar, colour)
            self._painter.setFont(self._font)
            self.text(bar.text, colours().text, at_right=True, begin=last + _GAP - self._left)

    def change(self, row: MeasureRow) -> None:
        """Draw the change of the measure."""
        look = colours()
        arrow, ink = {True: ("▲", look.good), False: ("▼", look.error), None: ("•", look.soft)}[row.better]
        self.text(f"{arrow} {row.change}", ink)

    def sentence(self, text: str) -> None:
        """Draw a text with word wrap."""
        self._painter.setPen(QColor(colours().text))
        place = QRect(self._left, self._top + 2, self._area.right() - self._left, 10_000)
        self._painter.drawText(place, Qt.TextFlag.TextWordWrap, text)

    def text(self, text: str, colour: str, *, at_right: bool = False, spare: int = 0, begin: int = 0) -> None:
        """Draw a text in one line, with an ellipsis if it doesn't fit, and move to the next line."""
        left = self._left + begin
        place = QRect(left, self._top, self._area.right() - left - spare, self._high)
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        shown = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width() + 1)
        self._painter.setPen(QColor(colour))
        self._painter.drawText(place, _MIDDLE | side, shown)
        self._top += self._high


def _fits(name: str, figure: str, metrics: QFontMetrics, width: int) -> bool:
    """Whether name and figure fit in one line."""
    return _SIGN + 3 * _GAP + metrics.horizontalAdvance(name) + metrics.horizontalAdvance(figure) <= width


def _paint_bar(painter: QPainter, track: QRect, bar: Bar, colour: str) -> None:
    """Draw the bar of a party, and a mark at its end in the earlier state."""
    look = colours()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.line))
    radius = track.height() / 2
    painter.drawRoundedRect(track, radius, radius)
    if bar.share > 0:
        whole = QRectF(track)
        whole.setWidth(max(bar.share * track.width(), 2 * radius))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(whole, radius, radius)
    if bar.before is not None:
        at = track.left() + min(bar.before * track.width(), track.width() - 2)
        painter.fillRect(QRectF(at, track.top() - 2, 2, track.height() + 4), QColor(look.text))


def _paint_heading(painter: QPainter, rect: QRect, font: QFont, item: FairnessItem, ratio: float) -> None:
    """Draw the title of a group, and the number of its measures in each band."""
    area = rect.adjusted(_MARGIN, 6, -_MARGIN, -2)
    bold = QFont(font)
    bold.setBold(True)
    painter.setFont(bold)
    painter.setPen(QColor(colours().soft))
    painter.drawText(area, _MIDDLE, item.heading)
    painter.setFont(font)
    right = area.right()
    for band, count in reversed([*item.counts.items()]):
        width = QFontMetrics(font).horizontalAdvance(str(count))
        place = QRect(right - width, area.top(), width + 1, area.height())
        painter.drawText(place, _MIDDLE, str(count))
        right -= width + 3 + _COUNT_SIGN
        top = area.top() + (area.height() - _COUNT_SIGN) // 2
        sign = pixmap(band_icon(band), _COUNT_SIGN, colour=band_colour(band), ratio=ratio)
        painter.drawPixmap(right, top, sign)
        right -= _GAP + 2
