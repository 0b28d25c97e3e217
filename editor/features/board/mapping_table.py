"""The table that maps the kinds of the old ruleset to the new one."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyle,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from fairground.core.scenario.ruleset_kinds import NO_WEATHER, Topic
from fairground.core.scenario.transform.suggested_mapping import ALIKE
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.scenario.transform.suggested_mapping import MappingSuggestion
    from fairground.editor.features.board.job import Choice, RerulingResult

_TITLES = (tr("Kind"), tr("Count"), tr("Becomes"), tr("Confidence"))
_NOUNS = {
    Topic.TERRAIN: tr("terrain"),
    Topic.EFFECTS: tr("effect"),
    Topic.HEXSIDES: tr("hexside"),
    Topic.CLASSES: tr("unit class"),
    Topic.WEATHER: tr("weather"),
}
#: How long one turn of the event loop adds boxes, in seconds: Qt has to style each.
_SLICE = 0.008
#: The columns of kinds, boxes and confidence, and the share of the width that the last has at least.
_KIND, _BECOMES, _SURE = 0, 2, 3
_SHARE = 0.34
#: The minimum height of a row, and the space above and below its text, in pixels.
_ROW, _EDGES = 30, 12
#: The data of the first two entries of a box.
_NOTHING_YET, _DROP = object(), object()


class MappingTable(QTableWidget):
    """Shows suggestions with their confidence; choices made by hand stay when suggestions change."""

    #: Something was chosen by hand.
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(_TITLES), parent)
        self.setAccessibleName(tr("Conversions"))
        self.setHorizontalHeaderLabels(_TITLES)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMinimumWidth(620)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(_SURE, QHeaderView.ResizeMode.Stretch)
        self.boxes: dict[tuple[Topic, str], QComboBox] = {}
        self._by_hand: dict[tuple[Topic, str], str | None] = {}
        self._shown: tuple[MappingSuggestion, ...] = ()
        #: The rows that have no box yet, in order, and the choices that boxes offer.
        self._left: deque[tuple[int, MappingSuggestion]] = deque()
        self._choices: Mapping[Topic, Mapping[str, str]] = {}
        self._titles: Mapping[tuple[Topic, str], str] = {}

    @property
    def by_hand(self) -> tuple[Choice, ...]:
        """The choices made by hand."""
        return tuple((topic, old, new) for (topic, old), new in self._by_hand.items())

    def forget(self) -> None:
        """Clear the table and the choices, for another ruleset."""
        self._by_hand.clear()
        self._shown = ()
        self.boxes.clear()
        self._left.clear()
        self.setRowCount(0)

    def show_answer(self, result: RerulingResult) -> None:
        """Show suggestions and missing choices; boxes stay while suggestions are the same, to keep the focus."""
        if result.suggestions != self._shown:
            self._fill(result)
        for row, it in enumerate(result.suggestions):
            self._judge(row, it, is_open=(it.topic, it.old) in result.unmapped)
        self._fit()

    def _fill(self, result: RerulingResult) -> None:
        self._shown, self._choices, self._titles = result.suggestions, result.choices, result.titles
        self.boxes.clear()
        self.setRowCount(0)
        self.setRowCount(len(result.suggestions))
        for row, it in enumerate(result.suggestions):
            name = QTableWidgetItem(f"{result.titles[it.topic, it.old]} ({_NOUNS[it.topic]})")
            name.setToolTip(name.text())
            self.setItem(row, _KIND, name)
            number = QTableWidgetItem(f"{result.counts.get((it.topic, it.old), 0):,}")
            number.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(row, 1, number)
            self.setItem(row, _SURE, QTableWidgetItem(""))
        self._left = deque(enumerate(result.suggestions))
        self._add_boxes()

    def _add_boxes(self) -> None:
        """Add boxes to the rows, from the top, in as many turns of the event loop as needed."""
        end = time.perf_counter() + _SLICE
        while self._left:
            row, it = self._left.popleft()
            self._add_box(row, it)
            if time.perf_counter() > end:
                break
        if self._left:
            next_turn(self, self._add_boxes)
        else:
            self._fit()

    def _add_box(self, row: int, it: MappingSuggestion) -> None:
        box = QComboBox(self)
        title = self._titles[it.topic, it.old]
        box.setAccessibleName(tr("Replacement for {noun} {old}").format(noun=_NOUNS[it.topic], old=title))
        box.addItem(tr("Choose…"), _NOTHING_YET)
        box.addItem(tr("Leave out"), _DROP)
        names = dict(self._choices.get(it.topic, {}))
        if it.topic is Topic.WEATHER:
            names.setdefault(NO_WEATHER, tr("none"))
        for key, name in names.items():
            box.addItem(name if name.lower() == key.lower() else f"{name} ({key})", key)
        chosen = self._by_hand.get((it.topic, it.old), it.new or _NOTHING_YET)
        box.setCurrentIndex(max(0, _index(box, _DROP if chosen is None else chosen)))
        box.activated.connect(lambda _at: self._choose(it, box))
        # In the tab order, boxes follow one another and precede the buttons of the dialog.
        self.setTabOrder(next(reversed(self.boxes.values()), self), box)
        self.setCellWidget(row, _BECOMES, box)
        self.boxes[it.topic, it.old] = box

    def _choose(self, it: MappingSuggestion, box: QComboBox) -> None:
        value = box.currentData()
        if value is _NOTHING_YET:
            self._by_hand.pop((it.topic, it.old), None)
            box.setCurrentIndex(max(0, _index(box, it.new or _NOTHING_YET)))
        else:
            self._by_hand[it.topic, it.old] = None if value is _DROP else value
        self.chosen.emit()

    def _judge(self, row: int, it: MappingSuggestion, *, is_open: bool) -> None:
        """Show the confidence of a row by sign and text."""
        look = colours()
        if is_open:
            sign, ink, text = "warning", look.warning, tr("Not mapped: {why}").format(why=it.why)
        elif (it.topic, it.old) in self._by_hand:
            sign, ink, text = "good", look.accent, tr("Chosen by hand")
        elif it.sure < ALIKE:
            text = tr("Please check: {sure}% sure, {why}").format(sure=it.sure, why=it.why)
            sign, ink = "advice", look.advice
        else:
            sign, ink, text = "good", look.text, f"{it.sure}%, {it.why}"
        item = self.item(row, _SURE)
        if item is not None:
            item.setText(text)
            item.setToolTip(text)
            item.setForeground(QColor(ink))
            item.setIcon(icon(sign, ink))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit columns and rows to the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit columns and rows to another size of letters."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Fit columns to their content while the last one keeps its share, and rows to their texts."""
        room, header = self.viewport().width(), self.horizontalHeader()
        wanted = {it: max(self.sizeHintForColumn(it), header.sectionSizeHint(it)) for it in range(_SURE)}
        # Boxes open, so they shrink first, to half; then names wrap. Numbers keep their width.
        over = max(sum(wanted.values()) + int(_SHARE * room) - room, 0)
        off_boxes = min(over, wanted[_BECOMES] // 2)
        cuts = {_BECOMES: off_boxes, _KIND: over - off_boxes}
        for column, width in wanted.items():
            self.setColumnWidth(column, width - cuts.get(column, 0))
        for row in range(self.rowCount()):
            high = max(self._text_height(row, _KIND), self._text_height(row, _SURE))
            self.setRowHeight(row, max(_ROW, high + _EDGES))

    def _text_height(self, row: int, column: int) -> int:
        """Return the height of the wrapped text of a cell."""
        item = self.item(row, column)
        if item is None:
            return 0
        # Like Qt, with a margin on both sides of the text and of the sign.
        margins = 2 * (self.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self) + 1)
        small = self.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, self)
        sign = 0 if item.icon().isNull() else small + margins
        box = QRect(0, 0, max(self.columnWidth(column) - sign - margins, 1), 0)
        return self.fontMetrics().boundingRect(box, Qt.TextFlag.TextWordWrap, item.text()).height()


def _index(box: QComboBox, value: object) -> int:
    # findData compares copies, which bare objects do not equal.
    return next((at for at in range(box.count()) if box.itemData(at) == value), -1)
