"""The rows of an attack: signs of the checklist, what adds up with its numbers, and the rules behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtWidgets import QStyleOptionViewItem

    from fairground.editor.features.attack.text import AttackRow

_PLACE = Qt.ItemDataRole.UserRole
_TOP = Qt.AlignmentFlag.AlignTop
_LEAD, _TEXT, _RULE = range(3)
#: Between a text and the edges of its cell, and the width of the signs, in pixels.
_MARGIN, _SIGN = 3, 15


class _SignsOnTop(QStyledItemDelegate):
    """Draws signs beside the first line of a text, not beside its middle."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.decorationAlignment = _TOP | Qt.AlignmentFlag.AlignHCenter


class AttackTable(QTableWidget):
    """As high as what stands in it, for the panel around it scrolls; a click on a row with a place goes there."""

    #: The ``Hex`` or ``Hexside`` of a row that was chosen.
    place_chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(0, 3, parent)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self.fit)
        self.setObjectName("plain")
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(True)
        self.setIconSize(QSize(_SIGN, _SIGN))
        self.setItemDelegate(_SignsOnTop(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(10)
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(10)
        self.horizontalHeader().setSectionResizeMode(_TEXT, QHeaderView.ResizeMode.Stretch)
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            # Qt's own, between the two headers; never to be seen here, but assistive programs come upon it.
            corner.setAccessibleName(tr("Select all rows"))
        self._rows: tuple[AttackRow, ...] = ()
        self._look = colours()
        self.horizontalHeader().sectionResized.connect(
            lambda column, *_: self._again.start() if column == _TEXT else None
        )
        self.cellClicked.connect(self._choose)
        self.cellActivated.connect(self._choose)

    def texts(self) -> list[tuple[str, str, str]]:
        """Return what stands in the rows: sign or number, text, rule."""
        return [(it.sign.words if it.sign else it.lead, it.text, it.rule) for it in self._rows]

    def show_rows(self, rows: Sequence[AttackRow]) -> None:
        """Show these rows and no others."""
        if (tuple(rows), colours()) == (self._rows, self._look):
            return
        before, self._rows = self._rows, tuple(rows)
        if self._look is not colours():
            before, self._look = (), colours()
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            # While the line follows the pointer, most rows stay as they are.
            if number >= len(before) or before[number] != row:
                self._write(number, row)
        self.fit()

    def fit(self) -> None:
        """Give every row the height of its text, and the table that of all."""
        metrics = self.fontMetrics()
        leads = [metrics.horizontalAdvance(it.lead) for it in self._rows]
        rules = [metrics.horizontalAdvance(it.rule) for it in self._rows]
        self.setColumnWidth(_LEAD, max([_SIGN, *leads]) + 2 * _MARGIN + 2)
        self.setColumnWidth(_RULE, max([0, *rules]) + 2 * _MARGIN + 2)
        room = self.viewport().width()
        narrow = max(self.columnWidth(_TEXT) - 2 * _MARGIN - 2, 60)
        high = 0
        for number, row in enumerate(self._rows):
            wide = max(room - 2 * _MARGIN - 2, 60) if row.is_heading else narrow
            box = metrics.boundingRect(0, 0, wide, 10_000, Qt.TextFlag.TextWordWrap, row.text)
            tall = max(box.height(), _SIGN) + (6 if row.is_heading else 3)
            self.setRowHeight(number, tall)
            high += tall
        self.setFixedHeight(high + 2)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._again.start()

    def _write(self, number: int, row: AttackRow) -> None:
        columns = 3 if row.is_heading else 1
        if self.columnSpan(number, _LEAD) != columns:
            self.setSpan(number, _LEAD, 1, columns)
        lead = QTableWidgetItem(row.text if row.is_heading else row.lead)
        text, rule = QTableWidgetItem(row.text), QTableWidgetItem(row.rule)
        if row.sign is not None:
            lead.setIcon(icon(row.sign.value, row.sign.ink))
            lead.setData(Qt.ItemDataRole.AccessibleTextRole, row.sign.words)
            lead.setToolTip(row.sign.words)
        if row.is_heading:
            font = lead.font()
            font.setBold(True)
            lead.setFont(font)
        lead.setTextAlignment(
            _TOP | (Qt.AlignmentFlag.AlignLeft if row.is_heading else Qt.AlignmentFlag.AlignRight)
        )
        text.setTextAlignment(_TOP | Qt.AlignmentFlag.AlignLeft)
        rule.setTextAlignment(_TOP | Qt.AlignmentFlag.AlignRight)
        rule.setForeground(QColor(self._look.soft))
        for column, item in enumerate((lead, text, rule)):
            item.setData(_PLACE, row.place)
            if row.place is not None:
                item.setToolTip(tr("Click to go there"))
            self.setItem(number, column, item)

    def _choose(self, row: int, _column: int) -> None:
        item = self.item(row, _LEAD)
        place = item.data(_PLACE) if item else None
        if place is not None:
            self.place_chosen.emit(place)
