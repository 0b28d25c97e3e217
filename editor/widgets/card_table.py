"""A table inside a panel that scrolls: as high as its rows, with a place behind each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
)

from fairground.editor.app.deferred import delayed
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class CardTable(QTableWidget):
    """A table without scroll bars, as high as its rows, since the panel around it scrolls.

    The texts of the column ``wrapping`` wrap. Subclasses set the heights in ``fit``, which is called again when that
    column gets another width.
    """

    #: The place of a row that was clicked or activated.
    place_chosen = Signal(object)

    def __init__(self, columns: int, wrapping: int, name: str, parent: QWidget) -> None:
        super().__init__(0, columns, parent)
        self.setObjectName("plain")
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(10)
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            # Qt's own between the two headers: never visible here, but screen readers find it.
            corner.setAccessibleName(tr("Select all rows"))
        self.fit_soon = delayed(self, self.fit)
        self.horizontalHeader().sectionResized.connect(
            lambda column, *_: self.fit_soon.start() if column == wrapping else None
        )
        self.cellClicked.connect(self._choose)
        self.cellActivated.connect(self._choose)

    def fit(self) -> None:
        """Set the heights of the rows and of the table."""

    def text_height(self, text: str, width: int) -> int:
        """Return the height of a text that wraps at a width, or at 60 pixels if that is less."""
        wraps = Qt.TextFlag.TextWordWrap
        return self.fontMetrics().boundingRect(0, 0, max(width, 60), 10_000, wraps, text).height()

    def set_place(self, item: QTableWidgetItem, place: object) -> None:
        """Set the place that a click on an item chooses; None for none."""
        item.setData(Qt.ItemDataRole.UserRole, place)
        if place is not None:
            item.setToolTip(tr("Click to show this hex on the map"))

    def _choose(self, row: int, _column: int) -> None:
        item = self.item(row, 0)
        place = item.data(Qt.ItemDataRole.UserRole) if item else None
        if place is not None:
            self.place_chosen.emit(place)
